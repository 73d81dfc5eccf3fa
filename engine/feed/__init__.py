from engine.feed.errors import (
    NewerWriterError,
    OlderWriterError,
    ReplicaDiffersError,
    WriterAwayError,
)
from engine.feed.local import LocalFeed
from engine.feed.replica import Replica
from engine.feed.server import FeedServer

__all__ = [
    "FeedServer",
    "LocalFeed",
    "NewerWriterError",
    "OlderWriterError",
    "Replica",
    "ReplicaDiffersError",
    "WriterAwayError",
]
