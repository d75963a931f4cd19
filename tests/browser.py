# SPDX-License-Identifier: GPL-3.0-or-later
"""browser.py CHROMEDRIVER CHROMIUM SCREENSHOTS AXE PAGE BIG-PAGE: TAP of what a
browser makes of a page with failures, several groups, KPIs and monitors, and
of one with a great many findings.  AXE is axe-core, or a file that is not."""

import os
import re
import sys

sys.dont_write_bytecode = True
from webdriver import Browser  # noqa: E402

TABLE = ".t:not(.fails)"
ROWS = """return Array.from(document.querySelectorAll(arguments[0] + ' tbody ' +
    'tr'), (row) => row.closest('[hidden]') ? null : Array.from(row.children,
    (cell) => cell.textContent)).filter((row) => row)"""
HEADS = """return Array.from(document.querySelectorAll(arguments[0] +
    ' thead th'), (head) => [head.textContent, head.getAttribute('aria-sort')])
"""
CLICK = """const done = arguments[2];
    const start = performance.now();
    document.querySelectorAll(arguments[0] + ' thead button')[arguments[1]]
        .click();
    requestAnimationFrame(() => setTimeout(() =>
        done(performance.now() - start)))"""
# Waits until nothing is moved any more, and all old rows are gone.
SETTLED = """const [table, rows, done] = arguments;
    const end = performance.now() + 20000;
    (function look() {
        const bodies = [...document.querySelector(table).tBodies];

        if (!bodies.some((body) => body.hidden) && rows ===
            bodies.reduce((sum, body) => sum + body.rows.length, 0))
            done(true);
        else if (performance.now() > end)
            done(false);
        else
            setTimeout(look, 5);
    })()"""
SET = """const [name, value] = arguments;
    const control = document.getElementById('filter').elements[name];
    control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }))"""
BOX = "document.querySelector('[type=checkbox][value=' + arguments[0] + ']')" \
    ".click()"
SHOWN = "return document.querySelector('output').value"

tests = 0


def ok(name, passed, why=""):
    global tests
    tests += 1
    print(f"{'ok' if passed else 'not ok'} {tests} - {name}")
    if not passed and why:
        print("\n".join(f"# {line}" for line in str(why)[:2000].split("\n")))
    sys.stdout.flush()


def number(text):
    """The number that a cell begins with; None for an empty one."""
    share = re.match(r"(\d+)/(\d+)$", text)
    if share:
        return int(share[1]) / int(share[2])
    found = re.match(r"[-+]?(inf|[\d.]+(e[-+]?\d+)?)", text)
    if not found:
        return None
    prefix = text[found.end():found.end() + 1]
    return float(found[0]) * 1000 ** ("kMGTPE".find(prefix) + 1 if prefix
                                      else 0)


def least(text):
    """The end of an interval that is nearest to zero; None for none."""
    if not text:
        return None
    low, high = map(number, text.split(" .. "))
    return low if low > 0 else high if high < 0 else 0


def key_of(head):
    if head in ("direction", "metric", "failure", "group", "flags"):
        return lambda text: text.lower() or None
    return least if "interval" in head else number


def check_sorting(browser, table):
    before = browser.run(ROWS, table)
    for column, (head, _) in enumerate(browser.run(HEADS, table)):
        # The first column is sorted by already.
        ways = ("descending", "ascending") if column == 0 else \
            ("ascending", "descending")
        for way in ways:
            browser.run_later(CLICK, table, column)
            settled = browser.run_later(SETTLED, table, len(before))
            rows = browser.run(ROWS, table)
            sorts = [aria for _, aria in browser.run(HEADS, table)]
            keys = [key_of(head)(row[column]) for row in rows]
            full = [key for key in keys if key is not None]
            expected = sorted(full, reverse=way == "descending")
            ok(f"{table}: {head}, {way}",
               settled and sorts[column] == way and
               sorts.count(None) == len(sorts) - 1 and full == expected and
               keys[:len(full)] == full and sorted(rows) == sorted(before),
               f"{sorts} {keys}")
    browser.run_later(CLICK, table, 0)
    browser.run_later(SETTLED, table, len(before))
    ok(f"{table}: and back to the ranks",
       browser.run(ROWS, table) == before)


