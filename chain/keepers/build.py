"""The keepers of the core: what anyone may do, each with a wallet of its own for its fees."""

from typing import Any

from chain.builders.builders import Builders
from chain.client.rpc import Rpc
from chain.genesis import Keys
from chain.keepers.keeper import Keeper
from chain.keepers.liquidation import liquidation_keeper
from chain.keepers.settlement import settlement_keeper
from engine.sequencer import Sequencer


def make_keepers(
    rpc: Rpc, sequencer: Sequencer, builders: Builders, keys: Keys
) -> tuple[Keeper[Any], ...]:
    """Return the keeper of mature settlement requests and that of liquidations."""
    return (
        settlement_keeper(rpc, sequencer, builders, keys.settler_fee_payer),
        liquidation_keeper(rpc, sequencer, builders, keys.keeper),
    )
