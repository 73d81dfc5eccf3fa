"""The compiled engine and the slow reference agree on every refusal and every figure."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.core.views import MarginAccountView
from engine.schema.errors import ErrorCode
from tests.engine.core.support.savings_figures import (
    exchange_figures,
    owner_figures,
    reference_exchange_figures,
    reference_owner_figures,
)
from tests.reference.exchange import Reference
from tests.reference.figures import Trade
from tests.reference.invariants import (
    Sizes,
    check_change,
    check_engine,
    check_reference,
    engine_accounts,
    sizes_of,
)
from tests.reference.orders.world import OrderWorld
from tests.reference.ruin import Ruin
from tests.reference.silence import Silence
from tests.reference.world import USERS, World

FIRST_SEED = int(os.environ.get("ACRE_TEST_REFERENCE_FIRST_SEED", "0"))
SEEDS = range(FIRST_SEED, FIRST_SEED + int(os.environ.get("ACRE_TEST_REFERENCE_SEEDS", "6")))
COMMANDS = int(os.environ.get("ACRE_TEST_REFERENCE_COMMANDS", "2500"))
RUINS = int(os.environ.get("ACRE_TEST_REFERENCE_RUINS", "40"))
SILENCES = int(os.environ.get("ACRE_TEST_REFERENCE_SILENCES", "24"))
ORDERS = int(os.environ.get("ACRE_TEST_REFERENCE_ORDERS", "12"))
ORDER_SEEDS = range(FIRST_SEED, FIRST_SEED + ORDERS)
ORDER_COMMANDS = int(os.environ.get("ACRE_TEST_REFERENCE_ORDER_COMMANDS", "1500"))
HEADER = {"seq", "time_s"}
pytestmark = pytest.mark.timeout(300)  # ten seconds on a calm machine


def refusal(events: list[m.Event]) -> ErrorCode:
    codes = [e.code for e in events if isinstance(e, m.CommandRejected)]
    return ErrorCode(codes[0]) if codes else ErrorCode.NONE


def trades(events: list[m.Event]) -> list[Trade]:
    return [
        Trade(
            e.fill_price_e8,
            e.trade_fee_e6,
            e.surcharge_e6,
            e.price_performance_e6,
            e.funding_performance_e6,
            e.new_size_e6,
        )
        for e in events
        if isinstance(e, m.PositionModified)
    ]


COMPARED_EVENTS = {
    "LiquidationStarted",
    "PositionLiquidated",
    "PositionRemarked",
    "BadDebtCovered",
    "AutoDeleveraged",
    "LiquidationEnded",
    "PositionSettled",
    "MarketSettled",
}


def liquidation_events(events: list[m.Event]) -> list[tuple[object, ...]]:
    """Kind and fields of the events that the reference makes too, in order."""
    return [
        (type(e).__name__, *(getattr(e, x.name) for x in fields(e) if x.name not in HEADER))
        for e in events
        if type(e).__name__ in COMPARED_EVENTS
    ]


ORDER_EVENTS = {
    "PerpOrderPlaced",
    "PerpOrderAmended",
    "PerpOrderDeferred",
    "PerpOrderFilled",
    "PerpOrderEnded",
    "AuctionHeld",
}


def order_events(events: list[m.Event]) -> list[tuple[object, ...]]:
    """What became of waiting orders, for each in its order."""
    return by_order(
        [
            (type(e).__name__, *(getattr(e, x.name) for x in fields(e) if x.name not in HEADER))
            for e in events
            if type(e).__name__ in ORDER_EVENTS
        ]
    )


def by_order(events: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Sort by order id; auctions, which have none, first."""
    return sorted(events, key=lambda e: 0 if e[0] == "AuctionHeld" else int(str(e[4])))


def order_figures(exchange: Exchange, views: list[MarginAccountView]) -> list[tuple[object, ...]]:
    return sorted(
        (
            *(x.order_id, v.owner, x.account_id, x.market_id, x.kind, x.source, x.is_buy),
            *(x.is_reduce_only, x.is_whole, x.size_e6, x.trigger_e8, x.trail_e6, x.best_e8),
            *(x.worst_e8, x.group, x.expires_at_s, x.stop_e8, x.target_e8, x.is_locked),
            *(x.is_due, x.is_parked, x.deferred_code, x.delegate),
        )
        for v in views
        for x in exchange.perp_orders(v.owner, v.account_id, exchange.now_s)
    )


def reference_order_figures(reference: Reference) -> list[tuple[object, ...]]:
    return [
        (
            *(x.id, x.owner, x.account_id, x.market_id, x.kind, x.source, x.buy),
            *(x.reduce_only, x.whole, x.size, x.trigger, x.trail, x.best),
            *(x.worst, x.group, x.expires, x.stop, x.target, reference.is_locked(x)),
            *(bool(x.rank), x.parked, x.code, None if x.placer == x.owner else x.placer),
        )
        for x in reference.orders
    ]


