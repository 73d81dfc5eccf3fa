"""Pages of every list: each row once and in order, whatever arrives; tables; ranges."""

import csv
import io
import json
import re
import time
from datetime import UTC, datetime
from decimal import Decimal
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect as types

from chain.client.addresses import to_base58
from edge.http.route import ROUTES
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import ANSWERS, Sent, name_of, request_of
from tests.contract.marks import Null
from tests.contract.test_every_route import ask
from tests.edge.api.transactions.test_trading_path import build, send_built

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAR_S = 3_000_000_000  # after everything that happens here
FAR_SEQ = 10**12
numbers = count(1)


def takes(route, name: str) -> bool:
    return name in {field.encode_name for field in types.type_info(route.query).fields}


# Of one wallet alone, or without a wallet: tests/edge/api/orders reads their pages.
OTHERS = ("/history/perp-order", "/auctions")
HISTORIES = [
    route for route in ROUTES if takes(route, "format") and not route.path.endswith(OTHERS)
]
RANGED = [route for route in ROUTES if takes(route, "from")]
LISTS = [route for route in ROUTES if route.is_page or route.rows is not None]
TABLES = {
    "history/trade": "trade",
    "history/margin-transfer": "margin_transfer",
    "history/lp": "lp_event",
    "history/liquidation": "liquidation",
    "/commands": "user_command",
    "/trade-stream": "trade",
    "/liquidations": "liquidation",
}


def table_of(route) -> str | None:
    found = [table for part, table in TABLES.items() if part in route.path]
    return found[0] if found else None


def rows_in(content) -> list[dict]:
    """Return the rows of a page of either base."""
    return next(value for value in content.values() if isinstance(value, list))


def cursor_in(content) -> str | None:
    return content["nextCursor"] if "nextCursor" in content else content["pagination"]["nextCursor"]


class Copies:
    """Rows of one table for a unique wallet at a unique time."""

    def __init__(self, pool, table: str) -> None:
        number = next(numbers)
        self.pool, self.table = pool, table
        self.owner, self.at_s = number.to_bytes(32, "big"), FAR_S + 10 * number

    async def add(self, keys: list[tuple[int, int]]) -> None:
        """Copy a row under other keys; all have one time, and a slot that encodes their key."""
        listed = await self.pool.fetch(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name = $1",
            self.table,
        )
        columns = [row[0] for row in listed]
        fixed = {"seq": "$1::bigint", "owner": "$2::bytea", "at_s": "$3::bigint"}
        fixed["slot"] = "$4::bigint"
        has_events = "event_index" in columns  # a command is one row
        # any row will do, for trades an ordered one
        order = "trade_kind, seq" if self.table == "trade" else "seq"
        for seq, index in keys:
            place = FAR_SEQ + 10 * seq + (0 if has_events else index)
            fixed["event_index"] = str(index)
            picked = ", ".join(fixed.get(name, name) for name in columns)
            await self.pool.execute(
                f"INSERT INTO {self.table} ({', '.join(columns)}) SELECT {picked} "
                f"FROM {self.table} ORDER BY {order} LIMIT 1",
                *(place, self.owner, self.at_s, 10 * seq + index),
            )

    async def remove(self) -> None:
        await self.pool.execute(f"DELETE FROM {self.table} WHERE seq >= $1", FAR_SEQ)

    def path(self, route) -> str:
        path = route.path.replace("{user}", to_base58(self.owner)).replace("{marketId}", "1")
        return f"{route.base}{path}?from={self.at_s}&to={self.at_s + 1}"


KEYS = st.lists(
    st.tuples(st.integers(100, 104), st.integers(0, 3)), min_size=1, max_size=12, unique=True
)
LATER = st.lists(st.tuples(st.integers(105, 107), st.integers(0, 3)), max_size=5, unique=True)


