"""The world of durability with its chain half: follower, settler, reconciler, reclaimer, keeper.

All of it is the product; only the clock, the disk, the RPC transport and the key's holder are
simulated. Writer, journal, replicas, projector and users are those of the other world, so a fork
goes through all of them.
"""

import asyncio
import random
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from chain.builders.builders import Builders
from chain.custody.build import CustodySettings, custody_loops
from chain.custody.custody import KeyCustody
from chain.custody.health import CustodyHealth
from chain.custody.lent_guards import LENT_FILE
from chain.follower.follower import CONFIRMED, FINALIZED, Follower
from chain.keepers.settlement import settlement_keeper
from engine.core.exchange import Exchange
from engine.core.generated.messages import PostPrint
from engine.feed import Replica
from engine.sequencer import Sequencer
from tests.engine.sequencer.factories import E8
from tests.simulation.custody.books import Books, WatchedCustody
from tests.simulation.custody.chain import Chain, SimRpc
from tests.simulation.custody.start import (
    FEE_PAYER,
    KEEPER,
    USERS,
    VAULT,
    WALLETS,
    copied,
    first_commands,
)
from tests.simulation.custody.users import REFUSALS, User
from tests.simulation.durability.clock import MACHINE, VirtualLoop
from tests.simulation.durability.world import CLUSTER, Fault, Machine, World, Wrong

POLL_S = 0.4  # a slot
CHAIN_MEND_S = 240.0  # of which a payout that got lost takes a blockhash's life
KINDS = ("fork", "cut node", "crash writer", "crash writer")


def chain_faults_of(seed: int, faults: Sequence[Fault]) -> list[Fault]:
    """Add what breaks on the chain to the faults of a seed."""
    chance = random.Random(f"{seed} chain faults")
    more = [
        Fault(chance.uniform(2, 20), chance.choice(KINDS), chance.randrange(1, 11))
        for _ in range(chance.randint(2, 8))
    ]
    return sorted([*faults, *more], key=lambda fault: fault.at_s)


