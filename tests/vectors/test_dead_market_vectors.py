"""The engine agrees with the reference's vectors of dead markets to the last unit."""

import json
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.schema.errors import ErrorCode
from tests.engine.core.test_against_reference import (
    account_figures,
    liquidation_events,
    market_figures,
    pool_figures,
    refusal,
    request_figures,
)
from tests.reference.invariants import engine_accounts
from tests.vectors.dead_market import FILE, command, document, event, genesis, plain

READ = json.loads(FILE.read_text(encoding="utf-8"))
VECTORS: dict[str, dict[str, Any]] = {vector["id"]: vector for vector in READ["vectors"]}


def test_the_file_is_what_the_reference_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == document()
    assert len(VECTORS) == READ["meta"]["count"] >= 16


@pytest.mark.parametrize("key", VECTORS)
def test_vector(key: str) -> None:
    vector = VECTORS[key]
    exchange = Exchange()
    for first in genesis(["100"], **vector["params"]):
        assert refusal(exchange.apply(first)) is ErrorCode.NONE
    commands = [command(each, n) for n, each in enumerate(vector["inputs"]["steps"], 1)]
    for number, (each, received) in enumerate(
        zip(commands, vector["expected"]["steps"], strict=True)
    ):
        events = exchange.apply(each)
        assert refusal(events).name == received["refusal"], number
        assert [event(x) for x in liquidation_events(events)] == received["events"], number
    owners = sorted({getattr(x, "user", b"") for x in commands} - {b""})
    views = engine_accounts(exchange, owners)
    assert plain(pool_figures(exchange)) == vector["expected"]["pool"]
    assert plain(market_figures(exchange)) == vector["expected"]["markets"]
    accounts = plain([account_figures(views, owner) for owner in owners])
    assert accounts == vector["expected"]["accounts"]
    requests = plain([request_figures(exchange, owner) for owner in owners])
    assert requests == vector["expected"]["requests"]
