"""The catalogue's index history into the database, once."""

import logging

import numpy as np

from chain.catalogue.facts import Catalogue
from edge.store.pool import Store

log = logging.getLogger("acre.projector")

CHUNK_ROWS = 5_000


async def load_history(store: Store, catalogue: Catalogue, until_s: int) -> int:
    """Insert every print out by `until_s` of the areas that have none yet; return how many rows.

    An area is loaded in one transaction, so it has its whole history or none.
    """
    count = 0
    for area in catalogue.markets:
        if await store.value("series.history_is_loaded", area.acre_id):
            continue
        published_at_s, price_e8 = catalogue.prints(area.acre_id)
        end = int(np.searchsorted(published_at_s, until_s, side="right"))
        async with store.transaction() as transaction:
            for start in range(0, end, CHUNK_ROWS):
                stop = min(end, start + CHUNK_ROWS)
                await transaction.run(
                    "series.add_history",
                    area.acre_id,
                    published_at_s[start:stop].tolist(),
                    price_e8[start:stop].tolist(),
                )
            await transaction.run("series.mark_history", area.acre_id)
        count += end
    if count:
        log.info("index_history_loaded", extra={"rows": count})
    return count
