"""`Reconciler`: what is in the vault against what the engine owes, exactly, at one moment.

Vault at the followed slot = balance at a finalized slot + changes the follower saw since, for each
endpoint by itself. The engine lags by the payouts that have left the vault and are not recorded,
and is ahead by those that were recorded before the follower came to their block. A restored journal
also lags by payouts that it never authorised; their guards are searched when there is a difference.
Both mints are compared: after every followed block that changed the vault, and from time to time.

A single difference holds payouts back at once, and so does a minute without any comparison. A
difference that stays over several comparisons stops outflows durably and is an alarm: the stop
outlives restarts. It ends when as many comparisons agree again, or when the operator accepts
exactly this difference; then any other one stops again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Final

from chain.client.errors import ChainError
from chain.client.facts import MINT_COLLATERAL, ChainFacts
from chain.client.rpc import SIGNATURES_PER_CALL_MAX, Rpc, RpcError
from chain.client.wallet import signature_text
from chain.custody.compared import Compared, claims_at_slot
from chain.custody.earlier import EarlierPayouts
from chain.custody.endpoints import Statuses
from chain.custody.evidence import GuardUse
from chain.custody.health import CustodyHealth
from chain.custody.outflow_stop import Differences, OutflowStop
from chain.custody.payout import key_of
from chain.custody.vault import MINT_NAMES, vault_account
from chain.follower.follower import Follower
from chain.proof.leaves import Claims
from chain.worker import Worker
from engine.core.generated.messages import SettlementPaid
from engine.core.views import SettlementRequestView
from engine.schema.enums import RequestState
from engine.sequencer import Applied, Sequencer

log = logging.getLogger(__name__)

CONFIRMATIONS: Final = 3
PAUSE_MIN_S: Final = 0.1  # a comparison covers all blocks since the last one
BLOCK_WAIT_S: Final = 0.01
BLOCK_WAITS_MAX: Final = 100
KNOWN_FOR_S: Final = 60.0  # for so long a comparison says that vault and claims match
EXPLAIN_MAX_S: Final = 30.0  # of searching payouts that the journal does not know
PAID_AHEAD_MAX: Final = 4096  # more of them would look like a difference, which is the safe side

Reading = dict[int, tuple[int, int]]  # of an endpoint, by mint: balance and its slot
Flow = tuple[int, int, int]


class Reconciler:
    """Compares for ever; `differences` = vault - claims by mint, {} before the first time."""

    def __init__(
        self,
        rpcs: Sequence[Rpc],
        sequencer: Sequencer,
        follower: Follower,
        stop: OutflowStop,
        *,
        health: CustodyHealth | None = None,
        period_s: float = 2.0,
    ) -> None:
        assert rpcs, "the reconciler needs at least one endpoint"
        self._rpcs = tuple(rpcs)
        self._sequencer = sequencer
        self._follower = follower
        self._stop = stop
        self.worker = Worker("reconciler", self._compare_until_changed, PAUSE_MIN_S)
        self._health = health or CustodyHealth()
        self._health.is_stopped = stop.is_set
        self.earlier = EarlierPayouts(rpcs[0], ())  # of no key until `build` names them
        self._period_s = period_s
        self._differing = 0
        self._is_unexplained = False
        self._agreeing = 0
        self._compared_at = monotonic()
        self._paid_ahead: deque[SettlementPaid] = deque(maxlen=PAID_AHEAD_MAX)
        sequencer.subscribe(self._on_applied)
        self.differences: Differences = {}
        self.vault_balances_e6: dict[int, int] = {}
        self.checked_slot = 0

    @property
    def is_alarmed(self) -> bool:
        """True while outflows are stopped, by this run or an earlier one."""
        return self._stop.is_set

    def may_pay(self) -> bool:
        """Payouts continue while vault and claims are known to match and no stop is in force."""
        is_known = bool(self.differences) and not self._is_late()
        is_equal = not (self._differing or self._is_unexplained)
        return is_known and is_equal and not self.is_alarmed

    def _is_late(self) -> bool:
        return monotonic() - self._compared_at >= KNOWN_FOR_S

    def _on_applied(self, applied: Applied) -> None:
        """Keep the payouts of blocks that the follower has not reached."""
        followed = self._follower.followed_slot
        while self._paid_ahead and self._paid_ahead[0].slot <= followed:
            self._paid_ahead.popleft()
        self._paid_ahead.extend(
            event
            for event in applied.events
            if isinstance(event, SettlementPaid) and event.slot > followed
        )

    async def run(self) -> None:
        """Compare after each block that changed the vault, and at least once in a period."""
        await self.worker.run()

    async def _compare_until_changed(self) -> None:
        seen = self._newest_flow()
        try:
            if await self.compare() is None:
                return
        finally:
            self._watch_age()
        end = monotonic() + self._period_s
        while self._newest_flow() == seen and (left_s := end - monotonic()) > 0:
            try:
                next_slot = self._follower.followed_slot + 1
                async with asyncio.timeout(left_s):
                    await self._follower.wait_for_slot(next_slot)
            except TimeoutError:
                return

    def _watch_age(self) -> None:
        """Say once that nothing could be compared for long, however it came."""
        was_late, self._health.is_late = self._health.is_late, self._is_late()
        if self._health.is_late and not was_late:
            log.error("vault_not_compared", extra={"slot": self._follower.followed_slot})

    def _newest_flow(self) -> Flow | None:
        flows = self._follower.vault_flows
        return flows[-1] if flows else None

    async def compare(self) -> Differences | None:
        """Compare once; None while there is no moment at which both sides are known."""
        facts = self._facts()
        readings = await asyncio.gather(*(self._read(rpc, facts) for rpc in self._rpcs))
        if not await self._is_between_blocks():
            return None
        # from here to the next await: one moment; what had landed by then can be asked later
        followed = self._follower.followed_slot
        vaults = [self._at_followed_slot(reading, followed) for reading in readings]
        claims = self._claims()
        exchange = self._sequencer.exchange
        owed, time_s, before = Claims.of(exchange), exchange.now_s, self._recorded_e6()
        requests = self._sequencer.exchange.open_settlement_requests()
        known = [vault for vault in vaults if vault is not None]
        if len(known) < len(vaults):
            return None
        landed = await self._landed(_authorised(requests))
        for request, slot in landed:
            if slot <= followed:
                claims[request.mint] -= request.amount_e6
        if _worst(known, claims) != self._stop.accepted():
            self._is_unexplained = True  # nothing is paid meanwhile
            seen = {key_of(request) for request, _slot in landed}
            others = [request for request in requests if key_of(request) not in seen]
            for request, use in await self._explained(others, facts):
                if use.slot <= followed:
                    claims[request.mint] -= request.amount_e6
        shift_e6 = {mint: claims[mint] - before[mint] for mint in MINT_NAMES}
        self._health.compared = Compared(
            slot=followed,
            time_s=time_s,
            vault_e6=known[0],
            claims=claims_at_slot(owed, shift_e6),
        )
        self._note(known[0], _worst(known, claims), followed)
        return self.differences

    async def _explained(
        self, requests: Sequence[SettlementRequestView], facts: ChainFacts
    ) -> list[tuple[SettlementRequestView, GuardUse]]:
        """Return the payouts that explain a difference; none while they cannot be searched."""
        try:
            async with asyncio.timeout(EXPLAIN_MAX_S):
                return await self.earlier.find(requests, facts)
        except (ChainError, RpcError, TimeoutError) as error:
            log.warning("vault_difference_not_searched", extra={"reason": repr(error)})
            return self.earlier.known(requests)

    async def _is_between_blocks(self) -> bool:
        """Wait for a moment in which the engine is not in the middle of a block."""
        for _ in range(BLOCK_WAITS_MAX):
            if self._sequencer.exchange.chain_cursor[0] <= self._follower.followed_slot:
                return True
            await asyncio.sleep(BLOCK_WAIT_S)
        return False

    def _facts(self) -> ChainFacts:
        view = self._sequencer.exchange.exchange_view(self._sequencer.clock.now_s())
        return ChainFacts.of_exchange(view, "")

    async def _read(self, rpc: Rpc, facts: ChainFacts) -> Reading:
        """Read both final balances; an account that is missing or no longer ours holds nothing."""
        reading: Reading = {}
        slot = await rpc.slot("finalized")
        for mint in MINT_NAMES:
            account = await vault_account(rpc, facts, mint, "finalized")
            if account is None:
                reading[mint] = 0, slot
            else:
                is_ours = account.owner == facts.vault_authority
                reading[mint] = account.balance_e6 if is_ours else 0, account.slot
        return reading

    def _at_followed_slot(self, reading: Reading, followed: int) -> dict[int, int] | None:
        """Add the changes since; None where the follower does not know all of them."""
        flows = self._follower.vault_flows
        vault: dict[int, int] = {}
        for mint, (balance_e6, slot) in reading.items():
            is_covered = self._follower.first_slot <= slot + 1 and (
                len(flows) < (flows.maxlen or 0) or flows[0][0] <= slot
            )
            if followed < slot or not is_covered:
                return None
            vault[mint] = balance_e6 + sum(
                delta for at, of_mint, delta in flows if of_mint == mint and at > slot
            )
        return vault

    def _claims(self) -> dict[int, int]:
        """Return the engine's liabilities at the followed slot, with unrecorded payouts."""
        claims = self._recorded_e6()
        followed = self._follower.followed_slot
        for paid in self._paid_ahead:
            if paid.slot > followed:
                claims[paid.mint] += paid.amount_e6
        return claims

    def _recorded_e6(self) -> dict[int, int]:
        """Return the engine's liabilities after its last command."""
        view = self._sequencer.exchange.exchange_view(self._sequencer.clock.now_s())
        return {
            mint: view.balance_e6 if mint == MINT_COLLATERAL else view.token_balance_e6
            for mint in MINT_NAMES
        }

    async def _landed(
        self, requests: list[SettlementRequestView]
    ) -> list[tuple[SettlementRequestView, int]]:
        """Return the payouts that some endpoint says have succeeded, and in which slot."""
        texts = [signature_text(request.payout_signature or b"") for request in requests]
        columns = await asyncio.gather(*(rpc.signature_statuses(texts) for rpc in self._rpcs))
        return [
            (request, slot)
            for request, statuses in zip(requests, zip(*columns, strict=True), strict=True)
            if (slot := _landed_slot(statuses)) is not None
        ]

    def _note(self, vault: dict[int, int], found: Differences, slot: int) -> None:
        self._compared_at = monotonic()
        accepted = self._stop.accepted()
        self.differences = {mint: found[mint] - accepted[mint] for mint in found}
        self.vault_balances_e6 = vault
        self.checked_slot = slot
        is_different = any(self.differences.values())
        self._is_unexplained = False
        self._differing = self._differing + 1 if is_different else 0
        self._agreeing = 0 if is_different else self._agreeing + 1
        if self._differing >= CONFIRMATIONS:
            self._alarm(slot)
        elif self.is_alarmed and self._agreeing >= CONFIRMATIONS:
            self._stop.clear()
            log.warning("outflows_resumed", extra={"slot": slot})
        self._health.vault_e6 = vault
        self._health.difference_e6 = self.differences
        self._health.is_stopped = self.is_alarmed

    def _alarm(self, slot: int) -> None:
        names = {f"{MINT_NAMES[mint]}_e6": value for mint, value in self.differences.items()}
        if not self.is_alarmed:
            self._stop.set(self.differences, slot)
            log.error("outflows_stopped", extra={"slot": slot, **names})
        log.error("vault_difference", extra={"slot": slot, **names})


def _worst(vaults: Sequence[dict[int, int]], claims: dict[int, int]) -> Differences:
    """Return the largest difference that any endpoint shows.

    An endpoint that sees another vault than the others is as bad as a vault that differs.
    """
    found = [{mint: vault[mint] - claims[mint] for mint in MINT_NAMES} for vault in vaults]
    return max(found, key=lambda row: sum(abs(value) for value in row.values()))


def _authorised(requests: Sequence[SettlementRequestView]) -> list[SettlementRequestView]:
    return [
        request
        for request in requests
        if request.state == RequestState.AUTHORISED and request.payout_signature is not None
    ][:SIGNATURES_PER_CALL_MAX]


def _landed_slot(statuses: Statuses) -> int | None:
    for status in statuses:
        if status is not None and status.get("err") is None:
            return int(status["slot"])
    return None
