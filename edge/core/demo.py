"""The demo's traders, wired into the core: their past, their loop, their public names."""

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from pathlib import Path

from chain.catalogue.facts import Catalogue
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_key
from chain.demo.past import Stage, past_from_s, play_past
from chain.demo.plan import PAST_S
from chain.demo.strategies import DAY_S
from chain.demo.taking_part import missing
from chain.demo.trader import Trader, demo_traders
from chain.demo.traders import DemoTraders, Venue
from chain.genesis import Keys
from chain.oracle.build import build_oracle
from chain.oracle.replay_source import ReplaySource
from chain.schedule.contest_keeper import ContestKeeper
from chain.schedule.keeper import PredictionKeeper
from chain.schedule.rounds import ScheduleKeeper
from chain.worker import Loop
from edge.api.context import Context
from edge.api.profile.stored import change_settings, mark_demo, read_profile
from edge.api.programmes import record
from edge.core.settings import Settings
from edge.http.errors import ApiError
from edge.store.pool import Store
from engine.core.generated.messages import CreateExchange
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import Sequencer

log = logging.getLogger("acre.demo")

MAKER_NAME = "demo_maker"


def demo_loops(
    settings: Settings, context: Context, sequencer: Sequencer, catalogue: Catalogue
) -> list[Loop]:
    """Return the loop of the demo's traders, where there are any."""
    if not settings.demo_traders or context.faucet is None:
        return []
    traders = build_demo_traders(settings, context, context.faucet, sequencer, catalogue)
    return [traders.worker.loop]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastParts:
    """What of the core the past needs."""

    settings: Settings
    sequencer: Sequencer
    rpc: Rpc
    facts: ChainFacts
    keys: Keys
    catalogue: Catalogue
    programmes: ProgrammeState


def past_to_play_s(
    settings: Settings, catalogue: Catalogue, created: CreateExchange | None, sequencer: Sequencer
) -> int | None:
    """Return when the demo's past began that is to be played, or played to its end; None: none."""
    if not settings.demo_traders or not settings.node.is_embedded:
        return None
    from_s = past_from_s(catalogue)
    if from_s is None or settings.oracle.sources != (ReplaySource.name,):
        return None
    if not sequencer.sequence:
        return from_s
    is_begun = created is not None and created.time_s == from_s
    return from_s if is_begun and sequencer.exchange.now_s < catalogue.start_s else None


def first_day_s(created_s: int) -> int:
    """Return the first day of the replay of an exchange, which its past is before."""
    return created_s + PAST_S if (created_s + PAST_S) % DAY_S == 0 else created_s


def hold_for_past(sequencer: Sequencer, catalogue: Catalogue, past_s: int | None) -> Catalogue:
    """Return the catalogue as of the exchange's first moment; in the past the clock stands."""
    if past_s is None:
        return catalogue
    sequencer.clock.hold(max(past_s, sequencer.exchange.now_s))
    return replace(catalogue, start_s=past_s)


async def play_beside(
    history: Awaitable[object], parts: PastParts, store: Store, past_s: int
) -> None:
    """Play the past and name its traders, while the database takes the history."""
    stage = _stage(parts, past_s)
    playing = asyncio.create_task(play_past(stage))
    try:
        await history
        await playing
    finally:
        playing.cancel()
        await asyncio.wait({playing})
    for trader in stage.traders:
        await give_name(store, trader.address, trader.name)


def _stage(parts: PastParts, from_s: int) -> Stage:
    settings, sequencer, catalogue = parts.settings, parts.sequencer, parts.catalogue
    operator = parts.keys.operator
    keepers: list[ScheduleKeeper] = []
    if settings.has_demo_contests:
        contests = parts.programmes.contests
        keepers.append(ContestKeeper(sequencer, contests, operator, from_s))
    if settings.prediction_indexes:
        count = settings.prediction_indexes
        keepers.append(PredictionKeeper(sequencer, catalogue, operator, count))
    return Stage(
        sequencer=sequencer,
        rpc=parts.rpc,
        facts=parts.facts,
        keys=parts.keys,
        catalogue=catalogue,
        programmes=parts.programmes,
        oracle=build_oracle(settings.oracle, catalogue, sequencer),
        keepers=keepers,
        traders=demo_traders(settings.home / "keys", settings.demo_traders),
        follower_dir=settings.home / "follower",
    )


def build_demo_traders(
    settings: Settings, context: Context, faucet: Faucet, sequencer: Sequencer, catalogue: Catalogue
) -> DemoTraders:
    """Return the traders that `settings` asks for; they use the public builders."""
    venue = Venue(
        rpc=context.rpc,
        sequencer=sequencer,
        builders=context.builders,
        faucet=faucet,
        facts=context.facts,
        catalogue=catalogue,
    )
    keys_dir = settings.home / "keys"
    traders = demo_traders(keys_dir, settings.demo_traders)
    unnamed = {trader.address: trader.name for trader in traders}

    async def join(trader: Trader) -> None:
        await take_part(context, trader)
        if trader.address in unnamed:
            await give_name(context.store, trader.address, unnamed[trader.address])
            del unnamed[trader.address]
            await _name_maker(context.store, keys_dir / "demo-maker.json")

    return DemoTraders(venue, traders, join)


async def give_name(store: Store, wallet: bytes, name: str) -> None:
    """Mark a wallet as the demo's, and name it unless it has a name."""
    await mark_demo(store, wallet)
    if (await read_profile(store, wallet))["username"] is None:
        try:
            await change_settings(store, wallet, {"username": name})
        except ApiError as error:  # the username is taken
            log.warning("demo_name_taken", extra={"user": name, "code": error.code})


async def _name_maker(store: Store, key_file: Path) -> None:
    """Name the maker bot, whose key is there when it runs."""
    try:
        key = await asyncio.to_thread(load_key, key_file)
    except (OSError, ValueError):
        return
    await give_name(store, address_of(key), MAKER_NAME)


async def take_part(context: Context, trader: Trader) -> None:
    """Do what is missing yet: participate, make or use the code, join the contests."""
    for command in missing(context.programmes, trader, context.now_s()):
        try:
            await record(context, command, lambda _applied: None)
        except ApiError:  # the code is taken or its window has passed
            continue
