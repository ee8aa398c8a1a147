"""What a test is called so that no other is: shared by what lists the tests and what runs them."""

import hashlib

# What a case's key may hold at most, in the units of the contract's case_key_max.
KEY_MAX = 500
HASH_LENGTH = 10


def _units(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def file_of(nodeid):
    """What is to be named to have it read: a class has no file of its own."""
    return nodeid.split("::", 1)[0]


def key_of(name):
    """A node id as it is, unless it cannot be kept."""
    name = name.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    if _units(name) <= KEY_MAX:
        return name
    digest = hashlib.sha256(name.encode("utf-8")).hexdigest()[:HASH_LENGTH]
    short = name[: KEY_MAX - HASH_LENGTH - 1]
    while _units(short) > KEY_MAX - HASH_LENGTH - 1:
        short = short[:-1]
    return short + "…" + digest


def keys_of(items):
    """The key of each item: of those with one node id, all but the first say which of them they are."""
    counts = {}
    keys = {}
    for item in items:
        count = counts[item.nodeid] = counts.get(item.nodeid, 0) + 1
        keys[item] = key_of(item.nodeid if count == 1 else "%s (#%d)" % (item.nodeid, count))
    return keys