async def read_all(inhabited, path: str, limits: list[int], between) -> list[tuple]:
    """Read a list with limits that change; something happens after each page."""
    found, cursor, page = [], None, 0
    while True:
        more = f"&cursor={cursor}" if cursor else ""
        limit = limits[page % len(limits)]
        content = await inhabited.service.get(f"{path}&limit={limit}{more}")
        rows = rows_in(content)
        assert len(rows) <= limit
        found += rows
        cursor, page = cursor_in(content), page + 1
        if cursor is None:
            return found
        assert len(rows) == limit
        await between(page)


@pytest.mark.parametrize("order", ["desc", "asc"])
async def test_pages_hold_each_row_once_while_rows_arrive(inhabited, order):
    pool = inhabited.service.context.store.pool
    lists = [route for route in HISTORIES if table_of(route) is not None]
    assert len(lists) == len(HISTORIES) >= 9
    examples = []

    @settings(max_examples=12, database=None)
    @given(KEYS, LATER, st.lists(st.integers(1, 5), min_size=1, max_size=3))
    def collect(keys, later, limits):
        examples.append((keys, later, limits))

    collect()
    for place, (keys, later, limits) in enumerate(examples):
        route = lists[place % len(lists)]
        copies = Copies(pool, table_of(route))
        waiting = list(later)

        async def between(_page, copies=copies, waiting=waiting) -> None:
            if waiting:
                await copies.add([waiting.pop()])

        try:
            await copies.add(keys)
            path = f"{copies.path(route)}&order={order}"
            rows = await read_all(inhabited, path, limits, between)
            seen = [row["slot"] for row in rows]
            expected = sorted(10 * seq + index for seq, index in keys)
            if order == "desc":  # what came later would be before the first page
                assert seen == expected[::-1], name_of(route)
            else:
                assert seen == sorted(seen), name_of(route)
                assert seen[: len(keys)] == expected
        finally:
            await copies.remove()


async def test_rows_of_one_second_come_in_the_order_of_their_events(inhabited):
    pool = inhabited.service.context.store.pool
    for route in HISTORIES:
        copies = Copies(pool, table_of(route))
        keys = [(2, 0), (1, 3), (1, 0), (2, 1)]
        slots = [10, 13, 20, 21]
        try:
            await copies.add(keys)
            for order, expected in (("asc", slots), ("desc", slots[::-1])):
                path = f"{copies.path(route)}&order={order}"
                for limit in (1, 3, 4, 200):
                    rows = await read_all(inhabited, path, [limit], between=nothing)
                    assert [row["slot"] for row in rows] == expected, name_of(route)
        finally:
            await copies.remove()


async def nothing(_page: int) -> None:
    """Let nothing happen between two pages."""


async def test_from_is_in_and_to_is_out_to_the_second(inhabited):
    pool = inhabited.service.context.store.pool
    for route in HISTORIES:
        copies = Copies(pool, table_of(route))
        try:
            await copies.add([(1, 0)])
            at_s, path = copies.at_s, copies.path(route).partition("?")[0]
            for query, rows in (
                (f"from={at_s}&to={at_s + 1}", 1),
                (f"from={at_s + 1}&to={at_s + 9}", 0),
                (f"from={at_s - 1}&to={at_s}", 0),
                (f"from={at_s}&to={at_s}", 0),
                (f"from={at_s}", 1),
                (f"from={at_s}&to={2**40}", 1),
            ):
                found = rows_in(await inhabited.service.get(f"{path}?{query}"))
                assert len(found) == rows, (name_of(route), query)
        finally:
            await copies.remove()


async def test_a_range_that_ends_before_it_begins_is_named_by_every_list_and_series(inhabited):
    assert len(RANGED) >= 15
    for route in RANGED:
        what = request_of(inhabited, route)
        headers = inhabited.alice.headers
        joint = "&" if "?" in what.url else "?"
        for query, status, code in (
            ("from=2&to=1", 400, "BAD_RANGE"),
            (f"from={2**40}&to=0", 400, "BAD_RANGE"),
            ("from=1&to=1", 200, None),
            (f"from=0&to={2**40}", 200, None),
            (f"from={2**40}", 200, None),
            ("to=0", 200, None),
            ("from=-1", 400, "VALIDATION"),
            (f"to={2**40 + 1}", 400, "VALIDATION"),
            ("from=1.5", 400, "VALIDATION"),
            ("from=2020-01-01", 400, "VALIDATION"),
        ):
            asked = Sent("GET", what.url + joint + query, None)
            got, _, found = await ask(inhabited, asked, headers)
            assert (got, found.get("code")) == (status, code), (name_of(route), query, found)


