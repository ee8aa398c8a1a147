"""What is on the screen, by `uiautomator dump`."""

import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

from .adb import exec_out, shell

TIMEOUT = 30


@dataclass
class Node:
    id: str
    text: str
    selected: bool
    x: int
    y: int


def look():
    """Everything on the screen, in the order of the dump."""
    dump = exec_out("uiautomator", "dump", "/dev/tty").decode()
    root = ElementTree.fromstring(dump[dump.index("<") : dump.rindex(">") + 1])
    nodes = []
    for node in root.iter("node"):
        left, top, right, bottom = map(int, re.findall(r"\d+", node.get("bounds", "")))
        resource = node.get("resource-id", "").rpartition("/")[2]
        selected = node.get("selected") == "true"
        nodes.append(Node(resource, node.get("text", ""), selected, (left + right) // 2, (top + bottom) // 2))
    return nodes


def find_all(id):
    return [node for node in look() if node.id == id]


def until(what, fact):
    """What `fact` answers once that is true."""
    end = time.monotonic() + TIMEOUT
    while not (answer := fact()):
        assert time.monotonic() < end, f"{what} did not happen within {TIMEOUT} s"
        time.sleep(0.1)
    return answer


def find(id):
    """The first such node, waited for."""
    return until(f"{id} showing", lambda: find_all(id))[0]


def tap(id):
    node = find(id)
    shell("input", "tap", str(node.x), str(node.y))


def type_into(id, text):
    tap(id)
    shell("input", "text", text)
