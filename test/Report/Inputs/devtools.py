"""Headless Chromium through its DevTools protocol, over a pair of pipes."""

import fcntl
import json
import os
import select
import subprocess

SECONDS = 60


class Browser:
    """One page; `with Browser(profile) as page:`."""

    def __init__(self, profile):
        to_read, self.sender = os.pipe()
        self.receiver, to_write = os.pipe()
        # The browser reads from 3 and writes to 4: numbers that pipes may have.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_read, to_write)]

        def prepare():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu"]
        command += [f"--user-data-dir={profile}", "--remote-debugging-pipe"]
        self.process = subprocess.Popen(
            command, preexec_fn=prepare, pass_fds=(3, 4), stderr=subprocess.DEVNULL
        )
        for end in [to_read, to_write, *ends]:
            os.close(end)
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(SECONDS)

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.receiver], [], [], SECONDS)[0]:
                raise TimeoutError("the browser says nothing")
            self.rest += os.read(self.receiver, 1 << 20)
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.sender, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer.get("method"))

    def open(self, address):
        self.events = []
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.receive().get("method"))

    def value(self, script):
        """What a script in the page gives, or promises, as Python has it."""
        options = {"returnByValue": True, "awaitPromise": True}
        answer = self.call("Runtime.evaluate", expression=script, **options)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key, code, text=""):
        keys = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        kind = "keyDown" if text else "rawKeyDown"
        self.call("Input.dispatchKeyEvent", type=kind, text=text, **keys)
        self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def scheme(self, name):
        feature = {"name": "prefers-color-scheme", "value": name}
        self.call("Emulation.setEmulatedMedia", features=[feature])
