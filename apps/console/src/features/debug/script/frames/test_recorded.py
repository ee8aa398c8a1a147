"""Recorded on the debug page of UDT. It needs pytest and an adb server, and nothing else: in a run of UDT both are there;
elsewhere `ANDROID_SERIAL=… pytest test_recorded.py` runs it on a device that `adb devices` names.
"""

import itertools
import json
import os
import re
import shlex
import socket
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from collections import Counter, namedtuple
from contextlib import contextmanager

# UDT hands each run an adb server of its own, on which no device exists but its own.
HOST = os.environ.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
PORT = int(os.environ.get("ANDROID_ADB_SERVER_PORT") or 5037)
SERIAL = os.environ.get("ANDROID_SERIAL", "")
# Where UDT finds pictures on the device's screen. Elsewhere nothing does.
PICTURES_URL = os.environ.get("UDT_PICTURES_URL")
# What is to show is waited for so long, and a screen that never rests is gone on with after so long, in seconds.
FIND = 30
REST = 10

Node = namedtuple("Node", "xpath resource_id description text package bounds")
Screen = namedtuple("Screen", "turned nodes")
# A picture of an element, beside this file, and the screen that it was cut out of.
Picture = namedtuple("Picture", "image width height")
_numbers = itertools.count(1)
# By what the step that is done now found its element, as a report says it.
_found = {}


def service(name):
    """All that a service of the device says."""

    def ask(connection, text):
        data = text.encode()
        connection.sendall(b"%04x" % len(data) + data)
        if read(connection, 4) != b"OKAY":
            raise RuntimeError(f"adb: {read(connection, int(read(connection, 4), 16)).decode()}")

    def read(connection, length):
        data = b""
        while len(data) < length:
            part = connection.recv(length - len(data))
            if not part:
                raise ConnectionError(f"adb's server closed the connection: {data!r}")
            data += part
        return data

    with socket.create_connection((HOST, PORT)) as connection:
        ask(connection, f"host:transport:{SERIAL}" if SERIAL else "host:transport-any")
        ask(connection, name)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
        return b"".join(parts)


def shell(*words):
    """What a command prints. Its words reach it as they are."""
    return service("shell:" + shlex.join(map(str, words))).decode(errors="replace")


def look():
    """Everything on the screen; None while it cannot be read."""
    dump = service("exec:uiautomator dump /dev/tty").decode(errors="replace")
    begin, end = dump.find("<hierarchy"), dump.rfind("</hierarchy>")
    if begin == -1 or end == -1:
        return None
    try:
        root = ElementTree.fromstring(dump[begin:end] + "</hierarchy>")
    except ElementTree.ParseError:
        return None
    nodes = []

    def walk(parent, path):
        counts = Counter()
        for node in parent:
            name = node.get("class") or "*"
            counts[name] += 1
            xpath = f"{path}/{name}[{counts[name]}]"
            words = [node.get(key, "") for key in ("resource-id", "content-desc", "text", "package")]
            nodes.append(Node(xpath, *words, [int(n) for n in re.findall(r"-?\d+", node.get("bounds", ""))]))
            walk(node, xpath)

    walk(root, "/hierarchy")
    return Screen(root.get("rotation") in ("1", "3"), nodes)


def until(what, fact, within=FIND):
    """What `fact` finds on the screen, once it does."""
    end = time.monotonic() + within
    while True:
        screen = look()
        found = fact(screen) if screen else None
        if found is not None:
            return found
        assert time.monotonic() < end, f"{what} does not show within {within} s"
        time.sleep(0.1)


def pixels(x, y):
    """A part of the screen, as it is turned now, in its pixels."""
    width, height = map(int, re.findall(r"(\d+)x(\d+)", shell("wm", "size"))[-1])
    if until("the screen", lambda screen: screen).turned:
        width, height = height, width
    return min(width - 1, int(x * width)), min(height - 1, int(y * height))


def shown(text):
    """A text as reports may show it: nothing of the account's stands in it."""
    fields = json.loads(os.environ.get("UDT_ACCOUNT") or "{}")
    for name, value in sorted(fields.items(), key=lambda field: -len(field[1])):
        text = text.replace(value, f"(account: {name})") if value else text
    return text


def seen(picture, fallback=1, scale=0.1):
    """Where the screen shows a picture; None where it does not. UDT looks for it, as for those of low-code steps."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), picture.image), "rb") as file:
        body = file.read()
    asked = f"{PICTURES_URL}?width={picture.width}&height={picture.height}&scale={scale}"
    try:
        request = urllib.request.Request(asked, body, {"Content-Type": "image/png"})
        with urllib.request.urlopen(request) as answer:
            screen = json.load(answer)
    except urllib.error.HTTPError as error:
        said = f"{picture.image}: {json.load(error)['error']}"
        if error.code <= 428:
            raise RuntimeError(said) from None
        # A screen that cannot be read now is looked at again.
        print(said)
        return None
    places = screen["found"]
    assert len(places) < 2, f"{picture.image} is on the screen {len(places)} times"
    if not places:
        return None
    score = places[0]["score"]
    _found.update(locator=f"image: {picture.image}", found_by={"by": "image", "fallback": fallback, "score": score})
    sides = {"left": "width", "top": "height", "right": "width", "bottom": "height"}
    return [places[0][side] * screen[way] for side, way in sides.items()]


def place_in(by, value, instance, within, picture=None):
    """A part of an element, in the screen's pixels. Its picture counts once the screen has come to rest without it."""
    before = None

    def fact(screen):
        nonlocal before
        same = [node for node in screen.nodes if getattr(node, by) == value]
        if len(same) > instance:
            _found.update(locator=f"{by}: {shown(value)}", found_by={"by": "ui", "fallback": 0})
            return same[instance].bounds
        rests, before = before == screen, screen
        return seen(picture) if rests and picture and PICTURES_URL else None

    what = f"an element of {by} {shown(value)!r}"
    if picture:
        what += f"{' or of' if PICTURES_URL else ', without UDT_PICTURES_URL to look for'} {picture.image}"
    left, top, right, bottom = until(what, fact)
    return int(left + (right - left) * within[0]), int(top + (bottom - top) * within[1])


