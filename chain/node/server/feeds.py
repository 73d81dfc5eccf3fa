"""Subscription feeds: one per topic, with limits per client."""

import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from chain.node.errors import INVALID_REQUEST, RpcError, invalid_params
from chain.node.limits import (
    SUBSCRIPTIONS_MAX,
    SUBSCRIPTIONS_PER_CLIENT_MAX,
    SUBSCRIPTIONS_PER_SOCKET_MAX,
)
from chain.node.server.topics import Topic

_Place = tuple[object, ...]


class Receiver(Protocol):
    """A socket as the hub sees it."""

    client: str
    """The address that its subscriptions are charged to."""

    def send(self, text: str) -> None:
        """Queue a message; never blocks."""

    def cut(self) -> None:
        """End the connection: its client asks for more than the node does for one client."""


@dataclass(slots=True, kw_only=True)
class Feed:
    """A topic with its listeners. All of them know it by one id, as on a cluster."""

    id: int
    topic: Topic
    receivers: dict[Receiver, None] = field(default_factory=dict)


class Feeds:
    """All feeds, found by id, by topic and by the place where notifications come from."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._by_id: dict[int, Feed] = {}
        self._by_topic: dict[Topic, Feed] = {}
        self._by_place: dict[_Place, dict[int, Feed]] = {}
        self._kinds: Counter[_Place] = Counter()
        self.held: dict[Receiver, set[int]] = {}
        """The feeds of each socket."""
        self._of_client: Counter[str] = Counter()

    def join(self, topic: Topic, receiver: Receiver) -> Feed:
        """Add a listener; the same topic again changes nothing. Raises RpcError beyond limits."""
        feed = self._by_topic.get(topic)
        if feed is not None and receiver in feed.receivers:
            return feed
        self._require_room(receiver)
        if feed is None:
            feed = Feed(id=next(self._ids), topic=topic)
            self._by_id[feed.id] = feed
            self._by_topic[topic] = feed
            self._by_place.setdefault(_place(topic), {})[feed.id] = feed
            self._kinds[_kind(topic)] += 1
        feed.receivers[receiver] = None
        self.held.setdefault(receiver, set()).add(feed.id)
        self._of_client[receiver.client] += 1
        return feed

    def unsubscribe(self, feed_id: int, receiver: Receiver) -> None:
        """Remove a listener from a feed; raises RpcError if it is none."""
        if feed_id not in self.held.get(receiver, ()):
            raise invalid_params("Invalid subscription id.")
        self.leave(self._by_id[feed_id], receiver)

    def leave(self, feed: Feed, receiver: Receiver) -> None:
        """Remove a listener that the feed has; a feed without listeners is gone."""
        del feed.receivers[receiver]
        self.held[receiver].remove(feed.id)
        if not self.held[receiver]:
            del self.held[receiver]
        self._of_client[receiver.client] -= 1
        if not self._of_client[receiver.client]:
            del self._of_client[receiver.client]
        if feed.receivers:
            return
        del self._by_id[feed.id]
        del self._by_topic[feed.topic]
        self._kinds[_kind(feed.topic)] -= 1
        place = _place(feed.topic)
        del self._by_place[place][feed.id]
        if not self._by_place[place]:
            del self._by_place[place]

    def end(self, feed: Feed) -> None:
        """Remove all listeners of a feed."""
        for receiver in list(feed.receivers):
            self.leave(feed, receiver)

    def drop(self, receiver: Receiver) -> None:
        """Remove a socket from all its feeds."""
        for feed_id in list(self.held.get(receiver, ())):
            self.leave(self._by_id[feed_id], receiver)

    def at(self, *place: object) -> list[Feed]:
        """Return the feeds of a place: (kind,), ("signature", bytes) or (kind, commitment, key)."""
        return list(self._by_place.get(place, {}).values())

    def has(self, *kind: object) -> bool:
        """Return whether there are feeds of a (kind, commitment)."""
        return self._kinds[kind] > 0

    def __len__(self) -> int:
        return len(self._by_id)

    def _require_room(self, receiver: Receiver) -> None:
        for count, limit, holder in (
            (len(self.held.get(receiver, ())), SUBSCRIPTIONS_PER_SOCKET_MAX, "A socket"),
            (self._of_client[receiver.client], SUBSCRIPTIONS_PER_CLIENT_MAX, "An address"),
            (self._of_client.total(), SUBSCRIPTIONS_MAX, "The node"),
        ):
            if count >= limit:
                raise RpcError(INVALID_REQUEST, f"{holder} holds at most {limit} subscriptions")


def _kind(topic: Topic) -> _Place:
    return topic.kind, topic.commitment


def _place(topic: Topic) -> _Place:
    if topic.kind == "signature":
        return topic.kind, topic.signature
    if topic.kind in ("account", "logs", "program"):
        address = None if topic.address is None else bytes(topic.address)
        return topic.kind, topic.commitment, address
    return (topic.kind,)
