"""`DemoTraders`: a few wallets that trade, provide liquidity, stake and take part in the demo.

They send ordinary, real transactions, with play money from the faucet. One of them acts
each round, in turn; its next action follows from its holdings, so a restart continues where the
last run ended. After a refusal the next trader has its turn.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Final

from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.client.balances import sol_balance, token_balance
from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet
from chain.client.instructions import BuiltTransaction
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_or_create_key, sign_and_send
from chain.worker import Worker
from engine.core.exchange import Exchange
from engine.core.views import MarginAccountView, MarketView
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

E6: Final = 10**6
E8: Final = 10**8
TRADERS_MAX: Final = 20
PAUSE_REAL_S: Final = 3.0
ACCOUNT_ID: Final = 1
MARGIN_E6: Final = 4_000 * E6
LIQUIDITY_E6: Final = 2_500 * E6
STAKE_E6: Final = 1_000 * E6
LOW_COLLATERAL_E6: Final = MARGIN_E6
LOW_SOL_E9: Final = 10**8
LOW_MARGIN_E6: Final = 1_000 * E6
TRADE_USD: Final = (100, 800)
POSITIONS_MAX: Final = 5
LEVERAGE_MAX: Final = 3
CLOSE_PERCENT: Final = 30
SLIPPAGE_PERCENT: Final = 2


class Style(IntEnum):
    """A trader's strategy: trend following, contrarian, or random."""

    TREND = 1
    COIN = 0
    CONTRARY = -1


STYLES: Final = (Style.TREND, Style.CONTRARY, Style.COIN)


@dataclass(frozen=True, slots=True)
class Trader:
    """One of them; `number` is from 1."""

    number: int
    key: Keypair

    @property
    def name(self) -> str:
        """The public name."""
        return f"demo_trader_{self.number}"

    @property
    def address(self) -> bytes:
        """The wallet."""
        return address_of(self.key)

    @property
    def style(self) -> Style:
        """The trading style."""
        return STYLES[self.number % len(STYLES)]

    @property
    def provides(self) -> bool:
        """Whether it has liquidity in the pool: every second one."""
        return self.number % 2 == 0

    @property
    def stakes(self) -> bool:
        """Whether it has a stake: every third one."""
        return self.number % 3 == 0


def demo_traders(keys_dir: Path, count: int) -> tuple[Trader, ...]:
    """Return so many traders, whose keys are made when they are missing."""
    assert 0 <= count <= TRADERS_MAX
    return tuple(
        Trader(number, load_or_create_key(keys_dir / f"demo-trader-{number}.json"))
        for number in range(1, count + 1)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """The exchange as the traders use it."""

    rpc: Rpc
    sequencer: Sequencer
    builders: Builders
    faucet: Faucet
    facts: ChainFacts


class DemoTraders:
    """Runs until cancelled."""

    def __init__(
        self,
        venue: Venue,
        traders: Sequence[Trader],
        chance: Random,
        join: Callable[[Trader], Awaitable[None]],
    ) -> None:
        """`join` lets a trader take part in what is not on the chain; done again each turn."""
        assert traders
        self._rpc = venue.rpc
        self._sequencer = venue.sequencer
        self._builders = venue.builders
        self._faucet = venue.faucet
        self._facts = venue.facts
        self._traders = traders
        self._chance = chance
        self._join = join
        self._turn = 0
        self.worker = Worker("demo_traders", self.round, PAUSE_REAL_S)

    async def round(self) -> None:
        """Run the next trader, unless the exchange refuses commands."""
        if self._sequencer.journal_full_s:
            return
        trader = self._traders[self._turn % len(self._traders)]
        self._turn += 1
        await self._join(trader)
        if await self._needs_money(trader):
            await self._faucet.drop(trader.address)
            return
        try:
            built = await self._next_act(trader)
        except ChainError as error:
            if error.code == "NODE_UNAVAILABLE":
                raise
            log.info("demo_trader_refused", extra={"trader": trader.name, "code": error.code})
            return
        if built is not None:
            await sign_and_send(self._rpc, built, [trader.key])

    @property
    def _exchange(self) -> Exchange:
        return self._sequencer.exchange

    async def _needs_money(self, trader: Trader) -> bool:
        collateral_e6 = await token_balance(self._rpc, trader.address, self._facts.collateral_mint)
        is_low = (collateral_e6 or 0) < LOW_COLLATERAL_E6
        return is_low or await sol_balance(self._rpc, trader.address) < LOW_SOL_E9

    async def _next_act(self, trader: Trader) -> BuiltTransaction | None:
        """Return the next missing step, else a trade; None to wait."""
        user, now_s = trader.address, self._sequencer.now_s()
        builders = self._builders
        if ACCOUNT_ID not in self._exchange.user_view(user).margin_account_ids:
            return await builders.build(
                user, "create-margin-account", account=ACCOUNT_ID, amount=MARGIN_E6, name="Demo"
            )
        if trader.provides and not self._exchange.lp_positions(user, now_s):
            return await builders.build(user, "add-liquidity", amount=LIQUIDITY_E6)
        if trader.stakes and not self._exchange.staking_view(user, now_s).has_account:
            return await builders.build(user, "stake", amount=STAKE_E6, create_account=True)
        account = self._exchange.margin_account_view(user, ACCOUNT_ID, now_s)
        if account.available_margin_e6 < LOW_MARGIN_E6:
            return await builders.build(
                user, "deposit-margin", account=ACCOUNT_ID, amount=MARGIN_E6 // 2
            )
        return await self._trade(trader, account, now_s)

    async def _trade(
        self, trader: Trader, account: MarginAccountView, now_s: int
    ) -> BuiltTransaction | None:
        held = account.positions
        limit_e6 = LEVERAGE_MAX * account.available_margin_e6
        is_full = len(held) >= POSITIONS_MAX or account.open_interest_e6 >= limit_e6
        if held and (is_full or self._chance.randrange(100) < CLOSE_PERCENT):
            position = self._chance.choice(held)
            market = self._exchange.market_view(position.market_id, now_s)
            worst_e8 = _worst_e8(market, 1 if position.size_e6 < 0 else -1)
            return await self._builders.build(
                trader.address,
                "close-position",
                owner=None,
                account=ACCOUNT_ID,
                market=position.market_id,
                size=0,
                limit=worst_e8,
            )
        ids = self._exchange.market_ids()
        if is_full or not ids:
            return None
        market = self._exchange.market_view(self._chance.choice(ids), now_s)
        direction = self._direction(trader.style, market)
        notional_e6 = self._chance.randint(*TRADE_USD) * E6
        size_e6 = notional_e6 * E8 // market.index_price_e8
        return await self._builders.build(
            trader.address,
            "modify-position",
            owner=None,
            account=ACCOUNT_ID,
            market=market.market_id,
            size=direction * size_e6,
            limit=_worst_e8(market, direction),
        )

    def _direction(self, style: Style, market: MarketView) -> int:
        trend = 1 if market.forecast_slow_e12 > 0 else -1
        return style * trend if style else self._chance.choice((1, -1))


def _worst_e8(market: MarketView, direction: int) -> int:
    """Return the worst price at which to trade: 2 % from the price that is shown."""
    return market.market_price_e8 * (100 + direction * SLIPPAGE_PERCENT) // 100