def filled_places(reference: Reference) -> set[tuple[bytes, int, int]]:
    """Account and market of each order that filled."""
    return {e[1:4] for e in reference.order_events if e[0] == "PerpOrderFilled"}  # type: ignore[misc]


def pool_figures(exchange: Exchange) -> dict[str, int]:
    view = exchange.exchange_view(exchange.now_s)
    return {
        "vault": view.balance_e6,
        "margin": view.margin_e6,
        "lp_balance": view.lp_balance_e6,
        "lp_shares": view.lp_shares_e6,
        "reserve": view.reserve_e6,
        "fees": view.protocol_fees_e6,
        "unsettled": view.unsettled_e6,
        "quarantined": view.quarantined_e6,
        "unrealized": view.unrealized_pnl_e6,
        "required": view.required_minimum_balance_e6,
        "cap": view.net_exposure_cap_e6,
        "volume": view.cumulative_volume_e6,
        "lp_fee": view.cumulative_lp_fee_e6,
        "status": view.status,
    }


def reference_pool_figures(reference: Reference) -> dict[str, int]:
    return {
        "vault": reference.vault,
        "margin": reference.margin_sum(),
        "lp_balance": reference.lp_balance,
        "lp_shares": reference.lp_shares,
        "reserve": reference.reserve,
        "fees": reference.fees,
        "unsettled": reference.unsettled,
        "quarantined": reference.quarantined,
        "unrealized": reference.unrealized(),
        "required": reference.required_minimum(),
        "cap": reference.net_exposure_cap(),
        "volume": reference.volume,
        "lp_fee": reference.lp_fee,
        "status": 2 if reference.halted else int(reference.paused),
    }


def market_figures(exchange: Exchange) -> list[tuple[object, ...]]:
    views = [exchange.market_view(i, exchange.now_s) for i in exchange.market_ids()]
    return [
        (
            v.index_price_e8,
            v.index_price_at_s,
            v.long.size_e6,
            v.short.size_e6,
            v.forecast_fast_e12,
            v.forecast_slow_e12,
            v.forecast_mid_e12,
            v.level_price_e8,
            v.funding_per_unit_e18,
            v.holding_per_unit_e18,
            v.is_paused,
            v.settled_at_s is not None,
            v.max_side_notional_e6,
            v.held_print
            and (v.held_print.price_e8, v.held_print.published_at_s, v.held_print.is_operator_only),
        )
        for v in views
    ]


def reference_market_figures(reference: Reference) -> list[tuple[object, ...]]:
    return [
        (
            x.price,
            x.published,
            x.long,
            x.short,
            x.mu_fast,
            x.mu_slow,
            x.mid(),
            x.level,
            x.project(reference.now, reference.halted)[0],
            x.held_for(reference.now, reference.halted),
            x.paused,
            x.settled,
            reference.max_side_notional(x),
            x.held and (x.held.price, x.held.published, x.held.operator_only),
        )
        for x in reference.markets.values()
    ]


def taught_figures(exchange: Exchange) -> list[tuple[object, ...]]:
    """Noise, whether it closes the market, and the parameters, of which some follow."""
    views = [exchange.market_view(i, exchange.now_s) for i in exchange.market_ids()]
    return [(v.noise_e18, v.is_auction_only, v.parameters) for v in views]


def reference_taught_figures(reference: Reference) -> list[tuple[object, ...]]:
    return [(x.noise, x.auction_only, x.p) for x in reference.markets.values()]


def account_figures(views: list[MarginAccountView], owner: bytes) -> dict[int, tuple[object, ...]]:
    figures = {}
    for v in views:
        if v.owner != owner:
            continue
        rows = [(p.market_id, p.size_e6, p.entry_price_e8, p.pnl.total_e6) for p in v.positions]
        figures[v.account_id] = (
            v.collateral_e6,
            v.available_margin_e6,
            v.required_initial_margin_e6,
            v.required_maintenance_margin_e6,
            v.required_liquidation_fee_margin_e6,
            v.max_withdrawable_e6,
            v.total_required_margin_e6,
            v.can_liquidate,
            v.in_liquidation,
            v.was_recently_liquidated,
            v.accumulated_liquidation_fees_e6,
            rows,
        )
    return figures


