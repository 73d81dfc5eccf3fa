"""Days as people write them."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def date_text(day: int) -> str:
    """Return a day since 1970 as 2004-11-27."""
    return (EPOCH + timedelta(days=day)).strftime("%Y-%m-%d")
