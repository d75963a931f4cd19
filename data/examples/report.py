# SPDX-License-Identifier: GPL-3.0-or-later
import json, sys
for line in sys.stdin:
    finding = json.loads(line)
    if finding["type"] == "run":
        print(finding["base"]["id"], "against", finding["candidate"]["id"])
    elif finding["reported"]:
        print(f'{finding["rank"]:3} {finding["direction"]:12}{finding["metric"]:8}'
              f'{finding["change"]:+.1f} ({finding["ci_low"]:+.1f} to '
              f'{finding["ci_high"]:+.1f}), q = {finding["q"]:.0e}')
