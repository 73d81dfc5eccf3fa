"""Requests that ask for much: each is bounded, made in slices and costs what it takes."""

import asyncio
import csv
import io

import pytest
from msgspec.structs import fields

from chain.client.addresses import to_base58
from edge.http.costs import SMALL
from edge.http.errors import ApiError
from edge.http.limits import CSV_MAX, CSV_PER_IP_MAX, CSV_ROWS_MAX, RATES
from edge.http.middleware.counts import Counts
from edge.http.middleware.rates import AtATime, RateLimiter
from edge.http.route import ROUTES
from edge.http.slices import in_slices
from tests.edge.loop_steps import ask, hold_of

EXPRESS = "/express/v1"
HOLD_S_MAX = 0.02  # twice the bound: the machine of the tests is shared
OWNER = bytes(range(32))
TABLE_OF_TRADES = f"{EXPRESS}/portfolio/{to_base58(OWNER)}/history/trade?format=csv"


async def fill_trades(service, count: int) -> None:
    await service.context.store.pool.execute(
        "INSERT INTO trade SELECT $1::bytea, n, 0, 1700000000 + n, n, sha512(n::text::bytea), 0, "
        "1, 1, 30000000000, 30000000001, 1000000, 300000000, 1000000, 300000000, 100, 0, 5, 3, 2 "
        "FROM generate_series(1, $2::integer) AS n",
        OWNER,
        count,
    )


async def test_lists_of_a_url_are_bounded(service):
    search = f"{EXPRESS}/market/search"
    await service.get(f"{search}?tags={','.join(f't{n}' for n in range(20))}")
    for query, field in (
        (f"tags={','.join(f't{n}' for n in range(21))}", "tags"),
        (f"tags={'x' * 65}", "tags"),
        (f"state={'x' * 65}", "state"),
        (f"country={'x' * 65}", "country"),
        (f"category={'x' * 65}", "category"),
    ):
        for path in (search, f"{EXPRESS}/market/market-filter-distribution"):
            refused = await service.get(f"{path}?{query}", 400)
            assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": field})
    ids = ",".join(map(str, range(21)))
    for path in (f"/user/{to_base58(OWNER)}/margin-accounts", "/account/markets"):
        refused = await service.get(f"/api/v1{path}?ids={ids}", 400)
        assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": "ids"})


async def test_a_request_line_has_eight_kilobytes(service):
    path = f"{EXPRESS}/market/search?q="
    room = 8 * 1024 - len(path)
    long = await ask(service, "GET", path + "x" * (room - 512))
    assert (long.status, long.json()["code"]) == (400, "VALIDATION")
    assert long.json()["details"] == {"field": "q"}
    over = await ask(service, "GET", path + "x" * (room + 64))
    assert (over.status, over.json()["code"]) == (400, "VALIDATION")
    assert "head is too long" in over.json()["message"]


async def test_a_table_of_ten_thousand_rows_is_written_in_slices(service):
    await fill_trades(service, CSV_ROWS_MAX + 1)
    target = f"{TABLE_OF_TRADES}&limit={CSV_ROWS_MAX}"
    answer, steps = await hold_of(service, "GET", target)
    assert answer.status == 200
    rows = list(csv.reader(io.StringIO(answer.body.decode())))
    assert len(rows) == CSV_ROWS_MAX + 1
    assert "x-next-cursor" in answer.headers
    assert steps.longest_s < HOLD_S_MAX, steps.worst


async def test_a_table_costs_a_token_for_each_two_hundred_rows(service):
    limiter = RateLimiter(RATES, service.wall)
    object.__setattr__(service.context.gate, "limiter", limiter)
    for limit, tokens in ((CSV_ROWS_MAX, 50), (1_000, 5), (200, 1), (1, 1)):
        before = await ask(service, "GET", f"{EXPRESS}/market/AUS")
        after = await ask(service, "GET", f"{TABLE_OF_TRADES}&limit={limit}")
        left = [int(answer.headers["ratelimit-remaining"]) for answer in (before, after)]
        assert left[0] - left[1] == tokens, limit


async def test_an_address_makes_two_tables_at_a_time(service, monkeypatch):
    go_on, waiting = asyncio.Event(), asyncio.Semaphore(0)
    rows = service.context.store.rows

    async def waits(name, *values):
        waiting.release()
        await go_on.wait()
        return await rows(name, *values)

    monkeypatch.setattr(service.context.store, "rows", waits)
    asked = [asyncio.create_task(ask(service, "GET", TABLE_OF_TRADES)) for _ in range(2)]
    for _ in range(CSV_PER_IP_MAX):
        await waiting.acquire()
    refused = await ask(service, "GET", TABLE_OF_TRADES)
    assert (refused.status, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert refused.headers["retry-after"] == "1"
    go_on.set()
    assert [answer.status for answer in await asyncio.gather(*asked)] == [200, 200]
    assert (await ask(service, "GET", TABLE_OF_TRADES)).status == 200


def test_at_a_time_counts_each_key_and_all():
    counts = Counts()
    tables = AtATime("csv", 2, 3, counts)
    with tables.one("a"), tables.one("a"), tables.one("b"):
        for key in ("a", "b", "c"):
            with pytest.raises(ApiError), tables.one(key):
                pass
    assert not counts.count("csv", "a")
    with pytest.raises(ZeroDivisionError), tables.one("a"):
        raise ZeroDivisionError
    assert not counts.count("csv", "a")
    assert CSV_PER_IP_MAX < CSV_MAX


async def test_slices_keep_the_order_and_let_others_run():
    ran = []

    async def other():
        while True:
            ran.append(1)
            await asyncio.sleep(0)

    running = asyncio.create_task(other())
    assert await in_slices(range(1_000), lambda n: n * 2, 100) == list(range(0, 2_000, 2))
    running.cancel()
    assert len(ran) >= 9


def test_a_route_whose_query_chooses_its_rows_does_not_cost_a_small_one():
    for route in ROUTES:
        if {"limit", "ids", "symbols"} & {one.name for one in fields(route.query)}:
            assert route.cost is not SMALL, route.path


def test_the_worst_request_of_a_route_fits_its_rate():
    for route in ROUTES:
        worst = route.cost.of_rows(route.cost.rows)
        assert 1 <= worst <= RATES[route.rate].burst, route.path
