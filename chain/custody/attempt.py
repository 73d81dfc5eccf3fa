"""One round of a worker loop: whatever goes wrong in it is logged, and the loop goes on later."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from chain.client.backoff import longer
from chain.client.errors import ChainError
from chain.client.rpc import RpcError
from engine.sequencer import SequencerOverloadedError

log = logging.getLogger(__name__)

PAUSE_START_S: Final = 1.0
PAUSE_MAX_S: Final = 60.0


async def attempt(
    name: str, work: Callable[[], Awaitable[object]], last_pause_s: float = 0.0
) -> float:
    """Do the work once; return 0, or after trouble the seconds to wait (longer each time)."""
    try:
        await work()
        return 0.0
    except (ChainError, RpcError, SequencerOverloadedError) as error:
        log.warning(f"{name}_waits", extra={"reason": str(error)})
    except Exception:
        # an unexpected error must not end the loop that moves or watches money
        log.exception(f"{name}_trouble")
    return longer(last_pause_s, PAUSE_START_S, PAUSE_MAX_S)
