# SPDX-License-Identifier: GPL-3.0-or-later
"""forge.py PAGE: faults of a page that cmark-gfm made of a Markdown report, a
line each.  forge.py PAGE names: the texts of its code, a line each."""

import html.parser
import re
import sys

ELEMENTS = set("""h2 h3 p code wbr table thead tbody tr th td details summary
    blockquote strong ul li""".split())


class Page(html.parser.HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.faults, self.open = [], []
        self.codes, self.cells, self.head = [], 0, 0
        self.feed(source)
        self.close()
        if self.open:
            self.faults.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS:
            self.faults.append(f"an element <{tag}>")
        for name, value in attrs:
            if name != "align":
                self.faults.append(f"an attribute {name}")
        if tag == "code":
            self.codes.append("")
        if tag == "tr":
            self.cells = 0
        self.cells += tag in ("td", "th")
        if tag != "wbr":
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes another")
        if tag == "thead":
            self.head = self.cells
        if tag == "tr" and "tbody" in self.open and self.cells != self.head:
            self.faults.append(f"{self.cells} cells under {self.head}")

    def handle_data(self, data):
        if "code" in self.open:
            self.codes[-1] += data
        # What a forge makes links and pictures of, once it is no code.
        elif re.search(r"@\w|#\d|\b\w+#|:\w+:|://|www\.|[`*_<>|\\]\w", data):
            self.faults.append(f"not in code: {data.strip()}")


with open(sys.argv[1], encoding="utf-8") as file:
    page = Page(file.read())
print("".join(line + "\n" for line in
              (page.codes if sys.argv[2:] else page.faults)), end="")
