"""Operations that will end: marked in the table of routes, said in headers and documents."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import formatdate

NOTICE_DAYS_MIN = 365  # between the mark and the earliest end
POLICY = "/docs/developers/versioning.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """Since when an operation is deprecated, when it may end, and which path replaces it."""

    since: date
    sunset: date
    successor: str  # of the same base and method

    def __post_init__(self) -> None:
        assert (self.sunset - self.since).days >= NOTICE_DAYS_MIN, self

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of every answer of the operation (RFC 9745, RFC 8594, RFC 8288)."""
        return {
            "Deprecation": f"@{_unix_s(self.since)}",
            "Sunset": formatdate(_unix_s(self.sunset), usegmt=True),
            "Link": f'<{POLICY}>; rel="deprecation"; type="text/html"',
        }


def _unix_s(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