async def test_a_series_has_at_most_2000_points_in_order_and_none_of_the_future(inhabited):
    now_s = inhabited.service.context.now_s()
    for route in RANGED:
        if route in LISTS:
            continue
        what = request_of(inhabited, route)
        for query in ("from=0", "window=all", "window=1D", "window=ytd", "window=5Y", "to=1", ""):
            joint = "&" if "?" in what.url else "?"
            content = (await ask(inhabited, Sent("GET", what.url + joint + query, None)))[2]
            points = content.get("info", content.get("points", content.get("timestamp")))
            if route.path == "/account/lp-return":  # two moments, which may be the same one
                ends = [points["start"], points["end"]]
                points = ends if ends[0] != ends[1] else []
            moments = [one["timestamp"] if isinstance(one, dict) else one for one in points]
            assert moments == sorted(set(moments)), (name_of(route), query)
            assert len(moments) <= 2_000
            assert not moments or moments[-1] <= now_s
        bad = Sent("GET", what.url + ("&" if "?" in what.url else "?") + "window=2d", None)
        assert (await ask(inhabited, bad))[2]["code"] == "BAD_WINDOW"


async def test_the_cursor_of_one_query_is_none_of_another(inhabited):
    headers, cursors = inhabited.alice.headers, {}
    urls = {}
    for route in LISTS:
        what = request_of(inhabited, route)
        joint = "&" if "?" in what.url else "?"
        urls[name_of(route)] = what.url + joint
        _, _, page = await ask(inhabited, Sent("GET", f"{what.url}{joint}limit=1", None), headers)
        if cursor_in(page) is not None:
            cursors[name_of(route)] = cursor_in(page)
    assert len(cursors) >= 9
    for name, cursor in cursors.items():
        for other, url in urls.items():
            # a portfolio's history is the history of its user
            is_same = name.rpartition("/history/")[2] == other.rpartition("/history/")[2]
            asked = Sent("GET", f"{url}limit=1&cursor={cursor}", None)
            status, _, found = await ask(inhabited, asked, headers)
            expected = (200, None) if is_same else (400, "BAD_CURSOR")
            assert (status, found.get("code")) == expected, (name, other)
    trades = f"{MAIN}/user/{inhabited.user}/history/trade?"
    cursor = cursor_in(await inhabited.service.get(f"{trades}limit=1"))
    for change, status in (
        ("limit=7", 200), ("order=desc", 200), ("format=csv", 200), ("order=asc", 400),
        ("marketId=1", 400), ("marginAccountId=0", 400), ("from=0", 400), ("to=1800000000", 400),
    ):  # fmt: skip
        path = f"{trades}{change}&cursor={cursor}"
        assert (await ask(inhabited, Sent("GET", path, None)))[0] == status, change
    other = trades.replace(inhabited.user, inhabited.other)
    asked = Sent("GET", f"{other}cursor={cursor}", None)
    assert (await ask(inhabited, asked))[2]["code"] == "BAD_CURSOR"
    for spoilt in (
        cursor[:-1],
        cursor + "A",
        cursor.swapcase(),
        cursor[4:],
        "%00",
        "e30=",
        "A" * 999,
    ):
        asked = Sent("GET", f"{trades}cursor={spoilt}", None)
        assert (await ask(inhabited, asked))[2]["code"] == "BAD_CURSOR", spoilt


DECIMALS = {"C": 6, "T": 6, "Q": 6, "S": 6, "P": 8, "L": 9}


