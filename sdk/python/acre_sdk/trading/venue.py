"""What a wallet knows of the exchange: its chain, its collateral and vault, its markets."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from solders.pubkey import Pubkey

from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.models import Clock

_LOCAL_WORDS: Final = ("localnet", "localhost", "127.0.0.1")
MARKET_NOT_FOUND: Final = "MARKET_NOT_FOUND"


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """Facts of the exchange from another source than its server; what is left out, the server says.

    `chain` is `mainnet`, `devnet`, `testnet` or `localnet`: without it the node's address decides.
    """

    chain: str | None = None
    collateral_mint: str | None = None
    collateral_vault: str | None = None


@dataclass(frozen=True, slots=True)
class Pins:
    """Addresses that stay the same for the life of a client."""

    mint: Pubkey
    vault: Pubkey


def chain_of(url: str) -> str:
    """Return the chain's name in memos, by the address of a node."""
    for name in ("devnet", "testnet"):
        if name in url:
            return name
    return "localnet" if any(word in url for word in _LOCAL_WORDS) else "mainnet"


class Exchange:
    """The exchange as its server describes it: what is pinned is read once."""

    def __init__(
        self, main: MainApi, clock: Callable[[], Awaitable[Clock]], venue: Venue, rpc: str
    ) -> None:
        self.chain = venue.chain if venue.chain is not None else chain_of(rpc)
        self.clock = clock
        self._main = main
        self._venue = venue
        self._pins: Pins | None = None
        self._markets: dict[str, m.Market] = {}
        self._lock = asyncio.Lock()

    async def pins(self) -> Pins:
        """Return the collateral's mint and the vault that deposits go to."""
        async with self._lock:
            if self._pins is None:
                found = (await self._main.get_account_exchange()).specification
                mint = self._venue.collateral_mint or found.collateral_mint
                vault = self._venue.collateral_vault or found.collateral_vault
                self._pins = Pins(address(mint), address(vault))
            return self._pins

    async def markets(self) -> list[m.Market]:
        """Return the markets as they are now."""
        found = await self._main.get_account_markets()
        self._markets = {row.metadata.symbol: row for row in found}
        return found

    async def market(self, symbol: str) -> m.Market:
        """Return a market by its symbol, as it was when the markets were last read."""
        if symbol not in self._markets:
            await self.markets()
        if symbol not in self._markets:
            raise AcreError(MARKET_NOT_FOUND, f"There is no market {symbol}", 404)
        return self._markets[symbol]

    async def symbol(self, market_id: int) -> str:
        """Return the symbol of a market."""
        for is_fresh in (False, True):
            if is_fresh:
                await self.markets()
            for symbol, row in self._markets.items():
                if row.id == market_id:
                    return symbol
        raise AcreError(MARKET_NOT_FOUND, f"There is no market {market_id}", 404)


def address(text: str) -> Pubkey:
    """Return an address that a server names; raises BAD_ANSWER for anything else."""
    try:
        return Pubkey.from_string(text)
    except ValueError as error:
        raise AcreError(BAD_ANSWER, f"{text!r} is no address") from error
