"""settle-market of the slow reference, written from rule 46 and not from the engine."""

from collections.abc import Callable

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Account, Refused
from tests.reference.liquidation import Liquidation
from tests.reference.market import LIMIT_PRICE, Market
from tests.reference.rounding import sign

AT_ONCE_MAX = 256


class MarketEnd(Liquidation):
    """A dead market's positions all close at one price, some with each command."""

    end_market_orders: Callable[[int], None]

    def _SettleMarket(self, c: m.SettleMarket) -> None:
        self.only_when_not_halted()
        market = self.market(c.market_id)
        if c.price_e8 > LIMIT_PRICE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if c.price_e8 < 1 or c.limit not in range(1, AT_ONCE_MAX + 1):
            raise Refused(E.VALIDATION)
        if market.settled:
            self.check_goes_on(market, c.price_e8)
        else:
            self.begin_end(market, c.price_e8)
        place, closed = len(self.events), 0
        while closed < c.limit and (account := self.next_holder(market)):
            self.settle_position(account, market)
            closed += 1
        left = len(self.holders(market))
        self.events.insert(place, ("MarketSettled", market.id, c.price_e8, closed, left))

    def check_goes_on(self, market: Market, price: int) -> None:
        if price != market.price:
            raise Refused(E.VALIDATION)
        if not self.holders(market):
            raise Refused(E.NOTHING_TO_SETTLE)

    def begin_end(self, market: Market, price: int) -> None:
        """Check that the market is dead for long; then its price is the settlement's."""
        if not market.may_settle(self.now):
            raise Refused(E.VALIDATION)
        held = market.held
        if held and self.now - held.published <= market.p["oracle_max_age_decrease_s"]:
            raise Refused(E.PRICE_BAND)
        market.touch(self.now, False)
        market.price, market.held = price, None
        market.settled = market.paused = True
        self.end_market_orders(market.id)

    def holders(self, market: Market) -> list[Account]:
        return [x for _, _, x in self.accounts_in_order() if market.id in x.positions]

    def next_holder(self, market: Market) -> Account | None:
        """Return the first with a loss, by owner and id, else the first of all."""
        holders = self.holders(market)
        losers = [x for x in holders if self.pnl(x.positions[market.id], market) < 0]
        return next(iter([*losers, *holders]), None)

    def settle_position(self, account: Account, market: Market) -> None:
        """Close the whole position; what the account cannot pay is bad debt as ever."""
        size = account.positions[market.id].size
        piece = self.close_piece(account, market, abs(size), market.price)
        pnl = piece.price_pnl + piece.funding_pnl
        self.events.append(
            (
                "PositionSettled",
                account.owner,
                account.id,
                market.id,
                -size,
                market.price,
                pnl,
                piece.price_pnl,
                piece.funding_pnl,
            )
        )
        self.remark_profits(account, None)
        if account.collateral < 0:
            from_pool = self.cover(account)
            deficit = min(from_pool, max(0, -self.nav()))
            for winner in self.winners(market, -sign(size)) if deficit else []:
                if deficit == 0:
                    break
                deficit -= self.close_winner(winner, market, deficit)
