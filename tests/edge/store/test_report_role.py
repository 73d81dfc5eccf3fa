"""The reporting role: it reads the views, whatever it tries, and its sessions have bounds."""

import asyncio
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import asyncpg
import pytest
from solders.pubkey import Pubkey

from edge.cli.main import EXIT_CONFIGURATION, main
from edge.store.pool import Store
from edge.store.report_role import (
    CONNECTIONS_MAX,
    SETTINGS,
    ReportRoleError,
    drop_report_role,
    make_report_role,
)

SECRETS = {"session", "refresh_token", "profile", "idempotent_answer", "command_log", "alert"}
DENIED = asyncpg.InsufficientPrivilegeError


def name_of(url: str) -> str:
    """Return a role of this database alone: roles belong to the whole cluster."""
    return f"reader_{urlsplit(url).path.strip('/')}"[:60]


@asynccontextmanager
async def connected(url: str, name: str | None = None):
    connection = await asyncpg.connect(url, user=name)
    try:
        yield connection
    finally:
        await connection.close()


@pytest.fixture
async def reader(database_url):
    """Return a session of the role, which has lifted the limits that it can lift."""
    await (await Store.open(database_url)).close()
    name = name_of(database_url)
    async with connected(database_url) as owner:
        await make_report_role(owner, name)
    async with connected(database_url, name) as connection:
        await connection.execute("SET default_transaction_read_only = off")
        await connection.execute("SET statement_timeout = 0")
        yield connection
    async with connected(database_url) as owner:
        await drop_report_role(owner, name)


async def test_it_reads_every_view_and_no_table(reader, database_url):
    async with connected(database_url) as owner:
        tables = [row[0] for row in await owner.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        )]  # fmt: skip
        views = [row[0] for row in await owner.fetch(
            "SELECT viewname FROM pg_views WHERE schemaname = 'acre_report' ORDER BY 1"
        )]  # fmt: skip
    assert set(tables) > SECRETS
    assert len(views) == 21
    for view in views:
        assert await reader.fetch(f"SELECT * FROM acre_report.{view}") == []
    for table in tables:
        with pytest.raises(DENIED):
            await reader.fetch(f"SELECT * FROM public.{table}")
    others = await reader.fetch(
        "SELECT table_schema, table_name FROM information_schema.tables "
        "WHERE table_schema NOT IN ('acre_report', 'pg_catalog', 'information_schema')"
    )
    assert others == []  # nothing else is granted


@pytest.mark.parametrize(
    "attempt",
    [
        "INSERT INTO acre_report.market (market_id, area_id) VALUES (1, 1)",
        "UPDATE acre_report.market SET market = 'X'",
        "DELETE FROM acre_report.margin_transfer",
        "TRUNCATE public.trade",
        "DROP VIEW acre_report.trade",
        "CREATE OR REPLACE VIEW acre_report.market AS SELECT 1",
        "CREATE TABLE acre_report.mine (a INTEGER)",
        "CREATE TABLE public.mine (a INTEGER)",
        "CREATE TEMPORARY TABLE mine (a INTEGER)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION acre_report.mine() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY (SELECT 1) TO '/tmp/mine'",
        "SELECT pg_read_file('postgresql.conf')",
        "SELECT lo_create(0)",
        "SELECT lo_from_bytea(0, 'x')",
        "SELECT pg_advisory_lock(1094931013)",  # a start of the core waits for it
        "SELECT pg_try_advisory_lock_shared(1094931013)",
        "SELECT rolpassword FROM pg_authid",
        "SET ROLE acre",
        "SET SESSION AUTHORIZATION acre",
        "SET temp_file_limit = -1",
        "ALTER ROLE CURRENT_USER CONNECTION LIMIT 100",
        "ALTER SYSTEM SET fsync = off",
    ],
)
async def test_it_does_nothing_else(reader, attempt):
    with pytest.raises((DENIED, asyncpg.ObjectNotInPrerequisiteStateError)) as caught:
        await reader.execute(attempt)
    assert "permission denied" in str(caught.value) or "must be owner" in str(caught.value)


async def test_a_session_begins_with_its_bounds(reader, database_url):
    name = name_of(database_url)
    async with connected(database_url, name) as session:
        for setting, value in SETTINGS.items():
            assert await session.fetchval("SELECT current_setting($1)", setting) in {
                value,
                {"60s": "1min"}.get(value),
            }
        assert await session.fetchval("SELECT count(*) FROM trade") == 0  # of its own schema
        with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
            await session.execute("CREATE TABLE mine (a INTEGER)")
        await session.execute("SET statement_timeout = '10ms'")
        with pytest.raises(asyncpg.QueryCanceledError):
            await session.execute("SELECT pg_sleep(60)")


async def test_it_has_few_connections(reader, database_url):
    name = name_of(database_url)
    more = await asyncio.gather(
        *(asyncpg.connect(database_url, user=name) for _ in range(CONNECTIONS_MAX - 1))
    )
    try:
        with pytest.raises(asyncpg.TooManyConnectionsError):
            await asyncpg.connect(database_url, user=name)
    finally:
        await asyncio.gather(*(one.close() for one in more))


