"""`SettlementKeeper`: processes mature requests by real transactions, as an outsider could."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.custody.attempt import attempt
from chain.errors import ChainError
from chain.instructions import sign, signature_of
from chain.memo_fields import REQUESTS_MAX
from chain.rpc import Rpc, RpcError
from chain.wallet import address_of
from engine.core.generated.messages import ProcessSettlementRequests
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

PERIOD_ENGINE_S: Final = 60
PERIOD_REAL_S_MIN: Final = 1.0
OWNERS_PER_ROUND_MAX: Final = 32
PENDING: Final = 0


@dataclass(frozen=True, slots=True)
class _InFlight:
    signature: bytes
    last_valid_block_height: int


class SettlementKeeper:
    """Every 60 engine seconds: at most eight mature requests per owner, one act per owner."""

    def __init__(self, rpc: Rpc, sequencer: Sequencer, builders: Builders, wallet: Keypair) -> None:
        self._rpc = rpc
        self._sequencer = sequencer
        self._builders = builders
        self._wallet = wallet
        self._address = address_of(wallet)
        self._in_flight: dict[bytes, _InFlight] = {}

    @property
    def period_s(self) -> float:
        """Real seconds between rounds."""
        return max(PERIOD_REAL_S_MIN, PERIOD_ENGINE_S / self._sequencer.clock.rate)

    async def run(self) -> None:
        """Keep for ever."""
        unsubscribe = self._sequencer.subscribe(self._on_applied)
        trouble_s = 0.0
        try:
            while True:
                trouble_s = await attempt("keeper", self.round, trouble_s)
                await asyncio.sleep(max(self.period_s, trouble_s))
        finally:
            unsubscribe()

    async def round(self) -> int:
        """Send one transaction per owner with mature requests; returns how many were sent."""
        await self._drop_expired()
        sent = 0
        for owner, ids in self._mature().items():
            if owner in self._in_flight or sent >= OWNERS_PER_ROUND_MAX:
                continue
            try:
                sent += await self._process(owner, tuple(ids[:REQUESTS_MAX]))
            except RpcError as error:
                log.warning("keeper_not_sent", extra={"reason": str(error)})
        return sent

    def _mature(self) -> dict[bytes, list[int]]:
        """Return request ids by owner, oldest first."""
        now_s = self._sequencer.clock.now_s()
        owners: dict[bytes, list[int]] = {}
        for request in self._sequencer.exchange.open_settlement_requests():
            if request.state == PENDING and request.maturity_s <= now_s:
                owners.setdefault(request.owner, []).append(request.request_id)
        return owners

    async def _process(self, owner: bytes, ids: tuple[int, ...]) -> bool:
        try:
            built = await self._builders.process_settlement_requests(self._address, owner, ids)
        except ChainError as error:
            if error.code == "NODE_UNAVAILABLE":
                raise
            log.warning("keeper_refused", extra={"code": error.code})
            return False
        transaction = sign(built.tx, [self._wallet])
        flight = _InFlight(signature_of(transaction), built.last_valid_block_height)
        self._in_flight[owner] = flight
        try:
            await self._rpc.send(transaction)
        except RpcError:
            del self._in_flight[owner]
            raise
        return True

    def _on_applied(self, applied: Applied) -> None:
        command = applied.command
        if isinstance(command, ProcessSettlementRequests) and command.user == self._address:
            flight = self._in_flight.get(command.owner)
            if flight is not None and flight.signature == command.signature:
                del self._in_flight[command.owner]

    async def _drop_expired(self) -> None:
        """Give an owner's turn back when the transaction can no longer land."""
        if not self._in_flight:
            return
        height = await self._rpc.block_height("finalized")
        for owner, flight in list(self._in_flight.items()):
            if height > flight.last_valid_block_height:
                del self._in_flight[owner]
