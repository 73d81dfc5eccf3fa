"""The call auction of the slow reference (rules 59-62), written from docs/rules/orders.md."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import LIMIT_SIDE, Account, Order, Part, Refused
from tests.reference.market import LIMIT_PRICE, Market
from tests.reference.orders.rows import OrderRows
from tests.reference.rounding import DAY, E8, E12, down, q, up

AUCTION_MAX = 10_000
ATTEMPTS = 4  # of each amount: whole, then three times 7/8 of the last
REFUSALS_MAX = 8


@dataclass
class Bid:
    """One order; sizes are positive."""

    order: Order
    buy: bool
    size: int
    start: int  # position before the auction
    code: E | None = None  # why it does not take part
    matched: int = 0
    taken: int = 0
    fee: int = 0
    surcharge: int = 0

    def accepts(self, price: int) -> bool:
        worst = self.order.worst
        return not worst or (price <= worst if self.buy else price >= worst)


@dataclass
class Held:
    """An auction on its way; `bids` by id."""

    market: Market
    bids: list[Bid] = field(default_factory=list)
    buy: int = 0
    sell: int = 0
    matched: int = 0
    taken: int = 0
    price: int = 0  # the pool's
    nav: int = 0
    unrealized: int = 0
    cap: E | None = None

    @property
    def is_buy(self) -> bool:
        return self.buy >= self.sell

    def taking_part(self, is_buy: bool | None = None) -> list[Bid]:
        rows = [x for x in self.bids if x.code is None]
        return rows if is_buy is None else [x for x in rows if x.buy == is_buy]

    def sum_sides(self) -> None:
        self.buy = sum(x.size for x in self.taking_part(True))
        self.sell = sum(x.size for x in self.taking_part(False))

    def pool_price(self, amount: int, is_buy: bool) -> int:
        scale, signed = self.market.p["skew_scale_e6"], amount if is_buy else -amount
        if scale == 0:
            return self.market.price
        exact = self.market.price * (1 + q(2 * self.market.skew + signed, 2 * scale))
        return max(1, min(LIMIT_PRICE, up(exact) if is_buy else down(exact)))


def share(wanted: list[int], amount: int) -> list[int]:
    """Pro rata rounded down, then one unit each in order, no order above its size."""
    total = sum(wanted)
    parts = [x * amount // total if total else 0 for x in wanted]
    left = amount - sum(parts)
    for i, most in enumerate(wanted):
        if left and parts[i] < most:
            parts[i] += 1
            left -= 1
    assert left == 0
    return parts


class Auctions(OrderRows):
    auction_max = AUCTION_MAX
    refused: tuple[Bid, E] | None = None  # a part of the auction on its way
    trade_target: Callable[[m.ModifyPosition], tuple[Account, Market]]
    trade: Callable[..., None]
    keep_all: Callable[[], tuple[object, ...]]
    put_back: Callable[[tuple[object, ...]], None]

    def hold_auction(self, market: Market, orders: list[Order]) -> None:
        held = Held(market, nav=self.nav(), unrealized=self.unrealized())
        for account_orders in self.by_account(orders):
            held.bids += self.sized(market, account_orders)
        held.bids.sort(key=lambda x: x.order.id)
        held.sum_sides()
        if market.held:
            for bid in held.bids:
                bid.code = E.PRICE_BAND
        self.try_all(held)
        held.sum_sides()
        self.clear(held)
        for bid in held.bids:
            if bid.order.id not in {x.id for x in self.orders}:
                continue
            if bid.code is E.NONE:
                self.end_order(bid.order, End.NO_POSITION)
            else:
                self.put_off(bid.order, bid.code or held.cap or E.SLIPPAGE_EXCEEDED)

    def by_account(self, orders: list[Order]) -> list[list[Order]]:
        keys = sorted({(x.owner, x.account_id) for x in orders})
        return [[x for x in orders if (x.owner, x.account_id) == key] for key in keys]

    # who takes part --------------------------------------------------------------------------
    def sized(self, market: Market, orders: list[Order]) -> list[Bid]:
        """What each of an account's orders can trade beside its earlier ones."""
        start = held = self.held_size(self.account_of(orders[0]), market.id)
        bids: list[Bid] = []
        for order in orders:
            delta = self.executable(order, held)
            bid = Bid(order, order.buy, abs(delta), start)
            earlier = [x for x in bids if x.code is None]
            if delta == 0:
                bid.code = E.SELF_MATCH if self.executable(order, start) else E.NONE
            elif not bid.accepts(market.price):
                bid.code = E.SLIPPAGE_EXCEEDED
            elif any(self.exclude(order, x.order) for x in earlier):
                bid.code = E.SELF_MATCH
            else:
                held += delta
            bids.append(bid)
        return bids

    def exclude(self, one: Order, other: Order) -> bool:
        """Whether two orders of an account cannot be in one auction."""
        return one.buy != other.buy or (one.group != 0 and one.group == other.group)

    def check_price(self, held: Held, bid: Bid) -> int:
        """The worst that the order can get: its whole side from the pool, within its limit."""
        market = held.market
        side = min(held.buy if bid.buy else held.sell, 2 * market.p["max_side_size_e6"])
        price = held.pool_price(side, bid.buy)
        worst = bid.order.worst
        if bid.buy:
            price = max(price, market.price)
            return min(price, worst) if worst else price
        return max(min(price, market.price), worst)

    def try_all(self, held: Held) -> None:
        """Run all orders by id at their check prices, and undo them."""
        kept, marks = self.keep_all(), (len(self.events), len(self.trades))
        for bid in held.taking_part():
            price = self.check_price(held, bid)
            before = self.running.copy()
            try:
                self.trade_part(held, bid, bid.size, Part(price, 0, is_trial=True))
            except Refused as refused:
                bid.code, self.running = refused.code, before
        self.running = []
        self.undo(held, kept, marks)

    def undo(self, held: Held, kept: tuple[object, ...], marks: tuple[int, int]) -> None:
        self.put_back(kept)
        held.market = self.markets[held.market.id]
        del self.events[marks[0] :], self.trades[marks[1] :]

    def trade_part(self, held: Held, bid: Bid, amount: int, part: Part) -> None:
        if bid.order not in self.running:
            self.running.append(bid.order)
        self.turn = bid.order.update_turn
        try:
            account, market = self.trade_target(self.asked(bid.order))
            self.trade(account, market, amount if bid.buy else -amount, 0, part)
        finally:
            self.turn = False

    # how much --------------------------------------------------------------------------------
    def set_match(self, held: Held, amount: int) -> None:
        for bid in held.bids:
            bid.matched = bid.taken = 0
        held.matched, held.taken, held.price = amount, 0, 0
        for is_buy in (True, False):
            rows = held.taking_part(is_buy)
            for bid, part in zip(rows, share([x.size for x in rows], amount), strict=True):
                bid.matched = part

    def set_pool(self, held: Held, amount: int) -> None:
        for bid in held.bids:
            bid.taken = 0
        held.taken = amount
        held.price = held.pool_price(amount, held.is_buy) if amount else 0
        rows = [x for x in held.taking_part(held.is_buy) if x.accepts(held.price)] if amount else []
        wanted = [x.size - x.matched for x in rows]
        for bid, part in zip(rows, share(wanted, amount), strict=True):
            bid.taken = part

    def wanted(self, held: Held) -> int:
        """The largest rest whose price is within the worst prices of orders that want as much."""

        def is_wanted(amount: int) -> bool:
            price = held.pool_price(amount, held.is_buy)
            rows = [x for x in held.taking_part(held.is_buy) if x.accepts(price)]
            return sum(x.size - x.matched for x in rows) >= amount

        low, high = 0, sum(x.size - x.matched for x in held.taking_part(held.is_buy)) + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if is_wanted(middle) else (low, middle)
        return low

    def broken_cap(self, held: Held) -> E | None:
        """The cap that the present amounts would break, by sizes alone."""
        market, sizes = held.market, {}
        for bid in held.taking_part():
            key = (bid.order.owner, bid.order.account_id)
            amount = bid.matched + bid.taken
            start = sizes.get(key, (bid.start, bid.start))
            sizes[key] = (start[0], start[1] + (amount if bid.buy else -amount))
        long = market.long + sum(max(0, n1) - max(0, n0) for n0, n1 in sizes.values())
        short = market.short + sum(max(0, -n1) - max(0, -n0) for n0, n1 in sizes.values())
        side_cap = down(q(max(0, held.nav) * market.p["max_side_notional_rate_e12"], E12))
        for before, after in ((market.long, long), (market.short, short)):
            too_large = after > min(market.p["max_side_size_e6"], LIMIT_SIDE)
            if after > before and (too_large or q(after * market.price, E8) > side_cap):
                return E.MAX_SIDE_SIZE
        before = sum(q(abs(x.skew) * x.price, E8) for x in self.markets.values())
        after = before + q((abs(long - short) - abs(market.skew)) * market.price, E8)
        cap = down(q(max(0, held.nav) * self.p["net_exposure_cap_rate_e12"], E12))
        if after > before and after > cap:
            return E.NET_EXPOSURE_CAP
        grown = long + short - market.long - market.short
        notional = sum(q((x.long + x.short) * x.price, E8) for x in self.markets.values())
        notional += q(grown * market.price, E8)
        locked = up(notional * q(self.p["locked_open_interest_ratio_e12"], E12))
        if grown > 0 and locked + max(0, held.unrealized) > self.lp_balance:
            return E.POOL_CAPACITY
        return None

    def largest(self, held: Held, most: int, set_amount: Callable[[Held, int], None]) -> int:
        """The largest amount that breaks no cap, by bisection."""
        set_amount(held, most)
        cap = self.broken_cap(held)
        if cap is None:
            return most
        held.cap = cap
        low, high = 0, most
        while high - low > 1:
            middle = (low + high) // 2
            set_amount(held, middle)
            low, high = (middle, high) if self.broken_cap(held) is None else (low, middle)
        set_amount(held, low)
        return low

    # the trades ------------------------------------------------------------------------------
    def clear(self, held: Held) -> None:
        """Find the amounts and trade them; a refused part takes its account out."""
        for _ in range(REFUSALS_MAX):
            held.sum_sides()
            if held.buy == held.sell == 0:
                return
            refused = self.trade_what_fits(held)
            if refused is None:
                return
            bid, code = refused
            for other in held.taking_part():
                if self.account_of(other.order) is self.account_of(bid.order):
                    other.code = code
        self.set_match(held, 0)

    def trade_what_fits(self, held: Held) -> tuple[Bid, E] | None:
        """The largest amounts, then less of the pool's part, then less of the matched part."""
        matched = self.largest(held, min(held.buy, held.sell), self.set_match)
        most = min(self.wanted(held), 2 * held.market.p["max_side_size_e6"])
        pool = self.largest(held, most, self.set_pool)
        for _ in range(ATTEMPTS):
            fits, refused = self.trade_all(held)
            if fits or refused:
                return refused
            pool = pool // 8 * 7
            self.set_pool(held, pool)
        for _ in range(ATTEMPTS):
            self.set_match(held, matched)
            fits, refused = self.trade_all(held)
            if fits or refused:
                return refused
            matched = matched // 8 * 7
        self.set_match(held, 0)
        return None

    def trade_all(self, held: Held) -> tuple[bool, tuple[Bid, E] | None]:
        """All parts or none: whether they fit, and the part that was refused."""
        kept, marks = self.keep_all(), (len(self.events), len(self.trades))
        self.refused = None
        try:
            self.trade_parts(held)
        except Refused:
            self.undo(held, kept, marks)
            return False, self.refused
        finally:
            self.running = []
        self.note_all(held)
        return True, None

    def note_all(self, held: Held) -> None:
        """Allowances, fills, exits that have nothing left, and the event."""
        for bid in held.taking_part():
            amount = bid.matched + bid.taken
            if amount:
                side = 1 if bid.buy else -1
                price = held.price if bid.taken else held.market.price
                self.count_allowance(held, bid, amount)
                self.note_fill(
                    bid.order, side * amount, side * bid.matched, price, bid.fee, bid.surcharge
                )
        for bid in held.taking_part():
            account = self.account_of(bid.order)
            after = self.held_size(account, held.market.id)
            is_traded = bid.matched + bid.taken > 0
            if is_traded and bid.start and after * bid.start <= 0:
                self.end_exits(account, held.market.id)
        self.order_events.append(
            (
                "AuctionHeld",
                held.market.id,
                held.market.price,
                len(held.taking_part()),
                held.buy,
                held.sell,
                held.matched,
                held.taken if held.is_buy else -held.taken,
                held.price,
            )
        )

    def count_allowance(self, held: Held, bid: Bid, amount: int) -> None:
        """What a delegate's order added, once for all its parts."""
        order = bid.order
        terms = self.users[order.owner].terms
        earlier = [x for x in held.taking_part() if x.order.id < order.id]
        mine = [x for x in earlier if self.account_of(x.order) is self.account_of(order)]
        moved = sum(x.matched + x.taken for x in mine)
        side = 1 if bid.buy else -1
        before = bid.start + side * moved
        is_decrease = before * side < 0 and amount <= abs(before)
        if order.placer == order.owner or not terms.limit or is_decrease:
            return
        today = self.now // DAY
        added = up(q(amount * held.market.price, E8))
        terms.added[today] = terms.added.get(today, 0) + added

    def trade_parts(self, held: Held) -> None:
        """Matched parts by id, then the pool's by id, then capacity once more."""
        market = held.market
        interest = self.open_interest()
        lowers = market.skew < 0 if held.is_buy else market.skew > 0
        maker = min(held.taken, abs(market.skew)) if lowers else 0
        for bid in held.taking_part():
            bid.fee = bid.surcharge = 0
            if bid.matched:
                part = Part(market.price, bid.matched, is_matched=True)
                self.trade_and_count(held, bid, bid.matched, part)
        for bid in held.taking_part():
            if bid.taken:
                part = Part(held.price, bid.taken * maker // held.taken)
                self.trade_and_count(held, bid, bid.taken, part)
        if self.open_interest() > interest and self.required_minimum() > self.lp_balance:
            held.cap = E.POOL_CAPACITY
            raise Refused(E.POOL_CAPACITY)

    def trade_and_count(self, held: Held, bid: Bid, amount: int, part: Part) -> None:
        try:
            self.trade_part(held, bid, amount, part)
        except Refused as refused:
            self.refused = bid, refused.code
            raise
        bid.fee += self.trades[-1].fee
        bid.surcharge += self.trades[-1].surcharge

    def open_interest(self) -> int:
        """In e14, over all markets."""
        return sum((x.long + x.short) * x.price for x in self.markets.values())
