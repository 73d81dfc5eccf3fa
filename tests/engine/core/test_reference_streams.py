"""The default streams of the reference comparison reach every outcome that matters.

A change of a rule or of the stream could make the comparison blind without failing; this counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.test_against_reference import RUINS, commands, is_absurd, refusal
from tests.reference.exchange import Reference
from tests.reference.rounding import E12, sign
from tests.reference.ruin import Ruin
from tests.reference.world import USERS

SEEDS = range(14)
LEAST = 3  # occurrences over all seeds
ENDORSED = USERS[3]

TRADE_REFUSALS = [
    ErrorCode.VALIDATION,
    ErrorCode.AMOUNT_OUT_OF_RANGE,
    ErrorCode.INPUT_NOT_POSITIVE,
    ErrorCode.NONCE_TOO_LOW,
    ErrorCode.COMMAND_EXPIRED,
    ErrorCode.NOT_OWNER,
    ErrorCode.DELEGATE_EXPIRED,
    ErrorCode.DELEGATE_MARKET,
    ErrorCode.DELEGATE_LIMIT,
    ErrorCode.DEPOSIT_MISMATCH,
    ErrorCode.MARKET_NOT_FOUND,
    ErrorCode.MARGIN_ACCOUNT_NOT_FOUND,
    ErrorCode.EXCHANGE_HALTED,
    ErrorCode.EXCHANGE_PAUSED,
    ErrorCode.MARKET_PAUSED,
    ErrorCode.STALE_PRICE,
    ErrorCode.PRICE_BAND,
    ErrorCode.ENTRY_WINDOW,
    ErrorCode.AUCTION_ONLY,
    ErrorCode.SLIPPAGE_EXCEEDED,
    ErrorCode.INSUFFICIENT_MARGIN,
    ErrorCode.MAX_SIDE_SIZE,
    ErrorCode.NET_EXPOSURE_CAP,
    ErrorCode.POOL_CAPACITY,
    ErrorCode.POSITION_TOO_SMALL,
    ErrorCode.TOO_MANY_POSITIONS,
    ErrorCode.NO_POSITION,
    ErrorCode.CLOSE_EXCEEDS_POSITION,
]
TRADE_KINDS = ["open", "increase", "decrease", "close", "flip"]
# Commands on pool, payouts, stakes and rules, with what came of them.
SAVINGS: dict[str, str] = {
    "AddLiquidity": "NONE AMOUNT_TOO_SMALL POOL_INSOLVENT PRICE_BAND STALE_PRICE ENTRY_WINDOW"
    " EXCHANGE_PAUSED",
    "RemoveLiquidity": "NONE LP_POSITION_NOT_FOUND INPUT_NOT_POSITIVE PRICE_BAND STALE_PRICE"
    " ENTRY_WINDOW LP_NOT_MATURE SHARES_EXCEED_REMOVABLE AMOUNT_TOO_SMALL KEEPER_TIP_TOO_HIGH"
    " VALIDATION",
    "CloseLpPosition": "NONE LP_POSITION_NOT_FOUND LP_POSITION_NOT_EMPTY",
    "GrantLpAccount": "NONE DEPOSIT_NOT_FOUND",
    "UpgradeLpAccount": "NONE CANNOT_UPGRADE",
    "ProcessSettlementRequests": "NONE NOTHING_TO_SETTLE VALIDATION",
    "AuthorisePayout": "NONE NOTHING_TO_SETTLE OUTFLOW_FROZEN OUTFLOW_LIMIT EXCHANGE_HALTED",
    "CreateStakeAccount": "NONE STAKE_ACCOUNT_EXISTS",
    "Stake": "NONE STAKE_ACCOUNT_MISSING STAKE_ACCOUNT_FULL DEPOSIT_MISMATCH",
    "Unstake": "NONE STAKE_ACCOUNT_MISSING UNSTAKE_EXCEEDS_STAKED STAKE_ACCOUNT_FULL"
    " INPUT_NOT_POSITIVE",
    "WithdrawStake": "NONE STAKE_ACCOUNT_MISSING WITHDRAW_EXCEEDS_UNLOCKED INPUT_NOT_POSITIVE",
    "SetVesting": "NONE VALIDATION",
    "AdoptParameters": "NONE MARKET_NOT_FOUND VALIDATION",
    "SetMarketParameter": "NONE MARKET_NOT_FOUND VALIDATION",
    "SetExchangeParameter": "NONE VALIDATION",
    "CollectFees": "NONE INSUFFICIENT_COLLATERAL INPUT_NOT_POSITIVE VALIDATION",
    "SetRisk": "NONE VALIDATION",
}
BASKETS = (
    "NONE VALIDATION INPUT_NOT_POSITIVE AMOUNT_OUT_OF_RANGE NOT_OWNER MARGIN_ACCOUNT_NOT_FOUND"
    " MARKET_NOT_FOUND DELEGATE_EXPIRED DELEGATE_MARKET DELEGATE_LIMIT IN_LIQUIDATION"
    " EXCHANGE_PAUSED MARKET_PAUSED STALE_PRICE PRICE_BAND ENTRY_WINDOW AUCTION_ONLY"
    " POSITION_TOO_SMALL TOO_MANY_POSITIONS SLIPPAGE_EXCEEDED MAX_SIDE_SIZE NET_EXPOSURE_CAP"
    " POOL_CAPACITY INSUFFICIENT_MARGIN"
)
LIQUIDATION_REFUSALS = [
    ErrorCode.VALIDATION,
    ErrorCode.MARGIN_ACCOUNT_NOT_FOUND,
    ErrorCode.NOT_LIQUIDATABLE,
    ErrorCode.LIQUIDATION_CAPACITY,
    ErrorCode.STALE_PRICE,
    ErrorCode.PRICE_BAND,
]
LIQUIDATION_OUTCOMES = [
    "LiquidationStarted",
    "LiquidationEnded",
    "BadDebtCovered",
    "AutoDeleveraged",
    "ModifyPosition IN_LIQUIDATION",
    "WithdrawMargin IN_LIQUIDATION",
    "liquidated in part",
    "liquidated in whole",
    "several pieces",
    "brought to the target",
    "left in liquidation",
    "continued",
    "fee to an account",
    "fee as a request",
    "endorsed",
    "re-marked in a liquidation",
    "bad debt without a reserve",
    "several winners",
    "ended by a deposit",
    "ended by a price",
]
OUTCOMES = [
    *(f"{name} {code}" for name, codes in SAVINGS.items() for code in codes.split()),
    "priced lower when processed",
    "settled for nothing",
    "burned for nothing",
    "authorised again",
    "passed an empty window",
    "waited behind another",
    "waited for a window",
    "a token payout past the line",
    "a removal waited for a print",
    "withdrawn in part of a vesting",
    "rule of an open market",
    *(f"ModifyPositions {code}" for code in BASKETS.split()),
    "basket of decreases alone",
    "basket of decreases and others",
    "basket of flips",
    "re-marked in a basket",
    "basket of decreases without margin",
    *TRADE_KINDS,
    *(code.name for code in TRADE_REFUSALS),
    "PositionRemarked",
    "PrintHeld",
    "held for the operator",
    "decrease while held",
    "surcharge",
    "stale accrual",
    "holding charge",
    "full holding charge",
    "crowding below the knee",
    "PrintAccepted",
    "a size followed",
    "adopted in an open market",
    "closed by noise",
    "opened by calm",
    "opened by the operator",
    "DepositQuarantined",
    "DepositClaimed",
    "SettlementProcessed",
    "SettlementPaid",
    "PayoutExpired",
    "another payout refused",
    "LiquidityModified",
    "MarginTransferred",
    "DelegateSet",
    *LIQUIDATION_OUTCOMES,
    *(f"Liquidate {code.name}" for code in LIQUIDATION_REFUSALS),
]


def note_liquidation(seen: Counter[str], command: m.Command, events: list[m.Event]) -> None:
    """Count what came of one call, or what ended a liquidation otherwise."""
    kinds = Counter(type(e).__name__ for e in events)
    if kinds["LiquidationEnded"]:
        seen["ended by a deposit"] += isinstance(command, m.DepositMargin)
        seen["ended by a price"] += isinstance(command, m.PostPrint | m.ConfirmPrint)
    pieces = [e for e in events if isinstance(e, m.PositionLiquidated)]
    if not isinstance(command, m.Liquidate) or not pieces:
        return
    fee = pieces[-1].liquidation_fee_e6 > 0
    seen["liquidated in part"] += any(e.new_size_e6 for e in pieces)
    seen["liquidated in whole"] += any(not e.new_size_e6 for e in pieces)
    seen["several pieces"] += len(pieces) > 1
    seen["brought to the target"] += bool(kinds["LiquidationEnded"] and pieces[-1].new_size_e6)
    seen["left in liquidation"] += not kinds["LiquidationEnded"]
    seen["continued"] += not kinds["LiquidationStarted"]
    seen["fee to an account"] += fee and command.has_fee_account == 1
    seen["fee as a request"] += fee and command.has_fee_account == 0
    is_free = command.user == ENDORSED and not fee
    seen["endorsed"] += bool(is_free and kinds["LiquidationEnded"] and pieces[-1].new_size_e6)
    seen["re-marked in a liquidation"] += kinds["PositionRemarked"] > 0
    covered = [e for e in events if isinstance(e, m.BadDebtCovered)]
    seen["bad debt without a reserve"] += any(e.from_reserve_e6 == 0 for e in covered)
    seen["several winners"] += kinds["AutoDeleveraged"] > 1


def note_savings(
    seen: Counter[str], before: Reference, command: m.Command, events: list[m.Event]
) -> None:
    """Count what a command on pool, payouts or stakes came to; `before`: the state before it."""
    code = refusal(events)
    if isinstance(command, m.AuthorisePayout):
        note_payout(seen, before, command, code)
    open_markets = {i: x for i, x in before.markets.items() if x.long or x.short}
    if isinstance(command, m.WithdrawStake) and code is ErrorCode.NONE:
        seen["withdrawn in part of a vesting"] += before.not_vested(command.user) > 0
    if isinstance(command, m.SetMarketParameter) and code is ErrorCode.NONE:
        seen["rule of an open market"] += command.market_id in open_markets
    if isinstance(command, m.ProcessSettlementRequests):
        seen["a removal waited for a print"] += is_left_waiting(before, command)
    if isinstance(command, m.AdoptParameters) and code is ErrorCode.NONE:
        seen["adopted in an open market"] += command.market_id in open_markets
    if isinstance(command, m.PostPrint | m.ConfirmPrint):
        seen["a size followed"] += any(isinstance(e, m.ParameterChanged) for e in events)
    for event in events:
        if isinstance(event, m.SettlementProcessed):
            request = before.users[event.owner].requests[event.request_id]
            seen["priced lower when processed"] += 0 < event.amount_e6 < request.amount
            seen["settled for nothing"] += event.amount_e6 == 0
        if isinstance(event, m.LiquidityModified):
            seen["burned for nothing"] += event.kind == 1 and event.liquidity_e6 == 0


def note_basket(
    seen: Counter[str], before: Reference, command: m.ModifyPositions, events: list[m.Event]
) -> None:
    kinds = {TRADE_KINDS[e.trade_kind] for e in events if isinstance(e, m.PositionModified)}
    lowers = kinds & {"decrease", "close"}
    seen["basket of decreases alone"] += bool(kinds) and kinds == lowers
    seen["basket of decreases and others"] += bool(lowers) and kinds != lowers
    seen["basket of flips"] += "flip" in kinds
    seen["re-marked in a basket"] += any(isinstance(e, m.PositionRemarked) for e in events)
    if refusal(events) is ErrorCode.INSUFFICIENT_MARGIN:
        held = before.users[command.owner].accounts[command.account_id].positions
        legs = zip(command.market_ids, command.sizes_e6, strict=True)
        seen["basket of decreases without margin"] += all(
            i in held and 0 <= -size * sign(held[i].size) <= abs(held[i].size)
            for i, size in list(legs)[: command.leg_count]
        )


def is_left_waiting(before: Reference, command: m.ProcessSettlementRequests) -> bool:
    """Whether a mature removal is asked for while a young held print refuses LP commands."""
    user = before.users.get(command.owner)
    asked = command.request_ids[: command.request_count]
    requests = [user.requests[i] for i in asked if i in user.requests] if user else []
    return before.removals_wait() and any(
        x.state == 0 and x.shares and x.maturity <= before.now for x in requests
    )


def note_payout(
    seen: Counter[str], before: Reference, command: m.AuthorisePayout, code: ErrorCode
) -> None:
    place = (command.owner, command.request_id)
    if code is ErrorCode.OUTFLOW_LIMIT:
        seen["waited behind another"] += place != before.queue[0]
        seen["waited for a window"] += place == before.queue[0]
    if code is not ErrorCode.NONE:
        return
    request = before.users[command.owner].requests[command.request_id]
    seen["authorised again"] += request.counted
    seen["a token payout past the line"] += request.mint == 2 and bool(before.queue)
    tvl = before.margin_sum() + before.lp_balance
    limit = max(before.p["outflow_floor_e6"], tvl * before.p["outflow_hourly_rate_e12"] // E12)
    is_first = not request.counted and request.mint == 1
    seen["passed an empty window"] += is_first and request.amount > limit


def note(
    seen: Counter[str],
    exchange: Exchange,
    command: m.Command,
    held: set[int],
    before: Reference,
) -> None:
    """Apply a command and count what came of it; `held`: markets with a held print before."""
    earlier = {i: exchange.market_view(i, 0) for i in exchange.market_ids()}
    events = exchange.apply(command)
    code = refusal(events)
    note_savings(seen, before, command, events)
    if isinstance(command, m.ModifyPosition | m.ClosePosition):
        seen[code.name] += 1
    if isinstance(command, m.ModifyPositions):
        note_basket(seen, before, command, events)
    if isinstance(command, m.RecordPayout) and code is ErrorCode.VALIDATION:
        seen["another payout refused"] += 1
    seen[f"{type(command).__name__} {code.name}"] += 1
    note_liquidation(seen, command, events)
    for event in events:
        seen[type(event).__name__] += 1
        if isinstance(event, m.PositionModified):
            kind = TRADE_KINDS[event.trade_kind]
            seen[kind] += 1
            seen["surcharge"] += event.surcharge_e6 > 0
            seen["decrease while held"] += kind == "decrease" and event.market_id in held
        if isinstance(event, m.PrintHeld):
            seen["held for the operator"] += event.is_operator_only
    rate_e12 = exchange.exchange_view(0).parameters["hold_rate_e12"]
    for market_id, old in earlier.items():
        view = exchange.market_view(market_id, 0)
        if view.is_auction_only != old.is_auction_only:
            is_print = isinstance(command, m.PostPrint | m.ConfirmPrint)
            opened = "opened by calm" if is_print else "opened by the operator"
            seen["closed by noise" if view.is_auction_only else opened] += 1
        is_stale = exchange.now_s - view.index_price_at_s > view.parameters["oracle_max_age_s"]
        moved = view.funding_per_unit_e18 != old.funding_per_unit_e18
        seen["stale accrual"] += is_stale and moved and view.open_interest_size_e6 > 0
        charged = view.holding_per_unit_e18 > old.holding_per_unit_e18
        charged = charged and old.open_interest_size_e6 > 0
        seen["holding charge"] += charged
        seen["full holding charge"] += charged and 0 < old.holding_rate_e12 == rate_e12
        knee_e12 = view.parameters["skew_scale_e6"] * view.parameters["crowding_knee_e12"]
        seen["crowding below the knee"] += moved and 0 < abs(old.skew_size_e6) * E12 < knee_e12


def streams() -> Iterator[tuple[Iterable[m.Command], Reference]]:
    """Yield each stream with the reference that has to follow it."""
    for seed in SEEDS:
        reference = Reference()
        yield commands(seed, reference), reference
    for seed in range(RUINS):
        reference = Reference()
        yield Ruin(seed, reference).whole(), reference


def outcomes() -> Counter[str]:
    """Count what the streams of the comparison reach."""
    count: Counter[str] = Counter()
    for stream, reference in streams():
        exchange = Exchange()
        for raw in stream:
            if is_absurd(raw):
                continue
            command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
            views = (exchange.market_view(i, 0) for i in exchange.market_ids())
            held = {view.market_id for view in views if view.held_print}
            note(count, exchange, command, held, reference)
            reference.apply(command)
    return count


@pytest.mark.timeout(400)
def test_the_default_streams_reach_every_outcome() -> None:
    seen = outcomes()
    rare = {outcome: seen[outcome] for outcome in OUTCOMES if seen[outcome] < LEAST}
    assert not rare
