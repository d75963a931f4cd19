# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py faults PAGE SCRIPT STYLE: what is wrong with a page, a line each.
page.py findings PAGE: rank, direction, metric, base and candidate of each
reported finding, joined by tabs.
page.py rest PAGE: metric and reason of each that is not.
page.py reasons PAGE: how many metrics each reason kept out.
page.py text PAGE ID: the text of the section whose heading has that id."""

import html.parser
import sys
import unicodedata

VOID = {"br", "input", "meta"}
# Elements whose end may be left away, and what ends them.
IMPLIED = {"td": {"td", "th", "tr"}, "th": {"td", "th", "tr", "thead"},
           "tr": {"tr", "tbody"}, "option": {"option"}, "p": {"p"}}
CLOSED_BY = {"td": {"tr", "tbody", "thead", "table"},
             "th": {"tr", "tbody", "thead", "table"},
             "tr": {"tbody", "thead", "table"},
             "option": {"select"}, "p": {"div"}}
ELEMENTS = set("""html head meta title style body main header section footer
    h1 h2 h3 p a abbr b strong small span code q br dl dt dd ul ol li details
    summary div table caption thead tbody tr th td form fieldset legend label
    input select option output figure figcaption svg g line circle rect text
    script""".split())
ATTRIBUTES = set("""lang charset name content http-equiv class id hidden href
    title scope data-k aria-sort aria-label aria-labelledby aria-hidden role
    tabindex type value checked autocomplete spellcheck open width height x y
    x1 x2 y1 y2 cx cy r transform""".split())


class Element:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent = name, attributes, parent
        self.children = []

    def text(self):
        return "".join(child if isinstance(child, str) else child.text()
                       for child in self.children)

    def own_text(self):
        """Without that of <b> and <small>, which are no part of a name."""
        return "".join(child if isinstance(child, str) else child.text()
                       for child in self.children
                       if isinstance(child, str) or
                       child.name not in ("b", "small")).strip()

    def all(self, name=None):
        for child in self.children:
            if isinstance(child, Element):
                if name is None or child.name == name:
                    yield child
                yield from child.all(name)

    def within(self, name):
        element = self.parent
        while element and element.name != name:
            element = element.parent
        return element


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.faults = []
        with open(path, "rb") as file:
            self.bytes = file.read()
        try:
            source = self.bytes.decode("utf-8")
        except UnicodeDecodeError as error:
            self.faults.append(f"not UTF-8: {error}")
            source = self.bytes.decode("utf-8", "replace")
        self.source = source
        self.top = self.open = Element("", {}, None)
        self.feed(source)
        self.close()
        if self.open is not self.top:
            self.faults.append(f"<{self.open.name}> is not closed")

    def handle_starttag(self, tag, attrs):
        while tag in IMPLIED.get(self.open.name, ()):
            self.open = self.open.parent
        if len({name for name, value in attrs}) < len(attrs):
            self.faults.append(f"<{tag}>: an attribute twice")
        element = Element(tag, dict(attrs), self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if self.open.within("svg") is None:
            self.faults.append(f"<{tag}/> outside an svg")
        self.open = self.open.parent

    def handle_endtag(self, tag):
        while tag != self.open.name and \
                tag in CLOSED_BY.get(self.open.name, ()):
            self.open = self.open.parent
        if tag != self.open.name:
            self.faults.append(f"{self.getpos()}: </{tag}> closes "
                               f"<{self.open.name}>")
        elif self.open.parent:
            self.open = self.open.parent

    def handle_data(self, data):
        self.open.children.append(data)

    def handle_comment(self, data):
        self.faults.append("a comment")

    def tables(self, kind):
        """Rows of the tables of a class, as lists of their cells."""
        for table in self.top.all("table"):
            if kind not in table.attributes.get("class", "").split():
                continue
            for body in table.all("tbody"):
                for row in body.all("tr"):
                    yield table, [cell for cell in row.children
                                  if isinstance(cell, Element)]


def unsafe(character):
    return unicodedata.category(character) == "Cc" and \
        character not in "\n\t" or \
        unicodedata.bidirectional(character) in (
            "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") or \
        character in "\u200e\u200f\u061c\u2028\u2029"


def check(page, script, style):
    faults = page.faults
    elements = list(page.top.all())
    ids = [e.attributes["id"] for e in elements if "id" in e.attributes]
    for element in elements:
        if element.name not in ELEMENTS:
            faults.append(f"an element <{element.name}>")
        for name, value in element.attributes.items():
            if name not in ATTRIBUTES:
                faults.append(f"an attribute {name}")
            if name == "href" and (value[0] != "#" or value[1:] not in ids):
                faults.append(f"leads away: {value}")
            if name == "aria-labelledby" and value not in ids:
                faults.append(f"no heading {value}")
        if element.name == "th" and "scope" not in element.attributes:
            faults.append("a <th> without its scope")
        if element.name == "table" and \
                element.children[1].name != "caption":
            faults.append("a <table> without its caption")
    if len(set(ids)) < len(ids):
        faults.append("an id twice")
    for name, path in ("script", script), ("style", style):
        found = [e.text().lstrip("\n") for e in elements if e.name == name]
        with open(path, encoding="utf-8") as file:
            if found != [file.read()]:
                faults.append(f"<{name}> is not {path}, once")
    for character in set(page.source):
        if unsafe(character):
            faults.append(f"a character U+{ord(character):04X}")
    outline = [int(e.name[1]) for e in elements if e.name in ("h1", "h2", "h3")]
    if outline[0] != 1 or outline.count(1) != 1 or \
            any(b > a + 1 for a, b in zip(outline, outline[1:])):
        faults.append(f"headings {outline}")
    if [e.attributes.get("lang") for e in page.top.all("html")] != ["en"]:
        faults.append("no language")
    titles = [e.text() for e in page.top.all("title")]
    if len(titles) != 1 or not titles[0].strip():
        faults.append("no title")
    metas = {e.attributes.get("name") or e.attributes.get("http-equiv")
             for e in page.top.all("meta")}
    for name in "viewport", "Content-Security-Policy":
        if name not in metas:
            faults.append(f"no {name}")
    if page.source.count("http:") + page.source.count("https:") + \
            page.source.count("url(") + page.source.count("@import"):
        faults.append("a URL")
    return faults


def name_of(cell):
    """The whole name, also of one that is cut."""
    for span in cell.all("span"):
        if "title" in span.attributes:
            return span.attributes["title"]
    return cell.own_text()


def main(what, path, *more):
    page = Page(path)
    if what == "faults":
        print("\n".join(check(page, *more)), end="")
    elif what == "findings":
        for table, cell in page.tables("t"):
            groups = "groups" in table.attributes["class"].split()
            print(cell[0].text(), cell[1].text(), name_of(cell[2]),
                  cell[3 + groups].text(), cell[4 + groups].text(), sep="\t")
    elif what == "rest":
        for table, cell in page.tables("u"):
            heads = [head.text() for head in table.all("th")
                     if head.attributes["scope"] == "col"]
            if heads[0] == "metric":
                print(name_of(cell[0]), cell[heads.index("reason")].text(),
                      sep="\t")
    elif what == "reasons":
        for table, cell in page.tables("u"):
            heads = [head.text() for head in table.all("th")]
            if heads[0] == "reason":
                print(cell[1].text(), cell[0].text())
    elif what == "text":
        for heading in page.top.all("h2"):
            if heading.attributes.get("id") == more[0]:
                print(heading.parent.text())


# A surrogate that no output could write would hide the fault.
sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
main(*sys.argv[1:])
