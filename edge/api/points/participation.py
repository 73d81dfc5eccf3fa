"""Participation in programmes, for both bases (API 4.5, 5.5)."""

from typing import Unpack

from edge.api.context import Call, Context
from edge.api.idempotent_submit import journaled
from edge.api.programmes import record, refusals
from edge.http.route import WRITE, Base, Collect, RouteOptions, route
from edge.http.schema.base import Request
from engine.core.generated import messages as m
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.points import PointsLedger
from engine.programmes.seasons import SEASONS, Programme
from engine.sequencer import Applied


def write(
    base: Base, path: str, body: type[Request], returns: type, **options: Unpack[RouteOptions]
) -> Collect:
    """Put a write of participation or referrals into the table."""
    options = {**WRITE, "rate": "participation", **options}
    return route(base, "POST", path, body=body, returns=returns, **options)


def running_season(ledger: PointsLedger) -> Programme:
    """Return the season that accrues; where none does, the last one."""
    running = ledger.running
    return running if running is not None and running in SEASONS else SEASONS[-1]


def state(context: Context, programme: Programme, user: bytes) -> tuple[bool, int | None]:
    """Return whether and since when a user takes part; unknown for seasons before the journal."""
    ledger = context.programmes.ledger
    since_s = ledger.participated_at_s(programme, user)
    return user in ledger.participants(programme), since_s


async def participate(call: Call[Request, Request], programme: Programme) -> bool:
    """Take part; return whether that is new. Raise SEASON_CLOSED for a programme that ended."""
    context, user = call.context, call.wallet
    command = m.Participate(user=user, programme=NUMBER_OF[programme])
    if state(context, programme, user)[0]:
        (known,) = await journaled(call, [command])
        return known is not None and _is_new(known)
    with refusals():
        context.programmes.check_participate(programme)
    return await record(context, command, _is_new)


def _is_new(applied: Applied) -> bool:
    return any(isinstance(event, m.ParticipationStarted) for event in applied.events)
