"""The metrics of one application, in its own registry."""

from typing import ClassVar

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector

from edge.observe.board import Board
from edge.observe.figures import FIGURES
from edge.observe.requests import Answers, merged


class Metrics:
    """The board of the process and the answered requests."""

    KEY: ClassVar[web.AppKey["Metrics"]]

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.board = Board(FIGURES, registry)
        ProcessCollector(registry=registry)
        self.answers = Answers()

    def text(self) -> bytes:
        """Return the exposition text."""
        for route, by_status in self.answers.by_route.items():
            for status, times in by_status.items():
                self.board.set("acre_requests", times.count, route, str(status))
            self.board.spread("acre_request_seconds", merged([*by_status.values()]), route)
        return self.board.text()


Metrics.KEY = web.AppKey("metrics", Metrics)
