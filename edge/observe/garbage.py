"""Times of garbage collections."""

import gc
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from engine.sequencer.times import Distribution


@asynccontextmanager
async def timing_collections() -> AsyncIterator[Distribution]:
    """Measure the collections of this process while the block runs."""
    pauses = Distribution()
    started_s = 0.0

    def hear(phase: str, _info: Mapping[str, Any]) -> None:
        nonlocal started_s
        if phase == "start":
            started_s = time.perf_counter()
        else:
            pauses.add(time.perf_counter() - started_s)

    gc.callbacks.append(hear)
    try:
        yield pauses
    finally:
        gc.callbacks.remove(hear)
