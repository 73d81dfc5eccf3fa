"""The settlement job: mature requests become payable, also those without a tip."""

from collections.abc import Sequence
from typing import Final

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.instructions import BuiltTransaction
from chain.keepers.keeper import JobRules, Keeper
from chain.memo_fields import REQUESTS_MAX
from chain.rpc import Rpc
from chain.wallet import address_of
from engine.core.generated.messages import Command, ProcessSettlementRequests
from engine.sequencer import Sequencer

PENDING: Final = 0
LIQUIDITY: Final = 1  # kind of a removal of liquidity
RULES: Final = JobRules(
    name="keeper", period_s=60, pause_first_s=60, pause_max_s=3_600, pause_done_s=0
)


class SettlementJob:
    """One act for each owner: at most eight of his mature requests, oldest first.

    Removals of liquidity are left out while the engine would skip them for a late print.
    """

    rules = RULES

    def __init__(self, sequencer: Sequencer, builders: Builders, keeper: bytes) -> None:
        self._sequencer = sequencer
        self._builders = builders
        self._keeper = keeper
        self._mature: dict[bytes, list[int]] = {}

    def due(self, now_s: int) -> Sequence[bytes]:
        """Return the owners of mature requests, the one with the oldest request first."""
        exchange = self._sequencer.exchange
        do_removals_wait = exchange.do_removals_wait(now_s)
        mature = [
            (request.maturity_s, request.owner, request.request_id)
            for request in exchange.open_settlement_requests()
            if request.state == PENDING
            and request.maturity_s <= now_s
            and not (do_removals_wait and request.kind == LIQUIDITY)
        ]
        self._mature = {}
        for _maturity_s, owner, request_id in sorted(mature):
            self._mature.setdefault(owner, []).append(request_id)
        return list(self._mature)

    async def build(self, key: bytes) -> BuiltTransaction:
        """Build the processing of an owner's oldest requests."""
        ids = tuple(self._mature[key][:REQUESTS_MAX])
        return await self._builders.process_settlement_requests(self._keeper, key, ids)

    def key_of(self, command: Command) -> bytes | None:
        """Return the owner whose requests a command processes."""
        return command.owner if isinstance(command, ProcessSettlementRequests) else None

    def is_news(self, command: Command) -> bool:
        """Tell that nothing but time changes a refusal."""
        return False


def settlement_keeper(
    rpc: Rpc, sequencer: Sequencer, builders: Builders, wallet: Keypair
) -> Keeper[bytes]:
    """Return the keeper of settlement requests: every 60 engine seconds (contract 7.2)."""
    job = SettlementJob(sequencer, builders, address_of(wallet))
    return Keeper(rpc, sequencer, wallet, job)
