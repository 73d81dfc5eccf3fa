"""Websocket listeners for `bench.fanout`, in a process of their own: they read and time it."""

import base64
import math
import os
import selectors
import socket
import time
from multiprocessing.connection import Connection

READ_BYTES = 1 << 16
DELTA = b'"type":"delta"'


class Listener:
    """A raw socket that counts the deltas it gets."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self._buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self._receive()
        self._buffer = head.partition(b"\r\n\r\n")[2]

    def _receive(self) -> bytes:
        data = self.socket.recv(READ_BYTES)
        if not data:
            raise ConnectionError("the server closed a listener")
        return data

    def read(self) -> int:
        """Take what has come and return how many deltas were in it."""
        self._buffer += self._receive()
        deltas = 0
        while (size := frame_size(self._buffer)) is not None and size <= len(self._buffer):
            frame, self._buffer = self._buffer[:size], self._buffer[size:]
            deltas += DELTA in frame
        return deltas


def frame_size(data: bytes) -> int | None:
    """Return the size of the unmasked frame that begins here, `None` when it is too early."""
    if len(data) < 2:
        return None
    length = data[1]
    if length < 126:
        return 2 + length
    width = 2 if length == 126 else 8
    if len(data) < 2 + width:
        return None
    return 2 + width + int.from_bytes(data[2 : 2 + width], "big")


def listen(port: int, path: str, count: int, pipe: Connection) -> None:
    """Open the sockets; after each delta that all of them have, tell when the first 99 % had it."""
    selector = selectors.DefaultSelector()
    for _ in range(count):
        listener = Listener(port, path)
        selector.register(listener.socket, selectors.EVENT_READ, listener)
    selector.register(pipe, selectors.EVENT_READ, None)
    pipe.send(0.0)
    early = math.ceil(count * 99 / 100)
    received, early_s = 0, 0.0
    while True:
        for key, _ in selector.select():
            if key.data is None:
                return  # the bench closed its end
            received += key.data.read()
            if received == early:
                early_s = time.monotonic()
        if received == count:
            pipe.send(early_s)
            received = 0
