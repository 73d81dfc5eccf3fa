"""Points of the slow reference: matching with a ledger (API 7.6, rules 28 and 30).

Only cash is stored. What is reserved is worked out again from the open orders whenever it is
asked for; what is available is the cash without it.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.reference.book import (
    ASK,
    BID,
    Event,
    Fill,
    NaiveBook,
    Order,
    Refused,
    Rejected,
)
from tests.reference.rounding import E6, down, up

PAYOUT = 100 * E6
WHOLE_POINTS = [tick * E6 for tick in range(1, 100)]
FEE_RATE = Fraction(2, 100)


@dataclass
class Account:
    """Raw points; `cash` is available + reserved."""

    cash: int = 0
    realized: int = 0
    granted: int = 0


@dataclass
class Holding:
    """Net contracts, above 0 YES and below 0 NO, and what they cost without fees."""

    contracts: int = 0
    cost: int = 0


@dataclass(frozen=True)
class Trade:
    """A fill with what it did to the ledger; the contracts beyond both counts changed hands."""

    taker_id: int
    maker_id: int
    tick: int
    contracts: int
    maker_left: int
    fee: int
    minted: int
    merged: int


@dataclass(frozen=True)
class Paid:
    """One holder's end of a market; `contracts` above 0 were YES."""

    account: Hashable
    contracts: int
    cost: int
    payout: int


LedgerEvent = Event | Trade


@dataclass
class Market:
    """A book, its holders, and what each tick costs: `prices[0]` is the YES price of tick 1."""

    book: NaiveBook
    prices: Sequence[int]
    payout: int
    fee_rate: Fraction
    holdings: dict[Hashable, Holding] = field(default_factory=dict)
    open_interest: int = 0
    volume: int = 0
    last_tick: int | None = None
    is_paid: bool = False
    net_bought: dict[Hashable, int] = field(default_factory=dict)

    def price(self, side: int, tick: int) -> int:
        """Return what a contract bought on that side at that tick costs."""
        yes_price = self.prices[tick - 1]
        return yes_price if side == BID else self.payout - yes_price

    def fee(self, tick: int, contracts: int) -> int:
        price = self.prices[tick - 1]
        return up(self.fee_rate * contracts * price * (self.payout - price) / self.payout)

    def highest_fee(self, side: int, tick: int) -> int:
        """Return the highest fee of one contract at a price not worse than that of the tick."""
        ticks = range(1, tick + 1) if side == BID else range(tick, len(self.prices) + 1)
        return max(self.fee(t, 1) for t in ticks)

    def held(self, account: Hashable, side: int) -> int:
        contracts = self.holdings.get(account, Holding()).contracts
        return max(0, contracts if side == BID else -contracts)

    def open_orders(self, account: Hashable, side: int) -> list[Order]:
        orders = [o for o in self.book.orders.values() if (o.owner, o.side) == (account, side)]
        return sorted(orders, key=lambda o: o.order_id)

    def reserves(self, account: Hashable, incoming: Order | None = None) -> dict[int, int]:
        """Return what each open order reserves, by the cover rule.

        `incoming` stands for the resting order of its id, if there is one, and reserves its
        highest fee too.
        """
        reserved = {}
        for side in (BID, ASK):
            cover = self.held(account, 1 - side)
            orders = self.open_orders(account, side)
            if incoming and incoming.side == side:
                orders = [o for o in orders if o.order_id != incoming.order_id] + [incoming]
            for order in sorted(orders, key=lambda o: o.order_id):
                covered = min(cover, order.contracts)
                cover -= covered
                each = self.price(side, order.tick)
                if order is incoming:
                    each += self.highest_fee(side, order.tick)
                reserved[order.order_id] = (order.contracts - covered) * each
        return reserved


