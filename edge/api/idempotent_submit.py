"""Idempotent submission: results of an earlier attempt of the same key (API 1.3).

An attempt that ended between the journal and its stored answer is found again by its commands:
they follow the place at which its key was taken. An order of a key has an id that no other
request has. Of the other commands the first with the same content counts; two of them that are
open at one time come to the same as one.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from edge.api.context import Call
from edge.http.schema.base import Request
from engine.core.generated.messages import Command
from engine.sequencer import Applied
from engine.sequencer.limits import READ_MAX

REPLAYED = "Idempotency-Replayed"
T = TypeVar("T")


async def journaled(
    call: Call[Request, Request], commands: Sequence[Command]
) -> list[Applied | None]:
    """Return each command as an earlier attempt of the call's key had it applied; None: it had not.

    Only what an attempt after another costs a search, over at most `READ_MAX` commands: more cannot
    wait before the sequencer while a key is taken. Finding one marks the answer as a repeat.
    """
    found: list[Applied | None] = [None] * len(commands)
    claim = call.claim
    if claim is None or not claim.is_repeat:
        return found
    tags = {command.TAG for command in commands}
    await call.context.sequencer.settle()
    for applied in await call.context.sequencer.read(claim.after_seq, READ_MAX):
        if applied.command.TAG not in tags:
            continue
        content = replace(applied.command, seq=0, time_s=0)
        for place, command in enumerate(commands):
            if found[place] is None and command == content:
                found[place] = applied
                call.headers[REPLAYED] = "true"
                break
    return found


async def submit_once(
    call: Call[Request, Request], commands: Sequence[Command], read: Callable[[Applied], T]
) -> list[T]:
    """Return `read` of each command; journal the commands that no earlier attempt journaled.

    For a command of an earlier attempt `read` sees the exchange as it is now. Raises what
    `Sequencer.submit_all` raises.
    """
    found = await journaled(call, commands)
    missing = [one for one, known in zip(commands, found, strict=True) if known is None]
    submitted = iter(await call.context.sequencer.submit_all(missing, read) if missing else ())
    return [next(submitted) if known is None else read(known) for known in found]
