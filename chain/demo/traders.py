"""`DemoTraders`: wallets that trade by named strategies, provide liquidity, stake and take part.

They send ordinary, real transactions, with play money from the faucet. A round takes the next
markets and sends for each the trade of the trader whose holdings there are furthest from what its
strategy wants. Everything follows from prices and holdings, so a restart continues where the last
run ended.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chain.builders.builders import Builders
from chain.catalogue.facts import Catalogue
from chain.client.balances import sol_balance, token_balance
from chain.client.errors import ChainError
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet, Gift
from chain.client.instructions import BuiltTransaction
from chain.client.rpc import Rpc
from chain.client.wallet import sign_and_send
from chain.demo.opinions import Opinions
from chain.demo.plan import ACCOUNT_ID, LIQUIDITY_E6, MARGIN_E6, STAKE_E6
from chain.demo.strategies import E6, E8, HALF_DAY_S, Seen, crowd_of, published, targets_e6
from chain.demo.trader import Trader
from chain.worker import Worker
from engine.core.exchange import Exchange
from engine.core.views import MarketView
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

PAUSE_REAL_S: Final = 1.0
TRADES_A_ROUND: Final = 2  # of different traders, so that each market has its trade a minute
SETUP_TURN: Final = 8  # each so many rounds a trader looks after its account instead
NEW_TURN: Final = 3  # and each so many while some may lack an account
OPINION_TURN: Final = 25  # and each so many a question is traded
LOW_SOL_E9: Final = 10**8
LOW_MARGIN_E6: Final = MARGIN_E6 // 10
POSITIONS_MAX: Final = 12
ON_ITS_WAY_S: Final = 1_200  # engine time that an order may take
TRADE_MIN_E6: Final = 10 * E6
SLIPPAGE_PERCENT: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """The exchange as the traders use it."""

    rpc: Rpc
    sequencer: Sequencer
    builders: Builders
    faucet: Faucet
    facts: ChainFacts
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class _Trade:
    trader: Trader
    market: MarketView
    size_e6: int


class DemoTraders:
    """Runs until cancelled."""

    def __init__(
        self, venue: Venue, traders: Sequence[Trader], join: Callable[[Trader], Awaitable[None]]
    ) -> None:
        """`join` lets a trader take part in what is not on the chain; done again each turn."""
        assert traders
        self._rpc = venue.rpc
        self._sequencer = venue.sequencer
        self._builders = venue.builders
        self._faucet = venue.faucet
        self._facts = venue.facts
        self._catalogue = venue.catalogue
        self._traders = traders
        self._join = join
        self._opinions = Opinions(venue.sequencer, venue.catalogue, traders)
        self._turn = 0
        self._market_turn = 0
        self._unready = [one for one in traders if not self._is_set_up(one)]
        self.worker = Worker("demo_traders", self.round, PAUSE_REAL_S)

    async def round(self) -> None:
        """Take one step, unless the exchange refuses commands."""
        if self._sequencer.journal_full_s:
            return
        self._turn += 1
        try:
            if self._turn % (NEW_TURN if self._unready else SETUP_TURN) == 0:
                await self._look_after()
            elif self._turn % OPINION_TURN == 0:
                await self._opinions.trade()
            else:
                await self._trade()
        except ChainError as error:
            if error.code == "NODE_UNAVAILABLE":
                raise
            log.info("demo_trader_refused", extra={"code": error.code})

    @property
    def _exchange(self) -> Exchange:
        return self._sequencer.exchange

    def _is_set_up(self, trader: Trader) -> bool:
        """Return whether it has an account, and liquidity and a stake if those are its business."""
        user, exchange, now_s = trader.address, self._exchange, self._exchange.now_s
        return (
            ACCOUNT_ID in exchange.user_view(user).margin_account_ids
            and (not trader.provides or bool(exchange.lp_positions(user, now_s)))
            and (not trader.stakes or exchange.staking_view(user, now_s).has_account)
        )

    async def _look_after(self) -> None:
        """Let the next trader take part, and give it what it lacks."""
        if self._unready:
            trader = self._unready.pop(0)
        else:
            trader = self._traders[self._turn // SETUP_TURN % len(self._traders)]
        await self._join(trader)
        built = await self._next_step(trader)
        if built is not None:
            self._unready.append(trader)
            await sign_and_send(self._rpc, built, [trader.key])

    async def _next_step(self, trader: Trader) -> BuiltTransaction | None:
        """Return the next missing step; None when there is none."""
        user, now_s, builders = trader.address, self._sequencer.now_s(), self._builders
        exchange = self._exchange
        has_account = ACCOUNT_ID in exchange.user_view(user).margin_account_ids
        account = exchange.margin_account_view(user, ACCOUNT_ID, now_s) if has_account else None
        provides = trader.provides and not exchange.lp_positions(user, now_s)
        stakes = trader.stakes and not exchange.staking_view(user, now_s).has_account
        is_low = account is not None and account.available_margin_e6 < LOW_MARGIN_E6
        if account is None or provides or stakes or is_low:
            await self._fund(trader)
        if account is None:
            return await builders.build(
                user, "create-margin-account", account=ACCOUNT_ID, amount=MARGIN_E6, name="Demo"
            )
        if provides:
            return await builders.build(user, "add-liquidity", amount=LIQUIDITY_E6)
        if stakes:
            return await builders.build(user, "stake", amount=STAKE_E6, create_account=True)
        if is_low:
            return await builders.build(
                user, "deposit-margin", account=ACCOUNT_ID, amount=MARGIN_E6 // 2
            )
        return None

    async def _fund(self, trader: Trader) -> None:
        collateral_e6 = await token_balance(self._rpc, trader.address, self._facts.collateral_mint)
        need_e6 = MARGIN_E6 + LIQUIDITY_E6
        is_low = (collateral_e6 or 0) < need_e6
        if is_low or await sol_balance(self._rpc, trader.address) < LOW_SOL_E9:
            await self._faucet.drop(trader.address, Gift(collateral_e6=need_e6))

    async def _trade(self) -> None:
        trades = self._next_trades()
        outcomes = await asyncio.gather(*map(self._send, trades), return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _send(self, trade: _Trade) -> None:
        market, direction = trade.market, 1 if trade.size_e6 > 0 else -1
        built = await self._builders.build(
            trade.trader.address,
            "modify-position",
            owner=None,
            account=ACCOUNT_ID,
            market=market.market_id,
            size=trade.size_e6,
            limit=market.market_price_e8 * (100 + direction * SLIPPAGE_PERCENT) // 100,
        )
        await sign_and_send(self._rpc, built, [trade.trader.key])

    def _next_trades(self) -> list[_Trade]:
        """Return the largest change in each of the next markets that have one."""
        now_s, ids = self._sequencer.now_s(), self._exchange.market_ids()
        views = {one: self._exchange.market_view(one, now_s) for one in ids}
        held = self._held(views, now_s)
        lacks = self._lacks(views, held, now_s)
        trades: list[_Trade] = []
        for _ in ids:
            self._market_turn += 1
            market = views[ids[self._market_turn % len(ids)]]
            if _is_near_print(market, now_s):
                continue
            busy = {trade.trader for trade in trades}
            found = [
                _Trade(trader, market, lacks[trader.number].get(market.symbol, 0))
                for trader in self._traders
                if trader not in busy and _has_room(held.get(trader.number), market.symbol)
            ]
            best = max(found, key=lambda one: abs(one.size_e6), default=None)
            if best is not None and abs(best.size_e6) * market.index_price_e8 >= TRADE_MIN_E6 * E8:
                trades.append(best)
            if len(trades) == TRADES_A_ROUND:
                break
        return trades

    def _held(self, views: dict[int, MarketView], now_s: int) -> dict[int, dict[str, int]]:
        """Return the sizes that each trader with an account holds, by market."""
        held = {}
        for trader in self._traders:
            if ACCOUNT_ID in self._exchange.user_view(trader.address).margin_account_ids:
                account = self._exchange.margin_account_view(trader.address, ACCOUNT_ID, now_s)
                held[trader.number] = {
                    views[one.market_id].symbol: one.size_e6 for one in account.positions
                }
        return held

    def _lacks(
        self, views: dict[int, MarketView], held: dict[int, dict[str, int]], now_s: int
    ) -> dict[int, dict[str, int]]:
        """Return the changes of size that each trader wants, by market."""
        prices = {
            view.symbol: published(self._catalogue, view.acre_id, view.index_price_at_s)
            for view in views.values()
        }
        sides = {view.symbol: view.parameters["max_side_size_e6"] for view in views.values()}
        lacks = {}
        for number, mine in held.items():
            others = crowd_of(sizes for one, sizes in held.items() if one != number)
            seen = Seen(list(prices), prices, others, now_s // HALF_DAY_S)
            wanted = targets_e6(number, seen, sides)
            lacks[number] = {one: wanted.get(one, 0) - mine.get(one, 0) for one in (*wanted, *mine)}
        return lacks


def _has_room(held: Mapping[str, int] | None, symbol: str) -> bool:
    """Return whether an account may trade a market; None: there is no account."""
    return held is not None and (symbol in held or len(held) < POSITIONS_MAX)


def _is_near_print(market: MarketView, now_s: int) -> bool:
    """Return whether an order could come in the entry window of a print."""
    before_s = market.parameters["entry_window_before_s"] + ON_ITS_WAY_S
    is_before = 0 <= market.next_print_at_s - now_s <= before_s
    is_after = 0 <= now_s - market.index_price_at_s <= market.parameters["entry_window_after_s"]
    return is_before or is_after
