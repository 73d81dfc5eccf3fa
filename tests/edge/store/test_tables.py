"""The row types of the projection against the migrated database, and the queries made from them."""

from decimal import Decimal
from enum import IntEnum
from types import NoneType
from typing import get_args

import pytest
from msgspec.structs import fields

from edge.store import tables
from edge.store.pool import Store
from edge.store.queries import load_queries
from edge.store.tables import (
    TABLES,
    PredictionOrderRow,
    PredictionOrderState,
    TradeRow,
    arrays_of,
    column_list,
    column_types,
    insert_statement,
)

# Tables that the projector does not derive from the journal alone.
OTHERS = {
    "command_log",
    "writer_file",
    "writer_lease",
    "account_value", "alert", "alert_event", "badge_holder", "consumed_nonce",
    "hidden_margin_account", "idempotent_answer",
    "index_history", "index_value", "profile", "projection", "refresh_token", "risk_listed",
    "schema_migration", "session", "wallet",
}  # fmt: skip
WIRE_NAMES = {
    "int8": "bigint", "int4": "integer", "int2": "smallint", "numeric": "numeric",
    "bool": "boolean", "bytea": "bytea", "text": "text",
}  # fmt: skip
SAMPLES = {
    "bigint": 1, "integer": 1, "smallint": 1, "numeric": 10**30, "boolean": True,
    "bytea": bytes(range(32)), "text": "applied",
}  # fmt: skip


@pytest.fixture
async def store(database_url):
    opened = await Store.open(database_url)
    await opened.rows("projection.forget")
    yield opened
    await opened.rows("projection.forget")
    await opened.close()


def sample(row: type[tables.Row]) -> tables.Row:
    return row(*(SAMPLES[kind] for kind in column_types(row).values()))


async def test_every_row_type_has_the_columns_of_its_table(store):
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for record in await store.pool.fetch(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
        "WHERE table_schema = 'public'"
    ):
        columns = found.setdefault(record["table_name"], {})
        columns[record["column_name"]] = (record["data_type"], record["is_nullable"] == "YES")
    assert set(found) - OTHERS == {row.TABLE for row in TABLES}
    for row in TABLES:
        types = column_types(row)
        is_nullable = {field.name: NoneType in get_args(field.type) for field in fields(row)}
        assert {name: (types[name], is_nullable[name]) for name in types} == found[row.TABLE], row


async def test_a_query_returns_the_columns_of_its_row_type(store):
    queries = load_queries()
    assert len(queries.rows) > 20
    async with store.pool.acquire() as connection:
        for name, row in queries.rows.items():
            statement = await connection.prepare(queries.texts[name])
            returned = {one.name: WIRE_NAMES[one.type.name] for one in statement.get_attributes()}
            assert list(returned.items()) == list(column_types(row).items()), name


async def test_every_query_is_valid(store):
    async with store.pool.acquire() as connection:
        for text in store.queries.values():
            await connection.prepare(text)


@pytest.mark.parametrize("row", TABLES)
async def test_a_row_comes_back_as_it_was_inserted(store, row):
    wanted = sample(row)
    async with store.transaction() as transaction:
        await transaction.insert([wanted])
        await transaction.insert([])
    query = f"SELECT {column_list(row)} FROM {row.TABLE}"
    assert [row(*record) for record in await store.pool.fetch(query)] == [wanted]


async def test_a_second_insert_of_a_row_changes_nothing_but_volumes(store):
    for row in TABLES:
        async with store.transaction() as transaction:
            await transaction.insert([sample(row)])
            await transaction.insert([sample(row)])
        assert await store.pool.fetchval(f"SELECT count(*) FROM {row.TABLE}") == 1
    volume = await store.pool.fetchrow("SELECT notional_e6, trades FROM market_volume")
    assert tuple(volume) == (Decimal(2 * 10**30), 2)


async def test_an_update_changes_the_state_of_its_order_alone(store):
    orders = [sample(PredictionOrderRow) for _ in range(2)]
    orders[1].order_id = 2
    state = PredictionOrderState(bytes(range(32)), 2, 60, 9, 8, 7, 6, 5, 4, 3)
    async with store.transaction() as transaction:
        await transaction.insert(orders)
        await transaction.update([state])
        await transaction.update([])
    values = (bytes(range(32)), 0, None, 9)
    rows = await store.select(PredictionOrderRow, "predictions.orders_ascending", *values)
    for name in PredictionOrderState.__struct_fields__:
        setattr(orders[1], name, getattr(state, name))
    assert rows == orders


async def test_a_query_is_read_as_its_own_row_type(store):
    key = (bytes(32), 1)
    assert await store.first(PredictionOrderRow, "predictions.order_by_id", *key) is None
    with pytest.raises(AssertionError, match=r"predictions\.order_by_id"):
        await store.first(TradeRow, "predictions.order_by_id", *key)
    with pytest.raises(AssertionError, match=r"predictions\.order_by_id"):
        await store.select(TradeRow, "predictions.order_by_id", *key)


def test_a_list_is_loaded_in_both_orders(tmp_path):
    (tmp_path / "some.sql").write_text(
        "-- name: list -> MarketAreaRow\nSELECT {MarketAreaRow}\nFROM market_area\n"
        "WHERE market_id {after} $1\nORDER BY market_id {order};\n\n-- name: one\nSELECT 1;\n"
    )
    queries = load_queries(tmp_path)
    head = "SELECT market_id, acre_id, symbol\nFROM market_area\nWHERE market_id"
    assert queries.texts == {
        "some.list": f"{head} < $1\nORDER BY market_id DESC",
        "some.list_ascending": f"{head} > $1\nORDER BY market_id ASC",
        "some.one": "SELECT 1",
    }
    assert queries.rows == dict.fromkeys(("some.list", "some.list_ascending"), tables.MarketAreaRow)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("-- name: one\nSELECT 1;\n-- name: one\nSELECT 2;\n", AssertionError),
        ("-- name: one -> NoSuchRow\nSELECT 1;\n", AttributeError),
        ("-- name: one\nSELECT {NoSuchRow};\n", AttributeError),
    ],
)
def test_a_mistake_in_a_file_of_queries_is_an_error(tmp_path, text, error):
    (tmp_path / "some.sql").write_text(text)
    with pytest.raises(error):
        load_queries(tmp_path)


def test_an_insert_names_every_column_with_its_type():
    assert insert_statement(tables.ParticipationRow) == (
        "INSERT INTO participation (owner, programme, at_s)\n"
        "SELECT unnest($1::bytea[]), unnest($2::text::smallint[]), unnest($3::text::bigint[])\n"
        "ON CONFLICT DO NOTHING"
    )


class Kind(IntEnum):
    ONE = 1


async def test_whole_numbers_go_as_they_are(store):
    largest = 2**63 - 1
    values = [
        {"price": Kind.ONE, "contracts": True, "cost_e6": largest, "expires_at_s": None},
        {"price": 2, "contracts": 5, "cost_e6": 0, "expires_at_s": 7},
    ]
    orders = [sample(PredictionOrderRow) for _ in values]
    for number, (order, changes) in enumerate(zip(orders, values, strict=True)):
        for name, value in {"order_id": number, **changes}.items():
            setattr(order, name, value)
    async with store.transaction() as transaction:
        await transaction.insert(orders)
    query = f"SELECT {column_list(PredictionOrderRow)} FROM prediction_order ORDER BY order_id"
    assert [PredictionOrderRow(*record) for record in await store.pool.fetch(query)] == orders
    with pytest.raises(TypeError):
        arrays_of([PredictionOrderRow(*["1"] * len(PredictionOrderRow.__struct_fields__))])
