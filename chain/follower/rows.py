"""Journal command of a block's row."""

from typing import Final

from chain.commands.command import MarketIdOf, to_command
from chain.commands.spec import UserCommand
from chain.follower.acceptance import Found
from engine.core.generated.messages import IgnoreTransaction

REASON_MAX: Final = 80


def command_of(found: Found, market_id_of: MarketIdOf) -> UserCommand | IgnoreTransaction:
    """Return the command of a row; header fields are left to the sequencer."""
    if found.memo is not None:
        return to_command(found.memo, found.origin, market_id_of)
    return IgnoreTransaction(
        **found.origin.as_fields(),
        reason=found.reason[:REASON_MAX],
        has_magic=int(found.has_magic),
    )