async def test_views_of_later_versions_are_read_as_well(reader, database_url):
    async with connected(database_url) as owner:
        await owner.execute("CREATE VIEW acre_report.later AS SELECT 1 AS one")
        try:
            assert await reader.fetchval("SELECT one FROM acre_report.later") == 1
        finally:
            await owner.execute("DROP VIEW acre_report.later")


async def test_a_repeat_changes_nothing_and_other_roles_are_left_alone(reader, database_url):
    name = name_of(database_url)
    async with connected(database_url) as owner:
        await make_report_role(owner, name)
        for other in ("acre", "Robert'); --", "pg_monitor", ""):
            with pytest.raises(ReportRoleError):
                await make_report_role(owner, other)
            with pytest.raises(ReportRoleError):
                await drop_report_role(owner, other)
        with pytest.raises(ReportRoleError, match="no role"):
            await drop_report_role(owner, "nobody_here")
        assert await owner.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = 'acre'")
    assert await reader.fetchval("SELECT count(*) FROM acre_report.trade") == 0


async def test_an_owner_without_powers_can_make_it_too(postgres_cluster):
    url = postgres_cluster.create_database("report_owner")
    async with connected(url) as acre:
        await acre.execute("CREATE ROLE plain_owner LOGIN CREATEROLE")
        await acre.execute("ALTER DATABASE report_owner OWNER TO plain_owner")
    plain = url.replace("//acre@", "//plain_owner@")
    async with connected(plain) as owner:
        with pytest.raises(ReportRoleError, match="start the core"):
            await make_report_role(owner, "plain_reader")
    await (await Store.open(plain)).close()
    async with connected(plain) as owner:
        await make_report_role(owner, "plain_reader")
        await make_report_role(owner, "plain_reader")
        async with connected(url, "plain_reader") as session:
            assert await session.fetchval("SELECT count(*) FROM pool_point") == 0
            with pytest.raises(DENIED):
                await session.fetch("SELECT * FROM public.session")
        await drop_report_role(owner, "plain_reader")


async def test_base58_is_that_of_addresses_and_back(reader):
    samples = [bytes(32), b"\xff" * 32, bytes(31) + b"\x01", b"\x00\x00" + b"\x07" * 30]
    samples += [bytes((seed * 7 + place) % 256 for place in range(32)) for seed in range(20)]
    for raw in samples:
        text = await reader.fetchval("SELECT acre_report.base58($1)", raw)
        assert text == str(Pubkey.from_bytes(raw))
        assert await reader.fetchval("SELECT acre_report.key($1)", text) == raw
    assert await reader.fetchval("SELECT acre_report.base58('')") == ""
    for bad in ("0", "z" * 44, "é", "1" * 60):
        with pytest.raises(asyncpg.InvalidParameterValueError):
            await reader.fetchval("SELECT acre_report.key($1)", bad)


async def test_a_wallet_is_found_by_the_index(reader, database_url):
    async with connected(database_url) as owner:
        plan = "\n".join(row[0] for row in await owner.fetch(
            "EXPLAIN SELECT * FROM acre_report.trade "
            "WHERE wallet_key = acre_report.key('11111111111111111111111111111112')"
        ))  # fmt: skip
    assert "trade_pkey" in plan or "Index" in plan, plan


async def test_everything_has_a_comment(reader):
    bare = await reader.fetch("""
        SELECT c.relname, a.attname
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum >= 0
        WHERE c.relnamespace = 'acre_report'::REGNAMESPACE
            AND (obj_description(c.oid) IS NULL OR col_description(c.oid, a.attnum) IS NULL)
    """)
    assert bare == []
    functions = await reader.fetch("""
        SELECT proname FROM pg_proc
        WHERE pronamespace = 'acre_report'::REGNAMESPACE AND obj_description(oid) IS NULL
    """)
    assert functions == []


def test_the_command_makes_and_drops_it(database_url, clean_environment, capsys, tmp_path):
    name = f"{name_of(database_url)}_c"[:60]
    clean_environment.setenv("DATABASE_URL", database_url)
    clean_environment.setenv("ACRE_HOME", str(tmp_path))
    asyncio.run(_migrate(database_url))
    assert main(["report-role", "--name", name]) == 0
    out = capsys.readouterr().out
    address = out.split()[-1]
    assert address.startswith(f"postgresql://{name}@/")
    asyncio.run(_read(address))
    assert main(["report-role", "--name", name, "--drop"]) == 0
    assert main(["report-role", "--name", name, "--drop"]) == EXIT_CONFIGURATION
    assert "There is no role" in capsys.readouterr().err
    assert main(["report-role", "--name", "acre"]) == EXIT_CONFIGURATION


async def _migrate(url: str) -> None:
    await (await Store.open(url)).close()


async def _read(url: str) -> None:
    async with connected(url) as session:
        assert await session.fetch("SELECT * FROM settlement_request") == []