def as_text(value, shape) -> str:
    """Return the text of a value of a mark in a table."""
    if isinstance(shape, Null):
        shape = shape.shape
    mark = shape.strip("~?") if isinstance(shape, str) else ""
    if value is None:
        return ""
    if mark in DECIMALS:
        exact = Decimal(value).scaleb(-DECIMALS[mark])
        text = f"{exact:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if mark == "ts":
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, separators=(",", ":")) if isinstance(value, dict) else str(value)


def flat(row: dict, shape: dict, before: str = "") -> dict[str, str]:
    """Return the cells of a row by the name of their column."""
    cells: dict[str, str] = {}
    for name, value in row.items():
        inner = shape[name]
        if isinstance(inner, dict):
            cells |= flat(value, inner, f"{before}{name}.")
        else:
            cells[before + name] = as_text(value, inner)
    return cells


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/St_Johns"])
async def test_a_table_has_the_rows_of_the_json_as_exact_decimals_wherever_we_are(
    inhabited, zone, monkeypatch
):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        for route in HISTORIES:
            await compare(inhabited, route)
    finally:
        monkeypatch.undo()
        time.tzset()


async def compare(inhabited, route) -> None:
    """Compare the JSON of a list with its table, read in pages of two."""
    what = request_of(inhabited, route)
    shape = ANSWERS[str(route.base), f"{route.method} {route.path}"].shape
    row_shape = shape[0] if isinstance(shape, list) else next(iter(shape.values()))[0]
    expected = [
        flat(row, row_shape)
        for row in rows_in((await ask(inhabited, Sent("GET", f"{what.url}?limit=200", None)))[2])
    ]
    assert expected, name_of(route)
    markets = await inhabited.service.get(f"{EXPRESS}/market/search?limit=200")
    symbols = {str(market["marketId"]): market["symbol"] for market in markets["markets"]}
    for row in expected:
        if "marketId" in row:
            row["symbol"] = symbols[row["marketId"]]
    found, cursor = [], ""
    while cursor is not None:
        more = f"&cursor={cursor}" if cursor else ""
        path = f"{what.url}?format=CSV&limit=2{more}"
        status, received, raw = await ask(inhabited, Sent("GET", path, None))
        assert (status, received["Content-Type"]) == (200, "text/csv; charset=utf-8")
        assert re.fullmatch(r'attachment; filename="[a-z-]+\.csv"', received["Content-Disposition"])
        text = raw.decode()
        assert text.endswith("\r\n")
        found += csv.DictReader(io.StringIO(text, newline=""))
        cursor = received.get("X-Next-Cursor")
    assert found == expected, name_of(route)
    largest = f"{what.url}?format=csv&limit="
    status, received, raw = await ask(inhabited, Sent("GET", f"{largest}10000", None))
    assert raw.count(b"\r\n") == len(expected) + 1
    assert "X-Next-Cursor" not in received
    assert (await ask(inhabited, Sent("GET", f"{largest}10001", None)))[0] == 400
    assert (await ask(inhabited, Sent("GET", f"{what.url}?limit=201", None)))[0] == 400


async def test_requests_that_wait_come_once_while_others_are_made(inhabited):
    """They are in the engine alone; a new one stands among those that mature with it."""
    service, user = inhabited.service, inhabited.other
    path = f"{EXPRESS}/settlement-requests?mature=false"
    before = rows_in(await service.get(path))
    assert len(before) >= 3
    take = {"marginAccountId": 0, "margin": "1000000"}
    is_done = False

    async def between(_page) -> None:
        nonlocal is_done
        if not is_done:
            is_done = True
            await send_built(
                service, inhabited.bob.wallet, await build(service, user, "withdraw-margin", take)
            )

    rows = await read_all(inhabited, path, [1, 2], between)
    assert [row for row in rows if row in before] == before
    assert [row["owner"] for row in rows if row not in before] in ([], [user])
    maturities = [row["maturity"] for row in rows]
    assert maturities == sorted(maturities)
