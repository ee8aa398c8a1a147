"""Tells UDT the steps of a case, each with a picture of how the screen looked afterwards."""

import itertools
import json
import os
import time
from contextlib import contextmanager

from .adb import exec_out

_numbers = itertools.count(1)


def _now():
    return int(time.time() * 1000)


def _tell(name, ok, started_at):
    file, results = os.environ.get("UDT_STEPS_FILE"), os.environ.get("UDT_RESULTS_DIR")
    if not file or not results:
        return
    ended_at = _now()
    screenshot = f"step-{os.getpid()}-{next(_numbers):03}.png"
    with open(os.path.join(results, screenshot), "wb") as picture:
        picture.write(exec_out("screencap", "-p"))
    line = {"name": name, "ok": ok, "screenshot": screenshot, "started_at": started_at, "ended_at": ended_at}
    with open(file, "a", encoding="utf-8") as steps:
        steps.write(json.dumps(line) + "\n")


@contextmanager
def step(name):
    started_at = _now()
    try:
        yield
    except BaseException:
        _tell(name, False, started_at)
        raise
    _tell(name, True, started_at)
