"""The operator's risk list in the journal: marks, the operator's own word, who left, a restart."""

import asyncio
from dataclasses import replace

from solders.keypair import Keypair

from chain.client.wallet import address_of
from chain.operator_key import is_signed_by_operator, sign_operator_command
from edge.operator.risk_keeper import CHANGES_PER_ROUND_MAX, RiskKeeper
from edge.operator.screening import RiskScreen
from engine.core.generated import messages as m
from engine.programmes.programme_state import ProgrammeState
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer import EngineClock, ReplayListener, Sequencer
from tests.chain.world import HandClock

A, B, C = (bytes([n]) * 32 for n in (1, 2, 3))


class Desk:
    """A keeper around a sequencer, its fold and a list that is set by hand."""

    def __init__(self, home) -> None:
        self.home, self.operator, self.screen = home, Keypair(), RiskScreen()

    async def open(self) -> None:
        self.book = ProgrammeState()
        self.sequencer = await Sequencer.open(
            self.home / "journal",
            EngineClock(1, HandClock(), 1_700_000_000),
            listeners=(ReplayListener(0, self.book.take),),
        )
        self.sequencer.subscribe(lambda one: self.book.take(one, self.sequencer.exchange))
        self.sent: list[m.Command] = []
        self.sequencer.subscribe(lambda one: self.sent.append(one.command))
        self.keeper = RiskKeeper(self.sequencer, self.screen, self.book.high_risk, self.operator)

    async def found(self) -> None:
        rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
        founding = m.CreateExchange(exchange=b"E" * 32, **rules)
        await self.sequencer.submit(sign_operator_command(founding, self.operator))

    async def say(self, user: bytes, mark: int) -> None:
        command = sign_operator_command(m.SetRisk(user=user, is_high_risk=mark), self.operator)
        await self.sequencer.submit(command)

    def risk(self, user: bytes) -> tuple[bool | None, bool]:
        view = self.sequencer.exchange.user_view(user)
        return view.is_high_risk, view.is_on_list


def test_the_list_is_journaled_and_the_operators_word_stays(tmp_path):
    asyncio.run(_lists(tmp_path))


async def _lists(home) -> None:
    desk = Desk(home)
    await desk.open()
    await desk.found()
    await desk.say(B, 2)
    desk.screen.listed = frozenset({A, B})
    assert await desk.keeper.round() == 1
    assert desk.risk(A) == (None, True)
    assert desk.risk(B) == (False, False)
    assert desk.book.high_risk == {A}
    command = desk.sent[-1]
    assert command.operator == address_of(desk.operator)
    assert is_signed_by_operator(replace(command, seq=0, time_s=0))
    assert await desk.keeper.round() == 0
    await desk.sequencer.close()
    # a restart sends nothing twice, and clears who left the list meanwhile
    await desk.open()
    assert await desk.keeper.round() == 0
    desk.screen.listed = frozenset({C})
    assert await desk.keeper.round() == 2
    assert (desk.risk(A), desk.risk(C)) == ((None, False), (None, True))
    await desk.say(C, 1)
    desk.screen.listed = frozenset()
    assert await desk.keeper.round() == 0
    assert desk.risk(C) == (True, False)
    await desk.sequencer.close()


def test_a_long_list_is_journaled_in_bounded_rounds(tmp_path):
    asyncio.run(_long(tmp_path))


async def _long(home) -> None:
    desk = Desk(home)
    await desk.open()
    await desk.found()
    many = [n.to_bytes(32, "big") for n in range(1, CHANGES_PER_ROUND_MAX + 4)]
    desk.screen.listed = frozenset(many)
    assert await desk.keeper.round() == CHANGES_PER_ROUND_MAX
    assert await desk.keeper.round() == 3
    assert await desk.keeper.round() == 0
    assert all(desk.risk(user) == (None, True) for user in many)
    await desk.sequencer.close()
