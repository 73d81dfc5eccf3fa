from engine.feed.errors import ReplicaDiffersError, WriterAwayError
from engine.feed.replica import Replica
from engine.feed.server import FeedServer

__all__ = ["FeedServer", "Replica", "ReplicaDiffersError", "WriterAwayError"]
