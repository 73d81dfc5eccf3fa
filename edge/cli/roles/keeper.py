"""The role `keeper`: liquidations and settlements in the foreground, until Ctrl-C."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from solders.keypair import Keypair

from acre_sdk.errors import AcreError
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi
from acre_sdk.models import Clock
from acre_sdk.pacing import Timer
from acre_sdk.trading.commands import Commands
from acre_sdk.trading.keeping import Work
from acre_sdk.trading.node import Node
from acre_sdk.trading.outcomes import Outcomes
from acre_sdk.trading.venue import Exchange, Venue
from acre_sdk.transport import MAIN_BASE, Transport
from chain.client.cluster import chain_of
from edge.cli.foreground import run_in_foreground
from edge.cli.key_files import KeyFileError, named_key
from edge.cli.log_format import printable
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.cli.ports import busy_port_sentence
from edge.core.settings import Settings
from edge.keeper.keeper import STOP_MAX_S, Keeper, KeeperOptions
from edge.observe.serve import serving_metrics

END_S = 3.0  # after the last act was followed


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the keeper, or show what it would do; returns the exit status."""
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
    rpc_url = parsed.rpc if parsed.rpc is not None else f"{url}/rpc"
    options = keeper_options(parsed, rpc_url)
    if not parsed.dry_run:
        return run_in_foreground(
            _keep(url, rpc_url, key, options, port),
            STOP_MAX_S + END_S,
            log_format=settings.observe.log_format,
        )
    try:
        lines = asyncio.run(_preview(url, rpc_url, key, options))
    except AcreError as error:
        print(f"acre: {printable(str(error))}", file=sys.stderr)
        return EXIT_UNAVAILABLE
    print("\n".join(lines) or "There is nothing to do.")
    return 0


def keeper_options(parsed: argparse.Namespace, rpc_url: str) -> KeeperOptions:
    """Return the options of the command line."""
    return KeeperOptions(
        chain=parsed.chain if parsed.chain is not None else chain_of(rpc_url),
        jobs=parsed.jobs,
        fee_account=parsed.fee_account,
        interval_s=parsed.interval,
        parallel=parsed.parallel,
        min_profit_e6=parsed.min_profit,
        sol_price_e6=parsed.sol_price,
        min_balance_e9=parsed.min_balance,
        fee_max_e9=parsed.max_fee,
        hourly_fees_e9=parsed.hourly_fees,
    )


@asynccontextmanager
async def opened_keeper(
    url: str, rpc_url: str, key: Keypair, options: KeeperOptions, timer: Timer | None = None
) -> AsyncIterator[Keeper]:
    """Open a keeper with its connections, and close them."""
    clock = timer if timer is not None else Timer()
    async with aiohttp.ClientSession() as http:
        express = ExpressApi(Transport(http, url, clock))
        main = MainApi(Transport(http, url, clock, MAIN_BASE))
        node = Node(Transport(http, rpc_url, clock, ""))
        asking = Outcomes(None, "")  # of many acts at once, of which the stream tells one
        exchange = Exchange(main, _no_clock, Venue(chain=options.chain), rpc_url)
        commands = Commands(main, node, key, exchange, asking, clock, options.fee_max_e9)
        work = Work(main, express, commands.address)
        yield Keeper(main, work, node, commands, options, clock)


async def _no_clock() -> Clock:
    raise AssertionError("no act of a keeper names a time")


async def _keep(
    url: str, rpc_url: str, key: Keypair, options: KeeperOptions, port: int | None
) -> None:
    async with (
        opened_keeper(url, rpc_url, key, options) as keeper,
        serving_metrics(keeper.figures.text, port),
    ):
        await keeper.run()


async def _preview(url: str, rpc_url: str, key: Keypair, options: KeeperOptions) -> list[str]:
    async with opened_keeper(url, rpc_url, key, options) as keeper:
        return await keeper.preview()
