"""The client of one wallet: calls of the API, prediction markets, commands, the stream."""

from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Final, NoReturn

import aiohttp
from solders.keypair import Keypair

from acre_sdk.amounts import Amount, decimal_of, raw
from acre_sdk.calls import Page, Resource, all_rows
from acre_sdk.errors import ClientClosed
from acre_sdk.generated import models as m
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi
from acre_sdk.history import History
from acre_sdk.login import Login
from acre_sdk.models import Clock, IndexPrice, Model
from acre_sdk.pacing import Timer
from acre_sdk.predictions import PAGE_ROWS_MAX, Predictions
from acre_sdk.results import Balances, FaucetDrop
from acre_sdk.stream import Stream, StreamMessage
from acre_sdk.trading.commands import FEE_MAX, Commands
from acre_sdk.trading.delegates import Delegates
from acre_sdk.trading.keeping import Keeper
from acre_sdk.trading.margin import Margin
from acre_sdk.trading.node import Node
from acre_sdk.trading.outcomes import Outcomes
from acre_sdk.trading.perps import Perps
from acre_sdk.trading.venue import Exchange, Venue
from acre_sdk.transport import MAIN_BASE, Transport, checked_url

OPENED: Final = frozenset(  # what a client has from its opening on
    (
        *("_transport", "_login", "_public", "_outcomes"),
        *("express", "main", "predictions", "margin", "perps", "delegates", "keeper", "history"),
    )
)


class _Indexes(Model):
    markets: list[IndexPrice]
    next_cursor: str | None


class _Status(Model):
    clock: Clock


class _Public(Resource):
    """Reads that every wallet shares."""

    async def clock(self) -> Clock:
        return (await self._get("/status", _Status)).clock

    async def index_page(self, cursor: str | None) -> Page[IndexPrice]:
        query = {"limit": str(PAGE_ROWS_MAX)}
        if cursor is not None:
            query["cursor"] = cursor
        found = await self._get("/market/search", _Indexes, query)
        return Page(found.markets, found.next_cursor)


class AcreClient:
    """One wallet's access to one server; use it as `async with AcreClient(url, key) as client`.

    With `owner` the wallet acts as that wallet's delegate. `rpc` is the chain node, by default the
    server's own; `venue` is what the wallet knows of the exchange without asking the server.
    `fee_max` is the highest network fee of a command, in SOL.
    """

    def __init__(  # noqa: PLR0913 - the parts of an access
        self,
        url: str,
        key: Keypair,
        *,
        owner: str | None = None,
        rpc: str | None = None,
        venue: Venue | None = None,
        fee_max: Amount = FEE_MAX,
        timer: Timer | None = None,
    ) -> None:
        self.url = checked_url(url)
        self.owner = owner if owner is not None else str(key.pubkey())
        self._key = key
        self._rpc = rpc if rpc is not None else f"{self.url}/rpc"
        self._venue = venue if venue is not None else Venue()
        self._fee_max = raw("fee_max", fee_max, 9)
        self._timer = timer if timer is not None else Timer()
        self._http: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> "AcreClient":
        self._http = aiohttp.ClientSession()
        self._transport = Transport(self._http, self.url, self._timer)
        self._login = Login(self._transport, self._key)
        self._public = _Public(self._transport, self._login)
        self.express = ExpressApi(self._transport, self._login)
        main = Transport(self._http, self.url, self._timer, MAIN_BASE)
        self.main = MainApi(main, self._login)
        self.predictions = Predictions(self._transport, self._login)
        self._open_commands(self._http)
        return self

    if not TYPE_CHECKING:  # a type checker knows what an open client has, and nothing else

        def __getattr__(self, name: str) -> NoReturn:
            if name in OPENED:
                raise ClientClosed
            raise AttributeError(f"AcreClient has no {name!r}", name=name, obj=self)

    def _open_commands(self, http: aiohttp.ClientSession) -> None:
        """Make the groups whose calls are commands on the chain."""
        exchange = Exchange(self.main, self._public.clock, self._venue, self._rpc)
        node = Node(Transport(http, self._rpc, self._timer, ""))
        self._outcomes = Outcomes(self.stream, self.address)
        commands = Commands(
            self.main, node, self._key, exchange, self._outcomes, self._timer, self._fee_max
        )
        self.margin = Margin(self.main, commands, self.owner)
        self.perps = Perps(self.main, commands, self.margin)
        self.delegates = Delegates(self.main, commands)
        self.keeper = Keeper(self.main, self.express, commands)
        self.history = History(self.main, self.express, exchange, self.owner)

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._http is not None:
            await self._outcomes.close()
            await self._http.close()

    @property
    def address(self) -> str:
        """The wallet address of the key."""
        return str(self._key.pubkey())

    async def login(self) -> None:
        """Sign in; other calls do it by themselves when they need to."""
        await self._login.token()

    def stream(self) -> Stream:
        """Return a stream of live data; use it as `async with client.stream() as stream`."""
        return Stream(self._transport, self._login)

    async def messages(self, *channels: str) -> AsyncIterator[StreamMessage]:
        """Yield the messages of channels as they come; `user` is the wallet's own channel."""
        own = f"user:{self.address}"
        async with self.stream() as stream:
            await stream.subscribe(*(own if name == "user" else name for name in channels))
            async for message in stream:
                yield message

    async def clock(self) -> Clock:
        """Return the engine's time; times of markets and orders use it."""
        return await self._public.clock()

    async def index_prices(self) -> dict[int, IndexPrice]:
        """Return the index of every area by the `acre_id` of prediction markets."""
        rows = all_rows(self._public.index_page)
        return {row.acre_id: row async for row in rows if row.acre_id is not None}

    async def balances(self) -> Balances:
        """Return what the wallet holds on the chain."""
        sol = await self.main.get_user_by_user_sol_balance(self.address)
        collateral = await self.main.get_user_by_user_collateral_balance(self.address)
        return Balances(
            sol=decimal_of(sol.balance, 9), collateral=decimal_of(collateral.balance, 6)
        )

    async def faucet(self) -> FaucetDrop:
        """Ask for test money, which only a local exchange gives."""
        drop = await self.express.post_faucet(m.WalletBody(address=self.address))
        return FaucetDrop(
            signature=drop.signature,
            sol=decimal_of(drop.sol, 9),
            collateral=decimal_of(drop.collateral, 6),
            token=decimal_of(drop.token, 6),
        )
