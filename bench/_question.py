"""An exchange with one prediction market that is open, and users' orders there, as commands."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from bench._crowd import address
from engine.core.generated.messages import (
    Command,
    CreateExchange,
    CreateMarket,
    CreatePrediction,
    GrantPoints,
    Participate,
    PlaceOrder,
    encode,
)
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

OPERATOR = b"O" * 32
DAY_S = 86_400
E8 = 10**8
PRICE = 50  # a taker burns half a point for a contract there: enough for 20,000 orders


def market(now_s: int) -> list[Command]:
    """Create the exchange, one index market, and one prediction market on it that is open."""
    rules: dict[str, Any] = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    figures: dict[str, Any] = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    figures |= {"skew_scale_e6": 10**13, "max_side_size_e6": 10**12}
    return [
        CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **rules),
        CreateMarket(
            operator=OPERATOR,
            symbol="AUS",
            name="Austin",
            acre_id=1,
            price_e8=300 * E8,
            published_at_s=now_s - DAY_S,
            **figures,
        ),
        CreatePrediction(
            operator=OPERATOR,
            title="Above 300?",
            description="Whether the index is at or above 300.",
            category="Cities",
            rules="The first value at or after the time.",
            acre_id=1,
            strike_e8=300 * E8,
            opens_at_s=now_s,
            closes_at_s=now_s + DAY_S,
            resolves_at_s=now_s + DAY_S,
        ),
    ]


def participants(users: int) -> Iterator[Command]:
    """Each user takes part in the first programme and is granted points."""
    for user in map(address, range(users)):
        yield Participate(user=user, programme=1)
        yield GrantPoints(user=user)


def orders(users: int, has_client_ids: bool) -> Iterator[Command]:
    """Users buy YES and NO of one contract in turn, without end: each second order meets one.

    `users` is even, so that no wallet meets its own order; each buys the other side in the next
    round, which redeems the pair.
    """
    for number in count():
        turn, user = divmod(number, users)
        yield PlaceOrder(
            user=address(user),
            market_id=1,
            side=(turn + user) % 2,
            price=PRICE,
            contracts=1,
            client_order_id=f"order-{number}" if has_client_ids else "",
        )


def records(commands: Iterable[Command], first_seq: int, now_s: int) -> list[bytes]:
    """Return commands as the journal has them: numbered from `first_seq`, all of one second."""
    return [
        encode(replace(command, seq=seq, time_s=now_s))
        for seq, command in enumerate(commands, first_seq)
    ]
