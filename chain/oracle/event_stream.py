"""Server-sent events: bytes as they come in, events as they are complete.

The format is that of the HTML standard, section 9.2.6. Ids and retry times are passed over.
"""

from typing import NamedTuple

MESSAGE = "message"
_BOM = b"\xef\xbb\xbf"


class ServerEvent(NamedTuple):
    """One event; `data` is its lines joined by line feeds."""

    type: str
    data: str


class EventTooLargeError(Exception):
    """An event, or a line, is longer than the reader takes."""


class EventStream:
    """Takes chunks that may be cut anywhere; holds at most `bytes_max` of an unfinished event."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._rest = bytearray()  # a line without its end
        self._data: list[str] = []
        self._type = ""
        self._held = 0  # bytes of the event's complete lines
        self._is_first_line = True
        self._skips_line_feed = False

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """Return the events that the chunk completes; raise EventTooLargeError."""
        events = []
        for line, is_complete in self._lines(chunk):
            self._rest += line
            if self._held + len(self._rest) > self._bytes_max:
                raise EventTooLargeError
            if not is_complete:
                continue
            if (event := self._take_line(bytes(self._rest))) is not None:
                events.append(event)
            self._rest.clear()
        return events

    def _lines(self, chunk: bytes) -> list[tuple[bytes, bool]]:
        """Cut at LF, CR and CRLF, the last also when the chunk ends between the two."""
        if self._skips_line_feed and chunk:
            chunk = chunk.removeprefix(b"\n")
            self._skips_line_feed = False
        self._skips_line_feed = chunk.endswith(b"\r") or (self._skips_line_feed and not chunk)
        plain = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *complete, rest = plain.split(b"\n")
        return [*((line, True) for line in complete), (rest, False)]

    def _take_line(self, line: bytes) -> ServerEvent | None:
        if self._is_first_line:
            line = line.removeprefix(_BOM)
            self._is_first_line = False
        if not line:
            return self._dispatch()
        self._held += len(line)
        name, _, value = line.partition(b":")
        text = value.removeprefix(b" ").decode("utf-8", "replace")
        if name == b"data":
            self._data.append(text)
        elif name == b"event":
            self._type = text
        elif not name:  # a comment: it belongs to no event
            self._held -= len(line)
        return None

    def _dispatch(self) -> ServerEvent | None:
        event = ServerEvent(self._type or MESSAGE, "\n".join(self._data)) if self._data else None
        self._data.clear()
        self._type = ""
        self._held = 0
        return event
