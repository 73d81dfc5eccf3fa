"""Return and scenarios of the pool from the service."""

from itertools import pairwise

from chain.client.wallet import address_of
from edge.api.pool.figures import SCENARIO_AGE_S
from edge.http.limits import CACHE_AGES
from engine.core.generated.messages import PostPrint
from tests.chain.world import RATE

MAIN = "/api/v1/account"
DAY_S = 86_400
E8 = 10**8
E12 = 10**12
PARTS = ("fees", "surcharge", "funding", "trading", "other")


async def lp_return(service, query: str = "") -> dict:
    return (await service.get(f"{MAIN}/lp-return?{query}"))["info"]


def check_sum(found: dict) -> None:
    """End less start is what came in less what went out and the sum of the parts."""
    total = sum(int(found["parts"][name]) for name in PARTS)
    flows = int(found["deposited"]) - int(found["withdrawn"])
    assert int(found["total"]) == total
    assert int(found["end"]["value"]) - int(found["start"]["value"]) == flows + total


async def traded(service):
    """Trades on three days, with a print before each but the first."""
    wallet = await service.trader()
    for size_e6 in (10_000_000, -4_000_000, 3_000_000):
        await service.trade(wallet, size_e6)
        now_s = service.context.now_s()
        await service.world.advance(DAY_S - now_s % DAY_S + 3_600)
        await post_print(service)
        await service.world.advance(3_600)
    return wallet


