"""The views for reports say what the API says, and the queries of their page run."""

import csv
import io
import re
from datetime import UTC, datetime
from decimal import Decimal

import asyncpg
import pytest
import pytest_asyncio

from edge.store.report_role import drop_report_role, make_report_role
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.tidy.tree import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

READER = "contract_reader"
EVENT = {"timestamp": "time", "user": "wallet", "signature": "signature", "slot": "slot"}
TRADE = {
    **EVENT,
    "symbol": "market",
    "marginAccountId": "margin_account",
    "side": "side",
    "fillPrice": "fill_price",
    "indexPrice": "index_price",
    "openInterestDelta.size": "size",
    "openInterestDelta.notional": "notional",
    "newOpenInterest.size": "new_size",
    "newOpenInterest.notional": "new_notional",
    "tradeFee": "trade_fee",
    "surcharge": "surcharge",
    "pnl": "pnl",
    "pricePerformance": "price_performance",
    "fundingPerformance": "funding_performance",
    "orderId": "order_id",
}
# Column of the API's table: column of the view.
SAME = {
    "history/trade": ("trade", TRADE),
    "history/margin-transfer": (
        "margin_transfer",
        {
            **EVENT,
            "marginAccountId": "margin_account",
            "marginTransferKind": "kind",
            "margin": "margin",
            "settlementRequestMaturity": "maturity",
        },
    ),
    "history/lp": (
        "lp_event",
        {
            **EVENT,
            "modifyLiquidityKind": "kind",
            "liquidity": "liquidity",
            "shares": "shares",
            "sharePrice": "share_price",
            "newLiquidityAmount": "new_liquidity",
            "newSharesAmount": "new_shares",
            "lpPositionId": "lp_position",
            "maturity": "maturity",
        },
    ),
    "history/liquidation": (
        "liquidation",
        {
            **EVENT,
            "symbol": "market",
            "marginAccountId": "margin_account",
            "liquidator": "liquidator",
            "liquidationStartedAt": "started",
            "amountLiquidated": "size",
            "amountLiquidatedNotional": "notional",
            "newPositionSize": "new_size",
            "indexPrice": "index_price",
            "liquidatedMargin": "margin",
            "liquidationFee": "fee",
            "maxLiquidationFee": "fee_max",
        },
    ),
    "commands": (
        "command",
        {
            "timestamp": "time",
            "signature": "signature",
            "slot": "slot",
            "name": "name",
            "nonce": "nonce",
            "status": "status",
        },
    ),
}


@pytest_asyncio.fixture(loop_scope="session")
async def reader(inhabited, postgres_cluster):
    """Return a session of the reporting role in the database of the service."""
    pool = inhabited.service.context.store.pool
    async with pool.acquire() as owner:
        await make_report_role(owner, READER)
    session = await asyncpg.connect(postgres_cluster.url("contract"), user=READER)
    yield session
    await session.close()
    async with pool.acquire() as owner:
        await drop_report_role(owner, READER)


def as_text(value: object) -> str:
    """Return a value of a view as the API's tables write it."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


@pytest.mark.parametrize("path", SAME)
async def test_a_view_says_what_the_api_says(inhabited, reader, path):
    view, same = SAME[path]
    compared = 0
    for (person,) in await reader.fetch(f"SELECT DISTINCT wallet FROM {view}"):
        url = f"{MAIN}/user/{person}/{path}?format=csv&order=asc&limit=10000"
        async with inhabited.service.client.get(url) as answer:
            expected = list(csv.DictReader(io.StringIO(await answer.text())))
        rows = await reader.fetch(
            f"SELECT * FROM {view} WHERE wallet_key = key($1) ORDER BY sequence, "
            + ("sequence" if view == "command" else "event"),
            person,
        )
        assert len(rows) == len(expected)
        for row, one in zip(rows, expected, strict=True):
            assert {name: as_text(row[same[name]]) for name in same} == {
                name: one[name] for name in same
            }
        compared += len(rows)
    assert compared > 0


async def test_orders_payouts_and_fills_are_named_as_in_the_api(inhabited, reader):
    headers = inhabited.alice.headers
    path = f"{EXPRESS}/predictions/orders?orderStatusFilter=all&limit=200"
    async with inhabited.service.client.get(path, headers=headers) as answer:
        orders = (await answer.json())["orders"]
    found = {
        row["order_id"]: row
        for row in await reader.fetch(
            "SELECT * FROM prediction_order WHERE wallet_key = key($1)", inhabited.user
        )
    }
    assert orders
    for order in orders:
        row = found[order["orderId"]]
        names = {"type": "type", "timeInForce": "time_in_force", "side": "side", "price": "price",
                 "contracts": "contracts", "filledContracts": "filled", "status": "status",
                 "selfTradePrevention": "self_trade_prevention"}  # fmt: skip
        assert {name: order[name] for name in names} == {
            name: row[column] for name, column in names.items()
        }
        assert as_text(row["fee"] * 10**6) == order["feePoints"]
    states = await reader.fetch("SELECT DISTINCT kind, mint, state FROM settlement_request")
    assert {row["mint"] for row in states} <= {"collateral", "token"}
    assert all(row["kind"] and row["state"] for row in states)
    assert {row[0] for row in await reader.fetch("SELECT programme FROM participation")} <= {
        "perpetual", "ppps1", "ppps2", "ppps3",
    }  # fmt: skip


async def test_no_number_of_an_enum_is_without_a_name(inhabited, reader):
    for view, column in (
        ("trade", "kind"), ("lp_event", "kind"), ("perp_order_event", "action"),
        ("settlement_request", "kind"), ("quarantined_deposit", "mint"),
        ("prediction_order", "status"), ("prediction_trade", "taker_side"),
        ("participation", "programme"), ("market", "market"),
    ):  # fmt: skip
        nameless = await reader.fetchval(f"SELECT count(*) FROM {view} WHERE {column} IS NULL")
        assert nameless == 0, view
        assert await reader.fetchval(f"SELECT count(*) FROM {view}") > 0, view


def queries_of_the_page() -> list[str]:
    """Return the SQL of the page, statement by statement."""
    blocks = re.findall(r"```sql\n(.*?)```", text_of("docs/developers/reports.md"), re.S)
    return [one.strip() for block in blocks for one in block.split(";") if one.strip()]


async def test_the_queries_of_the_page_run(inhabited, reader):
    queries = queries_of_the_page()
    assert len(queries) >= 6
    for query in queries:
        assert await reader.fetch(query.replace("WALLET", inhabited.user)), query


async def test_the_page_lists_every_view_with_its_comment(inhabited, reader):
    page = text_of("docs/developers/reports.md")
    views = await reader.fetch(
        "SELECT relname, obj_description(oid) FROM pg_class "
        "WHERE relnamespace = 'acre_report'::regnamespace AND relkind = 'v' ORDER BY relname"
    )
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.M)
    assert dict(rows) == {name: text.removesuffix(".") for name, text in views}