def reference_account_figures(reference: Reference, owner: bytes) -> dict[int, tuple[object, ...]]:
    figures = {}
    user = reference.users.get(owner)
    for account_id, account in (user.accounts if user else {}).items():
        sizes = {i: p.size for i, p in account.positions.items()}
        rows = [
            (i, p.size, p.entry, reference.pnl(p, reference.markets[i]))
            for i, p in sorted(account.positions.items())
        ]
        figures[account_id] = (
            account.collateral,
            reference.available(account),
            reference.initial(sizes),
            reference.maintenance(sizes),
            reference.fee_margin(sizes),
            reference.withdrawable(account),
            reference.total_required(account),
            reference.is_liquidatable(account),
            account.in_liquidation,
            reference.was_recently_liquidated(account),
            account.fees_paid,
            rows,
        )
    return figures


def request_figures(exchange: Exchange, owner: bytes) -> list[tuple[int, ...]]:
    return [
        (r.request_id, r.amount_e6, r.tip_e6, r.maturity_s, r.state, r.mint)
        for r in exchange.settlement_requests(owner)
    ]


def reference_request_figures(reference: Reference, owner: bytes) -> list[tuple[int, ...]]:
    user = reference.users.get(owner)
    return [
        (i, r.amount, r.tip, r.maturity, r.state, r.mint)
        for i, r in (user.requests if user else {}).items()
    ]


def commands(seed: int, reference: Reference) -> Iterator[m.Command]:
    """One seed's stream; `reference` is given each command before the next one is made."""
    world = World(seed, reference)
    yield from world.genesis()
    for _ in range(COMMANDS):
        yield world.next()


def is_absurd(command: m.Command) -> bool:
    """Amounts beyond the limits of rules/numbers.md; test_refusals.py has them."""
    sizes = getattr(command, "size_e6", 0) if isinstance(command, m.ClosePosition) else 0
    return getattr(command, "amount_e6", 0) > 9 * 10**18 or sizes > 10**13


def agree(stream: Iterable[m.Command], reference: Reference, name: str) -> None:
    """Drive both with a stream and compare everything after every command."""
    exchange = Exchange()
    sizes: Sizes = {}
    records: list[bytes] = []
    for raw in stream:
        if is_absurd(raw):
            continue
        # Who may operate is checked apart; here the operator is always the right one.
        command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
        context = f"{name}, {command}"
        records.append(m.encode(command))
        before, time_before = exchange.state_hash(), exchange.now_s
        events = exchange.apply(command)
        code = reference.apply(command)
        ran = bool(reference.order_events)
        assert refusal(events) == code, context
        assert trades(events) == reference.trades, context
        assert order_events(events) == by_order(reference.order_events), context
        assert liquidation_events(events) == reference.events, context
        assert pool_figures(exchange) == reference_pool_figures(reference), context
        assert market_figures(exchange) == reference_market_figures(reference), context
        assert taught_figures(exchange) == reference_taught_figures(reference), context
        assert exchange_figures(exchange) == reference_exchange_figures(reference), context
        terms = reference.exit_terms()
        views = engine_accounts(exchange, USERS)
        assert order_figures(exchange, views) == reference_order_figures(reference), context
        for owner in USERS:
            assert account_figures(views, owner) == reference_account_figures(reference, owner), (
                context
            )
            assert request_figures(exchange, owner) == reference_request_figures(
                reference, owner
            ), context
            assert owner_figures(exchange, owner) == reference_owner_figures(
                reference, owner, terms
            ), context
        attached = getattr(command, "attached_e6", 0)
        if code and not attached and command.time_s == time_before and not ran:
            assert exchange.state_hash() == before, context
        check_reference(reference)
        check_engine(exchange, views)
        sizes_before, sizes = sizes, sizes_of(views)
        settled = {i for i, x in reference.markets.items() if x.settled}
        filled = filled_places(reference)
        check_change(command, code, sizes_before, sizes, settled, filled)
    batch = Exchange()
    batch.apply_batch(b"".join(records))
    assert batch.state_hash() == exchange.state_hash(), name


@pytest.mark.parametrize("seed", SEEDS)
def test_every_refusal_and_figure_agrees(seed: int) -> None:
    reference = Reference()
    agree(commands(seed, reference), reference, f"seed {seed}")


def order_commands(seed: int, reference: Reference) -> Iterator[m.Command]:
    world = OrderWorld(seed, reference)
    yield from world.genesis()
    for _ in range(ORDER_COMMANDS):
        yield world.next()


@pytest.mark.parametrize("seed", ORDER_SEEDS)
def test_waiting_orders_agree(seed: int) -> None:
    reference = Reference()
    agree(order_commands(seed, reference), reference, f"orders {seed}")


@pytest.mark.parametrize("seed", range(RUINS))
def test_a_pool_that_is_ruined_agrees(seed: int) -> None:
    reference = Reference()
    agree(Ruin(seed, reference).whole(), reference, f"ruin {seed}")


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + SILENCES))
def test_markets_without_prints_agree(seed: int) -> None:
    reference = Reference()
    agree(Silence(seed, reference).stream(), reference, f"silence {seed}")
