"""The liquidation job: accounts that are open to liquidation, worst health first."""

from collections.abc import Sequence
from typing import Final

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.client.instructions import BuiltTransaction
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.keepers.keeper import JobRules, Keeper
from engine.core.generated.messages import Command, ConfirmPrint, Liquidate, PostPrint, Resume
from engine.sequencer import Sequencer

CANDIDATES_MAX: Final = 500
# A window of capacity slides: it comes back bit by bit, so a key waits between two acts.
RULES: Final = JobRules(
    name="liquidation_keeper",
    period_s=15,
    pause_first_s=60,
    pause_max_s=900,
    pause_done_s=300,
    waits_for=frozenset(
        ("LIQUIDATION_CAPACITY", "STALE_PRICE", "PRICE_BAND", "EXCHANGE_HALTED", "NOT_LIQUIDATABLE")
    ),
)

Place = tuple[bytes, int]  # owner and margin account


class LiquidationJob:
    """One act for each account; the fee is a request payable at once to the keeper's wallet."""

    rules = RULES

    def __init__(self, sequencer: Sequencer, builders: Builders, keeper: bytes) -> None:
        self._sequencer = sequencer
        self._builders = builders
        self._keeper = keeper

    def due(self, now_s: int) -> Sequence[Place]:
        """Return the accounts below a health of 1."""
        found = self._sequencer.exchange.liquidation_candidates(now_s, CANDIDATES_MAX)
        return [(row.owner, row.account_id) for row in found]

    async def build(self, key: Place) -> BuiltTransaction:
        """Build the liquidation of an account."""
        owner, account_id = key
        return await self._builders.build(
            self._keeper, "liquidate", owner=owner, account=account_id
        )

    def key_of(self, command: Command) -> Place | None:
        """Return the account that a command liquidates."""
        if not isinstance(command, Liquidate):
            return None
        return command.owner, command.account_id

    def is_news(self, command: Command) -> bool:
        """Return whether prices may have changed: then what was refused may be possible."""
        return isinstance(command, PostPrint | ConfirmPrint | Resume)


def liquidation_keeper(
    rpc: Rpc, sequencer: Sequencer, builders: Builders, wallet: Keypair
) -> Keeper[Place]:
    """Return the keeper that liquidates; its wallet should be no other part's (nonces)."""
    return Keeper(rpc, sequencer, wallet, LiquidationJob(sequencer, builders, address_of(wallet)))
