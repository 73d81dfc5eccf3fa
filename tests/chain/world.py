"""A small exchange on a real in-process chain node, driven step by step by the tests."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.signature import Signature

from chain.builders.builders import Builders
from chain.catalogue import Catalogue, Histories, MarketFacts
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.instructions import BuiltTransaction, signed
from chain.client.rpc import Rpc
from chain.client.wallet import (
    TransactionFailed,
    address_of,
    send_instructions,
    sign_and_send,
    wait_confirmed,
)
from chain.commands.lines import U64_MAX
from chain.commands.memo import Memo, render
from chain.custody.custody import Custody, KeyCustody
from chain.custody.outflow_stop import OutflowStop
from chain.custody.reconciler import Reconciler
from chain.custody.settler import Settler
from chain.follower.follower import Follower
from chain.genesis import GenesisSettings, Keys, ensure_genesis
from chain.keepers.keeper import Keeper
from chain.keepers.liquidation import liquidation_keeper
from chain.keepers.settlement import settlement_keeper
from chain.node.server.server import NodeServer
from engine.core.generated.messages import CommandRejected, Tick
from engine.programmes.index_series import DailyPrints
from engine.programmes.programme_state import ProgrammeState
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied, EngineClock, ReplayListener, Sequencer

SLOT_MS = 10
SLOTS_MAX = 2000
SEGMENT_BYTES = 1024 * 1024  # of the journal; a large one is written and read at each start
START_S = 1_700_006_400 // 86_400 * 86_400 + 43_200  # noon: far from the entry window
DAY_S = 86_400
RATE = 1440
SEED_E6 = 1_000_000 * 10**6


class FixedHistories(Histories):
    """Every market prints 300.00 each day."""

    def __init__(self) -> None:
        super().__init__(dict)
        days = np.arange(START_S // DAY_S - 10, START_S // DAY_S + 400, dtype=np.int64)
        self._series = DailyPrints(days * DAY_S, np.full(len(days), 300 * 10**8, dtype=np.int64))

    def prints(self, acre_id: int) -> DailyPrints:
        return self._series


def small_catalogue() -> Catalogue:
    markets = tuple(
        MarketFacts(
            acre_id=acre_id,
            symbol=symbol,
            name=f"Test {symbol}",
            state="TX",
            country="US",
            category="city",
            metric="sqft",
            price_feed=f"index:{symbol}",
            latitude=0.0,
            longitude=0.0,
            median_sqft=1800,
            tags=(),
            source="test",
            attribution="test",
        )
        for acre_id, symbol in ((11, "AUS"), (12, "DAL-1"))
    )
    return Catalogue(markets, START_S, FixedHistories())


@dataclass
class HandClock:
    """Nanoseconds under test control."""

    ns: int = 1_000_000_000

    def __call__(self) -> int:
        return self.ns


@dataclass
class World:
    """Everything a test touches; `restart_engine` and `new_settler` stand for crashes."""

    home: Path
    node: NodeServer
    rpc: Rpc
    hands: HandClock
    sequencer: Sequencer
    facts: ChainFacts
    keys: Keys
    follower: Follower
    builders: Builders
    applied: list[Applied] = field(default_factory=list)
    programmes: ProgrammeState = field(default_factory=ProgrammeState)
    custody: Custody | None = None  # of settlers; None: the key of the vault

    @classmethod
    async def open(
        cls,
        home: Path,
        *,
        seed_e6: int = SEED_E6,
        make_multisig: Callable[[Rpc], Awaitable[bytes]] | None = None,
    ) -> "World":
        node = await NodeServer.start(home / "node", slot_ms=SLOT_MS, faults=True)
        rpc = Rpc(node.url)
        hands = HandClock()
        programmes = ProgrammeState()
        sequencer = await open_sequencer(home, hands, programmes)
        applied: list[Applied] = []
        sequencer.subscribe(applied.append)
        sequencer.subscribe(lambda one: programmes.take(one, sequencer.exchange))
        facts, keys = await ensure_genesis(
            sequencer,
            rpc,
            replace(
                genesis_settings(home, seed_e6),
                multisig=await make_multisig(rpc) if make_multisig else None,
            ),
            small_catalogue(),
        )
        world = cls(
            home, node, rpc, hands, sequencer, facts, keys,
            new_follower(home, rpc, sequencer, facts),
            Builders(rpc, sequencer.exchange, facts, sequencer.clock.now_s),
            applied, programmes,
        )  # fmt: skip
        await world.follow()
        await world.advance(600)  # past the entry window that the first print opens
        return world

    async def close(self) -> None:
        await self.sequencer.close()
        await self.rpc.close()
        await self.node.stop()

    # time and following

    async def advance(self, engine_s: int) -> None:
        """Let engine time pass."""
        self.hands.ns += engine_s * 10**9 // RATE + 1
        await self.sequencer.submit(Tick())

    async def follow(self) -> None:
        await self.follower.catch_up()

    async def wait_finalized(self, slot: int) -> None:
        await until(lambda: self._is_past(self.rpc.slot("finalized"), slot - 1))

    async def wait_height(self, height: int) -> None:
        await until(lambda: self._is_past(self.rpc.block_height("finalized"), height))

    async def _is_past(self, read: Awaitable[int], bound: int) -> bool:
        return await read > bound

    async def restart_engine(self) -> None:
        """Close the journal and open it again, as after a crash of the process."""
        await self.sequencer.close()
        self.programmes = programmes = ProgrammeState()
        self.sequencer = sequencer = await open_sequencer(self.home, self.hands, programmes)
        self.sequencer.subscribe(lambda one: programmes.take(one, sequencer.exchange))
        self.applied = []
        self.sequencer.subscribe(self.applied.append)
        self.follower = new_follower(self.home, self.rpc, self.sequencer, self.facts)
        self.builders = Builders(
            self.rpc, self.sequencer.exchange, self.facts, self.sequencer.clock.now_s
        )

    # users

    async def user(self) -> Keypair:
        """Return a wallet that the faucet has filled."""
        wallet = Keypair()
        await Faucet(self.rpc, self.facts, self.keys.faucet).drop(address_of(wallet))
        return wallet

    async def send(self, wallet: Keypair, built: BuiltTransaction) -> Applied:
        """Sign, send, follow, and return what the engine made of it."""
        signature = await sign_and_send(self.rpc, built, [wallet])
        await self.follow()
        return self.outcome(signature)

    async def send_raw(
        self, signers: Sequence[Keypair], instructions: Sequence[Instruction]
    ) -> list[Applied]:
        """Send instructions of the test's own making; returns every row it led to."""
        signature = await send_instructions(self.rpc, instructions, signers)
        await self.follow()
        return self.outcomes(signature)

    async def land_failing(
        self, signers: Sequence[Keypair], instructions: Sequence[Instruction]
    ) -> Applied:
        """Send past the preflight what must fail on chain; returns its row."""
        blockhash, last_valid, _slot = await self.rpc.latest_blockhash()
        transaction = signed(instructions, signers, blockhash)
        signature = await self.rpc.send(transaction, skip_preflight=True)
        with pytest.raises(TransactionFailed):
            await wait_confirmed(self.rpc, signature, last_valid)
        await self.follow()
        while not self.outcomes(signature):  # failed, and not confirmed yet
            await asyncio.sleep(SLOT_MS / 1000)
            await self.follow()
        return self.outcome(signature)

    def outcomes(self, signature: str) -> list[Applied]:
        wanted = bytes(Signature.from_string(signature))
        return [row for row in self.applied if getattr(row.command, "signature", b"") == wanted]

    def outcome(self, signature: str) -> Applied:
        (row,) = self.outcomes(signature)
        return row

    def memo(self, name: str, fields: dict, *, nonce: int, expires: int | None = None) -> str:
        limit = self.follower.followed_slot + 1000 if expires is None else expires
        return render(
            self.facts.chain_name, Memo(name=name, fields=fields, nonce=nonce, expires=limit)
        )

    # reads

    def collateral_e6(self, owner: bytes, account_id: int = 1) -> int:
        now_s = self.sequencer.clock.now_s()
        return self.sequencer.exchange.margin_account_view(owner, account_id, now_s).collateral_e6

    def vault_e6(self) -> int:
        now_s = self.sequencer.clock.now_s()
        return self.sequencer.exchange.exchange_view(now_s).balance_e6

    # money out

    def new_settler(
        self,
        rpcs: Sequence[Rpc] | None = None,
        final_slot: Callable[[], int] = lambda: U64_MAX,
    ) -> Settler:
        return Settler(
            rpcs or [self.rpc],
            self.sequencer,
            self.custody
            or KeyCustody(
                facts=self.facts,
                key=self.keys.vault_authority,
                fee_payer=self.keys.settler_fee_payer,
            ),
            self.home / "chain" / "payouts",
            final_slot=final_slot,
        )

    def new_keeper(self) -> Keeper:
        return settlement_keeper(
            self.rpc, self.sequencer, self.builders, self.keys.settler_fee_payer
        )

    def new_liquidation_keeper(self) -> Keeper:
        return liquidation_keeper(self.rpc, self.sequencer, self.builders, self.keys.keeper)


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something the node will do in one of its next slots."""
    for _ in range(SLOTS_MAX):
        if await condition():
            return
        await asyncio.sleep(SLOT_MS / 1000)
    raise AssertionError("the node never got there")


def rejected_code(applied: Applied) -> ErrorCode:
    """Return the code of the refusal, NONE for an applied command."""
    for event in applied.events:
        if isinstance(event, CommandRejected):
            return ErrorCode(event.code)
    return ErrorCode.NONE


async def open_sequencer(
    home: Path,
    hands: HandClock,
    programmes: ProgrammeState | None = None,
    listeners: Sequence[ReplayListener] = (),
) -> Sequencer:
    known = [] if programmes is None else [ReplayListener(0, programmes.take)]
    clock = EngineClock(RATE, hands, START_S)
    return await Sequencer.open(
        home / "journal", clock, listeners=[*known, *listeners], segment_bytes=SEGMENT_BYTES
    )


def new_follower(home: Path, rpc: Rpc, sequencer: Sequencer, facts: ChainFacts) -> Follower:
    return Follower(rpc, sequencer, facts, home / "chain", poll_s=SLOT_MS / 1000)


def genesis_settings(home: Path, seed_e6: int) -> GenesisSettings:
    return GenesisSettings(
        keys_dir=home / "keys", chain_dir=home / "chain", seed_liquidity_e6=seed_e6
    )


def new_reconciler(
    world: World, rpcs: Sequence[Rpc] = (), follower: Follower | None = None
) -> Reconciler:
    return Reconciler(
        rpcs or [world.rpc],
        world.sequencer,
        follower or world.follower,
        OutflowStop(world.home / "custody"),
        period_s=0.01,
    )
