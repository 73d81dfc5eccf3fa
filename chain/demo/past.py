"""`play_past`: the weeks before the demo's first day, played through the real exchange at a start.

The clock is held at each moment in turn. Prints come from the oracle's own poster, questions and
contests from their keepers, trades are transactions of the chain: they are sent at once, in the
order of the plan, and each is applied at the time that the plan has for it. What was done is read
from the exchange, so an interrupted start goes on where it was.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from chain.catalogue.facts import Catalogue
from chain.client.addresses import token_account
from chain.client.balances import token_balance
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN, ChainFacts
from chain.client.faucet import LAMPORTS_PER_SOL, Faucet, Gift
from chain.client.instructions import compute_limit, memo, signed, transfer_tokens
from chain.client.rpc import Rpc
from chain.client.wallet import wait_confirmed
from chain.commands.memo import Memo, render
from chain.demo.opinions import Opinions
from chain.demo.plan import PAST_S, Act, plan_past
from chain.demo.taking_part import missing
from chain.demo.trader import Trader
from chain.follower.acceptance import Found
from chain.follower.follower import Follower
from chain.genesis import Keys
from chain.oracle.poster import OraclePoster
from chain.schedule.rounds import ScheduleKeeper
from engine.programmes.programme_state import ProgrammeState
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

DAY_S: Final = 86_400
SOL_E9: Final = 10 * LAMPORTS_PER_SOL
EXPIRY_SLOTS: Final = 150
SLOT_POLL_S: Final = 0.05
COMPUTE_UNITS: Final = 200_000


def past_from_s(catalogue: Catalogue) -> int | None:
    """Return when the past before a catalogue's first day begins; None if a market has none."""
    from_s = catalogue.start_s - PAST_S
    has_prints = all(catalogue.print_at(one.acre_id, from_s) for one in catalogue.markets)
    return from_s if has_prints else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What the past is played with."""

    sequencer: Sequencer
    rpc: Rpc
    facts: ChainFacts
    keys: Keys
    catalogue: Catalogue
    programmes: ProgrammeState
    oracle: OraclePoster
    keepers: Sequence[ScheduleKeeper]
    traders: Sequence[Trader]
    follower_dir: Path


async def play_past(stage: Stage) -> None:
    """Play what is left of the past, and let the clock go on from the first day."""
    sequencer, catalogue = stage.sequencer, stage.catalogue
    days = _Days(stage)
    await days.begin()
    acts = await asyncio.to_thread(plan_past, catalogue, stage.traders, _sides_e6(sequencer))
    follower = _PastFollower(stage, acts, days)
    is_new = not any(_nonce(sequencer, trader) for trader in stage.traders)
    await follower.catch_up_patiently()
    if not is_new:  # what was sent before and is in the open slot still lands
        await _next_slot(stage.rpc)
        await follower.catch_up_patiently()
    await _send(stage, acts)
    await follower.catch_up_patiently()
    follower.save_checkpoint()
    await days.pass_to(catalogue.start_s)
    sequencer.clock.go_on()
    extra = {"acts": len(acts), "refused": follower.refused, "sequence": sequencer.sequence}
    log.info("demo_past_played", extra=extra)


def _nonce(sequencer: Sequencer, trader: Trader) -> int:
    return sequencer.exchange.user_view(trader.address).nonce


def _sides_e6(sequencer: Sequencer) -> dict[str, int]:
    exchange = sequencer.exchange
    views = [exchange.market_view(one, exchange.now_s) for one in exchange.market_ids()]
    return {view.symbol: view.parameters["max_side_size_e6"] for view in views}


async def _next_slot(rpc: Rpc) -> None:
    open_slot = await rpc.slot("processed")
    while await rpc.slot("confirmed") < open_slot:  # noqa: ASYNC110 - in another process
        await asyncio.sleep(SLOT_POLL_S)


class _Days:
    """What happens at each midnight besides the trades: prints, questions, contests."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._sequencer = stage.sequencer
        self._opinions = Opinions(stage.sequencer, stage.catalogue, stage.traders)

    async def begin(self) -> None:
        """Do again what an interrupted start may have left half done."""
        await self._work(self._sequencer.now_s())

    async def pass_to(self, time_s: int) -> None:
        """Let time pass, midnight by midnight."""
        now_s = self._sequencer.now_s()
        for midnight_s in range((now_s // DAY_S + 1) * DAY_S, time_s + 1, DAY_S):
            await self._work(midnight_s)
            if midnight_s < self._stage.catalogue.start_s:
                await self._opinions.trade()
        self._sequencer.clock.hold(time_s)

    async def _work(self, time_s: int) -> None:
        stage = self._stage
        self._sequencer.clock.hold(time_s)
        await stage.oracle.post_due()
        for keeper in stage.keepers:
            await keeper.round()
        for _ in range(2):  # what follows on taking part comes second
            commands = [
                command
                for trader in stage.traders
                for command in missing(stage.programmes, trader, time_s)
            ]
            await asyncio.gather(*map(self._sequencer.submit, commands))


class _PastFollower(Follower):
    """Applies each act of the plan at its time."""

    def __init__(self, stage: Stage, acts: Sequence[Act], days: _Days) -> None:
        super().__init__(stage.rpc, stage.sequencer, stage.facts, stage.follower_dir)
        self._acts = acts
        self._days = days
        self._users = {trader.address for trader in stage.traders}
        self.refused = 0

    async def _submit(self, rows: list[Found]) -> None:
        for time_s, group in groupby(rows, self._time_of):
            if time_s > self._sequencer.now_s():
                await self._days.pass_to(time_s)
            await super()._submit(list(group))

    def _time_of(self, found: Found) -> int:
        command = found.memo
        if command is None or found.origin.user not in self._users:
            return 0
        return self._acts[command.nonce - 1].time_s if command.nonce <= len(self._acts) else 0


async def _send(stage: Stage, acts: Sequence[Act]) -> None:
    """Send what the exchange has not seen: first play money, then the acts in order."""
    sequencer, rpc, facts = stage.sequencer, stage.rpc, stage.facts
    done = max(_nonce(sequencer, trader) for trader in stage.traders)
    if done >= len(acts):
        return
    blockhash, last_valid, slot = await rpc.latest_blockhash()
    left = list(enumerate(acts[done:], done + 1))
    gifts = [gift async for gift in _gifts(stage, [act for _nonce, act in left], blockhash)]
    transactions = await asyncio.to_thread(_signed, facts, left, blockhash, slot + EXPIRY_SLOTS)
    signatures = await rpc.send_all([*gifts, *transactions])
    await wait_confirmed(rpc, signatures[-1], last_valid)


async def _gifts(stage: Stage, acts: Iterable[Act], blockhash: str) -> AsyncIterator[bytes]:
    """Yield a drop for each trader that has less than its deposits: exactly what it lacks."""
    need: dict[int, dict[int, int]] = {}
    for act in acts:
        mine = need.setdefault(act.trader.number, {MINT_COLLATERAL: 0, MINT_TOKEN: 0})
        if act.deposit_e6:
            mine[act.mint] += act.deposit_e6
    faucet = Faucet(stage.rpc, stage.facts, stage.keys.faucet)
    for trader in stage.traders:
        mine = need.get(trader.number, {})
        lack = {
            mint: max(0, amount_e6 - (await _balance(stage, trader, mint)))
            for mint, amount_e6 in mine.items()
            if amount_e6
        }
        if any(lack.values()):
            gift = Gift(SOL_E9, lack.get(MINT_COLLATERAL, 0), lack.get(MINT_TOKEN, 0))
            yield faucet.transaction(trader.address, gift, blockhash)


async def _balance(stage: Stage, trader: Trader, mint: int) -> int:
    return await token_balance(stage.rpc, trader.address, stage.facts.mint_address(mint)) or 0


def _signed(
    facts: ChainFacts, acts: Iterable[tuple[int, Act]], blockhash: str, expires: int
) -> list[bytes]:
    limit = compute_limit(COMPUTE_UNITS, facts.exchange)
    transactions = []
    for nonce, act in acts:
        user = act.trader.address
        spelled = Memo(name=act.name, fields=act.fields, nonce=nonce, expires=expires)
        instructions = [limit, memo(render(facts.chain_name, spelled), user)]
        if act.deposit_e6:
            mint = facts.mint_address(act.mint)
            vault = token_account(facts.vault_authority, mint)
            instructions.insert(1, transfer_tokens(user, vault, mint, act.deposit_e6))
        transactions.append(signed(instructions, [act.trader.key], blockhash))
    return transactions
