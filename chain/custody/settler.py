"""`Settler`: the only one who moves money out of the vault.

payable → (sign, store the bytes, AuthorisePayout) → authorised → (broadcast the same bytes until
finalized) → RecordPayout. Bytes that can no longer land, on every endpoint, → ExpirePayout, and
only then new bytes are signed. All state is the engine's; the files only keep signed bytes, and
the guard account on chain makes a second payout impossible whatever is lost.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from solders.keypair import Keypair
from solders.signature import Signature

from chain.addresses import to_base58
from chain.custody.guard import Guard, GuardState
from chain.custody.payout import (
    PayoutFiles,
    RequestKey,
    SignedPayout,
    payout_instructions,
    sign_payout,
)
from chain.errors import ChainError
from chain.facts import ChainFacts
from chain.rpc import SIGNATURES_PER_CALL_MAX, Json, Rpc, RpcError
from chain.wallet import address_of, signature_text
from engine.core.errors import ErrorCode
from engine.core.generated.messages import (
    AuthorisePayout,
    Command,
    CommandRejected,
    ExpirePayout,
    RecordPayout,
    SettlementProcessed,
)
from engine.core.views import SettlementRequestView
from engine.sequencer import Applied, Sequencer, SequencerOverloadedError

log = logging.getLogger(__name__)

PAYABLE: Final = 1
AUTHORISED: Final = 2
POLL_S: Final = 0.2
IN_FLIGHT_MAX: Final = SIGNATURES_PER_CALL_MAX
REBROADCAST_S: Final = 2.0
BACKOFF_START_S: Final = 1.0
BACKOFF_MAX_S: Final = 60.0
WAITING_MAX: Final = 10_000


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
        self._has_work = asyncio.Event()
        self._sent_at: dict[bytes, float] = {}
        self._final_from: dict[RequestKey, int] = {}
        self._backoff: dict[RequestKey, tuple[float, float]] = {}

    async def run(self) -> None:
        """Pay for ever; trouble with the node means waiting, never stopping."""
        unsubscribe = self._sequencer.subscribe(self._on_applied)
        pause_s = POLL_S
        try:
            while True:
                try:
                    is_idle = await self.step() == 0
                    pause_s = POLL_S
                except (ChainError, RpcError, SequencerOverloadedError) as error:
                    log.warning("settler_waits", extra={"reason": str(error)})
                    is_idle = False
                    pause_s = min(max(2 * pause_s, BACKOFF_START_S), BACKOFF_MAX_S)
                if is_idle:
                    await self._has_work.wait()
                await asyncio.sleep(pause_s)
        finally:
            unsubscribe()

    def _on_applied(self, applied: Applied) -> None:
        if any(isinstance(event, SettlementProcessed) for event in applied.events):
            self._has_work.set()

    async def step(self) -> int:
        """Look at every open request once and do what its state asks for; returns how many."""
        self._has_work.clear()
        requests = self._sequencer.exchange.open_settlement_requests()
        authorised = [request for request in requests if request.state == AUTHORISED]
        await self._watch(authorised[:IN_FLIGHT_MAX])
        room = IN_FLIGHT_MAX - len(authorised)
        payable = [request for request in requests if request.state == PAYABLE]
        if payable and room > 0 and self._may_pay():
            await self._authorise_some(payable[:WAITING_MAX], room)
        return len(authorised) + len(payable)

    # payable → authorised

    async def _authorise_some(self, payable: list[SettlementRequestView], room: int) -> None:
        finalized = await self._rpc.slot("finalized")
        cursor_slot = self._sequencer.exchange.chain_cursor[0]
        for request in payable:
            key = (request.owner, request.request_id)
            # what made it payable stands at or before the cursor: wait until that is final
            if self._final_from.setdefault(key, cursor_slot) > finalized:
                continue
            if room > 0 and self._is_due(key) and await self._authorise(request):
                room -= 1

    async def _authorise(self, request: SettlementRequestView) -> bool:
        """Sign new bytes and make them the request's payout; False when that has to wait."""
        key = (request.owner, request.request_id)
        guard = Guard.of_request(self._facts, request.owner, request.request_id)
        state = await guard.state(self._rpc, "confirmed")
        if state is GuardState.USED:
            return await self._adopt(request, guard)
        blockhash, last_valid, _slot = await self._rpc.latest_blockhash()
        fee_payer = self._keys.fee_payer
        instructions = payout_instructions(request, self._facts, address_of(fee_payer), state)
        payout = sign_payout(
            instructions, fee_payer, self._keys.vault_authority, (blockhash, last_valid)
        )
        await asyncio.to_thread(self._files.save, key, payout)
        if not await self._journal_authorisation(request, payout.signature, last_valid):
            return False
        await self._broadcast(payout)
        return True

    async def _journal_authorisation(
        self, request: SettlementRequestView, signature: bytes, last_valid: int
    ) -> bool:
        key = (request.owner, request.request_id)
        code = await self._submit(
            AuthorisePayout(
                owner=request.owner,
                request_id=request.request_id,
                payout_signature=signature,
                last_valid_block_height=last_valid,
            )
        )
        if code is not ErrorCode.NONE:  # outflow limit, freeze or halt: tried again, later
            self._wait_longer(key, code.name)
            return False
        self._final_from.pop(key, None)
        return True

    async def _adopt(self, request: SettlementRequestView, guard: Guard) -> bool:
        """Authorise the payout that the chain already has: its record here was lost."""
        signature = await self._payout_on_chain(guard)
        if signature is None:
            self._wait_longer((request.owner, request.request_id), "guard used, payout not found")
            return False
        log.warning("payout_adopted", extra={"request_id": request.request_id})
        return await self._journal_authorisation(request, signature, 0)

    async def _payout_on_chain(self, guard: Guard) -> bytes | None:
        """Return the signature of the successful transaction that used the guard."""
        config = {"limit": 1000, "commitment": "confirmed"}
        rows = await self._rpc.read("getSignaturesForAddress", [to_base58(guard.address), config])
        for row in reversed(rows if isinstance(rows, list) else []):
            if isinstance(row, dict) and row.get("err") is None:
                signature = bytes(Signature.from_string(row["signature"]))
                if await self._is_payout(row["signature"]):
                    return signature
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
        is_final = status is not None and status.get("confirmationStatus") == "finalized"
        if status is not None and is_final and status.get("err") is None:
            await self._record(request, int(status["slot"]))
        elif status is not None and is_final:
            await self._fail(request, str(status.get("err")))
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
            self._forget(request)
            self._files.drop((request.owner, request.request_id))
        else:
            log.error("payout_not_recorded", extra={"code": code.name, "slot": slot})

    async def _fail(self, request: SettlementRequestView, reason: str) -> None:
        """The chain refused the bytes for good; unless another payout took the guard, re-sign."""
        log.error("payout_failed", extra={"request_id": request.request_id, "reason": reason})
        await self._expire(request)
        self._wait_longer((request.owner, request.request_id), reason)

    async def _rebroadcast_or_expire(self, request: SettlementRequestView) -> None:
        if await self._cannot_land(request):
            log.warning("payout_expired", extra={"request_id": request.request_id})
            await self._expire(request)
            return
        key = (request.owner, request.request_id)
        payout = self._files.load(key, request.payout_signature)
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
        applied = await self._sequencer.submit(command)
        for event in applied.events:
            if isinstance(event, CommandRejected):
                return ErrorCode(event.code)
        return ErrorCode.NONE

    def _is_due(self, key: RequestKey) -> bool:
        return monotonic() >= self._backoff.get(key, (0.0, 0.0))[0]

    def _wait_longer(self, key: RequestKey, reason: str) -> None:
        _until, pause_s = self._backoff.get(key, (0.0, BACKOFF_START_S / 2))
        pause_s = min(2 * pause_s, BACKOFF_MAX_S)
        self._backoff[key] = (monotonic() + pause_s, pause_s)
        log.warning("payout_waits", extra={"request_id": key[1], "reason": reason})

    def _forget(self, request: SettlementRequestView) -> None:
        key = (request.owner, request.request_id)
        self._backoff.pop(key, None)
        self._final_from.pop(key, None)
        self._sent_at.pop(request.payout_signature or b"", None)
