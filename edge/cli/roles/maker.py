"""The role `maker`: the market maker in the foreground, until Ctrl-C."""

import argparse
import asyncio
import sys
from pathlib import Path

from solders.keypair import Keypair

from edge.cli.foreground import run_in_foreground
from edge.cli.key_files import KeyFileError, named_key
from edge.cli.log_format import printable
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.client.client import AcreClient
from edge.client.errors import AcreError
from edge.client.maker import Maker
from edge.client.outlook import MakerOptions
from edge.client.quoting import LadderRules
from edge.core.settings import Settings


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the maker, or show what it would quote; returns the exit status."""
    try:
        key = named_key(Path(parsed.key).expanduser(), is_made=not parsed.dry_run)
    except KeyFileError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    url = parsed.url if parsed.url is not None else settings.url
    options = maker_options(parsed)
    if not parsed.dry_run:
        return run_in_foreground(_quote(url, key, options))
    try:
        lines = asyncio.run(_preview(url, key, options))
    except AcreError as error:
        print(f"acre: {printable(str(error))}", file=sys.stderr)
        return EXIT_UNAVAILABLE
    print("\n".join(lines) or "There is no open market.")
    return 0


def maker_options(parsed: argparse.Namespace) -> MakerOptions:
    """Return the options of the command line."""
    rules = LadderRules(
        levels=parsed.levels, size=parsed.size, spread=parsed.spread, skew=parsed.skew
    )
    return MakerOptions(
        markets=parsed.markets,
        rules=rules,
        volatility=parsed.volatility,
        budget_points=parsed.budget,
        dead_man_s=parsed.dead_man,
        withdraw_s=parsed.withdraw,
    )


async def _quote(url: str, key: Keypair, options: MakerOptions) -> None:
    async with AcreClient(url, key) as client:
        await Maker(client, options).run()


async def _preview(url: str, key: Keypair, options: MakerOptions) -> list[str]:
    async with AcreClient(url, key) as client:
        return await Maker(client, options).preview()
