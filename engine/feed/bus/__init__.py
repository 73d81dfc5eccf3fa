from engine.feed.bus.client import Bus
from engine.feed.bus.hub import BusHub
from engine.feed.bus.link import BusFeed

__all__ = ["Bus", "BusFeed", "BusHub"]
