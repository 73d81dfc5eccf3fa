"""Checks of rules/invariants.md after every command, over the reference and the views."""

from collections.abc import Iterable

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.core.views import MarginAccountView
from engine.schema.errors import ErrorCode as E
from tests.reference.exchange import Reference
from tests.reference.rounding import E8, E18, q, up

# Caps, pauses and the state of prints are no reason to refuse a same-side reduction.
NEVER_FOR_A_DECREASE = {
    E.EXCHANGE_PAUSED,
    E.MARKET_PAUSED,
    E.ENTRY_WINDOW,
    E.PRICE_BAND,
    E.MAX_SIDE_SIZE,
    E.NET_EXPOSURE_CAP,
    E.POOL_CAPACITY,
    E.TOO_MANY_POSITIONS,
}

# (owner, account, market): size
Sizes = dict[tuple[bytes, int, int], int]


# the reference ---------------------------------------------------------------------------------
def check_reference(reference: Reference) -> None:
    _vault(reference)
    _aggregates(reference)
    _signs(reference)
    _liquidations(reference)


def _vault(x: Reference) -> None:
    claims = x.margin_sum() + x.lp_balance + x.reserve + x.fees + x.unsettled + x.quarantined
    assert x.vault == claims
    unpaid = (r for u in x.users.values() for r in u.requests.values() if r.state != 3)
    assert x.unsettled == sum(r.amount for r in unpaid if r.mint == 1)


def _aggregates(x: Reference) -> None:
    """Σ position P&L = Σ U: the sums that a market keeps are those of its positions."""
    for market in x.markets.values():
        rows = [a.positions.get(market.id) for _, _, a in x.accounts_in_order()]
        positions = [row for row in rows if row]
        funding, _ = market.project(x.now, x.halted)
        holding = market.held_for(x.now, x.halted)
        exact = sum(
            q(p.size * (market.price - p.entry), E8)
            + q(p.size * (funding - p.funding) - abs(p.size) * (holding - p.holding), E18)
            for p in positions
        )
        assert market.unrealized(x.now, x.halted) == up(exact)
        assert market.long == sum(max(0, p.size) for p in positions)
        assert market.short == sum(max(0, -p.size) for p in positions)
        floored = sum(x.pnl(p, market) for p in positions)
        assert 0 <= up(exact) - floored <= 2 * len(positions)


def _signs(x: Reference) -> None:
    assert x.reserve >= 0
    assert x.fees >= 0
    assert x.lp_shares >= 0
    assert x.unsettled >= 0
    for _, _, account in x.accounts_in_order():
        assert account.collateral >= 0
        assert all(p.size for p in account.positions.values())


def _liquidations(x: Reference) -> None:
    for market in x.markets.values():
        window = market.p["liquidation_window_s"]
        used = sum(size for at, size in market.closures if x.now - at < window)
        limit = x.max_in_window(market)
        # A skew scale that follows may have shrunk since the last one was closed (rule 66).
        most = 2 * max(limit, market.closing_limit)
        assert limit == 0 or market.authorized != bytes(32) or used <= most
    for _, _, account in x.accounts_in_order():
        assert account.fees_paid <= account.fee_bound
        if account.in_liquidation:
            assert account.positions
            assert x.is_liquidatable(account)
            assert x.withdrawable(account) == 0
        else:
            assert account.fee_parts == account.fees_paid == account.started_at == 0


# the engine ------------------------------------------------------------------------------------
def engine_accounts(exchange: Exchange, owners: Iterable[bytes]) -> list[MarginAccountView]:
    return [
        exchange.margin_account_view(owner, account_id, exchange.now_s)
        for owner in owners
        for account_id in exchange.user_view(owner).margin_account_ids
    ]


def check_engine(exchange: Exchange, views: list[MarginAccountView]) -> None:
    """Check the vault, the sums and the signs, by views alone; `views`: of all accounts."""
    now = exchange.now_s
    pool = exchange.exchange_view(now)
    assert pool.margin_e6 == sum(v.collateral_e6 for v in views)
    claims = pool.margin_e6 + pool.lp_balance_e6 + pool.reserve_e6 + pool.protocol_fees_e6
    assert pool.balance_e6 == claims + pool.unsettled_e6 + pool.quarantined_e6
    assert min(pool.reserve_e6, pool.lp_shares_e6, pool.unsettled_e6, pool.quarantined_e6) >= 0
    positions = [p for v in views for p in v.positions]
    floored = sum(p.pnl.total_e6 for p in positions)
    slack = pool.unrealized_pnl_e6 - floored
    assert 0 <= slack <= 2 * len(positions) + len(exchange.market_ids())
    for market_id in exchange.market_ids():
        sizes = [p.size_e6 for p in positions if p.market_id == market_id]
        view = exchange.market_view(market_id, now)
        assert view.long.size_e6 == sum(max(0, n) for n in sizes)
        assert view.short.size_e6 == sum(max(0, -n) for n in sizes)
    for v in views:
        assert v.collateral_e6 >= 0
        assert all(p.size_e6 for p in v.positions)
        assert v.can_liquidate == (v.total_required_margin_e6 > v.available_margin_e6)
        if v.in_liquidation:
            assert v.can_liquidate
            assert v.positions
            assert v.max_withdrawable_e6 == 0
            assert not v.can_close


def sizes_of(views: list[MarginAccountView]) -> Sizes:
    return {(v.owner, v.account_id, p.market_id): p.size_e6 for v in views for p in v.positions}


# one command -----------------------------------------------------------------------------------
def check_change(
    command: m.Command,
    code: E,
    before: Sizes,
    after: Sizes,
    settled: set[int],
    filled: set[tuple[bytes, int, int]],
) -> None:
    """Compare the sizes around one command: who may grow, and what may refuse a reduction.

    `settled`: ids of markets in which settle-market alone closes; `filled`: where orders filled.
    """
    if isinstance(command, m.ModifyPosition | m.ClosePosition):
        if command.market_id not in settled:
            _check_reduction(command, code, before)
        key = (command.owner, command.account_id, command.market_id)
        before = {k: n for k, n in before.items() if k != key}
        after = {k: n for k, n in after.items() if k != key}
    if isinstance(command, m.ModifyPositions) and code is E.NONE:
        ids = command.market_ids[: command.leg_count]
        keys = {(command.owner, command.account_id, i) for i in ids}
        before = {k: n for k, n in before.items() if k not in keys}
        after = {k: n for k, n in after.items() if k not in keys}
    before = {k: n for k, n in before.items() if k not in filled}
    after = {k: n for k, n in after.items() if k not in filled}
    grown = [k for k, n in after.items() if k not in before or not _is_part(n, before[k])]
    assert not grown
    may_shrink = isinstance(command, m.Liquidate) and code is E.NONE
    if isinstance(command, m.SettleMarket) and code is E.NONE:  # whole positions of one market
        changed = {k for k in before if after.get(k) != before[k]}
        assert all(k[2] == command.market_id and k not in after for k in changed)
        may_shrink = True
    assert may_shrink or before == after


def _is_part(part: int, whole: int) -> bool:
    return part * whole > 0 and abs(part) <= abs(whole)


def _check_reduction(command: m.ModifyPosition | m.ClosePosition, code: E, before: Sizes) -> None:
    size = before.get((command.owner, command.account_id, command.market_id), 0)
    if isinstance(command, m.ModifyPosition):
        left = size + command.size_e6
        is_reduction = abs(left) < abs(size) and left * size >= 0
    else:
        is_reduction = 0 <= command.size_e6 <= abs(size)
    assert not (size and is_reduction and code in NEVER_FOR_A_DECREASE)
