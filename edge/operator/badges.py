"""Membership badges: who holds tokens of the operator's mints, read from the chain every hour.

A badge is a whole token of a mint without decimals. What was read is kept in PostgreSQL until the
next reading; participant counts of a programme are journaled when they change,
because points depend on them.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from chain.client.addresses import to_base58
from chain.client.balances import token_holders
from chain.client.errors import ChainError
from chain.client.mints import mint_decimals
from chain.client.rpc import Rpc, RpcError
from chain.worker import Worker
from edge.http.limits import BADGE_PERIOD_S, BADGE_REST_S
from edge.operator.list_files import OperatorFile
from edge.store.pool import DATABASE_ERRORS, Store
from engine.core.generated import messages as m
from engine.programmes.points import PointsLedger
from engine.programmes.seasons import Programme
from engine.sequencer import Sequencer

log = logging.getLogger("acre.badges")

OWN_IMAGE = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">'
    "<title>Membership badge</title>"
    '<rect width="64" height="64" rx="12" fill="#14532d"/>'
    '<path d="M12 34 32 16l20 18v16H12z" fill="none" stroke="#fff" stroke-width="4"'
    ' stroke-linejoin="round"/></svg>'
)
COUNT_MAX = 2**31 - 1
JOURNALED_AT_ONCE = 200
Badges = OperatorFile[dict[bytes, str | None]]


@dataclass(frozen=True, slots=True)
class Held:
    """The badges of a wallet, and the first of the operator's mints among them."""

    count: int
    mint: bytes


async def held_badges(store: Store, user: bytes) -> Held | None:
    """Return a wallet's badges as they were last read; None without one."""
    row = await store.row("badges.held", user)
    return None if row is None else Held(row["badge_count"], row["mint"])


def counted(holders: Iterable[tuple[bytes, Mapping[bytes, int]]]) -> dict[bytes, Held]:
    """Return the badges of each wallet from (mint, raw balances by wallet), in the list's order."""
    held: dict[bytes, Held] = {}
    for mint, balances in holders:
        for owner, amount in balances.items():
            before = held.get(owner, Held(0, mint))
            held[owner] = Held(min(before.count + amount, COUNT_MAX), before.mint)
    return held


class BadgeSampler:
    """Reads every hour of engine time, but never more often than once a minute."""

    def __init__(
        self,
        rpc: Rpc,
        store: Store,
        sequencer: Sequencer,
        ledger: PointsLedger,
        badges: Badges,
    ) -> None:
        self._rpc = rpc
        self._store = store
        self._sequencer = sequencer
        self._ledger = ledger
        self._badges = badges
        self._usable: set[bytes] = set()  # mints that were found to be badges; they stay it
        self._trouble = ""
        period_s = max(BADGE_REST_S, BADGE_PERIOD_S / sequencer.clock.rate)
        self.worker = Worker("badges", self.sample, period_s)

    async def sample(self) -> None:
        """Read the holders, keep them, and journal what changed for participants.

        A reading that fails leaves the last one.
        """
        images = self._badges.value
        if images is None:
            return
        try:
            mints = [mint for mint in images if await self._is_badge(mint)]
            held = counted([(mint, await token_holders(self._rpc, mint)) for mint in mints])
            await self._keep(held)
        except (ChainError, RpcError, *DATABASE_ERRORS) as error:
            self._note(type(error).__name__)
            return
        await self._journal(held)
        odd = [to_base58(mint) for mint in images if mint not in self._usable]
        self._note(f"no mint without decimals: {', '.join(odd)}" if odd else "")

    async def _is_badge(self, mint: bytes) -> bool:
        if mint not in self._usable and await mint_decimals(self._rpc, mint) == 0:
            self._usable.add(mint)
        return mint in self._usable

    async def _keep(self, held: Mapping[bytes, Held]) -> None:
        users = list(held)
        counts, mints = [held[user].count for user in users], [held[user].mint for user in users]
        async with self._store.transaction() as transaction:
            await transaction.run("badges.forget")
            await transaction.run("badges.keep", users, counts, mints)

    async def _journal(self, held: Mapping[bytes, Held]) -> None:
        """Journal the counts that changed, of participants alone."""
        known = self._ledger.badge_counts
        commands = []
        for user in dict.fromkeys((*held, *known)):
            count = held[user].count if user in held else 0
            if count != known.get(user, 0) and self._is_participant(user):
                commands.append(m.SampleBadges(user=user, badge_count=count))
        for place in range(0, len(commands), JOURNALED_AT_ONCE):
            batch = commands[place : place + JOURNALED_AT_ONCE]
            await self._sequencer.submit_all(batch, lambda _applied: None)

    def _is_participant(self, user: bytes) -> bool:
        return any(
            self._ledger.participated_at_s(programme, user) is not None for programme in Programme
        )

    def _note(self, trouble: str) -> None:
        """Log trouble when it begins, not every hour."""
        if trouble and trouble != self._trouble:
            log.warning("badges_incomplete", extra={"trouble": trouble})
        self._trouble = trouble