def tap(by, value, instance=0, within=(0.5, 0.5), picture=None):
    """Touches an element, at a part of it."""
    shell("input", "tap", *place_in(by, value, instance, within, picture))


def hold(by, value, instance, within, ms, picture=None):
    at = place_in(by, value, instance, within, picture)
    shell("input", "swipe", *at, *at, ms)


def tap_at(x, y):
    shell("input", "tap", *pixels(x, y))


def press(x, y, ms):
    shell("input", "swipe", *pixels(x, y), *pixels(x, y), ms)


def swipe(x1, y1, x2, y2, ms):
    shell("input", "swipe", *pixels(x1, y1), *pixels(x2, y2), ms)


def account(field):
    """Of the account that UDT gives each device; elsewhere from the variable UDT_ACCOUNT, {"account":"…","password":"…"}."""
    value = json.loads(os.environ.get("UDT_ACCOUNT") or "{}").get(field)
    assert value, f"this run has no account with the field {field!r}"
    return value


def type_text(text):
    # `input text` reads %s as a blank, and the ends of lines are keys.
    for part in re.split(r"(\n|\t|(?<=%)(?=s))", re.sub(r"\r\n?", "\n", text)):
        if part in ("\n", "\t"):
            key("KEYCODE_ENTER" if part == "\n" else "KEYCODE_TAB")
        elif part:
            said = shell("input", "text", part)
            assert "Exception" not in said, f"this device's `input text` does not take {part!r}: {said}"


def key(name, times=1, held=()):
    for _ in range(times):
        shell(*(("input", "keycombination", *held, name) if held else ("input", "keyevent", name)))


def rotate():
    shell("settings", "put", "system", "accelerometer_rotation", 0)
    turned = shell("settings", "get", "system", "user_rotation").strip() in ("1", "3")
    shell("settings", "put", "system", "user_rotation", 0 if turned else 1)


def start_app(package, clears=False):
    """The app as after its start; with its data as after its installation."""
    shell("am", "force-stop", package)
    if clears:
        shell("pm", "clear", package)
    said = shell("monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", 1)
    # A launcher is not started, but gone back to.
    if "No activities found" in said:
        key("KEYCODE_HOME")
    until(package, lambda screen: next((node for node in screen.nodes if node.package == package), None))


def check(by, value, instance=0, text="", within=FIND):
    """The element shows within so many seconds, with this text where there is one."""

    def fact(screen):
        same = [node for node in screen.nodes if getattr(node, by) == value]
        return same[instance] if len(same) > instance and text in ("", same[instance].text) else None

    until(f"an element of {by} {shown(value)!r}" + (f" with the text {shown(text)!r}" if text else ""), fact, within)


def looks(picture, within=FIND):
    """The screen shows within so many seconds what is on this picture."""
    assert PICTURES_URL, f"there is no UDT_PICTURES_URL to look for {picture.image}"
    # What is as large as a finger is not as large as another screen's size says.
    until(picture.image, lambda screen: seen(picture, 0, 0.6), within)


def rest(seconds):
    """As long as the screen changed when this was recorded, and until it stands still."""
    time.sleep(seconds)
    end = time.monotonic() + REST
    before, now = None, look()
    while before != now and time.monotonic() < end:
        time.sleep(0.2)
        before, now = now, look()


@contextmanager
def step(name, seconds):
    """Does something, waits until the screen rests, and tells UDT how it went and how it looked."""
    started_at = int(time.time() * 1000)
    ok = False
    _found.clear()
    try:
        yield
        if _found:
            score = _found["found_by"].get("score")
            print(f"{name}: found by {_found['locator']}" + (f" ({score:.0%})" if score else ""))
        rest(seconds)
        ok = True
    finally:
        file, results = os.environ.get("UDT_STEPS_FILE"), os.environ.get("UDT_RESULTS_DIR")
        if file and results:
            line = {"name": name, "ok": ok, "started_at": started_at, "ended_at": int(time.time() * 1000), **_found}
            line["screenshot"] = f"step-{os.getpid()}-{next(_numbers):03}.png"
            with open(os.path.join(results, line["screenshot"]), "wb") as picture:
                picture.write(service("exec:screencap -p"))
            with open(file, "a", encoding="utf-8") as steps:
                steps.write(json.dumps(line) + "\n")


def test_recorded():
    with step("wake the phone", 0):
        key("KEYCODE_WAKEUP")
    # STEPS