def check_filter(browser, all_rows, failures):
    def shown():
        browser.run_later("requestAnimationFrame(() => "
                          "setTimeout(arguments[0], 100))")
        return browser.run(ROWS, TABLE)

    total = len(all_rows) + failures
    ok("all rows are counted", browser.run(SHOWN) == f"{total} rows",
       browser.run(SHOWN))
    word = all_rows[len(all_rows) // 2][2][:9].upper()
    browser.run(SET, "name", word)
    rows = shown()
    ok(f"a name filters: {word}", rows and rows == [
        row for row in all_rows if word.lower() in row[2].lower()], rows)
    ok("and the rest is counted", re.match(
        rf"{len(rows)} of {total} rows$", browser.run(SHOWN)),
        browser.run(SHOWN))
    browser.run(SET, "name", "no such name")
    ok("what is nowhere leaves nothing", shown() == [])
    browser.run(SET, "name", "")
    direction = all_rows[-1][1]
    browser.run(BOX, direction)
    ok(f"no box, no row: {direction}", shown() == [
        row for row in all_rows if row[1] != direction])
    browser.run(BOX, direction)
    browser.run(SET, "kind", "KPIs")
    rows = shown()
    ok("KPIs alone", rows and rows == [
        row for row in all_rows if row[2].endswith(" KPI")], rows)
    browser.run(SET, "kind", "monitors")
    ok("monitors alone", shown() == [
        row for row in all_rows if not row[2].endswith(" KPI")])
    browser.run(SET, "kind", "")
    group = all_rows[0][3]
    browser.run(SET, "group", group)
    ok(f"one group: {group}", shown() == [
        row for row in all_rows if row[3] == group])
    browser.run(SET, "group", "")
    ok("and all again", shown() == all_rows)


def check_quiet(browser, name, url):
    """Nothing is logged, nothing is fetched."""
    console = browser.log("browser")
    ok(f"{name}: no error on the console", console == [], console)
    sent = set(re.findall(r'"requestWillBeSent".*?"url":"([^"]*)"',
                          "\n".join(entry["message"]
                                    for entry in browser.log("performance"))))
    ok(f"{name}: no request but for itself", not sent - {url}, sent)


def check_looks(browser, name, screenshots, axe):
    for width in 1280, 700, 390:
        for theme in "light", "dark":
            browser.look(width, theme)
            wide = browser.run("return document.documentElement.scrollWidth")
            ok(f"{name}: {width} px, {theme}: no wider than the screen",
               wide <= width, wide)
            browser.screenshot(os.path.join(
                screenshots, f"{name}-{width}-{theme}.png"), 4000)
            if axe:
                check_accessibility(browser, f"{name}: {width} px, {theme}",
                                    axe)
    browser.look(1280, "light")


def check_accessibility(browser, name, axe):
    browser.run("document.querySelectorAll('details')"
                ".forEach((details) => { details.open = true })")
    browser.run(axe + "; window.axe = axe")
    found = browser.run_later(
        "const done = arguments[0]; axe.run(document, "
        "{ resultTypes: ['violations'] }).then((result) => done("
        "result.violations.map((v) => [v.impact, v.id, v.nodes.length, "
        "v.nodes[0].html])), (error) => done([['critical', String(error)]]))")
    grave = [f for f in found if f[0] in ("serious", "critical")]
    ok(f"{name}: axe-core finds nothing serious", not grave, grave)
    for fault in found:
        if fault not in grave:
            print(f"# {fault[0]}: {fault[1]}")


def check_without_script(browser, url, tables):
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(url)
    for table, rows in tables.items():
        ok(f"without JavaScript: {table} has its rows",
           browser.run(ROWS, table) == rows)
    seen = browser.run("""return [document.querySelectorAll('button').length,
        getComputedStyle(document.getElementById('filter')).display,
        Array.from(document.querySelectorAll('.t tr, figure, .forest li'),
            (e) => e.getBoundingClientRect().height).filter(
            (height) => !height).length]""")
    ok("without JavaScript: nothing that would not work, all is there",
       seen == [0, "none", 0], seen)
    browser.command("Emulation.setScriptExecutionDisabled", value=False)


def check_big(browser, url):
    browser.open(url)
    rows = browser.run("return document.querySelectorAll(arguments[0] + "
                       "' tbody tr').length", TABLE)
    heads = browser.run(HEADS, TABLE)
    times = []
    for column in list(range(len(heads))) * 2:
        times.append(browser.run_later(CLICK, TABLE, column))
        ok(f"{rows} rows: sorted by {heads[column][0]}",
           browser.run_later(SETTLED, TABLE, rows))
    # Machines of tests are noisy: the figure is told, not judged.
    print(f"# a click answers within {max(times):.0f} ms at most, "
          f"{sorted(times)[len(times) // 2]:.0f} ms in the median")
    ok("a click answers within a second", max(times) < 1000, times)


def main(driver, chromium, screenshots, axe, page, big):
    os.makedirs(screenshots, exist_ok=True)
    source = None
    if os.path.exists(axe):
        with open(axe, encoding="utf-8") as file:
            source = file.read()
    else:
        print(f"# without axe-core: there is no {axe}")
    url = "file://" + os.path.abspath(page)
    browser = Browser(driver, chromium)
    try:
        browser.look(1280, "light")
        browser.open(url)
        tables = {table: browser.run(ROWS, table)
                  for table in (TABLE, ".fails")}
        for table in tables:
            check_sorting(browser, table)
        check_filter(browser, tables[TABLE], len(tables[".fails"]))
        check_quiet(browser, "after all that", url)
        check_looks(browser, "page", screenshots, source)
        check_without_script(browser, url, tables)
        check_big(browser, "file://" + os.path.abspath(big))
        check_quiet(browser, "the large page",
                    "file://" + os.path.abspath(big))
    finally:
        browser.close()
    print(f"1..{tests}")


main(*sys.argv[1:])
