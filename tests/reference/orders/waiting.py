"""Waiting orders of the slow reference, written from docs/rules/orders.md: one plain list by id.

An order that is looked for is found by reading all of them. The call auction is in `auction.py`.
"""

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import LIMIT_SIZE, Account, Order, Refused
from tests.reference.market import LIMIT_PRICE, Market
from tests.reference.orders.auction import Auctions
from tests.reference.rounding import DAY, E6, down, q, sign, up

INDEX, MARKET = 0, 1  # sources
ACCOUNT_MARKET_MAX, ACCOUNT_MAX, MARKET_MAX = 20, 100, 100_000
TURNS_AT_UPDATE, TURNS_OTHERWISE, ENDINGS_AT_ONCE = 1000, 16, 1000
LONGEST = 90 * DAY
BRACKET_GROUPS = 2**32  # groups of brackets lie beyond those that an account may name


class Waiting(Auctions):
    """Placing, amending, canceling, turns and ends (rules 53-58, 63)."""

    # placing ---------------------------------------------------------------------------------
    def acting(self, c: m.Command) -> Account:
        """Rights and account of a command on orders."""
        owner = self.users.get(c.owner)
        is_delegate = owner is not None and owner.delegate == c.user != bytes(32)
        if c.user != c.owner and not is_delegate:
            raise Refused(E.NOT_OWNER)
        terms = None if owner is None or c.user == c.owner else owner.terms
        if terms and terms.until and self.now >= terms.until:
            raise Refused(E.DELEGATE_EXPIRED)
        return self.account(c.owner, c.account_id)

    def may_act_in(self, c: m.Command, market_id: int) -> bool:
        terms = self.users[c.owner].terms
        return c.user == c.owner or not terms.markets or market_id in terms.markets

    def check_market_allowed(self, c: m.Command, market_id: int) -> None:
        if not self.may_act_in(c, market_id):
            raise Refused(E.DELEGATE_MARKET)

    def _PlacePerpOrder(self, c: m.PlacePerpOrder) -> None:
        self.check_flags(c)
        self.check_fields(c.kind, bool(c.is_reduce_only), bool(c.is_whole), c)
        self.check_prices((c.trigger_e8, c.worst_e8, c.stop_e8, c.target_e8))
        account = self.acting(c)
        market = self.market(c.market_id)
        self.check_market_allowed(c, market.id)
        order = Order(
            owner=c.owner,
            account_id=c.account_id,
            market_id=market.id,
            placer=c.user,
            kind=c.kind,
            source=c.source,
            reduce_only=bool(c.is_reduce_only),
            whole=bool(c.is_whole),
            group=c.group,
            stop=c.stop_e8,
            target=c.target_e8,
        )
        self.fill_in(order, c, account)
        self.check_against_prices(order, market)
        self.check_order(order, account, market)
        self.check_limits(account, market, order.slots)
        hold = 0 if order.reduce_only else self.p["order_margin_e6"]
        if hold and self.withdrawable(account) < hold:
            raise Refused(E.INSUFFICIENT_MARGIN)
        self.add_order(order, 0)

    def fill_in(
        self, order: Order, c: m.PlacePerpOrder | m.AmendPerpOrder, account: Account
    ) -> None:
        """Take the fields that an amendment replaces."""
        order.size, order.trigger, order.trail = c.size_e6, c.trigger_e8, c.trail_e6
        order.worst, order.expires, order.placer = c.worst_e8, c.expires_at_s, c.user
        if not order.whole:
            order.buy = order.size > 0
        elif isinstance(c, m.PlacePerpOrder):
            order.buy = self.held_size(account, order.market_id) < 0

    def check_flags(self, c: m.PlacePerpOrder) -> None:
        if c.kind > Kind.TRAILING or c.source > MARKET or max(c.is_reduce_only, c.is_whole) > 1:
            raise Refused(E.VALIDATION)
        if c.is_whole and not c.is_reduce_only:
            raise Refused(E.VALIDATION)
        if c.kind == Kind.AUCTION and c.source != INDEX:
            raise Refused(E.VALIDATION)

    def check_fields(
        self, kind: int, reduce_only: bool, whole: bool, c: m.PlacePerpOrder | m.AmendPerpOrder
    ) -> None:
        """Fields that go together by themselves."""
        if (c.size_e6 == 0) != whole:
            raise Refused(E.VALIDATION)
        if (c.trigger_e8 != 0) != (kind in (Kind.LIMIT, Kind.STOP, Kind.TAKE_PROFIT)):
            raise Refused(E.VALIDATION)
        if not 0 <= c.trail_e6 < E6 or (c.trail_e6 != 0) != (kind == Kind.TRAILING):
            raise Refused(E.VALIDATION)
        if c.worst_e8 == 0 and not reduce_only and kind != Kind.LIMIT:
            raise Refused(E.VALIDATION)
        if abs(c.size_e6) > LIMIT_SIZE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)

    def check_prices(self, prices: tuple[int, ...]) -> None:
        for price in prices:
            if price > LIMIT_PRICE:
                raise Refused(E.AMOUNT_OUT_OF_RANGE)
            if price < 0:
                raise Refused(E.VALIDATION)

    def check_against_prices(self, order: Order, market: Market) -> None:
        """A worst price that can never be met; a bracket on the wrong sides."""
        side = 1 if order.buy else -1
        if order.kind == Kind.LIMIT and order.worst not in (0, order.trigger):
            raise Refused(E.VALIDATION)
        if order.kind == Kind.STOP and order.worst and side * order.worst < side * order.trigger:
            raise Refused(E.VALIDATION)
        if not order.stop and not order.target:
            return
        if order.reduce_only:
            raise Refused(E.VALIDATION)
        base = order.trigger or market.price
        if order.stop and side * order.stop >= side * base:
            raise Refused(E.VALIDATION)
        if order.target and side * order.target <= side * base:
            raise Refused(E.VALIDATION)

    def check_order(self, order: Order, account: Account, market: Market) -> None:
        """State of market and account, expiry, trigger; completes limit and trailing orders."""
        if market.settled:
            raise Refused(E.MARKET_PAUSED)
        if not order.reduce_only:
            if account.in_liquidation:
                raise Refused(E.IN_LIQUIDATION)
            if self.is_screened(order.owner, order.placer):
                raise Refused(E.HIGH_RISK_USER)
        if order.whole and not self.held_size(account, market.id):
            raise Refused(E.NO_POSITION)
        if not self.now < order.expires <= self.now + LONGEST:
            raise Refused(E.BAD_EXPIRY)
        if order.kind == Kind.LIMIT:
            order.worst = order.trigger
        if order.kind == Kind.TRAILING:
            order.best = self.source_price(market, order.source)
            order.trigger = self.trailed(order)
        price = self.source_price(market, order.source)
        if not order.auction_class and self.is_met(order, price):
            raise Refused(E.TRIGGER_PASSED)

    def check_limits(self, account: Account, market: Market, slots: int) -> None:
        own = self.orders_of(account)
        here = sum(x.slots for x in own if x.market_id == market.id)
        if here + slots > ACCOUNT_MARKET_MAX:
            raise Refused(E.TOO_MANY_OPEN_ORDERS)
        if sum(x.slots for x in own) + slots > ACCOUNT_MAX:
            raise Refused(E.TOO_MANY_OPEN_ORDERS)
        if sum(x.market_id == market.id for x in self.orders) + slots > MARKET_MAX:
            raise Refused(E.TOO_MANY_OPEN_ORDERS)

    def add_order(self, order: Order, parent: int) -> None:
        """Give the next id; the order joins price updates of later schedules."""
        market = self.markets[order.market_id]
        self.last_order += 1
        order.id = self.last_order
        order.schedule = market.schedule_of(self.now)
        self.orders.append(order)
        self.say(
            "PerpOrderPlaced",
            order,
            *(order.kind, order.source, int(order.reduce_only), int(order.whole), order.size),
            *(order.trigger, order.trail, order.worst, order.group, order.expires),
            *(order.stop, order.target, parent),
        )

    def _AmendPerpOrder(self, c: m.AmendPerpOrder) -> None:
        account = self.acting(c)
        order = self.find_order(account, c.order_id)
        self.check_market_allowed(c, order.market_id)
        if self.is_locked(order):
            raise Refused(E.ORDER_LOCKED)
        market = self.markets[order.market_id]
        kept = dict(order.__dict__)
        try:
            self.check_fields(order.kind, order.reduce_only, order.whole, c)
            self.check_prices((c.trigger_e8, c.worst_e8))
            self.fill_in(order, c, account)
            self.check_against_prices(order, market)
            self.check_order(order, account, market)
        except Refused:
            order.__dict__.update(kept)
            raise
        order.parked, order.code, order.schedule = False, 0, market.schedule_of(self.now)
        self.say(
            "PerpOrderAmended",
            order,
            *(order.size, order.trigger, order.trail, order.worst, order.expires),
        )

    def find_order(self, account: Account, order_id: int) -> Order:
        for order in self.orders_of(account):
            if order.id == order_id:
                return order
        raise Refused(E.ORDER_NOT_FOUND)

    def _CancelPerpOrder(self, c: m.CancelPerpOrder) -> None:
        order = self.find_order(self.acting(c), c.order_id)
        self.check_market_allowed(c, order.market_id)
        if self.is_locked(order):
            raise Refused(E.ORDER_LOCKED)
        self.end_order(order, End.CANCELED)

    def _CancelPerpOrders(self, c: m.CancelPerpOrders) -> None:
        account = self.acting(c)
        if c.market_id:
            self.market(c.market_id)
        for order in self.orders_of(account):
            is_asked = c.market_id in (0, order.market_id)
            if is_asked and self.may_act_in(c, order.market_id) and not self.is_locked(order):
                self.end_order(order, End.CANCELED)

    def place_bracket(self, c: m.ModifyPosition) -> None:
        """Stop and target on the position that a trade of the same command leaves."""
        account, market = self.account(c.owner, c.account_id), self.markets[c.market_id]
        self.check_prices((c.stop_e8, c.target_e8))
        size = self.held_size(account, market.id)
        if size == 0:
            raise Refused(E.NO_POSITION)
        side = sign(size)
        if c.stop_e8 and side * c.stop_e8 >= side * market.price:
            raise Refused(E.TRIGGER_PASSED)
        if c.target_e8 and side * c.target_e8 <= side * market.price:
            raise Refused(E.TRIGGER_PASSED)
        self.check_limits(account, market, (c.stop_e8 != 0) + (c.target_e8 != 0))
        self.add_bracket(account, market, c.user, (c.stop_e8, c.target_e8), 0)

    def add_bracket(
        self, account: Account, market: Market, placer: bytes, prices: tuple[int, int], parent: int
    ) -> None:
        """Stop, then take-profit, for 90 days, in a group of their own."""
        group = BRACKET_GROUPS + self.last_order + 1
        for kind, trigger in zip((Kind.STOP, Kind.TAKE_PROFIT), prices, strict=True):
            if trigger == 0:
                continue
            leg = Order(
                owner=account.owner,
                account_id=account.id,
                market_id=market.id,
                placer=placer,
                kind=int(kind),
                source=INDEX,
                reduce_only=True,
                whole=True,
                group=group,
            )
            leg.buy = self.held_size(account, market.id) < 0
            leg.trigger, leg.expires = trigger, self.now + LONGEST
            self.add_order(leg, parent)

    # prices ----------------------------------------------------------------------------------
    def trailed(self, order: Order) -> int:
        if order.buy:
            trigger = up(q(order.best * (E6 + order.trail), E6))
        else:
            trigger = down(q(order.best * (E6 - order.trail), E6))
        return max(1, min(LIMIT_PRICE, trigger))

    def is_met(self, order: Order, price: int) -> bool:
        if order.kind == Kind.AUCTION:
            return True
        rises = order.buy == (order.kind in (Kind.STOP, Kind.TRAILING))
        return price >= order.trigger if rises else price <= order.trigger

    # turns -----------------------------------------------------------------------------------
    def step_orders(self) -> None:
        """The clock step: what expired ends, then turns that are left."""
        if self.halted:
            return
        expired = sorted((x.expires, x.id, x) for x in self.orders if x.expires <= self.now)
        for _, _, order in expired[:ENDINGS_AT_ONCE]:
            self.end_order(order, End.EXPIRED)
        self.run_turns(TURNS_AT_UPDATE)

    def run_waiting(self, updated: int, changed: list[int]) -> None:
        """After a command: what its price update closes, or what its trades met."""
        if self.halted or not self.orders:
            return
        if updated:
            market = self.markets[updated]
            self.close_sets(market)
            left = self.run_turns(TURNS_AT_UPDATE)
            self.meet(self.markets[updated], True)
            self.run_turns(left)
            return
        for market_id in changed:
            self.meet(self.markets[market_id], False)
        self.run_turns(TURNS_OTHERWISE)

    def resume_orders(self) -> None:
        """The end of a halt is a price update of every market."""
        for market_id in list(self.markets):
            self.close_sets(self.markets[market_id])
        self.run_turns(TURNS_AT_UPDATE)

    def close_sets(self, market: Market) -> None:
        """Rule 56, steps 1 and 2."""
        here = [x for x in self.orders if x.market_id == market.id]
        for order in here:
            order.parked = False
            if order.kind == Kind.TRAILING:
                price = self.source_price(market, order.source)
                order.best = (min if order.buy else max)(order.best, price)
                order.trigger = self.trailed(order)
        on_index = [x for x in here if x.source == INDEX and not x.rank]
        met = [x for x in on_index if self.is_met(x, market.price)]
        self.take_turn([x for x in met if not x.auction_class and x.reduce_only], True)
        if self.is_paused(market):
            return
        ready = [
            x for x in met if x.auction_class and x.schedule < market.schedule_of(market.published)
        ]
        ready.sort(key=lambda x: (-abs(self.executable(x)), x.id))
        self.take_turn(ready[: self.auction_max], True)
        self.take_turn([x for x in met if not x.auction_class and not x.reduce_only], True)

    def is_paused(self, market: Market) -> bool:
        return self.paused or market.paused

    def take_turn(self, orders: list[Order], is_update: bool) -> None:
        """Put orders at the end of the line; among themselves they run by id."""
        if not orders:
            return
        self.last_rank += 1
        for order in orders:
            order.rank, order.update_turn = self.last_rank, is_update

    def meet(self, market: Market, is_update: bool) -> None:
        """Rule 58: what the market price meets takes its turn after those that wait."""
        price = self.source_price(market, MARKET)
        takes_entries = not (
            self.is_paused(market)
            or market.held
            or market.is_stale(self.now)
            or (not is_update and self.in_entry_window(market))
        )
        met = [
            x
            for x in self.orders
            if x.market_id == market.id
            and x.source == MARKET
            and not x.rank
            and not x.parked
            and (x.reduce_only or takes_entries)
            and self.is_met(x, price)
        ]
        self.take_turn(met, is_update)

    def run_turns(self, most: int) -> int:
        """Run what waits in line, as many as are allowed; how many more would be."""
        while most > 0:
            line = sorted((x.rank, x.id, x) for x in self.orders if x.rank)
            if not line:
                break
            first = line[0][2]
            market, is_update = self.markets[first.market_id], first.update_turn
            if first.auction_class:
                together = [x for rank, _, x in line if rank == first.rank]
                self.hold_auction(market, together)
                most -= len(together)
            else:
                self.run_order(first, market)
                most -= 1
            self.meet(self.markets[market.id], is_update)
        return max(0, most)

    def run_order(self, order: Order, market: Market) -> None:
        """One exit or entry: an ordinary trade, all of it or nothing."""
        size = self.executable(order)
        if size == 0:
            self.end_order(order, End.NO_POSITION)
            return
        limit = order.worst or (LIMIT_PRICE if size > 0 else 1)
        kept = len(self.events), len(self.trades)
        self.running, self.turn = [order], order.update_turn
        try:
            account, _ = self.trade_target(self.asked(order))
            self.trade(account, market, size, limit)
        except Refused as refused:
            del self.events[kept[0] :], self.trades[kept[1] :]
            self.put_off(order, refused.code)
            return
        finally:
            self.running, self.turn = [], False
        trade = self.trades[-1]
        self.note_fill(order, size, 0, trade.fill, trade.fee, trade.surcharge)
