"""The demo's traders, wired into the core: what they do besides their transactions."""

import asyncio
import logging
from pathlib import Path
from random import Random

from chain.client.faucet import Faucet
from chain.client.wallet import address_of, load_key
from chain.demo.traders import DemoTraders, Trader, Venue, demo_traders
from chain.worker import Loop
from edge.api.context import Context
from edge.api.profile.stored import change_settings, mark_demo, read_profile
from edge.api.programmes import record, refusals
from edge.core.settings import Settings
from edge.http.errors import ApiError
from engine.core.generated import messages as m
from engine.programmes.command_facts import NUMBER_OF
from engine.programmes.contests.rules import ContestStatus
from engine.programmes.seasons import Programme
from engine.sequencer import Sequencer

log = logging.getLogger("acre.demo")

CODE = "DEMO"
MAKER_NAME = "demo_maker"
REFERRED = (2, 3)  # the traders that use the first one's code


def demo_loops(settings: Settings, context: Context, sequencer: Sequencer) -> list[Loop]:
    """Return the loop of the demo's traders, where there are any."""
    if not settings.demo_traders or context.faucet is None:
        return []
    return [build_demo_traders(settings, context, context.faucet, sequencer).worker.loop]


def build_demo_traders(
    settings: Settings, context: Context, faucet: Faucet, sequencer: Sequencer
) -> DemoTraders:
    """Return the traders that `settings` asks for; they use the public builders."""
    venue = Venue(
        rpc=context.rpc,
        sequencer=sequencer,
        builders=context.builders,
        faucet=faucet,
        facts=context.facts,
    )
    keys_dir = settings.home / "keys"
    traders = demo_traders(keys_dir, settings.demo_traders)
    unnamed = {trader.address: trader.name for trader in traders}

    async def join(trader: Trader) -> None:
        await take_part(context, trader)
        if trader.address in unnamed:
            await give_name(context, trader.address, unnamed[trader.address])
            del unnamed[trader.address]
            await _name_maker(context, keys_dir / "demo-maker.json")

    return DemoTraders(venue, traders, Random(), join)  # noqa: S311 - no secret


async def give_name(context: Context, wallet: bytes, name: str) -> None:
    """Mark a wallet as the demo's, and name it unless it has a name."""
    await mark_demo(context.store, wallet)
    if (await read_profile(context.store, wallet))["username"] is None:
        try:
            await change_settings(context.store, wallet, {"username": name})
        except ApiError as error:  # the username is taken
            log.warning("demo_name_taken", extra={"user": name, "code": error.code})


async def _name_maker(context: Context, key_file: Path) -> None:
    """Name the maker bot, whose key is there when it runs."""
    try:
        key = await asyncio.to_thread(load_key, key_file)
    except (OSError, ValueError):
        return
    await give_name(context, address_of(key), MAKER_NAME)


async def take_part(context: Context, trader: Trader) -> None:
    """Do what is missing yet: participate, make or use the code, join the contests."""
    for command in _missing(context, trader):
        try:
            await record(context, command, lambda _applied: None)
        except ApiError:  # the code is taken or its window has passed
            continue


def _missing(context: Context, trader: Trader) -> list[m.Command]:
    book, user = context.programmes, trader.address
    if book.ledger.participated_at_s(Programme.SEASON_3, user) is None:
        if book.ledger.ended_at_s(Programme.SEASON_3) is not None:
            return []
        return [m.Participate(user=user, programme=NUMBER_OF[Programme.SEASON_3])]
    known = book.ledger.referrals.of(user)
    missing: list[m.Command] = []
    if trader.number == 1 and known.code is None and _may(context, user, is_making=True):
        missing.append(m.GenerateReferralCode(user=user, code=CODE))
    if trader.number in REFERRED and known.referred_by is None and _may(context, user):
        missing.append(m.UseReferralCode(user=user, code=CODE))
    missing += [
        m.JoinContest(user=user, contest_id=contest.rules.contest_id)
        for contest in book.contests.values()
        if user not in contest.entrants
        and contest.rules.status(context.now_s()) is not ContestStatus.FINISHED
    ]
    return missing


def _may(context: Context, user: bytes, *, is_making: bool = False) -> bool:
    """Return whether the code can be made, or used, now: what is refused is not journaled."""
    referrals = context.programmes.ledger.referrals
    try:
        with refusals():
            if is_making:
                referrals.check_generate(user, CODE)
            else:
                referrals.check_use(user, CODE, context.now_s())
    except ApiError:
        return False
    return True
