"""`Settler`: the only one who moves money out of the vault.

payable → (sign, store the bytes, AuthorisePayout) → authorised → (broadcast the same bytes until
finalized) → RecordPayout. Bytes that can no longer land, on every endpoint, → ExpirePayout, and
only then new bytes are signed. All state is the engine's; the files only keep signed bytes, and
the guard account on chain makes a second payout impossible whatever is lost.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha512
from pathlib import Path
from time import monotonic
from typing import Final

from solders.keypair import Keypair
from solders.signature import Signature

from chain.addresses import to_base58, token_account
from chain.custody.attempt import attempt
from chain.custody.guard import Guard, GuardState
from chain.custody.payout import (
    PayoutFiles,
    SignedPayout,
    failed_at_processor,
    key_of,
    payout_instructions,
    sign_payout,
    tip_to_processor_e6,
)
from chain.custody.queue import PayoutQueue
from chain.custody.receiver import ReceiverState, receiver_state
from chain.errors import ChainError
from chain.facts import MINT_COLLATERAL, ChainFacts
from chain.rpc import SIGNATURES_PER_CALL_MAX, Json, Rpc, RpcError
from chain.wallet import address_of, signature_text
from engine.core.errors import ErrorCode
from engine.core.generated.messages import (
    AuthorisePayout,
    Command,
    CommandRejected,
    ExpirePayout,
    PayoutAuthorised,
    PayoutExpired,
    RecordPayout,
    SettlementPaid,
    SettlementProcessed,
    SettlementRequestCreated,
)
from engine.core.views import SettlementRequestView
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

KIND_CLAIMED_DEPOSIT: Final = 2
KIND_STAKE: Final = 4
ACCOUNT_WORTH_E6: Final = 1_000_000  # the smallest part of a payout that we make an account for
POLL_S: Final = 0.2
RESCAN_S: Final = 10.0
PAUSE_PER_SCAN: Final = 10  # the full look, which holds the loop up, takes a tenth of it at most
IN_FLIGHT_MAX: Final = SIGNATURES_PER_CALL_MAX
REBROADCAST_S: Final = 2.0
GUARD_SIGNATURES_MAX: Final = 1000

# Every event after which some request is another one than before.
SETTLEMENT_EVENTS: Final = (
    SettlementRequestCreated,
    SettlementProcessed,
    PayoutAuthorised,
    PayoutExpired,
    SettlementPaid,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlerKeys:
    """Who signs: the vault authority for guard and transfer, the fee payer for the fee."""

    vault_authority: Keypair
    fee_payer: Keypair


class Settler:
    """One active at a time. `run` goes on until cancelled; `step` is one pass over the requests."""

    def __init__(
        self,
        rpcs: Sequence[Rpc],
        sequencer: Sequencer,
        facts: ChainFacts,
        keys: SettlerKeys,
        directory: Path,
        *,
        may_pay: Callable[[], bool] = lambda: True,
    ) -> None:
        assert rpcs, "the settler needs at least one endpoint"
        assert address_of(keys.vault_authority) == facts.vault_authority
        self._rpcs = tuple(rpcs)
        self._rpc = rpcs[0]
        self._sequencer = sequencer
        self._facts = facts
        self._keys = keys
        self._files = PayoutFiles(directory)
        self._may_pay = may_pay
        self._queue = PayoutQueue(IN_FLIGHT_MAX)
        self._has_work = asyncio.Event()
        self._refreshed_at = float("-inf")
        self._scan_s = 0.0
        self._sent_at: dict[bytes, float] = {}

    async def run(self) -> None:
        """Pay for ever; trouble with the node means waiting, never stopping."""
        unsubscribe = self._sequencer.subscribe(self._on_applied)
        trouble_s = 0.0
        try:
            while True:
                trouble_s = await attempt("settler", self._pass, trouble_s)
                if not trouble_s and self._queue.is_empty:
                    await self._idle()
                await asyncio.sleep(trouble_s or max(POLL_S, self._scan_s * PAUSE_PER_SCAN))
        finally:
            unsubscribe()

    def _on_applied(self, applied: Applied) -> None:
        if any(isinstance(event, SETTLEMENT_EVENTS) for event in applied.events):
            self._has_work.set()

    async def _idle(self) -> None:
        """Wait for an event, and no longer than until the next look at everything."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_work.wait(), RESCAN_S)

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
        self._queue.replace(exchange.open_settlement_requests(), exchange.chain_cursor[0])
        self._scan_s = monotonic() - self._refreshed_at

    async def _work(self) -> None:
        await self._watch(self._queue.authorised[:IN_FLIGHT_MAX])
        if self._may_pay() and self._queue.has_due():
            finalized = await self._rpc.slot("finalized")
            for request in self._queue.next(finalized):
                if self._queue.is_due(request):
                    await self._authorise(request)

    # payable → authorised

    async def _authorise(self, request: SettlementRequestView) -> bool:
        """Sign new bytes and make them the request's payout; False when that has to wait."""
        key = key_of(request)
        guard = Guard.of_request(self._facts, request.owner, request.request_id)
        state = await guard.state(self._rpc, "confirmed")
        if state is GuardState.USED:
            return await self._adopt(request, guard)
        if self._queue.is_parked(request):
            await self._set_aside(request)
            return False
        if not await self._can_receive(request):
            await self._set_aside(request)
            self._queue.park(request)
            return False
        tip_e6 = await self._tip_e6(request)
        blockhash, last_valid, _slot = await self._rpc.latest_blockhash()
        fee_payer = self._keys.fee_payer
        payout = sign_payout(
            payout_instructions(request, self._facts, address_of(fee_payer), state, tip_e6),
            fee_payer,
            self._keys.vault_authority,
            (blockhash, last_valid),
        )
        await asyncio.to_thread(self._files.save, key, payout)
        if not await self._journal_authorisation(request, payout.signature, last_valid):
            return False
        await self._broadcast(payout)
        return True

    async def _can_receive(self, request: SettlementRequestView) -> bool:
        """Tell whether the owner's token account can be paid, or made at our expense."""
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
        signature = await self._payout_on_chain(guard)
        if signature is None:
            await self._set_aside(request)
            self._queue.wait_longer(request, "guard used, payout not found")
            return False
        log.warning("payout_adopted", extra={"request_id": request.request_id})
        return await self._journal_authorisation(request, signature, 0)

    async def _payout_on_chain(self, guard: Guard) -> bytes | None:
        """Return the signature of the successful transaction that used the guard."""
        texts = await self._rpc.successful_signatures(guard.address, GUARD_SIGNATURES_MAX)
        for text in reversed(texts):
            if await self._is_payout(text):
                return bytes(Signature.from_string(text))
        return None

    async def _is_payout(self, signature: str) -> bool:
        """Tell a payout from a stranger's transfer to the guard: only we sign as the vault."""
        config = {
            "encoding": "json",
            "commitment": "confirmed",
            "maxSupportedTransactionVersion": 1,
        }
        result = await self._rpc.read("getTransaction", [signature, config])
        try:
            message = result["transaction"]["message"]
            signers = message["accountKeys"][: message["header"]["numRequiredSignatures"]]
        except (KeyError, TypeError):
            return False
        return to_base58(self._facts.vault_authority) in signers

    # authorised → settled, or payable again

    async def _watch(self, authorised: list[SettlementRequestView]) -> None:
        signed = [request for request in authorised if request.payout_signature is not None]
        texts = [signature_text(request.payout_signature or b"") for request in signed]
        statuses = await self._rpc.signature_statuses(texts)
        for request, status in zip(signed, statuses, strict=True):
            try:
                await self._settle(request, status)
            except RpcError as error:
                log.warning(
                    "payout_trouble",
                    extra={"request_id": request.request_id, "reason": str(error)},
                )

    async def _settle(self, request: SettlementRequestView, status: dict[str, Json] | None) -> None:
        if request.payout_signature == _no_payout(request):
            await self._expire(request)
            return
        is_final = status is not None and status.get("confirmationStatus") == "finalized"
        if status is not None and is_final and status.get("err") is None:
            await self._record(request, int(status["slot"]))
        elif status is not None and is_final:
            await self._fail(request, status.get("err"))
        elif status is None:
            await self._rebroadcast_or_expire(request)

    async def _record(self, request: SettlementRequestView, slot: int) -> None:
        signature = request.payout_signature
        assert signature is not None
        code = await self._submit(
            RecordPayout(
                owner=request.owner,
                request_id=request.request_id,
                payout_signature=signature,
                slot=slot,
            )
        )
        if code is ErrorCode.NONE:
            self._sent_at.pop(signature, None)
            self._files.drop(key_of(request))
        else:
            log.error("payout_not_recorded", extra={"code": code.name, "slot": slot})

    async def _fail(self, request: SettlementRequestView, error: Json) -> None:
        """The chain refused the bytes for good; unless another payout took the guard, re-sign."""
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
        if payout is not None:
            await self._broadcast(payout)

    async def _cannot_land(self, request: SettlementRequestView) -> bool:
        """Tell whether every endpoint says: past its last height, unknown, guard untouched."""
        guard = Guard.of_request(self._facts, request.owner, request.request_id)
        text = signature_text(request.payout_signature or b"")
        for rpc in self._rpcs:
            if await rpc.block_height("finalized") <= request.last_valid_block_height:
                return False
            (status,) = await rpc.signature_statuses([text])
            if status is not None:
                return False
            if await guard.state(rpc, "confirmed") is GuardState.USED:
                return False
        return True

    async def _expire(self, request: SettlementRequestView) -> None:
        command = ExpirePayout(owner=request.owner, request_id=request.request_id)
        code = await self._submit(command)
        if code is ErrorCode.NONE:
            self._sent_at.pop(request.payout_signature or b"", None)
        else:
            log.error("payout_not_expired", extra={"code": code.name})

    async def _broadcast(self, payout: SignedPayout) -> None:
        """Send the bytes, not too often; a node that refuses them changes nothing."""
        signature = payout.signature
        if monotonic() - self._sent_at.get(signature, float("-inf")) < REBROADCAST_S:
            return
        self._sent_at[signature] = monotonic()
        try:
            await self._rpc.send(payout.transaction, skip_preflight=True)
        except (RpcError, ChainError) as error:
            log.warning("payout_not_sent", extra={"reason": str(error)})

    # bookkeeping

    async def _submit(self, command: Command) -> ErrorCode:
        self._has_work.set()  # the state this pass works on will be out of date
        applied = await self._sequencer.submit(command)
        for event in applied.events:
            if isinstance(event, CommandRejected):
                return ErrorCode(event.code)
        return ErrorCode.NONE


def _is_worth_an_account(request: SettlementRequestView, part_e6: int) -> bool:
    """Tell whether we make the missing token account of whoever gets this part of a payout.

    Closing an account pays its rent to its owner, so a payout as small as one unit would be a way
    to be given it. Builders make the account at the user's expense. Deposits and stakes come out as
    small as they went in, tokens have no sure worth, and of collateral it is 1.00 or more.
    """
    return (
        request.kind not in (KIND_CLAIMED_DEPOSIT, KIND_STAKE)
        and request.mint == MINT_COLLATERAL
        and part_e6 >= ACCOUNT_WORTH_E6
    )


def _no_payout(request: SettlementRequestView) -> bytes:
    """Return what stands for a signature where a request was let pass without a payout."""
    owner, request_id = key_of(request)
    return sha512(b"acre: no payout" + owner + request_id.to_bytes(8, "little")).digest()
