"""A client of adb's server.

See https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/docs/dev/services.md
"""

import os
import shlex
import socket

# UDT hands each run an adb server of its own, on which no device exists but its own.
HOST = os.environ.get("ANDROID_ADB_SERVER_ADDRESS") or "127.0.0.1"
PORT = int(os.environ.get("ANDROID_ADB_SERVER_PORT") or 5037)
SERIAL = os.environ.get("ANDROID_SERIAL", "")


def _read(connection, length):
    data = b""
    while len(data) < length:
        part = connection.recv(length - len(data))
        if not part:
            raise ConnectionError(f"adb's server closed the connection: {data!r}")
        data += part
    return data


def _ask(connection, text):
    data = text.encode()
    connection.sendall(b"%04x" % len(data) + data)
    if _read(connection, 4) != b"OKAY":
        length = int(_read(connection, 4), 16)
        raise RuntimeError(f"adb: {_read(connection, length).decode()}")


def _service(name):
    with socket.create_connection((HOST, PORT)) as connection:
        _ask(connection, f"host:transport:{SERIAL}" if SERIAL else "host:transport-any")
        _ask(connection, name)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
        return b"".join(parts)


def shell(*words):
    """What a command prints. Its words reach it as they are."""
    return _service("shell:" + shlex.join(words)).decode()


def exec_out(*words):
    """What a command prints, byte by byte."""
    return _service("exec:" + shlex.join(words))
