"""`Reclaimer`: closes the guards of payouts that are final, and gets the rent back.

A guard is closed when the engine has the request as settled, when all bytes that were ever signed
for it have expired at every endpoint, and when it is old. Until then it is on the chain, and a
second payout fails whatever was lost here; after that the engine, or the history of the chain for a
restored journal, knows of the payout. Where the fee payer has little left, guards are closed as
soon as nothing can land any more, so that rent that is lent never stops payouts.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, time
from typing import Final

from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import WithdrawNonceAccountParams, withdraw_nonce_account

from chain.client.instructions import compute_limit, signed
from chain.client.rpc import Account, Rpc
from chain.client.wallet import address_of
from chain.custody.endpoints import LAST_VALID_AHEAD_MAX
from chain.custody.guard import is_lent, is_lent_by
from chain.custody.lent_guards import LentGuard, LentGuards
from chain.custody.payout import PAYOUT_COST_E9
from chain.custody.runway import Runway
from chain.worker import Worker
from engine.schema.enums import RequestState
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

PERIOD_S: Final = 5.0
RETENTION_S: Final = 14 * 86_400  # a journal from a backup of so long ago finds every guard
COMFORT_E9: Final = 1_000 * PAYOUT_COST_E9  # with less, guards are closed before their time
EXPIRY_BLOCKS: Final = LAST_VALID_AHEAD_MAX  # what was signed before cannot land after so many
ROWS_MAX: Final = 512  # in one round: five times as fast as payouts can be made
ASKED_AT_ONCE: Final = 64  # requests looked up before the event loop has its turn
BATCH: Final = 16  # closings in one transaction
COMPUTE_UNITS: Final = 20_000
SEND_AGAIN_S: Final = 60.0
TRIES_MAX: Final = 5  # alone, after the first with others


@dataclass(frozen=True, slots=True)
class Closing:
    """A guard with what it holds."""

    guard: LentGuard
    lamports: int


class Reclaimer:
    """One active at a time; `step` is one round."""

    def __init__(
        self,
        rpcs: Sequence[Rpc],
        sequencer: Sequencer,
        lent: LentGuards,
        fee_payer: Keypair,
        runway: Runway,
        wall_s: Callable[[], float] = time,
    ) -> None:
        self._rpcs = tuple(rpcs)
        self._sequencer = sequencer
        self._lent = lent
        self._fee_payer = fee_payer
        self._address = address_of(fee_payer)
        self._runway = runway
        self._wall_s = wall_s
        self._skip = 0
        self._sent_at: dict[bytes, float] = {}
        self._tries: Counter[bytes] = Counter()
        self.worker = Worker("reclaimer", self.step, PERIOD_S)

    async def step(self) -> int:
        """Forget what is closed, close what may be; returns how many closings were sent."""
        heights = await asyncio.gather(*(rpc.block_height("finalized") for rpc in self._rpcs))
        await asyncio.to_thread(self._lent.date, max(heights))
        rows = await self._due(min(heights))
        settled = await self._settled(rows)
        accounts = await self._rpcs[0].accounts([row.address for row in settled], "finalized")
        found = list(zip(settled, accounts, strict=True))
        gone = [row for row, account in found if not is_lent(account)]
        if gone:
            await asyncio.to_thread(self._lent.drop, gone)
            self._forget(gone)
        sent = await self._close(self._closings(found))
        self._skip = 0 if len(rows) < ROWS_MAX else self._skip + len(rows) - len(gone)
        return sent

    async def _due(self, height: int) -> list[LentGuard]:
        """Return the rows of this round, the oldest first; later rounds continue behind them."""
        # An estimate, so of now: a payer that was just funded is not one that runs dry.
        balance_e9 = await self._rpcs[0].balance(self._address, "confirmed")
        self._runway.note(balance_e9, await asyncio.to_thread(self._lent.count))
        keep_s = RETENTION_S if balance_e9 >= COMFORT_E9 else 0
        until_s = int(self._wall_s()) - keep_s
        before = max(height - EXPIRY_BLOCKS, 0)
        return await asyncio.to_thread(self._lent.due, before, until_s, ROWS_MAX, self._skip)

    async def _settled(self, rows: Sequence[LentGuard]) -> list[LentGuard]:
        """Return guards whose request is settled for this engine; a restored one may not know it.

        Each request is asked for by its id, some at a time; settled is final, so other work may run
        in between.
        """
        exchange = self._sequencer.exchange
        settled: list[LentGuard] = []
        for start in range(0, len(rows), ASKED_AT_ONCE):
            for row in rows[start : start + ASKED_AT_ONCE]:
                request = exchange.settlement_request(*row.key)
                if request is not None and request.state == RequestState.SETTLED:
                    settled.append(row)
            await asyncio.sleep(0)
        return settled

    def _closings(self, found: Sequence[tuple[LentGuard, Account | None]]) -> list[Closing]:
        """Return sendable guards: neither in flight nor tried too often."""
        now = monotonic()
        return [
            Closing(row, account.lamports)
            for row, account in found
            if account is not None
            and is_lent_by(account, self._address)
            and now - self._sent_at.get(row.address, float("-inf")) >= SEND_AGAIN_S
            and self._tries[row.address] <= TRIES_MAX
        ]

    async def _close(self, closings: Sequence[Closing]) -> int:
        """Send them together; one that failed among others is sent alone.

        Lamports that are added in between make a closing fail, and those beside it.
        """
        fresh = [row for row in closings if not self._tries[row.guard.address]]
        alone = [[row] for row in closings if self._tries[row.guard.address]]
        together = [fresh[start : start + BATCH] for start in range(0, len(fresh), BATCH)]
        batches = together + alone[:BATCH]
        if not batches:
            return 0
        blockhash, _last_valid, _slot = await self._rpcs[0].latest_blockhash()
        for batch in batches:
            for row in batch:
                self._sent_at[row.guard.address] = monotonic()
                self._tries[row.guard.address] += 1
            instructions = [compute_limit(COMPUTE_UNITS), *map(self._withdraw, batch)]
            tx = signed(instructions, [self._fee_payer], blockhash)
            await self._rpcs[0].send(tx, skip_preflight=True)
        sent = sum(map(len, batches))
        log.info("guards_reclaimed", extra={"count": sent})
        return sent

    def _withdraw(self, closing: Closing) -> Instruction:
        return withdraw_nonce_account(
            WithdrawNonceAccountParams(
                nonce_pubkey=Pubkey(closing.guard.address),
                authorized_pubkey=self._fee_payer.pubkey(),
                to_pubkey=self._fee_payer.pubkey(),
                lamports=closing.lamports,
            )
        )

    def _forget(self, guards: Sequence[LentGuard]) -> None:
        for row in guards:
            self._sent_at.pop(row.address, None)
            self._tries.pop(row.address, None)
