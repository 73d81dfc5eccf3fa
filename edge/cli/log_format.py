"""One line for each event: time, level, place, name of the event, its fields; as text or JSON."""

import logging
import sys
from typing import Final

import msgspec

from edge.core.observe_settings import JSON
from edge.observe.requests import request_id, trace_id

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
FIELD_LENGTH_MAX = 500
TRACE_LENGTH_MAX: Final = 16_384  # of a traceback in JSON


class EventFormatter(logging.Formatter):
    """Writes the `extra` fields of a record as `name=value` behind its message."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without traceback."""
        fields = "".join(f" {name}={_plain(value)}" for name, value in fields_of(record).items())
        return super().formatMessage(record) + fields


class JsonFormatter(EventFormatter):
    """Writes a record as one JSON object in one line, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage()[:FIELD_LENGTH_MAX],
        }
        for name, value in fields_of(record).items():
            is_plain = value is None or isinstance(value, bool | int | float)
            line.setdefault(name, value if is_plain else str(value)[:FIELD_LENGTH_MAX])
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)[-TRACE_LENGTH_MAX:]
        return msgspec.json.encode(line).decode()


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """Return the fields of an event, with the ids of the request that is answered."""
    fields = {name: value for name, value in vars(record).items() if name not in _STANDARD}
    for name, variable in (("request_id", request_id), ("trace_id", trace_id)):
        value = variable.get()
        if value:
            fields.setdefault(name, value)
    return fields


def log_to_stderr(log_format: str) -> None:
    """Send the events of this process to its standard error, which the supervisor keeps."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == JSON else EventFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def printable(text: str) -> str:
    """Return a stranger's text without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _plain(value: object) -> str:
    text = str(value)
    if not text or not text.isprintable() or " " in text:
        text = repr(text)
    return text[:FIELD_LENGTH_MAX]
