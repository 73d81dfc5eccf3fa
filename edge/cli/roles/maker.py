"""The role `maker`: the market maker in the foreground, until Ctrl-C."""

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry
from solders.keypair import Keypair

from acre_sdk.client import AcreClient
from acre_sdk.errors import AcreError
from acre_sdk.maker import Maker
from acre_sdk.models import POINT_E6
from acre_sdk.outlook import MakerOptions
from acre_sdk.quoting import LadderRules
from edge.cli.foreground import run_in_foreground
from edge.cli.key_files import KeyFileError, named_key
from edge.cli.log_format import printable
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.cli.ports import busy_port_sentence
from edge.core.settings import Settings
from edge.observe.board import Board
from edge.observe.maker import MAKER
from edge.observe.serve import serving_metrics


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the maker, or show what it would quote; returns the exit status."""
    port = parsed.metrics_port
    sentence = busy_port_sentence(port, "choose another --metrics-port.") if port else None
    if sentence is not None:
        print(f"acre: {sentence}", file=sys.stderr)
        return EXIT_CONFIGURATION
    try:
        key = named_key(Path(parsed.key).expanduser(), is_made=not parsed.dry_run)
    except KeyFileError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    url = parsed.url if parsed.url is not None else settings.url
    options = maker_options(parsed)
    if not parsed.dry_run:
        return run_in_foreground(
            _quote(url, key, options, port), log_format=settings.observe.log_format
        )
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


async def _quote(url: str, key: Keypair, options: MakerOptions, port: int | None) -> None:
    async with AcreClient(url, key) as client:
        maker = Maker(client, options)
        board = Board(MAKER, CollectorRegistry())
        async with serving_metrics(partial(_metrics_text, board, maker), port):
            await maker.run()


def _metrics_text(board: Board, maker: Maker) -> bytes:
    for result, count in maker.rounds.items():
        board.set("acre_maker_rounds", count, result)
    for outcome, count in maker.acts.items():
        board.set("acre_maker_acts", count, outcome)
    board.set("acre_maker_markets", maker.market_count)
    board.set("acre_maker_points", maker.points_e6 / POINT_E6)
    return board.text()


async def _preview(url: str, key: Keypair, options: MakerOptions) -> list[str]:
    async with AcreClient(url, key) as client:
        return await Maker(client, options).preview()
