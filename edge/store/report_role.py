"""The role that reads the views of `acre_report` and nothing else.

What it may not do is refused for want of privileges, which it cannot change. Its settings are
defaults against mistakes: a session can change them.
"""

import re
from typing import Any

SCHEMA = "acre_report"
CONNECTIONS_MAX = 4
MARK = "Reads the reports of Acre; made by acre report-role."
NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
SETTINGS = {
    "default_transaction_read_only": "on",
    "statement_timeout": "30s",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "60s",
    "idle_session_timeout": "1h",
    "max_parallel_workers_per_gather": "0",
    "search_path": SCHEMA,
    "timezone": "UTC",
}
_OF_LATER_VIEWS = f"ALTER DEFAULT PRIVILEGES IN SCHEMA {SCHEMA}"
TEMP_FILE_MAX = "1GB"  # of a session; only a superuser can set it
# Of every role by default, and useless to a reader: large objects fill the disk, and an advisory
# lock holds up the start of the core.
_OF_EVERYONE = """
SELECT string_agg(p.oid::REGPROCEDURE::TEXT, ', ')
FROM pg_proc p
WHERE p.pronamespace = 'pg_catalog'::REGNAMESPACE
    AND p.proname ~ '^(pg_(try_)?advisory_|lo_(creat|create|from_bytea)$)'
"""


class ReportRoleError(Exception):
    """The role cannot be made or dropped; the message is a sentence."""


async def make_report_role(connection: Any, name: str) -> None:  # noqa: ANN401
    """Make the role, or bring one of an earlier version up to date; a repeat changes nothing."""
    async with connection.transaction():
        if await connection.fetchval("SELECT to_regnamespace($1)", SCHEMA) is None:
            raise ReportRoleError("The database has no reports yet: start the core once.")
        if not await _is_ours(connection, name):
            await connection.execute(f'CREATE ROLE "{name}" LOGIN NOINHERIT')
            await connection.execute(f"COMMENT ON ROLE \"{name}\" IS '{MARK}'")
        await connection.execute(f'ALTER ROLE "{name}" CONNECTION LIMIT {CONNECTIONS_MAX}')
        for setting, value in SETTINGS.items():
            await connection.execute(f"ALTER ROLE \"{name}\" SET {setting} = '{value}'")
        database = await connection.fetchval("SELECT quote_ident(current_database())")
        await connection.execute(f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC")
        for granted in _grants(database):
            await connection.execute(f'GRANT {granted} TO "{name}"')
        await connection.execute(f'{_OF_LATER_VIEWS} GRANT SELECT ON TABLES TO "{name}"')
        if await connection.fetchval("SELECT current_setting('is_superuser') = 'on'"):
            await _as_superuser(connection, name)


async def drop_report_role(connection: Any, name: str) -> None:  # noqa: ANN401
    """Drop the role and its grants in this database."""
    async with connection.transaction():
        if not await _is_ours(connection, name):
            raise ReportRoleError(f"There is no role {name}.")
        await connection.execute(
            f'{_OF_LATER_VIEWS} REVOKE SELECT ON TABLES FROM "{name}"'  # noqa: S608 - checked
        )
        database = await connection.fetchval("SELECT quote_ident(current_database())")
        for granted in reversed(_grants(database)):
            await connection.execute(f'REVOKE {granted} FROM "{name}"')
        await connection.execute(f'DROP ROLE "{name}"')


def _grants(database: str) -> tuple[str, ...]:
    return (
        f"CONNECT ON DATABASE {database}",
        f"USAGE ON SCHEMA {SCHEMA}",
        f"SELECT ON ALL TABLES IN SCHEMA {SCHEMA}",
    )


async def _as_superuser(connection: Any, name: str) -> None:  # noqa: ANN401
    await connection.execute(f"ALTER ROLE \"{name}\" SET temp_file_limit = '{TEMP_FILE_MAX}'")
    functions = await connection.fetchval(_OF_EVERYONE)
    await connection.execute(f"REVOKE EXECUTE ON FUNCTION {functions} FROM PUBLIC")


async def _is_ours(connection: Any, name: str) -> bool:  # noqa: ANN401
    """Return whether the role is there; raises ReportRoleError for one that has other uses."""
    if NAME.fullmatch(name) is None:
        raise ReportRoleError(f"{name!r} is no name of a role: small letters, digits and _.")
    mark = await connection.fetchrow(
        "SELECT shobj_description(oid, 'pg_authid') FROM pg_roles WHERE rolname = $1", name
    )
    if mark is not None and mark[0] != MARK:
        raise ReportRoleError(f"The role {name} was made for something else; give another name.")
    return mark is not None
