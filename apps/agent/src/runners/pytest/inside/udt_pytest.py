"""Tells UDT's agent what pytest does, as lines of the events file. Needs no package but pytest itself."""

import json
import os
import time

import pytest
from udt_keys import file_of, keys_of

# Tests may go elsewhere.
LIBRARY = os.getcwd()
FOLDER = os.path.dirname(os.path.abspath(__file__))
# A line of the events file has its bound; a character takes four bytes of it at most, and a control character six.
TEXT_MAX = 32 * 1024
LINE_MAX = 1000
# What pytest's own failure is called, where none of its tests failed.
WHOLE = "pytest"


# Tests may put others in their place.
_open, _dumps, _now = open, json.dumps, time.time


def _write(name, line):
    # The line before may have been cut short by whoever wrote it.
    with _open(os.path.join(FOLDER, name), "ab") as file:
        file.write(b"\n" + _dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


def _tell(**event):
    event["time"] = int(_now() * 1000)
    _write("events.jsonl", event)


def _said(code, **args):
    """What the agent's table of words has a text for."""
    return {"code": code, "args": args, "evidence": ""}


def _passed():
    return {"state": "success", "cause": "none", "message": ""}


def _reason(report):
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else getattr(report, "wasxfail", "")
    return str(reason)[:TEXT_MAX]


def _is_within(name, whole):
    return whole == WHOLE or name == whole or name.startswith((whole + "::", whole + "/"))


class _Cases:
    """What has been said of the case that runs: its setup, call and teardown each have a report."""

    def __init__(self):
        with open(os.path.join(FOLDER, "cases.json"), encoding="utf-8") as file:
            self.wanted = set(json.load(file))
        self.keys = {}
        self.outcome = None
        # Cases that are a file, a folder, a class or everything: what is within counts for them.
        self.wholes = {}
        self.others_failed = False

    def whole_of(self, nodeid):
        return next((whole for whole in self.wholes if _is_within(nodeid, whole)), None)

    def pytest_collectstart(self, collector):
        if isinstance(collector, pytest.File):
            _tell(type="collecting", file=collector.nodeid)

    def pytest_collectreport(self, report):
        _tell(type="collecting", file="")
        if report.skipped and report.nodeid in self.wanted:
            _tell(type="ended", case=report.nodeid, state="success", cause="skipped", message=_reason(report))
        if not report.failed:
            return
        name = report.nodeid or WHOLE
        message = report.longreprtext[-TEXT_MAX:]
        last = message.strip().split("\n")[-1]
        error = (last[1:] if last.startswith("E ") else last).strip()[:LINE_MAX]
        within = [case for case in sorted(self.wanted) if _is_within(case, name) or _is_within(name, case)]
        for case in within:
            _tell(type="ended", case=case, state="failed", cause="crash", message=message, error=error)
        if not within:
            _tell(type="also_failed", case=name, name=name, file=file_of(name), function="", message=message)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        self.keys = keys_of(items)
        unknown = self.wanted - set(self.keys.values())
        self.wholes = {case: None for case in sorted(unknown) if any(_is_within(item.nodeid, case) for item in items)}
        chosen = [item for item in items if self.keys[item] in self.wanted or self.whole_of(item.nodeid)]
        kept = set(chosen)
        others = [item for item in items if item not in kept]
        if others:
            config.hook.pytest_deselected(items=others)
            items[:] = chosen

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        key = self.keys.get(item)
        whole = None if key in self.wanted else self.whole_of(item.nodeid)
        case = whole or key
        if whole is None or self.wholes[whole] is None:
            _write("steps.jsonl", {"case": case})
            _tell(type="started", case=case)
        if whole is None and item.location[0] == item.nodeid.split("::")[0] and item.location[1] is not None:
            _tell(type="at", case=case, line=item.location[1] + 1)
        # Until a report says otherwise: what ends a test without one has ended it badly.
        self.outcome = {"state": "failed", "cause": "crash", "message": "", "reason": _said("pytest_no_report")}
        try:
            return (yield)
        except BaseException as error:
            self.outcome = {"state": "failed", "cause": "crash", "message": "%s: %s" % (type(error).__name__, error)}
            raise
        finally:
            if whole is None:
                self.others_failed |= self.outcome["state"] == "failed"
                _tell(type="ended", case=case, **self.outcome)
            elif (self.wholes[whole] or _passed())["state"] == "success":
                self.wholes[whole] = self.outcome
            self.outcome = None

    def pytest_runtest_logreport(self, report):
        if self.outcome is None:
            return
        if self.outcome["cause"] == "crash":
            self.outcome = _passed()
        if report.when == "teardown":
            output = "".join(text for title, text in report.sections if title.startswith("Captured"))
            if output:
                _tell(type="output", text=output[-TEXT_MAX:])
        if report.skipped and self.outcome["state"] == "success":
            self.outcome.update(cause="skipped", message=_reason(report))
        elif report.failed and self.outcome["state"] == "success":
            message = report.longreprtext or str(report.longrepr)
            self.outcome.update(state="failed", cause="assertion", message=message[-TEXT_MAX:])
            crash = getattr(report.longrepr, "reprcrash", None)
            if crash is not None:
                self.outcome["error"] = crash.message.split("\n", 1)[0][:LINE_MAX]
                path = os.path.relpath(crash.path, LIBRARY)
                if not path.startswith(".."):
                    self.outcome["location"] = {"file": path.replace(os.sep, "/"), "line": max(1, crash.lineno)}

    def pytest_internalerror(self, excrepr):
        message = str(excrepr)[-TEXT_MAX:]
        if self.outcome is None and WHOLE not in self.wanted:
            _tell(type="also_failed", case=WHOLE, name=WHOLE, file="", function="", message=message)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, exitstatus):
        for whole, outcome in self.wholes.items():
            if outcome is None:
                continue
            is_well = int(exitstatus) in (0, 5) or (int(exitstatus) == 1 and self.others_failed)
            if whole == WHOLE and outcome["state"] == "success" and not is_well:
                outcome = {"state": "failed", "cause": "crash", "message": "", "reason": _said("framework_exit", exit_code=int(exitstatus))}
            _tell(type="ended", case=whole, **outcome)


def pytest_configure(config):
    config.pluginmanager.register(_Cases(), "udt_cases")
