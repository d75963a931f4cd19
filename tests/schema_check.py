# SPDX-License-Identifier: GPL-3.0-or-later
"""schema_check.py SCHEMA FIELDS: lines of findings on standard input.

Prints what the schema refuses, and members of which it says nothing.  FIELDS
is a file with the names of all fields, which must be the properties of a
finding.
"""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validators = {
    kind: jsonschema.Draft202012Validator(
        {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})
    for kind in ("run", "finding")
}
with open(sys.argv[2], encoding="utf-8") as file:
    fields = file.read().split()
known = list(schema["$defs"]["finding"]["properties"])[1:]
if known != fields:
    print("properties are not the fields:", set(known) ^ set(fields))

kinds = {"run": 0, "finding": 0}
for number, line in enumerate(sys.stdin, 1):
    value = json.loads(line)
    kind = value["type"]
    kinds[kind] += 1
    for error in validators[kind].iter_errors(value):
        print(f"line {number}: {error.json_path}: {error.message[:200]}")
    for member in value:
        if member not in schema["$defs"][kind]["properties"]:
            print(f"line {number}: nothing of {member}")
if not all(kinds.values()):
    print("not both kinds of lines:", kinds)
