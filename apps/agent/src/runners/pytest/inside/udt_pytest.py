"""Tells UDT's agent what pytest does, as lines of the events file. Needs no package but pytest itself."""

import json
import os
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
TEXT_MAX = 48 * 1024


def _write(name, line):
    # The line before may have been cut short by whoever wrote it.
    with open(os.path.join(FOLDER, name), "ab") as file:
        file.write(b"\n" + json.dumps(line).encode() + b"\n")


def _tell(**event):
    event["time"] = int(time.time() * 1000)
    _write("events.jsonl", event)


class _Cases:
    """What has been said of the case that runs: its setup, call and teardown each have a report."""

    def __init__(self):
        with open(os.path.join(FOLDER, "cases.json"), encoding="utf-8") as file:
            self.wanted = set(json.load(file))
        self.outcome = None

    def pytest_collectreport(self, report):
        if not report.failed:
            return
        for case in sorted(self.wanted):
            if case.startswith(report.nodeid + "::"):
                _tell(type="ended", case=case, state="failed", cause="crash", message=report.longreprtext[-TEXT_MAX:])

    def pytest_collection_modifyitems(self, config, items):
        others = [item for item in items if item.nodeid not in self.wanted]
        if others:
            config.hook.pytest_deselected(items=others)
            items[:] = [item for item in items if item.nodeid in self.wanted]

    def pytest_runtest_logstart(self, nodeid, location):
        self.outcome = {"state": "success", "cause": "none", "message": ""}
        _write("steps.jsonl", {"case": nodeid})
        _tell(type="started", case=nodeid)

    def pytest_runtest_logreport(self, report):
        if self.outcome is None:
            return
        if report.when == "teardown":
            output = "".join(text for title, text in report.sections if title.startswith("Captured"))
            if output:
                _tell(type="output", text=output[-TEXT_MAX:])
        if report.skipped and self.outcome["state"] == "success":
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else getattr(report, "wasxfail", "")
            self.outcome.update(cause="skipped", message=str(reason))
        elif report.failed and self.outcome["state"] == "success":
            message = report.longreprtext or str(report.longrepr)
            self.outcome.update(state="failed", cause="assertion", message=message[-TEXT_MAX:])
            crash = getattr(report.longrepr, "reprcrash", None)
            if crash is not None:
                self.outcome["error"] = crash.message.split("\n", 1)[0]
                path = os.path.relpath(crash.path, os.getcwd())
                if not path.startswith(".."):
                    self.outcome["location"] = {"file": path.replace(os.sep, "/"), "line": max(1, crash.lineno)}

    def pytest_runtest_logfinish(self, nodeid, location):
        _tell(type="ended", case=nodeid, **self.outcome)
        self.outcome = None


def pytest_configure(config):
    config.pluginmanager.register(_Cases(), "udt_cases")
