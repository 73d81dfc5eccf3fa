"""Express base, staking: balance, epochs and builders (API 5.6)."""

from functools import wraps
from typing import Any

from edge.api.accounts import encode
from edge.api.accounts.schemas import EpochPeriod, LockedEpochPeriod, Staking, StakingTotals
from edge.api.context import Call
from edge.api.staking.requests import EstimateQuery, UnlockingQuery
from edge.api.transactions.commands import STAKING_ROWS, declare
from edge.http.addresses import parse_user
from edge.http.route import Answer, AnyHandler, Base, Collect, route
from edge.http.schema.base import Nothing, Request

USER = "/staking/{user}"
STAKING_APR = "0"  # stakers earn points (API 7.3), which are no tokens and have no price


def _rules(call: Call[Request, Request]) -> tuple[int, int]:
    """Return the length of an epoch in seconds and of the wait in epochs."""
    rules = call.context.exchange.exchange_view(call.now_s).parameters
    return rules["epoch_duration_s"], rules["unlocking_duration_epochs"]


def _until(call: Call[Request, Request], unlocking_epoch: int) -> LockedEpochPeriod:
    end_s = unlocking_epoch * _rules(call)[0]
    return LockedEpochPeriod(
        unlocking_epoch=unlocking_epoch,
        start=call.now_s,
        end=end_s,
        seconds_remaining=max(0, end_s - call.now_s),
    )


def _epoch_read(
    name: str,
    returns: Answer,
    query: type[Request] = Nothing,
) -> Collect:
    """Register a read that is the same for everybody at both paths."""

    def collect(handler: AnyHandler) -> AnyHandler:
        @wraps(handler)
        async def for_wallet(call: Call[Request, Request]) -> object:
            parse_user(call.path["user"])
            return await handler(call)

        options: dict[str, Any] = {"query": query, "returns": returns, "cache": "markets"}
        route(Base.EXPRESS, "GET", f"{USER}/{name}", **options)(for_wallet)
        route(Base.EXPRESS, "GET", f"/staking/{name}", **options)(handler)
        return handler

    return collect


@route(Base.EXPRESS, "GET", "/staking", returns=StakingTotals, cache="accounts")
async def get_staking(call: Call[Nothing, Nothing]) -> StakingTotals:
    """Return the total stake and the epoch."""
    duration_s, _ = _rules(call)
    totals = await call.context.staking.get()
    return StakingTotals(
        total_locked=str(totals.total_locked_e6),
        total_locking=str(totals.total_locking_e6),
        total_unlocking=str(totals.total_unlocking_e6),
        stakers=totals.stakers,
        epoch=totals.epoch,
        epoch_duration=duration_s,
        epoch_end=(totals.epoch + 1) * duration_s,
        apr=STAKING_APR,
    )


@route(Base.EXPRESS, "GET", f"{USER}/balance", returns=Staking, cache="accounts")
async def get_balance(call: Call[Nothing, Nothing]) -> Staking:
    """Return the wallet's stake by state."""
    return encode.staking(call.context.exchange.staking_view(call.user, call.now_s))


@_epoch_read("epoch-period", EpochPeriod)
async def get_epoch_period(call: Call[Nothing, Nothing]) -> EpochPeriod:
    """Return the epoch that runs now."""
    duration_s, _ = _rules(call)
    epoch = call.now_s // duration_s
    end_s = (epoch + 1) * duration_s
    return EpochPeriod(
        epoch=epoch,
        start=epoch * duration_s,
        end=end_s,
        duration=duration_s,
        seconds_remaining=end_s - call.now_s,
    )


@_epoch_read("locked-epoch-period", LockedEpochPeriod, UnlockingQuery)
async def get_locked_period(call: Call[UnlockingQuery, Nothing]) -> LockedEpochPeriod:
    """Return the time until an unstaked amount can be withdrawn."""
    return _until(call, call.query.unlocking_epoch)


@_epoch_read("locked-epoch-period-estimate", LockedEpochPeriod, EstimateQuery)
async def get_locked_estimate(call: Call[EstimateQuery, Nothing]) -> LockedEpochPeriod:
    """Return the time until an amount unstaked now could be withdrawn."""
    duration_s, wait_epochs = _rules(call)
    epoch = call.now_s // duration_s
    return _until(call, epoch + 1 + wait_epochs + int(call.query.add_one_epoch))


for row in STAKING_ROWS:
    declare(row)