async def post_print(service) -> None:
    """Print the day's price, 0.4 % higher."""
    now_s = service.context.now_s()
    price_e8 = service.exchange.market_view(1, now_s).index_price_e8 * 1_004 // 1_000
    await service.context.sequencer.submit(
        PostPrint(market_id=1, price_e8=price_e8, published_at_s=now_s // DAY_S * DAY_S)
    )


async def test_all_of_the_pool_from_its_first_deposit(service):
    await traded(service)
    found = await lp_return(service, "window=all")
    exchange = (await service.get(f"{MAIN}/exchange"))["info"]
    check_sum(found)
    value = int(exchange["lpBalance"]) - int(exchange["unrealizedPnl"])
    assert (found["start"]["value"], found["start"]["sharePrice"]) == ("0", str(E8))
    assert found["end"] == {
        "timestamp": service.context.now_s(),
        "value": str(value),
        "unrealizedPnl": exchange["unrealizedPnl"],
        "shares": exchange["lpShares"],
        "sharePrice": exchange["sharePrice"],
    }
    assert found["parts"]["fees"] == exchange["cumulativeLpFee"] != "0"
    assert found["parts"]["funding"] != "0"
    change = (int(exchange["sharePrice"]) - E8) * E12 // E8
    assert round(float(found["sharePriceChange"]) * E12) == change


async def test_whole_days_join_without_a_gap(service):
    """Each span between two midnights is counted once, however the range is cut."""
    await traded(service)
    now_s = service.context.now_s()
    today_s = now_s // DAY_S * DAY_S
    cuts = [today_s - 3 * DAY_S, today_s - DAY_S, today_s]
    pieces = [await lp_return(service, f"to={cuts[0]}")]
    for begin_s, end_s in zip(cuts, [*cuts[1:], now_s + 1], strict=True):
        pieces.append(await lp_return(service, f"from={begin_s}&to={end_s}"))
    for piece in pieces:
        check_sum(piece)
    for before, after in pairwise(pieces[1:]):
        assert before["end"] == after["start"]
    whole = await lp_return(service, f"from={cuts[0]}")
    assert (whole["start"], whole["end"]) == (pieces[1]["start"], pieces[-1]["end"])
    for name in ("fees", "surcharge", "other"):
        pieces_e6 = [int(piece["parts"][name]) for piece in pieces[1:]]
        assert sum(pieces_e6) == int(whole["parts"][name]), name
    funding_e6 = sum(int(piece["parts"]["funding"]) for piece in pieces[1:])
    assert 0 <= int(whole["parts"]["funding"]) - funding_e6 < len(pieces)  # each rounds once


async def test_deposits_and_removals_are_no_return(service):
    await traded(service)
    before = await lp_return(service, "window=1w")
    wallet = await service.world.user()
    built = await service.world.builders.build(
        address_of(wallet), "add-liquidity", amount=7_000_000
    )
    await service.world.send(wallet, built)
    found = await lp_return(service, "window=1w")
    check_sum(found)
    assert int(found["deposited"]) - int(before["deposited"]) == 7_000_000
    for name in ("fees", "surcharge", "other"):
        assert found["parts"][name] == before["parts"][name]


async def test_of_a_range_that_nothing_followed_the_end_is_now(service):
    await traded(service)
    begin_s = service.context.now_s() // DAY_S * DAY_S - 3 * DAY_S
    service.world.hands.ns += 40 * DAY_S * 10**9 // RATE  # time passes without a command
    past_s = service.context.now_s() - 2 * DAY_S
    found = await lp_return(service, f"from={begin_s}&to={past_s}")
    check_sum(found)
    assert found == await lp_return(service, f"from={begin_s}")
    assert found["end"]["timestamp"] == service.context.now_s()
    assert found["parts"]["fees"] != "0"


async def test_the_pool_of_now_is_remembered_with_its_sums(service, monkeypatch):
    """Also beyond a midnight: commands after it are of the next answer, not in “other”."""
    await traded(service)
    real_s = [1_000.0]
    monkeypatch.setattr(service.context.pool, "_monotonic_s", lambda: real_s[0])
    monkeypatch.setattr(service.context.pool, "_age_s", 2.0)
    begin_s = service.context.now_s() // DAY_S * DAY_S - 3 * DAY_S
    before = await lp_return(service, f"from={begin_s}")
    await service.world.advance(2 * DAY_S)
    await post_print(service)
    await service.world.advance(3_600)
    wallet = await service.world.user()
    built = await service.world.builders.build(
        address_of(wallet), "add-liquidity", amount=7_000_000
    )
    await service.world.send(wallet, built)
    for end_s in ("", f"&to={service.context.now_s() - DAY_S}"):
        assert await lp_return(service, f"from={begin_s}{end_s}") == before
    real_s[0] += 2.5
    found = await lp_return(service, f"from={begin_s}")
    check_sum(found)
    assert int(found["deposited"]) - int(before["deposited"]) == 7_000_000
    assert found["parts"]["other"] == before["parts"]["other"]
    assert found["end"]["timestamp"] == service.context.now_s()


async def test_a_range_in_which_nothing_happened_is_of_now(service):
    now_s = service.context.now_s()
    found = await lp_return(service, f"from={now_s + 5 * DAY_S}")
    assert found["start"] == found["end"]
    assert found["total"] == found["deposited"] == "0"
    early = await lp_return(service, "from=0&to=1")
    assert early["start"] == early["end"]
    assert early["end"]["value"] == "0"


async def test_scenarios_are_the_engines(service):
    await traded(service)
    found = (await service.get(f"{MAIN}/lp-scenarios"))["info"]
    exchange, now_s = service.exchange, service.context.now_s()
    now = exchange.pool_if_moved(0, now_s)
    assert [row["move"] for row in found["allMarkets"]] == [
        "-0.2", "-0.1", "-0.05", "0", "0.05", "0.1", "0.2",
    ]  # fmt: skip
    (market,) = found["markets"]  # the only one with open positions
    assert (market["symbol"], [row["move"] for row in market["scenarios"]]) == (
        "AUS",
        ["-0.1", "0.1"],
    )
    view = exchange.market_view(market["marketId"], now_s)
    assert market["skew"] == str(view.skew_notional_e6)
    for rows, market_id in ((found["allMarkets"], 0), (market["scenarios"], 1)):
        for row in rows:
            expected = exchange.pool_if_moved(round(float(row["move"]) * E12), now_s, market_id)
            assert int(row["value"]) == expected.value_e6
            assert int(row["sharePrice"]) == expected.share_price_e8
            assert int(row["change"]) == expected.value_e6 - now.value_e6
            rate = (expected.share_price_e8 - now.share_price_e8) * E12 // now.share_price_e8
            assert round(float(row["sharePriceChange"]) * E12) == rate
    assert (found["value"], found["sharePrice"]) == (str(now.value_e6), str(now.share_price_e8))


async def test_without_positions_every_scenario_is_the_pool_of_now(service):
    found = (await service.get(f"{MAIN}/lp-scenarios"))["info"]
    assert found["markets"] == []
    assert {(row["change"], row["sharePriceChange"]) for row in found["allMarkets"]} == {("0", "0")}


async def test_scenarios_are_made_anew_when_they_may_be_kept_no_longer(service, monkeypatch):
    real_s = [1_000.0]
    monkeypatch.setattr(service.context.pool_figures._scenarios, "_monotonic_s", lambda: real_s[0])
    times = []
    for step_s in (0, SCENARIO_AGE_S, 0.1):
        real_s[0] += step_s
        async with service.client.get(f"{MAIN}/lp-scenarios") as answer:
            assert answer.headers["Cache-Control"] == f"max-age={CACHE_AGES['accounts']}"
            times.append((await answer.json())["info"]["asOf"])
        await service.world.advance(600)
    assert times[0] == times[1] < times[2]
    assert CACHE_AGES["accounts"] == SCENARIO_AGE_S
