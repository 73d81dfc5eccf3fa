"""Wrongs of the chain's half that the simulation must find."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from chain.custody import custody as custody_module
from chain.custody import settler as settler_module
from chain.custody.endpoints import Endpoints, Outcome
from chain.custody.guard import Guard
from chain.custody.queue import PayoutQueue
from chain.custody.reconciler import Reconciler
from chain.custody.settler import Settler
from chain.follower import acceptance, blocks
from chain.follower import follower as follower_module
from chain.follower.checkpoint import CheckpointFile
from chain.follower.marks import Marks
from edge.projector import projector as projector_module
from engine.core.generated.messages import RewindChain, decode
from engine.feed.replica import Replica
from engine.sequencer import EngineClock, Sequencer
from engine.sequencer.rewinds import Rewinds
from tests.simulation.durability.planted import Plant, method

LATE = (2**63, 0, 0)


def replaced(owner: Any, name: str, wrong: Any) -> Plant:
    """Replace an attribute."""
    return lambda: patch.object(owner, name, wrong)


def both(*plants: Plant) -> Plant:
    """Plant several parts of one wrong."""

    @contextmanager
    def plant() -> Iterator[None]:
        with ExitStack() as stack:
            for one in plants:
                stack.enter_context(one())
            yield

    return plant


async def _send_first(right: Any, self: Any, request: Any, signature: bytes, last: int) -> bool:
    """The bytes are sent while their record is on its way."""
    payout = self._files.load((request.owner, request.request_id), signature)
    if payout is not None:
        await self._broadcast(payout)
    return await right(self, request, signature, last)  # type: ignore[no-any-return]


def _due_at_once(right: Any, self: Any, _finalized: int) -> Any:
    return right(self, 2**63)


def _paid_when_confirmed(statuses: Any) -> Outcome:
    known = [status for status in statuses if status is not None]
    return settler_outcome(tuple({**row, "confirmationStatus": "finalized"} for row in known))


settler_outcome = settler_module.outcome


async def _always(_right: Any, _self: Any, _what: Any) -> bool:
    return True


def _whole_amount(right: Callable[..., Any]) -> Callable[..., Any]:
    def instructions(request: Any, facts: Any, keys: Any, claim: Any, tip_e6: int) -> Any:
        if not tip_e6:
            return right(request, facts, keys, claim, 0)
        paid = replace(request, amount_e6=request.amount_e6 + tip_e6)
        return right(paid, facts, keys, claim, tip_e6)

    return instructions


def _all_worked(right: Any, self: Any, blocks: Any, _cursor: Any) -> None:
    right(self, blocks, LATE)


def _only_memory(right: Any, self: Any, command: Any) -> Any:
    """A rewind that reaches no journal: nothing is void."""
    if isinstance(command, RewindChain):
        return asyncio.sleep(0)
    return right(self, command)


def _fewer(right: Callable[..., Any]) -> Callable[..., Any]:
    return lambda transaction, origin, deposits, rest, reason, facts: (
        [] if reason == acceptance.IGNORED_COMMAND
        else right(transaction, origin, deposits, rest, reason, facts)
    )  # fmt: skip


def _never_failed(right: Callable[..., Any]) -> Callable[..., Any]:
    return lambda raw, meta, **more: replace(right(raw, meta, **more), is_failed=False)


def _raw_clock(_right: Any, self: Any) -> int:
    return int(self._now_ns() // 10**9)


def _unflushed(right: Any, self: Any, rows: Any) -> None:
    with patch.object(os, "fsync", lambda _file: None):
        right(self, rows)


async def _nothing_landed(_right: Any, _self: Any, _requests: Any) -> list[Any]:
    return []


def _deaf_to_rewinds(right: Any, self: Any, payload: bytes) -> None:
    if not isinstance(decode(payload), RewindChain):
        right(self, payload)


def _nothing_void(_right: Any, _self: Any, _record: Any) -> bool:
    return False


def _wrapped(owner: Any, name: str, wrap: Callable[[Any], Any]) -> Plant:
    def plant() -> AbstractContextManager[Any]:
        return patch.object(owner, name, wrap(getattr(owner, name)))

    return plant


# Where a seed is known to find a wrong it is tried first; any of 40 may.
LIKELY = {
    "a payout that is sent before its record": 0,
    "a payout without its guard": 0,
    "a payout that is signed again while it can land": 10,
    "a checkpoint that counts for the engine's cursor": 0,
    "a deposit of a failed transaction": 3,
}
LIKELY_ELSE = 2  # forks below a journal of files
PLANTED: dict[str, Plant] = {
    "a payout that is sent before its record": method(
        Settler, "_journal_authorisation", _send_first
    ),
    "a payout of a confirmed request": method(PayoutQueue, "next", _due_at_once),
    "a payout that counts when it is confirmed": both(
        replaced(settler_module, "outcome", _paid_when_confirmed),
        method(Endpoints, "is_used", _always),
    ),
    "a payout without its guard": replaced(Guard, "claim", lambda *_args: []),
    "a payout that is signed again while it can land": both(
        replaced(Guard, "claim", lambda *_args: []),
        method(Endpoints, "is_used", _always),
        method(Settler, "_cannot_land", _always),
    ),
    "a tip on top of the whole amount": _wrapped(
        custody_module, "payout_instructions", _whole_amount
    ),
    "a checkpoint that counts for the engine's cursor": method(Marks, "__init__", _all_worked),
    "a checkpoint that is not flushed": method(CheckpointFile, "save", _unflushed),
    "an abandoned block whose commands stay": method(Sequencer, "submit", _only_memory),
    "a block whose parent is not compared": both(
        replaced(follower_module, "require_child", lambda *_args: None),
        replaced(blocks, "require_child", lambda *_args: None),
    ),
    "tokens of an ignored command that are forgotten": _wrapped(acceptance, "_quarantine", _fewer),
    "a deposit of a failed transaction": both(
        _wrapped(blocks, "decode", _never_failed),
        replaced(acceptance, "unexplained", lambda *_args: ()),
    ),
    "void commands that are replayed": method(Rewinds, "is_void", _nothing_void),
    "a replica that keeps void commands": method(Replica, "_apply", _deaf_to_rewinds),
    "rows of void commands that stay": replaced(
        projector_module, "has_become_void", lambda *_args: False
    ),
    "a comparison without payouts in flight": method(Reconciler, "_landed", _nothing_landed),
    "an engine clock that jumps back": method(EngineClock, "now_s", _raw_clock),
}
