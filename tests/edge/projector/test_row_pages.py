"""Long lists of one wallet come in pages, and a page costs no more than its rows."""

import random

import pytest

from chain.client.addresses import to_base58
from edge.http.limits import PAGE_ROWS_MAX
from edge.streams.channels import UserChannel
from tests.edge.full_tables import E6, Filler
from tests.edge.loop_steps import ask, hold_of

MAIN, EXPRESS = "/api/v1", "/express/v1"
POSITIONS, REQUESTS = 100, 200  # as many as the engine lets one wallet have open
OTHERS = 25
HOLD_S_MAX = 0.02  # twice the bound: the machine of the tests is shared
RICH = bytes(range(1, 33))
PATH = f"{MAIN}/user/{to_base58(RICH)}"


@pytest.fixture
async def rich(service):
    """Return the service with a wallet of many LP positions and withdrawals."""
    filler = Filler(service)
    await filler.deposits(RICH, POSITIONS)
    for number in range(OTHERS):
        await filler.withdrawals(bytes([number]) * 32, REQUESTS)
    await filler.withdrawals(RICH, REQUESTS)
    return service


async def test_no_read_of_a_wallet_holds_the_loop_for_all_of_its_rows(rich):
    for target in (
        f"{PATH}/lp-positions",
        f"{PATH}/lp-positions?includeClosed=true&order=desc",
        f"{PATH}/lp-position?lpPositionId=1",
        f"{PATH}/settlement-requests",
        f"{PATH}/settlement-requests?includeSettled=true",
        f"{PATH}/quote/remove-liquidity?lpPositionId=1&shares=1",
        f"{EXPRESS}/portfolio/{to_base58(RICH)}",
        f"{EXPRESS}/portfolio/{to_base58(RICH)}/history/value",
        f"{EXPRESS}/settlement-requests?mature=false&limit=200",
        f"{EXPRESS}/settlement-requests?limit=200",
    ):
        answer, steps = await hold_of(rich, "GET", target)
        assert answer.status in {200, 409}, (target, answer.body)
        assert steps.longest_s < HOLD_S_MAX, (target, steps)


async def walk(service, path: str, order: str) -> list[int]:
    """Return the ids of a list, page by page of changing length."""
    found, cursor, lengths = [], "", random.Random(7)
    while True:
        limit = lengths.choice((1, 7, 60, 31))
        join = "&" if "?" in path else "?"
        answer = await ask(service, "GET", f"{path}{join}limit={limit}&order={order}{cursor}")
        page = answer.json()
        assert answer.status == 200, page
        found += [row["id"] for row in page["info"]]
        if page["pagination"]["nextCursor"] is None:
            return found
        assert len(page["info"]) == limit
        cursor = f"&cursor={page['pagination']['nextCursor']}"


async def test_pages_of_a_wallet_hold_each_row_once_and_in_order(rich):
    await rich.settle()
    pool = rich.context.store.pool
    await pool.execute(
        "INSERT INTO settlement_request "
        "SELECT $1::bytea, 100000 + n, 1, 1, 5, 0, 1700000000 + n / 3, 3, NULL, NULL "
        "FROM generate_series(1, 500) AS n",
        RICH,
    )
    now_s = rich.context.now_s()
    exchange = rich.exchange
    views = sorted((v.maturity_s, v.lp_position_id) for v in exchange.lp_positions(RICH, now_s))
    assert len(views) == POSITIONS
    requests = [(v.maturity_s, v.request_id) for v in exchange.settlement_requests(RICH)]
    assert len(requests) == REQUESTS
    stored = [(1_700_000_000 + n // 3, 100_000 + n) for n in range(1, 501)]
    for path, keys in (
        (f"{PATH}/lp-positions", views),
        (f"{PATH}/settlement-requests", sorted(requests)),
        (f"{PATH}/settlement-requests?includeSettled=true", sorted(requests + stored)),
    ):
        ids = [number for _maturity, number in keys]
        assert await walk(rich, path, "asc") == ids, path
        assert await walk(rich, path, "desc") == ids[::-1], path


async def test_a_cursor_belongs_to_its_list_order_and_wallet(rich):
    page = (await ask(rich, "GET", f"{PATH}/lp-positions?limit=30")).json()
    assert len(page["info"]) == 30 == page["pagination"]["limit"]
    cursor = page["pagination"]["nextCursor"]
    other = f"{MAIN}/user/{to_base58(bytes(range(2, 34)))}"
    for target in (
        f"{PATH}/lp-positions?order=desc",
        f"{PATH}/lp-positions?includeClosed=true",
        f"{PATH}/settlement-requests?order=asc",
        f"{other}/lp-positions?order=asc",
    ):
        answer = await ask(rich, "GET", f"{target}&cursor={cursor}")
        assert (answer.status, answer.json()["code"]) == (400, "BAD_CURSOR"), target
    refused = await ask(rich, "GET", f"{PATH}/lp-positions?limit=201")
    assert refused.json()["details"] == {"field": "limit"}


async def test_a_portfolio_has_the_first_pages_and_the_worth_of_all_rows(rich):
    shown = (await ask(rich, "GET", f"{EXPRESS}/portfolio/{to_base58(RICH)}")).json()
    now_s, exchange = rich.context.now_s(), rich.exchange
    for name, path in (
        ("lpPositions", "lp-positions"),
        ("settlementRequests", "settlement-requests"),
    ):
        first = (await ask(rich, "GET", f"{PATH}/{path}")).json()
        assert [row["id"] for row in shown[name]] == [row["id"] for row in first["info"]]
        assert shown[f"{name}NextCursor"] == first["pagination"]["nextCursor"]
    worth_e6 = sum(v.share_value_e6 for v in exchange.lp_positions(RICH, now_s))
    assert shown["totals"]["lp"] == str(worth_e6)
    assert shown["totals"]["pendingSettlement"] == str(REQUESTS * 20_000)
    assert worth_e6 > 2 * POSITIONS * E6 * 99 // 100


async def test_everybodys_requests_are_paged_by_the_engine(rich):
    wanted = sorted(
        (v.maturity_s, v.owner, v.request_id) for v in rich.exchange.open_settlement_requests()
    )
    found, cursor = [], ""
    while True:
        target = f"{EXPRESS}/settlement-requests?mature=false&limit=200{cursor}"
        page = (await ask(rich, "GET", target)).json()
        found += [row["id"] for row in page["settlementRequests"]]
        if page["nextCursor"] is None:
            break
        cursor = f"&cursor={page['nextCursor']}"
    assert found == [number for *_, number in wanted]
    assert len(found) == (OTHERS + 1) * REQUESTS


async def test_the_channel_of_a_wallet_begins_with_first_pages(rich):
    channel = UserChannel(rich.context, RICH)
    state = channel.snapshot()
    assert len(state["lpPositions"]) == POSITIONS
    assert len(state["settlementRequests"]) == REQUESTS == PAGE_ROWS_MAX
    assert state["lpPositionsNextCursor"] is None
    assert state["settlementRequestsNextCursor"] is None
    channel.touched.lp_positions |= {1, POSITIONS, POSITIONS + 9}
    channel.touched.requests |= {REQUESTS}
    received = channel.delta()
    assert [row.id for row in received["lpPositions"]] == [1, POSITIONS]
    assert [row.id for row in received["settlementRequests"]] == [REQUESTS]
