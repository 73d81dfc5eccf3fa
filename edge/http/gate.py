"""Dependencies of request handling: origins, addresses, rates, tokens, keys."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from aiohttp import web

from edge.http.limits import CSV_MAX, CSV_PER_IP_MAX, RATES
from edge.http.middleware.counts import Counts
from edge.http.middleware.idempotency import IdempotencyStore, StoredKeys
from edge.http.middleware.rates import AtATime, RateLimiter
from edge.http.middleware.turns import Turns
from edge.http.network import TrustedProxies
from edge.observe.drain import Drain
from edge.observe.requests import RequestStages
from edge.observe.traces import Traces


class Bearer(Protocol):
    """The signed-in wallet of a token."""

    @property
    def address(self) -> bytes:
        """The wallet."""
        ...


class Tokens(Protocol):
    """Checks access tokens."""

    def check_bearer(self, header: str | None) -> Bearer:
        """Return whom an Authorization header signs in; raise the contract's 401."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The parts of the HTTP server that all routes share; `now_s` is engine time."""

    env: str
    version: str
    web_dist: Path
    tokens: Tokens
    now_s: Callable[[], int]
    market_count: Callable[[], int]  # for the cost of what looks at every market
    symbol_of: Callable[[int], str]  # of a market, by its id
    stored_keys: StoredKeys  # idempotency keys that outlive a restart
    sequence: Callable[[], int]  # of the last command that was applied here
    has_peers: bool = False  # other processes answer requests, too
    wall_s: Callable[[], float] = time.time
    limiter: RateLimiter = field(default_factory=lambda: RateLimiter(RATES))
    turns: Turns = field(default_factory=Turns)
    counts: Counts = field(default_factory=Counts)
    tables: AtATime = field(init=False)
    idempotency: IdempotencyStore = field(default_factory=IdempotencyStore)
    allowed_origins: frozenset[str] = frozenset()
    public_url: str = "http://127.0.0.1:8080"
    proxies: TrustedProxies = field(default_factory=TrustedProxies)
    stages: RequestStages = field(default_factory=RequestStages)
    drain: Drain = field(default_factory=Drain)
    traces: Traces | None = None  # None: off
    has_access_log: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", AtATime("csv", CSV_PER_IP_MAX, CSV_MAX, self.counts))

    @property
    def is_public(self) -> bool:
        """Return whether browsers use TLS: all environments but a `local` one without https."""
        return self.env != "local" or self.public_url.startswith("https://")


GATE: web.AppKey[Gate] = web.AppKey("gate", Gate)
