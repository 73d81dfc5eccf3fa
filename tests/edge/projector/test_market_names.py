"""Markets that an earlier version has projected get their symbols when the core starts."""

from edge.projector.projector import Projector
from edge.store.pool import Store


async def test_markets_without_a_symbol_are_named_and_others_stay(database_url):
    store = await Store.open(database_url)
    try:
        await store.pool.execute(
            "INSERT INTO market_area (market_id, acre_id, symbol) "
            "VALUES (1, 7, NULL), (2, 8, 'DAL')"
        )
        for _ in range(2):
            await Projector(store).name_markets({1: "AUS", 2: "NEW", 3: "MIA"})
        rows = await store.pool.fetch("SELECT market_id, symbol FROM market_area ORDER BY 1")
        assert [tuple(row) for row in rows] == [(1, "AUS"), (2, "DAL")]
        await Projector(store).name_markets({})
    finally:
        await store.close()
