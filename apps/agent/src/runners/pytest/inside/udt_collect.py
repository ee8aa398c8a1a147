"""Tells what pytest collected, as JSON in the file that UDT_COLLECT_LIST names, and at which file it is in the one beside."""

import json
import os

import pytest
from udt_keys import file_of, keys_of

# A test module that is imported later finds nothing to overwrite.
_LIST = os.environ.pop("UDT_COLLECT_LIST")
_TEXT_MAX = 4 * 1024
_keys = {}
_faults = []
# Files that leave themselves out: each is one entry of pytest's reports.
_left_out = []


def _at(nodeid):
    with open(_LIST + ".at", "w", encoding="utf-8") as out:
        out.write(nodeid)


def pytest_collectstart(collector):
    # Code of the library runs where a module, or what stands for one, is read.
    if isinstance(collector, pytest.File):
        _at(collector.nodeid)


def pytest_collectreport(report):
    _at("")
    if report.skipped and report.nodeid:
        file = file_of(report.nodeid)
        _left_out.append({"case_key": report.nodeid, "name": report.nodeid, "file": file, "function": ""})
    if report.failed:
        name = report.nodeid or "pytest"
        message = "%s:\n%s" % (name, report.longreprtext[-_TEXT_MAX:])
        _faults.append({"case_key": name, "file": file_of(name), "reason": "parser_exited", "message": message})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    _keys.update(keys_of(items))


def pytest_collection_finish(session):
    if not session.config.option.collectonly:
        return
    cases = []
    for item in session.items:
        file = file_of(item.nodeid)
        function = getattr(item, "originalname", None) or item.name
        cases.append({"case_key": _keys[item], "name": item.name, "file": file, "function": function})
    with open(_LIST, "w", encoding="utf-8") as out:
        json.dump({"cases": cases + _left_out, "faults": _faults}, out)
