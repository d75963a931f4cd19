#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a mail as others do, and complains of all that a mail must not have.

mail_check.py FILE [HEADER...] prints the headers that are named, decoded, a
line each, or with "body" the body.
"""

import email
import email.policy
import email.utils
import re
import sys
import unicodedata

ORDER = ["From", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To",
         "References", "MIME-Version", "Content-Type",
         "Content-Transfer-Encoding"]
ALWAYS = ["Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
          "Content-Transfer-Encoding"]
ENCODED = re.compile(r"=\?UTF-8\?[QB]\?[^? ]*\?=")
BIDI = "\u061c\u200e\u200f\u2028\u2029" + "".join(
    map(chr, [*range(0x202a, 0x202f), *range(0x2066, 0x206a)]))


def raw_faults(data):
    """What is wrong with the bytes."""
    if b"\r" in data or b"\0" in data:
        yield "a carriage return or a NUL"
    if not data.endswith(b"\n"):
        yield "no line feed at the end"
    head, _, body = data.partition(b"\n\n")
    for line in data.split(b"\n"):
        if len(line) >= 998:
            yield f"a line of {len(line)} bytes"
    for line in head.split(b"\n"):
        text = line.decode("ascii", "replace")
        if not all(" " <= c <= "~" for c in text):
            yield f"a header that is not ASCII: {text!r}"
        if not text.strip():
            yield "a header line without a word"
        if "=?" in text and len(text) > 76:
            yield f"a line of {len(text)} with an encoded word"
        if len(text) > 78 and " " in text.strip() and ": " not in text:
            yield f"a header line of {len(text)} that could be folded"
        for word in ENCODED.findall(text):
            if len(word) > 75:
                yield f"an encoded word of {len(word)}"
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        yield f"a body that is no UTF-8: {error}"
        return
    for c in set(text):
        if unicodedata.category(c) == "Cc" and c not in "\n\t" or c in BIDI:
            yield f"a body with {c!r}"


def faults(data, message):
    """What is wrong with the mail."""
    yield from raw_faults(data)
    for part in message.walk():
        for defect in part.defects:
            yield f"defect: {defect!r}"
    names = message.keys()
    if names != [name for name in ORDER if name in names]:
        yield f"headers: {names}"
    for name in ALWAYS:
        if name not in message:
            yield f"no {name}"
    for name, value in message.items():
        for defect in value.defects:
            yield f"defect of {name}: {defect!r}"
        if any(unicodedata.category(c) == "Cc" or c in BIDI for c in value):
            yield f"{name} with a control character: {value!r}"
    if message.is_multipart() or message.get_content_type() != "text/plain":
        yield "no plain text"
    if message.get_content_charset() != "utf-8":
        yield f"charset {message.get_content_charset()}"
    if message["Content-Transfer-Encoding"] != "8bit":
        yield "no 8bit"
    if message["MIME-Version"] != "1.0":
        yield "no MIME-Version: 1.0"
    date = email.utils.parsedate_to_datetime(message["Date"])
    if date.utcoffset() is None or date.utcoffset().total_seconds():
        yield f"a date that is not of UTC: {message['Date']}"
    if not re.fullmatch(r"<[0-9a-f]{16}@perfsift>", message["Message-ID"]):
        yield f"Message-ID {message['Message-ID']}"


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    message = email.message_from_bytes(data, policy=email.policy.default)
    for name in sys.argv[2:]:
        if name == "body":
            sys.stdout.buffer.write(message.get_content().encode())
        else:
            value = message[name] if name in message else "(none)"
            sys.stdout.buffer.write(f"{name}: {value}\n".encode())
    sys.stdout.flush()
    wrong = list(faults(data, message))
    for fault in wrong:
        print(fault[:300], file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
