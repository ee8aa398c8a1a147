"""Tells what pytest collected, as a JSON list in the file that UDT_COLLECT_LIST names."""

import json
import os

# A test module that is imported later finds nothing to overwrite.
_LIST = os.environ.pop("UDT_COLLECT_LIST")


def pytest_collection_finish(session):
    if not session.config.option.collectonly:
        return
    cases = []
    for item in session.items:
        file = item.nodeid.split("::", 1)[0]
        function = getattr(item, "originalname", None) or item.name
        cases.append({"case_key": item.nodeid, "name": item.name, "file": file, "function": function})
    with open(_LIST, "w", encoding="utf-8") as out:
        json.dump(cases, out)
