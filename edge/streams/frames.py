"""Websocket text frames, encoded once and shared by every socket that gets them."""

import struct

import msgspec

_encoder = msgspec.json.Encoder()
_TEXT_FINAL = 0x81


def text_frame(message: object) -> bytes:
    """Return a whole unmasked text frame, ready for the transport."""
    payload = _encoder.encode(message)
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", _TEXT_FINAL, length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", _TEXT_FINAL, 126, length)
    else:
        head = struct.pack("!BBQ", _TEXT_FINAL, 127, length)
    return head + payload
