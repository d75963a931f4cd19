# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven through chromedriver by the WebDriver protocol
(W3C) and the commands of its own that chromedriver passes on."""

import base64
import http.client
import json
import re
import subprocess

ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-extensions"]


class Browser:
    def __init__(self, driver, chromium):
        self.process = subprocess.Popen([driver, "--port=0"],
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.connection = None
        for line in self.process.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", int(found[1]), timeout=120)
                break
        if not self.connection:
            raise RuntimeError("chromedriver does not start")
        self.session = ""
        options = {"binary": chromium, "args": ARGUMENTS,
                   "perfLoggingPrefs": {"enableNetwork": True}}
        answer = self.call("POST", "/session", {"capabilities": {
            "alwaysMatch": {
                "browserName": "chrome", "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL",
                                      "performance": "ALL"}}}})
        self.session = "/session/" + answer["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body)
        self.connection.request(method, self.session + path, data,
                                {"Content-Type": "application/json"})
        answer = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(answer["message"].splitlines()[0])
        return answer

    def command(self, name, **parameters):
        """One of the DevTools protocol."""
        return self.call("POST", "/goog/cdp/execute",
                         {"cmd": name, "params": parameters})

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync",
                         {"script": script, "args": list(arguments)})

    def run_later(self, script, *arguments):
        """The script calls its last argument when it has an answer."""
        return self.call("POST", "/execute/async",
                         {"script": script, "args": list(arguments)})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def look(self, width, theme):
        """The width of the window in CSS pixels, and light or dark."""
        self.command("Emulation.setDeviceMetricsOverride", width=width,
                     height=900, deviceScaleFactor=1, mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": theme}])

    def screenshot(self, path, most):
        """The page from its top, at most so many pixels of it."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.command("Page.captureScreenshot", format="png",
                            captureBeyondViewport=True, clip={
                                "x": 0, "y": 0, "width": size["width"],
                                "height": min(size["height"], most),
                                "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()
