"""The settler dies before or after each of its effects: everybody is paid exactly once."""

import contextlib
import itertools
from types import SimpleNamespace

import pytest

from chain.client.wallet import address_of
from tests.chain.cold_world import USD, cold_world
from tests.chain.payouts import (
    authorised,
    be_impatient,
    collateral,
    paid_e6,
    pay,
    payable,
    request_of,
)
from tests.chain.world import World


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    be_impatient(monkeypatch)


class Crash(Exception):
    """The process ends here."""


class Killer:
    """Ends the process before or after its n-th effect on engine, disk or chain."""

    def __init__(self, at: int, *, is_after: bool) -> None:
        self._at = at
        self._is_after = is_after
        self._effects = 0
        self.has_struck = False

    def _strike(self) -> None:
        self.has_struck = True
        raise Crash

    def before(self) -> None:
        self._effects += 1
        if self._effects == self._at and not self._is_after:
            self._strike()

    def after(self) -> None:
        if self._effects == self._at and self._is_after and not self.has_struck:
            self._strike()

    def arm(self, settler) -> None:
        """Put itself around everything that the settler does to the world."""
        submit, send, files = settler._submit, settler._endpoints.send, settler._files

        async def killing_submit(command):
            self.before()
            code = await submit(command)
            self.after()
            return code

        async def killing_send(transaction):
            self.before()
            await send(transaction)
            self.after()

        def around(work):
            def call(*arguments):
                self.before()
                result = work(*arguments)
                self.after()
                return result

            return call

        settler._submit = killing_submit
        settler._endpoints.send = killing_send
        settler._files = SimpleNamespace(
            save=around(files.save), load=files.load, drop=around(files.drop)
        )


async def lose_payout(world: World, owner: bytes) -> None:
    """Let a payout be signed, and lose it with its bytes until it cannot land any more."""
    await authorised(world, world.new_settler(), owner)
    for path in (world.home / "chain" / "payouts").iterdir():
        path.unlink()
    await world.wait_height(request_of(world, owner).last_valid_block_height)


async def crash_everywhere(world: World, *, is_after: bool, is_lost: bool = False) -> int:
    """Pay one withdrawal for each step at which the process dies; returns how many steps."""
    for at in itertools.count(1):
        owner = address_of(await payable(world))
        if is_lost:
            await lose_payout(world, owner)
        killer = Killer(at, is_after=is_after)
        settler = world.new_settler()
        killer.arm(settler)
        with contextlib.suppress(Crash):
            await pay(world, settler, owner)
        if killer.has_struck:
            await world.restart_engine()
            await world.follow()
            await pay(world, world.new_settler(), owner)
        assert await collateral(world, owner) == paid_e6()
        if not killer.has_struck:
            return at - 1
    raise AssertionError("unreachable")


@pytest.mark.parametrize("is_after", [False, True])
async def test_a_crash_at_every_step_pays_exactly_once(world, is_after):
    # save, authorise, send, record, drop
    assert await crash_everywhere(world, is_after=is_after) >= 5
    assert world.vault_e6() == await collateral(world, world.facts.vault_authority)


@pytest.mark.parametrize("is_after", [False, True])
async def test_a_crash_at_every_step_after_an_expiry_pays_exactly_once(world, is_after):
    # expire, save, authorise, send, record, drop
    assert await crash_everywhere(world, is_after=is_after, is_lost=True) >= 6
    assert world.vault_e6() == await collateral(world, world.facts.vault_authority)


@pytest.mark.parametrize("is_after", [False, True])
async def test_a_delegate_that_crashes_at_every_step_pays_exactly_once(tmp_path, is_after):
    async with cold_world(tmp_path) as cold:
        await cold.approve(10_000 * USD)
        world = cold.world
        assert await crash_everywhere(world, is_after=is_after) >= 5
        assert world.vault_e6() == await collateral(world, world.facts.vault_authority)
