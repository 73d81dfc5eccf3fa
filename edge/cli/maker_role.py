"""The role `maker`: the market maker in the foreground, until Ctrl-C."""

import argparse
import asyncio
import sys
from pathlib import Path

from solders.keypair import Keypair

from chain.wallet import load_or_create_key
from edge.cli.foreground import run_in_foreground
from edge.cli.key_files import KeyFileError, private_key
from edge.cli.main import EXIT_CONFIGURATION
from edge.client.client import AcreClient
from edge.client.errors import AcreError
from edge.client.maker import Maker
from edge.client.outlook import MakerOptions
from edge.client.quoting import LadderRules
from edge.settings import Settings

EXIT_UNAVAILABLE = 69  # sysexits.h


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the maker, or show what it would quote; returns the exit status."""
    try:
        key = maker_key(Path(parsed.key).expanduser(), is_made=not parsed.dry_run)
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
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_UNAVAILABLE
    print("\n".join(lines) or "There is no open market.")
    return 0


def maker_options(parsed: argparse.Namespace) -> MakerOptions:
    """Return what the command line asks for."""
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


def maker_key(path: Path, *, is_made: bool) -> Keypair:
    """Return the key of the file; a missing one is made, or for a dry run only thought of."""
    try:
        if not path.exists():
            return load_or_create_key(path) if is_made else Keypair()
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}.") from None
    return private_key(path)


async def _quote(url: str, key: Keypair, options: MakerOptions) -> None:
    async with AcreClient(url, key) as client:
        await Maker(client, options).run()


async def _preview(url: str, key: Keypair, options: MakerOptions) -> list[str]:
    async with AcreClient(url, key) as client:
        return await Maker(client, options).preview()