class NaiveLedger:
    """Accounts of points and the markets that they trade in."""

    def __init__(self) -> None:
        self.accounts: dict[Hashable, Account] = {}
        self.markets: dict[int, Market] = {}
        self.granted = 0
        self.burned = 0
        self.seen: dict[int, tuple[int, list[tuple[int, ...]]]] = {}

    def open_market(
        self,
        market_id: int,
        prices: Sequence[int] = WHOLE_POINTS,
        payout: int = PAYOUT,
        fee_rate: Fraction = FEE_RATE,
        contracts_max: int = 100_000,
    ) -> Market:
        assert list(prices) == sorted(set(prices))
        assert all(0 < low < payout for low in prices)
        assert all(a + b == payout for a, b in zip(prices, reversed(prices), strict=True))
        book = NaiveBook(len(prices), contracts_max)
        self.markets[market_id] = Market(book, prices, payout, fee_rate)
        return self.markets[market_id]

    def grant(self, account: Hashable, amount: int) -> None:
        self.account(account).cash += amount
        self.account(account).granted += amount
        self.granted += amount

    # readings
    def account(self, account: Hashable) -> Account:
        return self.accounts.setdefault(account, Account())

    def reserved(self, account: Hashable) -> int:
        live = [m for m in self.markets.values() if m.book.orders]
        return sum(sum(m.reserves(account).values()) for m in live)

    def available(self, account: Hashable) -> int:
        return self.accounts.get(account, Account()).cash - self.reserved(account)

    # commands
    def place(self, market_id: int, order: Order) -> list[LedgerEvent]:
        try:
            return self.accept(market_id, order)
        except Refused as refused:
            return [Rejected(refused.code)]

    def amend(self, market_id: int, order_id: int, tick: int, contracts: int) -> list[LedgerEvent]:
        try:
            return self.accept_change(market_id, order_id, tick, contracts)
        except Refused as refused:
            return [Rejected(refused.code)]

    def cancel(self, market_id: int, order_id: int, owner: Hashable = None) -> list[LedgerEvent]:
        return [*self.markets[market_id].book.cancel(order_id, owner)]

    def cancel_all(self, market_id: int, owner: Hashable) -> list[LedgerEvent]:
        return [*self.markets[market_id].book.cancel_all(owner)]

    def reduce(self, market_id: int, order_id: int, contracts: int) -> list[LedgerEvent]:
        return [*self.markets[market_id].book.reduce(order_id, contracts)]

    def accept(self, market_id: int, order: Order) -> list[LedgerEvent]:
        """Place an order; raises `Refused`, in the order of rule 1, before anything changes."""
        market = self.markets[market_id]
        order = market.book.normal(order)
        market.book.refuse_fields(order)
        market.book.refuse_empty(order)
        self.refuse_poor(market, order)
        market.book.refuse_match(order)
        return self.settle(market, order, market.book.enter)

    def accept_change(
        self, market_id: int, order_id: int, tick: int, contracts: int
    ) -> list[LedgerEvent]:
        market = self.markets[market_id]
        changed = market.book.amended(order_id, tick, contracts)
        market.book.refuse_fields(changed)
        if market.book.is_in_place(changed):
            return [*market.book.amend(order_id, tick, contracts)]
        self.refuse_poor(market, changed)
        market.book.refuse_match(changed)
        return self.settle(market, changed, market.book.enter_again)

    def refuse_poor(self, market: Market, incoming: Order) -> None:
        account = incoming.owner
        more = sum(market.reserves(account, incoming).values())
        more -= sum(market.reserves(account).values())
        if more > self.available(account):
            raise Refused("INSUFFICIENT_POINTS", more)

    def settle(self, market: Market, incoming: Order, enter) -> list[LedgerEvent]:
        """Let the book match, then book its events one by one, in their order."""
        owners = {o.order_id: o.owner for o in market.book.orders.values()}
        owners[incoming.order_id] = incoming.owner
        events: list[LedgerEvent] = []
        for event in enter(incoming):
            if isinstance(event, Fill):
                taker, maker = owners[event.taker_id], owners[event.maker_id]
                events.append(self.fill(market, event, incoming.side, (taker, maker)))
            else:
                events.append(event)
        return events

    def fill(
        self, market: Market, fill: Fill, taker_side: int, parties: tuple[Hashable, Hashable]
    ) -> Trade:
        taker, maker = parties
        ours = self.buy(market, taker, taker_side, fill)
        theirs = self.buy(market, maker, 1 - taker_side, fill)
        fee = market.fee(fill.tick, fill.contracts)
        self.accounts[taker].cash -= fee
        self.accounts[taker].realized -= fee
        self.burned += fee
        merged = min(ours, theirs)
        minted = fill.contracts - max(ours, theirs)
        market.open_interest += minted - merged
        market.volume += fill.contracts
        market.last_tick = fill.tick
        left = (fill.maker_left, fee, minted, merged)
        return Trade(fill.taker_id, fill.maker_id, fill.tick, fill.contracts, *left)

    def buy(self, market: Market, account: Hashable, side: int, fill: Fill) -> int:
        """Book one party's side of a fill; return how many pairs it redeems."""
        holding = market.holdings.setdefault(account, Holding())
        owner, price = self.account(account), market.price(side, fill.tick)
        opposite = market.held(account, 1 - side)
        redeemed = min(fill.contracts, opposite)
        cost_out = down(Fraction(holding.cost * redeemed, opposite)) if redeemed else 0
        holding.cost += price * (fill.contracts - redeemed) - cost_out
        holding.contracts += fill.contracts if side == BID else -fill.contracts
        owner.cash += market.payout * redeemed - price * fill.contracts
        owner.realized += (market.payout - price) * redeemed - cost_out
        signed = fill.contracts if side == BID else -fill.contracts
        market.net_bought[account] = market.net_bought.get(account, 0) + signed
        return redeemed

    def pay(self, market_id: int, yes_value: int, order: Iterable[Hashable]) -> list[Paid]:
        """End a market without open orders: YES is worth `yes_value`, NO the rest."""
        market = self.markets[market_id]
        assert not market.book.orders
        assert not market.is_paid
        paid = []
        for account in order:
            holding = market.holdings.pop(account, Holding())
            if holding.contracts == 0:
                continue
            each = yes_value if holding.contracts > 0 else market.payout - yes_value
            payout = abs(holding.contracts) * each
            self.accounts[account].cash += payout
            self.accounts[account].realized += payout - holding.cost
            paid.append(Paid(account, holding.contracts, holding.cost, payout))
        assert not any(h.contracts for h in market.holdings.values())
        market.is_paid = True
        return paid

    # what must hold
    def check(self) -> None:
        """Assert every invariant; call it once after each command of a market."""
        self.check_points()
        for market_id, market in self.markets.items():
            now = (market.book.sequence, market.book.standing())
            before = self.seen.get(market_id, (0, []))
            assert now[0] - before[0] == (now[1] != before[1]), (before, now)
            self.seen[market_id] = now

    def check_points(self) -> None:
        for market in self.markets.values():
            market.book.check()
            self.check_holdings(market)
        for name, account in self.accounts.items():
            assert self.available(name) >= 0, name
            assert self.reserved(name) >= 0
            costs = sum(m.holdings.get(name, Holding()).cost for m in self.markets.values())
            assert account.cash == account.granted + account.realized - costs
        unpaid = [m for m in self.markets.values() if not m.is_paid]
        locked = sum(m.payout * m.open_interest for m in unpaid)
        cash = sum(a.cash for a in self.accounts.values())
        assert self.granted - self.burned == cash + locked

    @staticmethod
    def check_holdings(market: Market) -> None:
        if market.is_paid:
            return
        contracts = [h.contracts for h in market.holdings.values()]
        assert sum(contracts) == 0
        assert sum(c for c in contracts if c > 0) == market.open_interest
        assert {a: h.contracts for a, h in market.holdings.items()} == market.net_bought
        for holding in market.holdings.values():
            assert 0 <= holding.cost <= market.payout * abs(holding.contracts)
