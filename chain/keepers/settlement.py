"""The settlement job: mature requests become payable, also those without a tip."""

from collections.abc import Iterator, Sequence
from typing import Final

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.client.instructions import BuiltTransaction
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.commands.lines import REQUESTS_MAX
from chain.keepers.keeper import JobRules, Keeper
from engine.core.generated.messages import Command, ProcessSettlementRequests, Resume
from engine.core.views import SettlementRequestView
from engine.sequencer import Sequencer

PAGE_ROWS: Final = 256
PAGES_MAX: Final = 16  # of requests in a round; the others follow when these are processed
RULES: Final = JobRules(
    name="keeper",
    period_s=60,
    pause_first_s=60,
    pause_max_s=3_600,
    pause_done_s=0,
    waits_for=frozenset(("EXCHANGE_HALTED",)),
)


class SettlementJob:
    """One act for each owner: at most eight of the owner's mature requests, oldest first.

    The engine's page of mature requests leaves out what it would skip now (late prints).
    """

    rules = RULES

    def __init__(self, sequencer: Sequencer, builders: Builders, keeper: bytes) -> None:
        self._sequencer = sequencer
        self._builders = builders
        self._keeper = keeper
        self._mature: dict[bytes, list[int]] = {}

    def due(self, now_s: int) -> Sequence[bytes]:
        """Return the owners of mature requests, the one with the oldest request first."""
        self._mature = {}
        for request in self._requests(now_s):
            self._mature.setdefault(request.owner, []).append(request.request_id)
        return list(self._mature)

    def _requests(self, now_s: int) -> Iterator[SettlementRequestView]:
        exchange, after = self._sequencer.exchange, None
        for _ in range(PAGES_MAX):
            page = exchange.open_request_page(limit=PAGE_ROWS, after=after, mature_at_s=now_s)
            yield from page
            if len(page) < PAGE_ROWS:
                return
            after = page[-1].maturity_s, page[-1].owner, page[-1].request_id

    async def build(self, key: bytes) -> BuiltTransaction:
        """Build the processing of an owner's oldest requests."""
        ids = tuple(self._mature[key][:REQUESTS_MAX])
        return await self._builders.build(
            self._keeper, "process-settlement-requests", owner=key, requests=ids
        )

    def key_of(self, command: Command) -> bytes | None:
        """Return the owner whose requests a command processes."""
        return command.owner if isinstance(command, ProcessSettlementRequests) else None

    def is_news(self, command: Command) -> bool:
        """Return whether a halt has ended: nothing else but time changes a refusal."""
        return isinstance(command, Resume)


def settlement_keeper(
    rpc: Rpc, sequencer: Sequencer, builders: Builders, wallet: Keypair
) -> Keeper[bytes]:
    """Return the keeper of settlement requests: every 60 engine seconds (API 7.2)."""
    job = SettlementJob(sequencer, builders, address_of(wallet))
    return Keeper(rpc, sequencer, wallet, job)
