"""State and figures of the slow reference: equity, margin, caps, as the rules define them."""

from dataclasses import dataclass, field

from engine.schema.errors import ErrorCode as E
from tests.reference.market import Market
from tests.reference.rounding import E8, E12, E18, down, q, up

LIMIT_SIZE = 10**13
LIMIT_SIDE = 10**15
ZERO_ADDRESS = bytes(32)
HIGH, NORMAL, LISTED = 1, 2, 3  # what the operator or his list says of a wallet
POSITIONS_MAX, REQUESTS_MAX = 100, 200  # open ones of a wallet: in the pool, to be paid


class Refused(Exception):
    def __init__(self, code: E) -> None:
        super().__init__(code.name)
        self.code = code


@dataclass
class Position:
    size: int
    entry: int
    funding: int
    holding: int


@dataclass
class Account:
    name: str
    collateral: int = 0
    positions: dict[int, Position] = field(default_factory=dict)
    owner: bytes = ZERO_ADDRESS
    id: int = 0
    # Of the liquidation that continues; `fee_parts`: of all pieces closed since its first call.
    in_liquidation: bool = False
    started_at: int = 0
    max_fee: int = 0
    fee_parts: int = 0
    fees_paid: int = 0
    fee_bound: int = 0  # the largest clamp of a call; parameters may change between two
    liquidated_at: int = 0


@dataclass
class Request:
    amount: int
    tip: int
    maturity: int
    state: int = 0
    mint: int = 1
    signature: bytes = bytes(64)
    kind: int = 0
    shares: int = 0  # of a removal of liquidity
    counted: bool = False  # in the outflow windows
    lined: bool = False  # it passed or passes the line of payouts


@dataclass
class LpRow:
    liquidity: int
    shares: int
    maturity: int
    closed: bool = False


@dataclass
class Stake:
    amount: int
    activation: int  # epoch
    unlocking: int | None = None  # epoch


@dataclass
class StakeAccount:
    rows: list[Stake] = field(default_factory=list)  # in the order made
    withdrawable: int = 0


@dataclass
class Vesting:
    total: int
    start: int
    period: int
    periods: int


@dataclass
class Terms:
    """Limits of the delegate, and what it added by UTC day."""

    until: int = 0
    limit: int = 0
    markets: tuple[int, ...] = ()
    added: dict[int, int] = field(default_factory=dict)


@dataclass
class User:
    nonce: int = 0
    delegate: bytes = ZERO_ADDRESS
    terms: Terms = field(default_factory=Terms)
    accounts: dict[int, Account] = field(default_factory=dict)
    requests: dict[int, Request] = field(default_factory=dict)
    lp: dict[int, LpRow] = field(default_factory=dict)
    legacy: LpRow | None = None
    deposits: dict[int, list[int]] = field(default_factory=dict)  # [amount, mint, claimed]
    stake: StakeAccount | None = None
    vesting: Vesting | None = None
    risk: int = 0  # high, normal, high by the list

    @property
    def open_requests(self) -> int:
        return sum(x.state != 3 for x in self.requests.values())

    @property
    def open_positions(self) -> int:
        return sum(not x.closed for x in self.lp.values())


@dataclass(eq=False)
class Order:
    """An order that waits; `size` is what is left of it, 0 where it closes the position."""

    owner: bytes
    account_id: int
    market_id: int
    placer: bytes
    kind: int
    source: int
    reduce_only: bool = False
    whole: bool = False
    group: int = 0
    stop: int = 0
    target: int = 0
    id: int = 0
    buy: bool = False
    size: int = 0
    trigger: int = 0
    trail: int = 0
    worst: int = 0
    best: int = 0
    expires: int = 0
    schedule: int = 0  # it takes part in price updates of later ones
    rank: int = 0  # of its turn; 0: it waits
    update_turn: bool = False  # the turn comes from a price update
    parked: bool = False  # until the next price update
    code: int = 0  # why it was put off

    @property
    def slots(self) -> int:
        return 1 + (self.stop != 0) + (self.target != 0)

    @property
    def auction_class(self) -> bool:
        return self.kind == 0 or (self.kind == 1 and self.source == 0)


@dataclass
class Part:
    """What an auction asks of a trade: its price and the part at the maker fee."""

    price: int
    maker: int
    is_matched: bool = False
    is_trial: bool = False


@dataclass
class Trade:
    """What a trade did, for comparison with the engine's event."""

    fill: int
    fee: int
    surcharge: int
    price_pnl: int
    funding_pnl: int
    new_size: int


