"""The role `report-role`: a role of the database that reads reports and nothing else."""

import argparse
import asyncio
import sys
from urllib.parse import urlsplit, urlunsplit

import asyncpg  # type: ignore[import-untyped]

from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.core.settings import Settings
from edge.http.limits import DATABASE_DEADLINE_S
from edge.store.pool import DATABASE_ERRORS
from edge.store.report_role import SCHEMA, ReportRoleError, drop_report_role, make_report_role


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Make or drop the role; returns the exit status."""
    try:
        asyncio.run(_work(settings.database_url, parsed.name, is_drop=parsed.drop))
    except ReportRoleError as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except (asyncpg.InsufficientPrivilegeError, asyncpg.DependentObjectsStillExistError) as error:
        return _say(f"The database refused it: {error}.", EXIT_CONFIGURATION)
    except DATABASE_ERRORS as error:
        text = f"The database does not answer: {error!r}. Start Acre, or name it in DATABASE_URL."
        return _say(text, EXIT_UNAVAILABLE)
    if parsed.drop:
        print(f"dropped {parsed.name}")
        return 0
    print(f"{parsed.name} reads the views of {SCHEMA}: {_address(settings, parsed.name)}")
    return 0


async def _work(url: str, name: str, *, is_drop: bool) -> None:
    connection = await asyncpg.connect(
        url, timeout=DATABASE_DEADLINE_S, command_timeout=DATABASE_DEADLINE_S
    )
    try:
        await (drop_report_role if is_drop else make_report_role)(connection, name)
    finally:
        await connection.close()


def _address(settings: Settings, name: str) -> str:
    """Return the address of the database for the role, without a password."""
    parts = urlsplit(settings.database_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{name}@{host}"))


def _say(text: str, status: int) -> int:
    print(f"acre: {text}", file=sys.stderr)
    return status
