"""Public reads: shapes, envelopes, caching headers, unknown things."""

from solders.keypair import Keypair

from tests.edge.service_world import text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"


async def test_every_public_read_answers_in_its_envelope(service):
    user = text_of(Keypair())
    metadata = await service.get(f"{MAIN}/collections/all")
    assert [row["symbol"] for row in metadata["marketMetadata"]] == ["AUS", "DAL-1"]
    for path in (
        "/account/paused",
        "/account/cluster-health",
        "/account/exchange",
        "/account/lp-return?window=1w",
        "/account/lp-scenarios",
        "/account/markets",
        "/account/market/1",
        "/account/market/aus",
        "/metadata/acre-ids",
        "/metadata/acre?id=11",
        "/real-estate-data/acre-ids",
        "/real-estate-data/acre-info?id=11",
        "/real-estate-data/price-feed?id=11",
        "/time-series/cumulative-notional-volume",
        "/time-series/cumulative-lp-fee?interval=1h",
        "/time-series/aggregate-pnl?window=ALL",
        "/time-series/lp-share-price?from=0&to=1800000000",
        f"/user/{user}/risk-screening",
        f"/user/{user}/sol-balance",
        f"/user/{user}/collateral-balance",
        f"/user/{user}/prcl-balance",
        f"/user/{user}/margin-accounts",
        f"/user/{user}/lp-positions",
        f"/user/{user}/settlement-requests?includeSettled=true",
        f"/user/{user}/commands",
        f"/user/{user}/quarantined-deposits",
        f"/user/{user}/history/trade",
        f"/user/{user}/history/margin-transfer",
        f"/user/{user}/history/lp",
        f"/user/{user}/quote/add-liquidity?liquidity=1000000",
        f"/quote/add-liquidity?liquidity=1000000&user={user}",
    ):
        body = await service.get(MAIN + path)
        assert "info" in body, path
    for path in (
        "/health",
        "/status",
        "/market/search",
        "/market/aus",
        "/market/symbols?symbols=AUS,dal-1",
        "/market/AUS/volumes",
        "/market/AUS/price-feed?window=1y",
        "/market/AUS/price-feed-stats",
        "/market/AUS/candles?interval=1d&window=1m",
        "/market/AUS/funding-history",
        "/market-time-series/1?window=1w",
        "/trade-stream",
        "/trade-stream/1?direction=LONG",
        f"/portfolio/{user}",
        f"/portfolio/{user}/history/trade",
        "/settlement-requests",
    ):
        body = await service.get(EXPRESS + path)
        assert isinstance(body, dict), path
        assert "info" not in body, path
