"""Figures of pool, payouts, stakes and rules, of the engine and of its slow reference."""

from engine.core.exchange import Exchange
from tests.reference.exchange import Reference
from tests.reference.payouts import WINDOWS
from tests.reference.rounding import E12, down, q
from tests.reference.stakes import ROWS_MAX


def exchange_figures(exchange: Exchange) -> dict[str, object]:
    now = exchange.now_s
    view, outflow = exchange.exchange_view(now), exchange.outflow_view(now)
    return {
        "rules": view.parameters,
        "market rules": [exchange.market_view(i, now).parameters for i in exchange.market_ids()],
        "tokens": (
            view.token_balance_e6,
            view.token_staked_e6,
            view.token_unsettled_e6,
            view.token_quarantined_e6,
        ),
        "outflow": (outflow.hour_used_e6, outflow.day_used_e6),
        "limits": (outflow.hour_limit_e6, outflow.day_limit_e6),
        "freeze": (outflow.negative_equity_e6, outflow.is_frozen),
        "line": [
            (r.owner, r.request_id)
            for r in sorted(
                (r for r in exchange.open_settlement_requests() if r.payable_order is not None),
                key=lambda r: r.payable_order or 0,
            )
        ],
    }


def reference_exchange_figures(reference: Reference) -> dict[str, object]:
    tvl = max(0, reference.margin_sum() + reference.lp_balance)
    used = [
        sum(x for at, x in reference.outflows if reference.now - at < seconds)
        for _, seconds in WINDOWS
    ]
    limits = [
        max(down(q(tvl * reference.p[rate], E12)), reference.p["outflow_floor_e6"])
        for rate, _ in WINDOWS
    ]
    owed = reference.negative_equity()
    return {
        "rules": reference.p,
        "market rules": [x.p for x in reference.markets.values()],
        "tokens": (
            reference.token_vault,
            reference.staked(),
            reference.token_unsettled,
            reference.token_quarantined,
        ),
        "outflow": tuple(used),
        "limits": tuple(limits),
        "freeze": (owed, owed > reference.reserve),
        "line": reference.queue,
    }


def owner_figures(exchange: Exchange, owner: bytes) -> dict[str, object]:
    now = exchange.now_s
    account = exchange.lp_account(owner, now)
    return {
        "risk": exchange.user_view(owner).is_high_risk,
        "deposits": [
            (d.deposit_id, d.amount_e6, d.mint, d.is_claimed)
            for d in exchange.quarantined_deposits(owner)
        ],
        "liquidity": [
            (
                x.lp_position_id,
                x.liquidity_e6,
                x.shares_e6,
                x.maturity_s,
                x.has_reached_maturity,
                x.max_removable_shares_e6,
                x.share_value_e6,
                x.is_closed,
            )
            for x in exchange.lp_positions(owner, now)
        ],
        "legacy": account
        and (
            account.liquidity_e6,
            account.shares_e6,
            account.maturity_s,
            account.max_removable_shares_e6,
            account.share_value_e6,
        ),
        "requests": [(r.kind, r.shares_e6) for r in exchange.settlement_requests(owner)],
        "stakes": stake_figures(exchange, owner),
    }


def stake_figures(exchange: Exchange, owner: bytes) -> tuple[object, ...]:
    view = exchange.staking_view(owner, exchange.now_s)
    unvested = view.unvested
    return (
        view.has_account,
        view.is_account_full,
        (view.locking_e6, view.locked_e6, view.preunlocking_e6),
        (view.unlocking_e6 - view.preunlocking_e6, view.unlocked_e6, view.withdrawable_e6),
        [(x.epoch, x.amount_e6) for x in view.unlocking_schedule],
        unvested.total_e6,
        (unvested.locking_e6, unvested.locked_e6, unvested.preunlocking_e6),
        (unvested.unlocking_e6, unvested.unlocked_e6),
    )


def reference_owner_figures(
    reference: Reference, owner: bytes, terms: tuple[int, int]
) -> dict[str, object]:
    """`terms`: the reference's `exit_terms()` now."""

    def worth(shares: int) -> int:
        return down(q(shares * terms[0], reference.lp_shares)) if shares else 0

    user = reference.users.get(owner)
    legacy = user.legacy if user else None
    rows = user.lp if user else {}
    return {
        "risk": (None, True, False, None)[user.risk] if user else None,
        "deposits": [
            (i, amount, mint, bool(claimed))
            for i, (amount, mint, claimed) in (user.deposits if user else {}).items()
        ],
        "liquidity": [
            (
                i,
                x.liquidity,
                x.shares,
                x.maturity,
                reference.now >= x.maturity,
                reference.max_removable(x, terms),
                worth(x.shares),
                x.closed,
            )
            for i, x in rows.items()
        ],
        "legacy": legacy
        and (
            legacy.liquidity,
            legacy.shares,
            legacy.maturity,
            reference.max_removable(legacy, terms),
            worth(legacy.shares),
        ),
        "requests": [(r.kind, r.shares) for r in (user.requests if user else {}).values()],
        "stakes": reference_stake_figures(reference, owner),
    }


def reference_stake_figures(reference: Reference, owner: bytes) -> tuple[object, ...]:
    user = reference.users.get(owner)
    account = user.stake if user else None
    has, unvested = reference.stake_amounts(owner), reference.unvested(owner)
    return (
        account is not None,
        account is not None and len(account.rows) >= ROWS_MAX,
        (has["locking"], has["locked"], has["preunlocking"]),
        (has["unlocking"], has["unlocked"], has["unlocked"] - unvested["unlocked"]),
        reference.schedule(owner),
        sum(unvested.values()),
        (unvested["locking"], unvested["locked"], unvested["preunlocking"]),
        (unvested["unlocking"], unvested["unlocked"]),
    )
