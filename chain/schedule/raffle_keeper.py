"""`RaffleKeeper`: draws raffles with the hash of a block that no participant can choose.

The seed of a contest's raffle is the hash of the block that holds the first state root of a state
at or after the contest's freeze. Winners follow from the final leaderboard and that hash; the
keeper only writes down which block it is. Why this is fair: docs/decisions.
"""

import logging
from collections.abc import Mapping
from typing import Final

from solders.hash import Hash

from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.proof.posted_roots import PostedRoot, posted_roots
from chain.worker import Worker
from engine.core.generated.messages import DrawRaffle
from engine.programmes.contests.contests import Contest
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

PERIOD_S: Final = 30.0


class RaffleKeeper:
    """Journals the draw of every raffle that is due, once each: the programmes take the first."""

    def __init__(
        self,
        rpc: Rpc,
        sequencer: Sequencer,
        contests: Mapping[str, Contest],
        facts: ChainFacts,
        root_signer: bytes,
    ) -> None:
        self._rpc = rpc
        self._sequencer = sequencer
        self._contests = contests
        self._facts = facts
        self._root_signer = root_signer
        self.worker = Worker("raffle_keeper", self.round, PERIOD_S)

    async def round(self) -> int:
        """Draw what is due; return how many raffles were drawn."""
        due = [contest for contest in self._contests.values() if contest.awaits_draw]
        if not due:
            return 0
        roots = await self._roots_since(min(contest.frozen_seq for contest in due))
        drawn = 0
        for contest in due:
            later = [root for root in roots if root.memo.sequence >= contest.frozen_seq]
            if later:
                await self._draw(contest, min(later, key=lambda root: root.memo.sequence))
                drawn += 1
        return drawn

    async def _roots_since(self, sequence: int) -> list[PostedRoot]:
        """Return the final roots of states at or after a command; newest first."""
        found = []
        async for root in posted_roots(self._rpc, self._facts, self._root_signer):
            if root.memo.sequence < sequence:
                break
            found.append(root)
        return found

    async def _draw(self, contest: Contest, root: PostedRoot) -> None:
        block = await self._rpc.blockhash_at(root.slot, "finalized")
        command = DrawRaffle(
            contest_id=contest.rules.contest_id,
            root_sequence=root.memo.sequence,
            slot=root.slot,
            seed=bytes(Hash.from_string(block)),
        )
        await self._sequencer.submit(command)
        log.info("raffle_drawn", extra={"contest": command.contest_id, "slot": root.slot})
