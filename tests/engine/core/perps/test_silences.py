"""The streams of markets without prints reach every outcome of rule 46 that matters."""

import sys
from collections import Counter
from dataclasses import replace

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.test_against_reference import SILENCES, refusal
from tests.engine.core.test_reference_streams import is_left_waiting
from tests.reference.exchange import Reference
from tests.reference.silence import Silence

LEAST = 3
OUTCOMES = [
    *(f"SettleMarket {x}" for x in ["NONE", "MARKET_NOT_FOUND", "AMOUNT_OUT_OF_RANGE"]),
    *(f"SettleMarket {x}" for x in ["VALIDATION", "NOTHING_TO_SETTLE", "PRICE_BAND"]),
    "too early to settle",
    "another price than the first",
    "settled in one command",
    "settled in pieces",
    "settled a loss that the account could not pay",
    "settled and deleveraged",
    "re-marked at a settlement",
    "out of liquidation by a settlement",
    "ClosePosition MARKET_PAUSED",
    "UnpauseMarket MARKET_PAUSED",
    "Liquidate MARKET_PAUSED",
    "a print for a settled market",
    "liquidated in a dead market",
    "liquidated at an old held print",
    "reduced in a dead market",
    "reduced in a dead market at a held print",
    "deposited with a dead market",
    "deposited at a held print",
    "removed with a dead market",
    "processed with a dead market",
    "withdrawn with a dead market",
    "removed while a market is settled",
    "settled over an old held print",
    "settled beside another dead market",
    "settled beside another settled market",
    "settled while a removal waits",
    "settled while a mature removal waits",
    "a removal waited for a print",
    "confirmed the print of a dead market",
    "confirmed the old print of a dead market",
]


def note(seen: Counter[str], before: Reference, command: m.Command, events: list[m.Event]) -> None:
    """Count what a command came to; `before`: the state before it, at its time."""
    code = refusal(events)
    seen[f"{type(command).__name__} {code.name}"] += 1
    markets = before.markets
    market = markets.get(getattr(command, "market_id", 0))
    kinds = Counter(type(e).__name__ for e in events)
    if isinstance(command, m.SettleMarket):
        note_settlement(seen, before, command, code, events)
    if isinstance(command, m.PostPrint) and market and market.settled:
        assert code is E.PRINT_REJECTED
        seen["a print for a settled market"] += 1
    if isinstance(command, m.ProcessSettlementRequests):
        seen["a removal waited for a print"] += is_left_waiting(before, command)
    if code is not E.NONE:
        return
    used = [x for x in markets.values() if x.long or x.short]
    dead = {x.id for x in used if x.is_dead(before.now) and not x.settled}
    is_liquidated = any(isinstance(e, m.PositionLiquidated) and e.market_id in dead for e in events)
    seen["liquidated in a dead market"] += is_liquidated
    seen["liquidated at an old held print"] += any(
        isinstance(e, m.PositionLiquidated) and e.index_price_e8 != markets[e.market_id].price
        for e in events
    )
    if isinstance(command, m.ClosePosition) and command.market_id in dead:
        seen["reduced in a dead market"] += 1
        seen["reduced in a dead market at a held print"] += market.held is not None
    if isinstance(command, m.ConfirmPrint) and command.market_id in dead:
        seen["confirmed the print of a dead market"] += 1
        seen["confirmed the old print of a dead market"] += not before.has_young_held_print(market)
    if isinstance(command, m.AddLiquidity):
        seen["deposited with a dead market"] += bool(dead)
        seen["deposited at a held print"] += before.entry_nav() > max(
            before.nav(), before.lp_balance
        )
    if isinstance(command, m.RemoveLiquidity):
        seen["removed with a dead market"] += bool(dead)
        seen["removed while a market is settled"] += any(x.settled for x in used)
    seen["processed with a dead market"] += kinds["SettlementProcessed"] * bool(dead)
    if isinstance(command, m.WithdrawMargin):
        account = before.account(command.user, command.account_id)
        seen["withdrawn with a dead market"] += bool(dead & set(account.positions))


def note_settlement(
    seen: Counter[str], before: Reference, command: m.SettleMarket, code: E, events: list[m.Event]
) -> None:
    market = before.markets.get(command.market_id)
    kinds = Counter(type(e).__name__ for e in events)
    is_plain = 1 <= command.price_e8 <= 10**13 and 1 <= command.limit <= 256
    if code is E.VALIDATION and is_plain and market:
        name = "another price than the first" if market.settled else "too early to settle"
        seen[name] += 1
    if code is not E.NONE:
        return
    ended = [e for e in events if isinstance(e, m.MarketSettled)]
    assert len(ended) == 1
    assert ended[0].closed_count == kinds["PositionSettled"] <= command.limit
    seen["settled in pieces"] += ended[0].left_count > 0
    seen["settled in one command"] += not market.settled and ended[0].left_count == 0
    seen["settled a loss that the account could not pay"] += kinds["BadDebtCovered"]
    seen["settled and deleveraged"] += kinds["AutoDeleveraged"]
    seen["re-marked at a settlement"] += kinds["PositionRemarked"]
    seen["out of liquidation by a settlement"] += kinds["LiquidationEnded"]
    if not market.settled:
        note_beginning(seen, before, command)


def note_beginning(seen: Counter[str], before: Reference, command: m.SettleMarket) -> None:
    """Count what else is going on when the first command of a settlement is applied."""
    others = [
        x for x in before.markets.values() if x.id != command.market_id and (x.long or x.short)
    ]
    removals = [
        x for u in before.users.values() for x in u.requests.values() if x.state == 0 and x.shares
    ]
    seen["settled over an old held print"] += before.markets[command.market_id].held is not None
    is_beside = any(x.is_dead(before.now) and not x.settled for x in others)
    seen["settled beside another dead market"] += is_beside
    seen["settled beside another settled market"] += any(x.settled for x in others)
    seen["settled while a removal waits"] += bool(removals)
    is_mature = any(x.maturity <= before.now for x in removals)
    seen["settled while a mature removal waits"] += is_mature


@pytest.mark.timeout(300)
def test_the_streams_without_prints_reach_every_outcome() -> None:
    seen: Counter[str] = Counter()
    for seed in range(SILENCES):
        reference, exchange = Reference(), Exchange()
        for raw in Silence(seed, reference).stream():
            command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
            events = exchange.apply(command)
            reference.step(command.time_s)
            note(seen, reference, command, events)
            reference.apply(command)
    sys.stdout.write("".join(f"{seen[outcome]:6} {outcome}\n" for outcome in OUTCOMES))
    rare = {outcome: seen[outcome] for outcome in OUTCOMES if seen[outcome] < LEAST}
    assert not rare
