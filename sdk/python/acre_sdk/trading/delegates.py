"""A delegate: a key that may trade for the wallet, within limits, and can never withdraw.

`AcreClient(url, delegate, owner=wallet)` uses it.
"""

from collections.abc import Sequence
from typing import Final

from solders.keypair import Keypair
from solders.pubkey import Pubkey

from acre_sdk.amounts import COLLATERAL, SOL, Amount, raw, text_of, time_text
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.inspection import TopUp
from acre_sdk.results import Outcome
from acre_sdk.trading.commands import Commands, Order

DAY_S: Final = 86_400
TOP_UP: Final = "0.01"  # SOL: about 2,000 commands


class Delegates:
    """The one delegate of a wallet."""

    def __init__(self, main: MainApi, commands: Commands) -> None:
        self._main = main
        self._commands = commands

    async def create(
        self,
        key: Keypair | None = None,
        *,
        days: int = 30,
        notional_per_day: Amount | None = None,
        markets: Sequence[str] = (),
        top_up: Amount = TOP_UP,
    ) -> Keypair:
        """Let a key trade for this wallet, a new one unless it is given; returns the key.

        `top_up` moves SOL to it, from which it pays the fees of its commands. No markets: all.
        """
        if isinstance(markets, str):
            raise TypeError(f"markets must be a list of symbols, not {markets!r}")
        key = key if key is not None else Keypair()
        exchange = self._commands.exchange
        until = (await exchange.clock()).now + days * DAY_S
        lamports = raw("top_up", top_up, SOL, is_zero_ok=True)
        symbols = sorted(set(markets))
        ids = [(await exchange.market(symbol)).id for symbol in symbols]
        lines = [("delegate", str(key.pubkey())), ("until", time_text(until))]
        body = m.DelegateBody(delegate=str(key.pubkey()), expires_at=until, markets=ids)
        if notional_per_day is not None:
            limit = raw("notional_per_day", notional_per_day, COLLATERAL)
            lines.append(("notional-per-day", text_of(limit, COLLATERAL)))
            body.notional_per_day = str(limit)
        if symbols:
            lines.append(("markets", ",".join(symbols)))
        if lamports:
            body.delegate_top_up = str(lamports)
        await self._set(lines, body, _top_up(key.pubkey(), lamports))
        return key

    async def revoke(self) -> Outcome:
        """End the delegate's rights at once."""
        return await self._set([("delegate", "none")], m.DelegateBody(delegate=None), None)

    async def _set(
        self, lines: list[tuple[str, str]], body: m.DelegateBody, top_up: TopUp | None
    ) -> Outcome:
        build = self._main.post_user_by_user_transaction_set_delegate
        order = Order(name="set-delegate", lines=lines, top_up=top_up)
        return (
            await self._commands.run(order, lambda: build(self._commands.address, body))
        ).outcome


def _top_up(receiver: Pubkey, lamports: int) -> TopUp | None:
    return TopUp(receiver=receiver, lamports=lamports) if lamports else None
