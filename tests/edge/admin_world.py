"""A small exchange behind the operator's socket, and ways to speak to it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from solders.keypair import Keypair

from chain.client.wallet import address_of, load_or_create_key
from chain.genesis import market_command
from chain.operator_key import sign_operator_command
from edge.core.programme_keeper import ProgrammeKeeper
from edge.operator.admin.protocol import LENGTH, SOCKET_NAME, frame
from edge.operator.admin.server import REQUEST_MAX_S, AdminServer, listening_for_operator
from engine.core.generated.messages import CreateExchange, Tick
from engine.programmes.programme_state import ProgrammeState
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer import Sequencer
from tests.chain.world import RATE, START_S, HandClock, open_sequencer, small_catalogue

PRICE_E8 = 300 * 10**8
NAV_E6 = 10**13


@dataclass
class AdminWorld:
    """A sequencer with an exchange and one market, listening for its operator."""

    home: Path
    sequencer: Sequencer
    operator: Keypair
    hands: HandClock
    programmes: ProgrammeState
    lines: list["Line"] = field(default_factory=list)

    @property
    def exchange(self):
        return self.sequencer.exchange

    @property
    def socket(self) -> Path:
        return self.home / SOCKET_NAME

    def view(self):
        return self.exchange.exchange_view(self.exchange.now_s)

    async def advance(self, engine_s: int) -> None:
        self.hands.ns += engine_s * 10**9 // RATE + 1
        await self.sequencer.submit(Tick())

    async def dial(self, socket: Path | None = None) -> "Line":
        """Connect; the hello is read when it comes, and the world hangs up at its end."""
        self.lines.append(Line(*await asyncio.open_unix_connection(socket or self.socket)))
        return self.lines[-1]

    async def hang_up(self) -> None:
        for line in self.lines:
            line.writer.close()
            with suppress(ConnectionError):
                await line.writer.wait_closed()


@dataclass
class Line:
    """One connection to the socket, without any of the client's manners."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def hear(self) -> dict:
        (length,) = LENGTH.unpack(await self.reader.readexactly(LENGTH.size))
        return json.loads(await self.reader.readexactly(length))

    async def challenge(self) -> bytes:
        return bytes.fromhex((await self.hear())["challenge"])

    async def say(self, body: bytes) -> dict:
        """Send one frame and return the answer."""
        self.writer.write(frame(body))
        return await self.hear()

    async def is_closed(self) -> bool:
        return await self.reader.read(1) == b""

    def hang_up(self) -> None:
        self.writer.close()


@asynccontextmanager
async def admin_world(
    home: Path, request_max_s: float = REQUEST_MAX_S
) -> AsyncIterator[AdminWorld]:
    operator = load_or_create_key(home / "keys" / "operator.json")
    hands = HandClock()
    keeper = ProgrammeKeeper(home / "journal")
    sequencer = await open_sequencer(home, hands, listeners=[keeper.listener])
    keeper.follow(sequencer)
    try:
        if not sequencer.sequence:
            await _found(sequencer, operator)
        server = AdminServer(sequencer, sequencer.clock.now_s, keeper.book, request_max_s)
        async with listening_for_operator(home, server):
            world = AdminWorld(home, sequencer, operator, hands, keeper.book)
            try:
                yield world
            finally:
                await world.hang_up()
    finally:
        await sequencer.close()


async def _found(sequencer: Sequencer, operator: Keypair) -> None:
    founding = CreateExchange(
        exchange=address_of(Keypair()),
        collateral_mint=b"\x03" * 32,
        token_mint=b"\x04" * 32,
        vault_authority=b"\x05" * 32,
        is_demo=1,
        **{row.name: row.default for row in EXCHANGE_PARAMETERS},
    )
    first, *_rest = small_catalogue().markets
    listing = market_command(first, (START_S - 43_200, PRICE_E8), NAV_E6)
    for command in (founding, listing):
        await sequencer.submit(sign_operator_command(command, operator))
    assert list(sequencer.exchange.market_ids()) == [1]