class CustodyWorld(World):
    """Everything of one seed, with a chain."""

    users = USERS

    def __init__(self, seed: int, faults: list[Fault], home: Path, loop: VirtualLoop) -> None:
        super().__init__(seed, faults, home, loop)
        self.facts = copied(home / "node")
        self.chain = Chain(home / "node", random.Random(f"{seed} chain"), loop.time)
        self.chain.note = self.note
        self.chain.on_slot = self._check_step
        self.books = Books(self.chain, self.facts, self.found)
        is_final = self.kind == CLUSTER or seed % 6 == 0  # a cluster's next writer has no file
        self.commitment = FINALIZED if is_final else CONFIRMED
        self.clocks: dict[str, int] = {}  # the last reading of a process
        self.rpcs: list[SimRpc] = []
        self.followers: dict[str, Follower] = {}
        self.health: dict[str, CustodyHealth] = {}
        self.people = [
            User(wallet, self.facts, self._rpc(f"user {at}"), random.Random(f"{seed} user {at}"))
            for at, wallet in enumerate(WALLETS)
        ]

    def close(self) -> None:
        super().close()
        self.chain.close()

    def _rpc(self, name: str) -> SimRpc:
        rpc = SimRpc(self.chain, random.Random(f"{self.seed} rpc {name} {self.loop.now_s}"))
        self.rpcs.append(rpc)
        return rpc

    async def run(self) -> None:
        """Run the chain, and the world on it."""
        slots = asyncio.create_task(self.chain.ledger.run())
        try:
            await super().run()
        finally:
            self.chain.ledger.stop()
            await asyncio.wait([slots])

    def set_faulty(self, *, is_faulty: bool) -> None:
        super().set_faulty(is_faulty=is_faulty)
        self.chain.is_faulty = is_faulty
        if not is_faulty:
            for rpc in self.rpcs:
                rpc.is_cut = False

    # the writer's loops

    def first_commands(self) -> Sequence[Any]:
        return first_commands(self.facts)

    def more_loops(self, name: str, sequencer: Sequencer) -> Sequence[Coroutine[Any, Any, None]]:
        """Return the loops of custody, as the core puts them together."""
        home = self.directory_of(name)
        rpcs = [self._rpc(f"{name} {at}") for at in range(1 + self.seed % 5 // 4)]
        self.books.on_start(sequencer.exchange)
        sequencer.subscribe(self.books.on_applied)
        follower = Follower(
            rpcs,
            sequencer,
            self.facts,
            home / "follower",
            commitment=self.commitment,
            poll_s=POLL_S,
        )
        builders = Builders(rpcs[0], sequencer.exchange, self.facts, sequencer.now_s, self._unix_ms)
        keeper = settlement_keeper(rpcs[0], sequencer, builders, KEEPER)
        custody: Any = WatchedCustody(
            KeyCustody(facts=self.facts, key=VAULT, fee_payer=FEE_PAYER), self.books.on_signed
        )
        self.health[name] = CustodyHealth()
        loops = custody_loops(
            CustodySettings(home=home, kind="key"),
            rpcs, follower, custody, sequencer, self.health[name],
        )  # fmt: skip
        self.followers[name] = follower
        return [follower.run(), keeper.run(), *(loop.run() for loop in loops)]  # type: ignore[list-item]

    def _unix_ms(self) -> int:
        return self.wall_ns() // 10**6

    async def post_prices(self, sequencer: Sequencer) -> None:
        price_e8 = 100 * E8
        while True:
            await asyncio.sleep(2 + self.chance.random())
            price_e8 += price_e8 * self.chance.randint(-15, 15) // 1000
            now_s = sequencer.now_s()
            await sequencer.submit(PostPrint(market_id=1, price_e8=price_e8, published_at_s=now_s))

    def _end(self, machine: Machine) -> None:
        super()._end(machine)
        self.followers.pop(machine.name, None)
        self.clocks.pop(machine.name, None)
        if machine in self.writers and self.chance.random() < 0.05:  # costs rent, nothing else
            (self.directory_of(machine.name) / "custody" / LENT_FILE).unlink(missing_ok=True)

    # users

    async def user(self, number: int) -> None:
        """Act on the chain by some edge's builders, and take part in a programme."""
        count = 0
        while not self.is_mending:
            await asyncio.sleep(1.5 * self.chance.random())
            count += 1
            content = f"{self.seed}-{number}-{count}".encode().ljust(32, b"\1")
            await self.submit(content)
            machine = self.edges[self.chance.randrange(len(self.edges))]
            replica = self.replicas.get(machine.name)
            is_up = replica is not None and machine.tasks.is_alive and replica.sequence > 2
            if replica is not None and is_up and not replica.failed.done():
                act = machine.tasks.run(self._act(self.people[number], replica))
                await asyncio.wait([act])
                if not act.cancelled() and (error := act.exception()) is not None:
                    raise error

    async def _act(self, user: User, replica: Replica) -> None:
        rpc = user._rpc
        builders = Builders(rpc, replica.exchange, self.facts, replica.now_s, self._unix_ms)
        with suppress(*REFUSALS):
            await user.act(builders, replica.exchange)

    # faults

    def do(self, fault: Fault) -> None:
        if fault.kind == "fork":
            self.chain.fork(fault.target)
        elif fault.kind == "cut node":
            rpc = self.rpcs[-1 - fault.target % len(self.rpcs)]
            rpc.is_cut = True
            self.loop.call_later(fault.target, lambda: setattr(rpc, "is_cut", False))
        else:
            super().do(fault)

    # what must hold

    def _check_step(self) -> None:
        """Check after each slot, whatever the machines are doing."""
        for name, (sequencer, _server, tasks) in self.serving.items():
            follower = self.followers.get(name)
            if follower is None or not tasks.is_alive:
                continue
            self.books.check_claims(sequencer, follower)
            clock_s, self.clocks[name] = self.clocks.get(name, 0), sequencer.clock.now_s()
            if self.clocks[name] < clock_s:
                self.found(f"the engine clock went back from {clock_s} to {self.clocks[name]}")
            if self.health[name].is_stopped:
                self.found(f"outflows stopped without a reason: {self.health[name]}")

    async def settle(self, users: "list[asyncio.Task[None]]") -> None:
        """Wait until everything that was asked for is paid and recorded."""
        await super().settle(users)
        end_s = self.loop.now_s + CHAIN_MEND_S
        while self.loop.now_s < end_s:
            await asyncio.sleep(0.5)
            if self.wrong:
                raise Wrong(self.wrong)
            if self._is_settled():
                self.note("everything is paid")
                await super().settle(users)
                return
        raise Wrong(f"after {CHAIN_MEND_S} s: {self._why_not_settled()}")

    def _is_settled(self) -> bool:
        return bool(self.serving) and not self._why_not_settled()

    def _why_not_settled(self) -> str:
        if not self.serving:
            return "no writer"
        name, (sequencer, _server, _tasks) = next(iter(self.serving.items()))
        follower = self.followers[name]
        newest = max((row.slot for row in self.chain.landed), default=0)
        if min(follower.followed_slot, self.chain.ledger.finalized_slot) < newest:
            return f"followed {follower.followed_slot} of {newest}: {follower.trouble}"
        if requests := sequencer.exchange.open_settlement_requests():
            return f"open: {requests}"
        if self.health[name].is_stopped or any(self.health[name].difference_e6.values()):
            return f"vault and claims differ: {self.health[name]}"
        return ""

    def check(self) -> None:
        """Compare the journal with the chain, too."""
        assert MACHINE.get() is None
        super().check()
        records = self.records()
        exchange = Exchange()
        for payload in records:
            exchange.apply_record(payload)
        self.books.check_end(exchange, records)
        if self.wrong:
            raise Wrong(self.wrong)
        if not self.books.checks:
            raise Wrong("vault and claims were never compared: the world says nothing")
