"""Finds pictures on the screen, in a run of UDT: PNG files of this repository."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import namedtuple

from .adb import shell

# In the screen's pixels; the score is how like the picture it is, up to 1.
PicturePlace = namedtuple("PicturePlace", "left top right bottom score")
# What is wrong with a picture or how it is looked for; other refusals pass, as that the screen could not be read now.
_WRONG_MAX = 428


def find_picture(path, screen=None, score=None, scale=None, which=None, seconds=10):
    """Waits until the screen shows a picture, by its path from the repository's root.

    screen: the width and height of the screen that it was cut out of; on another one it is looked for in that one's ratio
    score: how like a place must be, from 0.5 to 1; 0.85 without it
    scale: by what part it may be larger than that, or smaller by the same factor; 0.1, or 1 where no screen is told
    which: of several, from 1, from the top down and in a line from the left; without it two are an error
    """
    url = os.environ.get("UDT_PICTURES_URL")
    if not url:
        raise RuntimeError("pictures are found in a run of UDT: UDT_PICTURES_URL is not set")
    width, height = screen or (None, None)
    said = {"width": width, "height": height, "score": score, "scale": scale}
    query = urllib.parse.urlencode({name: value for name, value in said.items() if value is not None})
    with open(path, "rb") as file:
        body = file.read()
    end = time.monotonic() + seconds
    while True:
        why, found, size = _look(f"{url}?{query}", body, path)
        if len(found) == 1 or which and len(found) >= which:
            place = found[(which or 1) - 1]
            print(f"{path} is there ({place['score']:.0%})")
            sides = [place[side] * size[side in ("top", "bottom")] for side in ("left", "top", "right", "bottom")]
            return PicturePlace(*sides, place["score"])
        if time.monotonic() >= end:
            raise AssertionError(f"{path} does not show alone within {seconds} s. {why}".strip())
        time.sleep(0.1)


def tap_picture(path, **wish):
    """Touches the middle of a picture, once the screen shows it."""
    left, top, right, bottom, _ = find_picture(path, **wish)
    shell("input", "tap", str(int((left + right) / 2)), str(int((top + bottom) / 2)))


def _look(url, body, path):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "image/png"})) as answer:
            seen = json.load(answer)
    except urllib.error.HTTPError as error:
        why = json.load(error)["error"]
        if error.code <= _WRONG_MAX:
            raise RuntimeError(f"{path}: {why}") from None
        return why, [], (0, 0)
    found = seen["found"]
    why = f"it is there {len(found)} times" if len(found) > 1 else ""
    return why, found, (seen["width"], seen["height"])
