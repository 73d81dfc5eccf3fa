"""`Settler`: the only one who moves money out of the vault.

payable → (sign, store the bytes, AuthorisePayout) → authorised → (broadcast the same bytes until
finalized) → RecordPayout. Bytes that can no longer land, on every endpoint, → ExpirePayout, and
only then new bytes are signed. All state is the engine's; the files only keep signed bytes, and
the guard account on chain makes a second payout impossible whatever is lost.

No step that ends something is taken on the word of one endpoint: paid, failed and expired have to
be said by all of them. While they disagree, or one is silent, the payout waits.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Sequence
from hashlib import sha512
from pathlib import Path
from time import monotonic, time
from typing import Final

from chain.client.addresses import to_base58, token_account
from chain.client.facts import MINT_COLLATERAL
from chain.client.rpc import SIGNATURES_PER_CALL_MAX, U64_MAX, Json, Rpc, RpcError
from chain.client.wallet import address_of, signature_text
from chain.custody.custody import Custody, PayoutOrder
from chain.custody.earlier import EarlierPayouts
from chain.custody.endpoints import Endpoints, Outcome, Statuses, outcome
from chain.custody.evidence import use_of
from chain.custody.guard import Guard, GuardState
from chain.custody.health import PayoutCounts
from chain.custody.lent_guards import LentGuards
from chain.custody.payout import (
    PAYOUT_COST_E9,
    PayoutFiles,
    RequestKey,
    SignedPayout,
    failed_at_processor,
    key_of,
    tip_to_processor_e6,
)
from chain.custody.queue import PayoutQueue
from chain.custody.receiver import ReceiverState, receiver_state
from chain.worker import Worker
from engine.core.generated.messages import (
    AuthorisePayout,
    Command,
    ExpirePayout,
    PayoutAuthorised,
    PayoutExpired,
    RecordPayout,
    SettlementPaid,
    SettlementProcessed,
    SettlementRequestCreated,
)
from engine.core.views import SettlementRequestView
from engine.schema.enums import RequestKind
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

SMALL_E6: Final = 1_000_000  # payouts below wait while the fee payer has little left
# the smallest part of a payout that we make an account for; its owner can close it for the rent
ACCOUNT_WORTH_E6: Final = 1_000_000_000
SMALL_RESERVE_E9: Final = 250 * PAYOUT_COST_E9  # small payouts leave so much to the others
_SIZED_BY_OWNER: Final = (RequestKind.CLAIMED_DEPOSIT, RequestKind.STAKE)  # as small as they came
POLL_S: Final = 0.2
RESCAN_S: Final = 10.0
PAUSE_PER_SCAN: Final = 10  # the full look, which holds the loop up, takes a tenth of it at most
IN_FLIGHT_MAX: Final = SIGNATURES_PER_CALL_MAX
REBROADCAST_S: Final = 2.0

# Every event after which some request is another one than before.
SETTLEMENT_EVENTS: Final = (
    SettlementRequestCreated,
    SettlementProcessed,
    PayoutAuthorised,
    PayoutExpired,
    SettlementPaid,
)


class Settler:
    """One active at a time. `run` ends when cancelled; `step` is one pass over the requests."""

    def __init__(
        self,
        rpcs: Sequence[Rpc],
        sequencer: Sequencer,
        custody: Custody,
        directory: Path,
        *,
        may_pay: Callable[[], bool] = lambda: True,
        final_slot: Callable[[], int] = lambda: U64_MAX,
    ) -> None:
        self._endpoints = Endpoints(rpcs)
        self._rpc = self._endpoints.first
        self._sequencer = sequencer
        self._facts = custody.facts
        self._custody = custody
        self._files = PayoutFiles(directory)
        self._may_pay = may_pay
        # up to where the blocks that were applied are final; what the node has may be others
        self._final_slot = final_slot
        self._queue = PayoutQueue(IN_FLIGHT_MAX)
        self._has_work = asyncio.Event()
        self._refreshed_at = float("-inf")
        self._scan_s = 0.0
        self._sent_at: dict[bytes, float] = {}
        self._rooms: dict[int, int | None] = {}
        self._disputed: set[bytes] = set()
        self._earlier = EarlierPayouts(self._rpc, custody.guard_bases)
        self._lent = LentGuards.beside(directory)
        self._start_slot: int | None = None  # final when this settler began to work
        self._doubted: set[RequestKey] = set()
        self._fees_e9: int | None = None  # of the fee payer, once in a pass
        self.payouts = PayoutCounts()
        self.worker = Worker("settler", self._pass, POLL_S)

    async def run(self) -> None:
        """Pay for ever; trouble with the node means waiting, never stopping."""
        unsubscribe = self._sequencer.subscribe(self._on_applied)
        try:
            while True:
                trouble_s = await self.worker.attempt()
                if not trouble_s and self._queue.is_empty:
                    await self._idle()
                await asyncio.sleep(trouble_s or max(POLL_S, self._scan_s * PAUSE_PER_SCAN))
        finally:
            unsubscribe()

    def _on_applied(self, applied: Applied) -> None:
        if any(isinstance(event, SETTLEMENT_EVENTS) for event in applied.events):
            self._has_work.set()
            self.payouts.paid += sum(isinstance(one, SettlementPaid) for one in applied.events)
        if self._is_catching_up(self._sequencer.exchange.chain_cursor[0]):
            self._doubted.update(
                (event.owner, event.request_id)
                for event in applied.events
                if isinstance(event, SettlementRequestCreated)
            )

    async def _idle(self) -> None:
        """Wait for an event, and no longer than until the next look at everything."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RESCAN_S):
                await self._has_work.wait()

    async def step(self) -> int:
        """Look at every open request once and do what its state asks for; returns how many."""
        self._refresh()
        await self._work()
        return self._queue.count

    async def _pass(self) -> None:
        """Do what `step` does; the full look, which costs, only when something changed or late."""
        if self._has_work.is_set() or monotonic() - self._refreshed_at >= RESCAN_S:
            self._refresh()
        await self._work()

    def _refresh(self) -> None:
        self._has_work.clear()
        self._refreshed_at = monotonic()
        exchange = self._sequencer.exchange
        requests = exchange.open_settlement_requests()
        self._doubt(requests, exchange.chain_cursor[0])
        self._queue.replace(requests, exchange.chain_cursor[0])
        self.payouts.look(requests)
        self._scan_s = monotonic() - self._refreshed_at

    def _doubt(self, requests: list[SettlementRequestView], cursor_slot: int) -> None:
        """Remember the open requests from before this settler had caught up with the chain.

        The journal may have been restored: of these a payout may have landed whose guard was
        reclaimed since. Those that are created again while it catches up are added as they come,
        since the cursor may pass the start slot before the next look. Every payout of a later
        request is in the journal.
        """
        keys = {key_of(request) for request in requests}
        self._doubted = keys if self._is_catching_up(cursor_slot) else self._doubted & keys

    def _is_catching_up(self, cursor_slot: int) -> bool:
        return self._start_slot is None or cursor_slot <= self._start_slot

    async def _work(self) -> None:
        if self._start_slot is None:
            self._start_slot = await self._endpoints.finalized_slot()
        await self._watch(self._queue.authorised[:IN_FLIGHT_MAX])
        if not self._queue.has_due():
            return
        finalized = min(await self._endpoints.finalized_slot(), self._final_slot())
        if not self._may_pay():
            await self._adopt_landed(self._queue.next(finalized))
            return
        self._rooms.clear()
        self._fees_e9 = None
        for request in self._queue.next(finalized):
            if self._may_pay() and self._queue.is_due(request):
                await self._try(request)

    async def _adopt_landed(self, requests: list[SettlementRequestView]) -> None:
        """Authorise payouts that landed already, while no other may be made.

        It moves no tokens, and lets vault and claims agree again after the journal was restored.
        Only the first of the line can be authorised, so the line ends at one that is not paid.
        """
        found = {key_of(row): use for row, use in await self._earlier.find(requests, self._facts)}
        is_line_open = True
        for request in requests:
            use = found.get(key_of(request))
            is_in_line = request.payable_order is not None
            if use is None or use.payout is None:
                is_line_open = is_line_open and not is_in_line
            elif self._queue.is_due(request) and (is_line_open or not is_in_line):
                log.warning("payout_adopted", extra={"request_id": request.request_id})
                is_adopted = await self._journal_authorisation(request, use.payout, 0)
                is_line_open = is_line_open and is_adopted

    async def _try(self, request: SettlementRequestView) -> None:
        """Authorise one; trouble ends the pass, and those behind it come first in later ones."""
        try:
            await self._authorise(request)
        except Exception:
            if request.payable_order is None:
                self._queue.wait_longer(request, "trouble")
            raise

    # payable → authorised

    async def _authorise(self, request: SettlementRequestView) -> bool:
        """Sign new bytes and make them the request's payout; False when that has to wait.

        The allowance is read before the guards: once it is the present key's for good, no guard of
        a former key can be used by a payout any more.
        """
        await self._read_room(request.mint)
        guard, *former = self._guards(request)
        state = await guard.state(self._rpc, "confirmed")
        if state is GuardState.USED or await self._was_reclaimed(request, guard):
            return await self._adopt(request, guard)
        for other in former:
            if await self._was_reclaimed(request, other) or (
                not await self._endpoints.is_untouched(other)
                and not await self._endpoints.is_spoiled(other, request, self._facts)
            ):
                return await self._adopt(request, other)
        if self._queue.is_parked(request):
            await self._set_aside(request)
            return False
        if not await self._can_receive(request):
            await self._set_aside(request)
            self._queue.park(request)
            return False
        if not self._has_room(request):
            return False
        if _is_small(request) and await self._is_short_of_fees():
            await self._set_aside(request)
            self._queue.wait_longer(request, "fee payer low")
            return False
        return await self._sign(request, state)

    async def _was_reclaimed(self, request: SettlementRequestView, guard: Guard) -> bool:
        """Return whether a payout of a doubted request is on the chain, without its guard."""
        return key_of(request) in self._doubted and await self._endpoints.has_paid(
            guard, request, self._facts
        )

    async def _is_short_of_fees(self) -> bool:
        """Return whether the remaining fee balance is reserved for payouts worth their fee."""
        if self._fees_e9 is None:
            self._fees_e9 = await self._rpc.balance(address_of(self._custody.fee_payer))
        return self._fees_e9 < SMALL_RESERVE_E9

    def _guards(self, request: SettlementRequestView) -> list[Guard]:
        """Return the guards that the request could have been paid by, the present one first."""
        return [
            Guard.of_request(base, request.owner, request.request_id)
            for base in self._custody.guard_bases
        ]

    async def _read_room(self, mint: int) -> None:
        """Read once in a pass what is left of the allowance beyond the payouts in flight."""
        if mint in self._rooms:
            return
        allowance_e6 = await self._endpoints.remaining_allowance_e6(self._custody, mint)
        if allowance_e6 is not None:
            allowance_e6 -= sum(row.amount_e6 for row in self._queue.authorised if row.mint == mint)
        self._rooms[mint] = allowance_e6

    def _has_room(self, request: SettlementRequestView) -> bool:
        """Return whether the allowance covers the payout; else it waits."""
        allowance_e6 = self._rooms[request.mint]
        if allowance_e6 is None or request.amount_e6 <= allowance_e6:
            return True
        if request.payable_order is None:
            self._queue.wait_longer(request, "allowance")
        else:
            self._queue.hold_line("allowance")
        return False

    async def _sign(self, request: SettlementRequestView, state: GuardState) -> bool:
        tip_e6 = await self._tip_e6(request)
        blockhash, last_valid = await self._endpoints.blockhash()
        order = PayoutOrder(
            request=request,
            tip_e6=tip_e6,
            guard_state=state,
            blockhash=blockhash,
            last_valid_block_height=last_valid,
        )
        payout = self._custody.sign(order)
        await asyncio.to_thread(self._files.save, key_of(request), payout)
        if not await self._journal_authorisation(request, payout.signature, last_valid):
            return False
        allowance_e6 = self._rooms.get(request.mint)
        if allowance_e6 is not None:
            self._rooms[request.mint] = allowance_e6 - request.amount_e6
        await self._broadcast(payout)
        return True

    async def _can_receive(self, request: SettlementRequestView) -> bool:
        """Return whether the owner's token account can be paid, or made at our expense."""
        mint = self._facts.mint_address(request.mint)
        state = await receiver_state(self._rpc, request.owner, mint)
        if state is ReceiverState.MISSING:
            return _is_worth_an_account(request, request.amount_e6 - tip_to_processor_e6(request))
        return state is ReceiverState.USABLE

    async def _tip_e6(self, request: SettlementRequestView) -> int:
        """Return the processor's part: nothing if the processor's account cannot take it.

        Nor if it is missing and the tip is too small for us to make one.
        """
        tip_e6 = tip_to_processor_e6(request)
        if tip_e6 == 0 or request.processor is None:
            return 0
        mint = self._facts.mint_address(request.mint)
        state = await receiver_state(self._rpc, request.processor, mint)
        is_given = (
            _is_worth_an_account(request, tip_e6)
            if state is ReceiverState.MISSING
            else state is ReceiverState.USABLE
        )
        if not is_given or self._queue.is_tip_forfeited(request):
            log.warning(
                "tip_forfeited",
                extra={
                    "request_id": request.request_id,
                    "owner": to_base58(request.owner),
                    "processor": to_base58(request.processor),
                    "tip_e6": tip_e6,
                },
            )
            return 0
        return tip_e6

    async def _journal_authorisation(
        self, request: SettlementRequestView, signature: bytes, last_valid: int
    ) -> bool:
        code = await self._submit(
            AuthorisePayout(
                owner=request.owner,
                request_id=request.request_id,
                payout_signature=signature,
                last_valid_block_height=last_valid,
            )
        )
        if request.payable_order is None:
            if code is not ErrorCode.NONE:  # a halt or freeze: tried again, later
                self._queue.wait_longer(request, code.name)
        elif code is ErrorCode.NONE:
            self._queue.release_line()
        else:  # outflow limit, freeze or halt: the line is tried again, later
            self._queue.hold_line(code.name)
        return code is ErrorCode.NONE

    async def _set_aside(self, request: SettlementRequestView) -> None:
        """Let a request that cannot be paid pass the line, so that those behind it can move.

        It counts in the outflow as any other and can be authorised at any time from then on. The
        signature is one that no transaction has: there are no bytes that could land.
        """
        if request.payable_order is None:
            return
        if await self._journal_authorisation(request, _no_payout(request), 0):
            log.warning(
                "payout_set_aside",
                extra={"owner": to_base58(request.owner), "request_id": request.request_id},
            )
            await self._expire(request)

    async def _adopt(self, request: SettlementRequestView, guard: Guard) -> bool:
        """Authorise the payout that the chain already has: its record here was lost."""
        signature = (await use_of(self._rpc, guard, request, self._facts)).payout
        if signature is None:
            await self._set_aside(request)
            self._queue.wait_longer(request, "guard used, payout not found")
            if await self._endpoints.is_spoiled(guard, request, self._facts):
                # only a thief of the key can have done it: it must be replaced
                log.error("guard_spoiled", extra={"request_id": request.request_id})
            return False
        log.warning("payout_adopted", extra={"request_id": request.request_id})
        return await self._journal_authorisation(request, signature, 0)

    # authorised → settled, or payable again

    async def _watch(self, authorised: list[SettlementRequestView]) -> None:
        signed = [request for request in authorised if request.payout_signature is not None]
        texts = [signature_text(request.payout_signature or b"") for request in signed]
        for request, statuses in zip(signed, await self._endpoints.statuses(texts), strict=True):
            try:
                await self._settle(request, statuses)
            except RpcError as error:
                log.warning(
                    "payout_trouble",
                    extra={"request_id": request.request_id, "reason": str(error)},
                )

    async def _settle(self, request: SettlementRequestView, statuses: Statuses) -> None:
        if request.payout_signature == _no_payout(request):
            await self._expire(request)
            return
        judged = outcome(statuses)
        status = statuses[0]
        if judged is Outcome.NOWHERE:
            await self._rebroadcast_or_expire(request)
        elif judged is Outcome.PAID and status is not None:
            # another transaction's status, by whatever mistake, would leave the guard free
            guards = self._guards(request)
            if await self._endpoints.is_used(guards) or await self._is_final(request, guards):
                await self._record(request, int(status["slot"]))
            else:
                self._dispute(request)
        elif judged is Outcome.FAILED and status is not None:
            await self._fail(request, status.get("err"))
        elif judged is Outcome.DISPUTED:
            self._dispute(request)

    async def _is_final(self, request: SettlementRequestView, guards: list[Guard]) -> bool:
        """Return whether for every endpoint a doubted request was paid by what was authorised."""
        if key_of(request) not in self._doubted:
            return False
        for rpc in self._endpoints.rpcs:
            uses = [await use_of(rpc, row, request, self._facts, "finalized") for row in guards]
            if request.payout_signature not in [use.payout for use in uses]:
                return False
        return True

    def _dispute(self, request: SettlementRequestView) -> None:
        """Say once that endpoints contradict each other, or themselves; the payout waits."""
        signature = request.payout_signature or b""
        if signature not in self._disputed:
            self._disputed.add(signature)
            log.error("payout_disputed", extra={"request_id": request.request_id})

    async def _record(self, request: SettlementRequestView, slot: int) -> None:
        signature = request.payout_signature
        assert signature is not None
        await self._note_lent(request)
        code = await self._submit(
            RecordPayout(
                owner=request.owner,
                request_id=request.request_id,
                payout_signature=signature,
                slot=slot,
            )
        )
        if code is ErrorCode.NONE:
            self._forget(signature)
            self._files.drop(key_of(request))
        else:
            log.error("payout_not_recorded", extra={"code": code.name, "slot": slot})

    async def _note_lent(self, request: SettlementRequestView) -> None:
        """Remember that the rent of the guards can come back; without it only that is lost."""
        key, guards, at_s = key_of(request), self._guards(request), int(time())
        try:
            await asyncio.to_thread(self._lent.add, key, guards, at_s)
        except (OSError, sqlite3.Error) as error:
            extra = {"request_id": request.request_id, "reason": str(error)}
            log.error("lent_guard_not_noted", extra=extra)

    async def _fail(self, request: SettlementRequestView, error: Json) -> None:
        """Re-sign permanently refused bytes, unless another payout took the guard."""
        log.error("payout_failed", extra={"request_id": request.request_id, "reason": str(error)})
        payout = self._files.load(key_of(request), request.payout_signature)
        if payout is not None and request.processor is not None:
            mint = self._facts.mint_address(request.mint)
            account = token_account(request.processor, mint)
            # an account that was good at signing time and bad on chain gets no second try
            if request.processor != request.owner and failed_at_processor(payout, account, error):
                self._queue.forfeit_tip(request)
        await self._expire(request)
        self._queue.wait_longer(request, str(error))

    async def _rebroadcast_or_expire(self, request: SettlementRequestView) -> None:
        if await self._cannot_land(request):
            log.warning("payout_expired", extra={"request_id": request.request_id})
            await self._expire(request)
            return
        payout = self._files.load(key_of(request), request.payout_signature)
        if payout is not None and self._may_pay():
            await self._broadcast(payout)

    async def _cannot_land(self, request: SettlementRequestView) -> bool:
        """Return whether every endpoint says: past its last height, unknown, guard not its own.

        The guard may be used by another payout or spoiled: then these bytes cannot use it.
        """
        if not await self._endpoints.is_past(request.last_valid_block_height):
            return False
        text = signature_text(request.payout_signature or b"")
        (statuses,) = await self._endpoints.statuses([text])
        if outcome(statuses) is not Outcome.NOWHERE:
            return False
        for guard in self._guards(request):
            if not await self._is_elsewhere(request, guard):
                self._dispute(request)
                return False
        return True

    async def _is_elsewhere(self, request: SettlementRequestView, guard: Guard) -> bool:
        """Return whether a guard, for every endpoint, is unused or known to be used by others."""
        for rpc in self._endpoints.rpcs:
            is_used = await guard.state(rpc, "confirmed") is GuardState.USED
            if not is_used and key_of(request) not in self._doubted:
                continue
            use = await use_of(rpc, guard, request, self._facts)
            if not is_used and not use.is_signed:
                continue
            if use.payout is None and not use.is_spoiled:
                return False
            if use.payout == request.payout_signature:
                return False
        return True

    async def _expire(self, request: SettlementRequestView) -> None:
        command = ExpirePayout(owner=request.owner, request_id=request.request_id)
        code = await self._submit(command)
        if code is ErrorCode.NONE:
            self._forget(request.payout_signature or b"")
        else:
            log.error("payout_not_expired", extra={"code": code.name})

    async def _broadcast(self, payout: SignedPayout) -> None:
        """Send the bytes, not too often; a node that refuses them changes nothing."""
        signature = payout.signature
        if monotonic() - self._sent_at.get(signature, float("-inf")) < REBROADCAST_S:
            return
        self._sent_at[signature] = monotonic()
        await self._endpoints.send(payout.transaction)

    def _forget(self, signature: bytes) -> None:
        self._sent_at.pop(signature, None)
        self._disputed.discard(signature)

    # bookkeeping

    async def _submit(self, command: Command) -> ErrorCode:
        self._has_work.set()  # the state this pass works on will be out of date
        applied = await self._sequencer.submit(command)
        rejection = applied.rejection
        return ErrorCode.NONE if rejection is None else ErrorCode(rejection.code)


def _is_small(request: SettlementRequestView) -> bool:
    """Return whether a payout is worth less than what it costs, or can be made so at will."""
    return request.kind in _SIZED_BY_OWNER or request.amount_e6 < SMALL_E6


def _is_worth_an_account(request: SettlementRequestView, part_e6: int) -> bool:
    """Return whether we make the missing token account for this part of a payout.

    Closing an account pays its rent to its owner, so many payouts, each to an account that was
    closed before, would be a way to be given it. Builders make the account at the user's expense.
    Deposits and stakes come out as small as they went in, tokens have no sure worth, and of
    collateral it is 1,000.00 or more.
    """
    return (
        request.kind not in _SIZED_BY_OWNER
        and request.mint == MINT_COLLATERAL
        and part_e6 >= ACCOUNT_WORTH_E6
    )


def _no_payout(request: SettlementRequestView) -> bytes:
    """Return the placeholder for the signature of a request that passed without a payout."""
    owner, request_id = key_of(request)
    return sha512(b"acre: no payout" + owner + request_id.to_bytes(8, "little")).digest()