class Figures:
    def __init__(self) -> None:
        self.p: dict[str, int] = {}
        self.operator = ZERO_ADDRESS
        self.actor = ZERO_ADDRESS  # of the trade
        self.now = 0
        self.markets: dict[int, Market] = {}
        self.users: dict[bytes, User] = {}
        self.vault = self.lp_balance = self.lp_shares = self.reserve = self.fees = 0
        self.unsettled = self.quarantined = self.volume = self.lp_fee = 0
        self.token_vault = self.token_unsettled = self.token_quarantined = 0
        self.queue: list[tuple[bytes, int]] = []  # payable collateral, never authorised
        self.outflows: list[tuple[int, int]] = []  # (time, amount) of first authorisations
        self.paused = self.halted = False
        self.trades: list[Trade] = []  # of the last command
        # What liquidations and re-marks of the last command did, as (event, owner, account, …).
        self.events: list[tuple[object, ...]] = []
        self.orders: list[Order] = []  # by id
        self.last_order = self.last_rank = 0
        self.order_events: list[tuple[object, ...]] = []  # of the last command
        self.running: list[Order] = []  # orders whose trade is on its way
        self.turn = False  # from a price update

    # figures ---------------------------------------------------------------------------------
    def user(self, key: bytes) -> User:
        return self.users.setdefault(key, User())

    def is_screened(self, *wallets: bytes) -> bool:
        return any(w in self.users and self.users[w].risk in (HIGH, LISTED) for w in wallets)

    def check_request(self, owner: bytes) -> None:
        if self.user(owner).open_requests >= REQUESTS_MAX:
            raise Refused(E.TOO_MANY_SETTLEMENT_REQUESTS)

    def only_when_not_halted(self) -> None:
        if self.halted:
            raise Refused(E.EXCHANGE_HALTED)

    def market(self, market_id: int) -> Market:
        if market_id not in self.markets:
            raise Refused(E.MARKET_NOT_FOUND)
        return self.markets[market_id]

    def in_entry_window(self, market: Market) -> bool:
        opened = market.window_start(self.now)
        if market.published < opened:
            return True
        return self.now < market.arrived + market.p["entry_window_after_s"]

    def margin_sum(self) -> int:
        return sum(a.collateral for u in self.users.values() for a in u.accounts.values())

    def unrealized(self) -> int:
        return sum(x.unrealized(self.now, self.halted) for x in self.markets.values())

    def nav(self) -> int:
        return self.lp_balance - self.unrealized()

    def max_side_notional(self, market: Market) -> int:
        return down(q(max(0, self.nav()) * market.p["max_side_notional_rate_e12"], E12))

    def net_exposure_cap(self) -> int:
        return down(q(max(0, self.nav()) * self.p["net_exposure_cap_rate_e12"], E12))

    def required_minimum(self) -> int:
        notional = sum(q((x.long + x.short) * x.price, E8) for x in self.markets.values())
        locked = up(notional * q(self.p["locked_open_interest_ratio_e12"], E12))
        return locked + max(0, self.unrealized())

    def price_pnl(self, position: Position, price: int) -> int:
        return down(q(position.size * (price - position.entry), E8))

    def funding_pnl(self, position: Position, market: Market) -> int:
        """Return what the position received, less the holding charge: rounded down together."""
        funding, _ = market.project(self.now, self.halted)
        charge = market.held_for(self.now, self.halted) - position.holding
        received = position.size * (funding - position.funding)
        return down(q(received - abs(position.size) * charge, E18))

    def pnl(self, position: Position, market: Market, price: int | None = None) -> int:
        price = market.price if price is None else price
        return self.price_pnl(position, price) + self.funding_pnl(position, market)

    def available(self, account: Account) -> int:
        rows = ((self.markets[i], x) for i, x in account.positions.items())
        return account.collateral + sum(self.pnl(x, market) for market, x in rows)

    def fee_margin(self, sizes: dict[int, int], prices: dict[int, int] | None = None) -> int:
        if not sizes:
            return 0
        total = 0
        for i, n in sizes.items():
            price = (prices or {}).get(i, self.markets[i].price)
            total += self.markets[i].liquidation_fee_part(n, price)
        low, high = self.p["min_liquidation_fee_e6"], self.p["max_liquidation_fee_e6"]
        return max(low, min(high, total))

    def initial(self, sizes: dict[int, int], prices: dict[int, int] | None = None) -> int:
        prices = prices or {}
        return sum(
            self.markets[i].initial_margin(n, prices.get(i, self.markets[i].price))
            for i, n in sizes.items()
        )

    def maintenance(self, sizes: dict[int, int]) -> int:
        return sum(
            self.markets[i].maintenance_margin(n, self.markets[i].price) for i, n in sizes.items()
        )

    def order_margin(self, account: Account) -> int:
        raise NotImplementedError

    def withdrawable(self, account: Account) -> int:
        """What may leave, less the margin of waiting orders."""
        return max(0, self.not_bound(account) - self.order_margin(account))

    def not_bound(self, account: Account) -> int:
        """What the positions leave."""
        if not account.positions:
            return account.collateral
        if account.in_liquidation:
            return 0
        prices: dict[int, int] = {}
        for i, position in account.positions.items():
            market = self.markets[i]
            if market.is_late(self.now):
                return 0
            if market.held:
                worse = min if position.size > 0 else max
                prices[i] = worse(market.price, market.held.price)
        available = account.collateral + sum(
            self.pnl(x, self.markets[i], prices.get(i)) for i, x in account.positions.items()
        )
        sizes = {i: x.size for i, x in account.positions.items()}
        room = available - self.initial(sizes, prices) - self.fee_margin(sizes, prices)
        return min(account.collateral, max(0, room))
