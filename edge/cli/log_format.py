"""One line for each event: time, level, place, name of the event, its fields."""

import logging
import sys

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
FIELD_LENGTH_MAX = 500


class EventFormatter(logging.Formatter):
    """Writes the `extra` fields of a record as `name=value` behind its message."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without traceback."""
        fields = "".join(
            f" {name}={_plain(value)}"
            for name, value in vars(record).items()
            if name not in _STANDARD
        )
        return super().formatMessage(record) + fields


def log_to_stderr() -> None:
    """Send the events of this process to its standard error, which the supervisor keeps."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(EventFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def printable(text: str) -> str:
    """Return a stranger's text without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _plain(value: object) -> str:
    text = str(value)
    if not text or not text.isprintable() or " " in text:
        text = repr(text)
    return text[:FIELD_LENGTH_MAX]
