"""The exchange of a run: commands as arrays in, events as arrays out, and what agents can see."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.arrays import Records, events_by_name, new_commands
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AddLiquidity,
    Command,
    CreateExchange,
    CreateMarginAccount,
    CreateMarket,
    ProcessSettlementRequests,
    RemoveLiquidity,
    encode,
)
from engine.programmes.index_series import Floats, Integers
from engine.schema.errors import ErrorCode
from engine.schema.parameters import first_sizes_e6
from engine.simulation.ledger import Flows, Unrealised

E6 = 10**6
E8 = 10**8
POOL_E6 = 10_000_000 * E6
COLLATERAL_E6 = 100_000_000 * E6  # ample: no account comes near liquidation
ACCOUNT = 1
PRICE_MAX = 10**13
WAITING_S = 18 * 3_600  # of an auction order that is placed at noon
OPERATOR = b"O" * 32
PROVIDER = b"P" * 32


@dataclass(slots=True)
class Observed:
    """Market state observed from the events: one number per market, in units of the index."""

    price: Floats
    level: Floats
    long: Floats
    short: Floats
    funding: Floats  # total rate per day

    @property
    def skew(self) -> Floats:
        """Long less short."""
        return self.long - self.short


class Venue:
    """Drives one exchange; agents are `market * slots + slot`, each with one account."""

    def __init__(
        self,
        symbols: tuple[str, ...],
        groups: Integers,
        market: dict[str, int],
        pool: dict[str, int],
    ) -> None:
        self.exchange = Exchange()
        self.symbols = symbols
        self.slots = len(groups)
        self.group_count = int(groups.max()) + 1
        self.parameters = market
        markets = len(symbols)
        zeros = [np.zeros(markets) for _ in range(5)]
        self.shown = Observed(*zeros)
        self.side_size = np.zeros(markets)  # maxSideSize in units
        self.skew_scale = np.zeros(markets)
        self.position = np.zeros((markets, self.slots))
        self.flows = Flows.none(markets, self.group_count)
        self.whole = Flows.none(markets, self.group_count)
        self.exposure_rate = pool["net_exposure_cap_rate_e12"] / 1e12
        self.provider = PROVIDER
        self.lp_flow_e6 = 0  # what providers brought less what they took, after the first deposit
        self.nav_e6 = POOL_E6
        self.lp_shares_e6 = POOL_E6
        self.refusals: dict[str, int] = {}
        self.commands = 0
        self.auctions = 0
        self._groups = groups
        self._lp_fees_e6 = 0
        self._orders = new_commands("ModifyPosition", markets * self.slots)
        self._orders["owner"] = self._orders["user"] = [
            np.frombuffer(_wallet(agent), np.uint8) for agent in range(markets * self.slots)
        ]
        self._orders["account_id"] = ACCOUNT
        self._orders["market_id"] = np.repeat(np.arange(markets) + 1, self.slots)
        self._waiting = new_commands("PlacePerpOrder", markets * self.slots)  # kind 0: auction
        for name in ("owner", "user", "account_id", "market_id"):
            self._waiting[name] = self._orders[name]
        self._prints = new_commands("PostPrint", markets)
        self._prints["market_id"] = np.arange(markets) + 1
        self._create: dict[str, Any] = {"operator": OPERATOR, **pool}

    def open(self, time_s: int) -> None:
        """Create the exchange and add the provider's liquidity."""
        created = CreateExchange(exchange=b"E" * 32, **self._create)
        self._submit(created, time_s)
        self._submit(AddLiquidity(**self._chain(PROVIDER, POOL_E6)), time_s)

    def create_market(self, row: int, price_e8: int, time_s: int) -> None:
        """Create the next market with its first print and open an account for each agent."""
        side_e6, scale_e6 = first_sizes_e6(max(self.nav_e6, POOL_E6), price_e8)
        fields: dict[str, Any] = dict(self.parameters)
        fields["max_side_size_e6"] = fields.get("max_side_size_e6") or side_e6
        fields["skew_scale_e6"] = fields.get("skew_scale_e6") or scale_e6
        symbol = f"M{row + 1}"  # names of regions may be longer than a symbol
        self._submit(
            CreateMarket(
                operator=OPERATOR,
                symbol=symbol,
                name=symbol,
                metric="sqft",
                price_feed=f"index:{symbol}",
                price_e8=price_e8,
                published_at_s=time_s,
                **fields,
            ),
            time_s,
        )
        self.side_size[row] = fields["max_side_size_e6"] / E6
        self.skew_scale[row] = fields["skew_scale_e6"] / E6
        self.shown.price[row] = self.shown.level[row] = price_e8 / E8
        for agent in range(row * self.slots, (row + 1) * self.slots):
            chain = self._chain(_wallet(agent), COLLATERAL_E6)
            self._submit(CreateMarginAccount(account_id=ACCOUNT, **chain), time_s)

    def read_parameters(self, rows: int, time_s: int) -> None:
        """Take skew scale and side cap from the markets: they may follow the pool."""
        for row in range(rows):
            parameters = self.exchange.market_view(row + 1, time_s).parameters
            self.side_size[row] = parameters["max_side_size_e6"] / E6
            self.skew_scale[row] = parameters["skew_scale_e6"] / E6

    def post(self, rows: Integers, price_e8: Integers, time_s: int | Integers) -> None:
        """Publish prints of these markets; a row may have a time of its own."""
        prints = self._prints[rows]
        prints["price_e8"] = price_e8
        prints["published_at_s"] = time_s
        self._apply(prints, time_s)

    def trade_one(self, row: int, slot: int, size_e6: int, time_s: int) -> None:
        """Send one market order."""
        self.trade(np.array([row * self.slots + slot]), np.array([size_e6 / E6]), time_s)

    def collateral_e6(self, row: int, slot: int) -> int:
        """Return the collateral of an agent: all profit of closed positions is in it."""
        owner = _wallet(row * self.slots + slot)
        return self.exchange.margin_account_view(owner, ACCOUNT, self.exchange.now_s).collateral_e6

    def add_liquidity(self, wallet: bytes, amount_e6: int, time_s: int) -> bool:
        """Add liquidity; False: refused, the tokens are counted as never sent."""
        command = AddLiquidity(**self._chain(wallet, amount_e6))
        return self._submit_lp(command, time_s, "LiquidityModified") is not None

    def remove_liquidity(
        self, wallet: bytes, position: int, shares_e6: int, time_s: int
    ) -> int | None:
        """Ask to remove shares; return the request's number, None when refused."""
        chain = self._chain(wallet, 0)
        del chain["amount_e6"]
        command = RemoveLiquidity(lp_position_id=position, shares_e6=shares_e6, **chain)
        found = self._submit_lp(command, time_s, "SettlementRequestCreated")
        return None if found is None else int(found["request_id"][0])

    def process_removal(self, wallet: bytes, request: int, time_s: int) -> int | None:
        """Process a request of a wallet; return what is paid, None while it waits."""
        chain = self._chain(wallet, 0)
        del chain["amount_e6"]
        ids = (request, 0, 0, 0, 0, 0, 0, 0)
        command = ProcessSettlementRequests(owner=wallet, request_count=1, request_ids=ids, **chain)
        found = self._submit_lp(command, time_s, "SettlementProcessed")
        return None if found is None else int(found["amount_e6"][0])

    def trade(self, agents: Integers, sizes: Floats, time_s: int) -> None:
        """Send market orders, in this order; what the rules refuse is counted."""
        size_e6 = np.rint(sizes * E6).astype(np.int64)
        agents, size_e6 = agents[size_e6 != 0], size_e6[size_e6 != 0]
        if len(agents) == 0:
            return
        orders = self._orders[agents]
        orders["size_e6"] = size_e6
        orders["limit_e8"] = np.where(size_e6 > 0, PRICE_MAX, 1)
        self._apply(orders, time_s)

    def place(self, agents: Integers, sizes: Floats, time_s: int) -> None:
        """Place auction orders for the next print; what it does not fill ends before noon."""
        size_e6 = np.rint(sizes * E6).astype(np.int64)
        agents, size_e6 = agents[size_e6 != 0], size_e6[size_e6 != 0]
        if len(agents) == 0:
            return
        orders = self._waiting[agents]
        held = self.position.ravel()[agents]
        orders["size_e6"] = size_e6
        orders["worst_e8"] = np.where(size_e6 > 0, PRICE_MAX, 1)
        orders["is_reduce_only"] = held * size_e6 < 0
        orders["expires_at_s"] = time_s + WAITING_S
        self._apply(orders, time_s)

    def unrealised(self) -> Unrealised:
        """Return the open profit that the engine shows for every position."""
        shape = (len(self.symbols), self.group_count)
        price, funding = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        count = 0
        for row, slot in zip(*np.nonzero(self.position), strict=True):
            owner = _wallet(int(row) * self.slots + int(slot))
            account = self.exchange.margin_account_view(owner, ACCOUNT, self.exchange.now_s)
            for held in account.positions:
                price[row, self._groups[slot]] += held.pnl.price_e6
                funding[row, self._groups[slot]] += held.pnl.funding_e6
                count += 1
        return Unrealised(price, funding, count)

    def pool(self) -> tuple[int, int]:
        """Return the pool's equity and balance now."""
        view = self.exchange.exchange_view(self.exchange.now_s)
        return view.lp_balance_e6 - view.unrealized_pnl_e6, view.lp_balance_e6

    def _submit_lp(self, command: Command, time_s: int, event: str) -> Records | None:
        """Apply a provider's command; the pool's balance moves by what flows in or out."""
        before_e6 = self.exchange.exchange_view(time_s).lp_balance_e6
        found = self._send(command, time_s)
        view = self.exchange.exchange_view(time_s)
        self.lp_flow_e6 += view.lp_balance_e6 - before_e6
        self.nav_e6 = view.lp_balance_e6 - view.unrealized_pnl_e6
        self.lp_shares_e6 = view.lp_shares_e6
        return found.get(event)

    def _submit(self, command: Command, time_s: int) -> None:
        found = self._send(command, time_s)
        if "CommandRejected" in found:
            code = ErrorCode(int(found["CommandRejected"]["code"][0])).name
            raise ValueError(f"the exchange refused {command.WIRE}: {code}")

    def _send(self, command: Command, time_s: int) -> dict[str, Records]:
        self.commands += 1
        record = bytearray(encode(command))
        head = np.frombuffer(record, np.dtype([("", "V8"), ("seq", "<u8"), ("at", "<i8")]), 1)
        head["seq"], head["at"] = self.commands, time_s
        return events_by_name(self.exchange.apply_batch(bytes(record)))

    def _chain(self, user: bytes, amount_e6: int) -> dict[str, Any]:
        """Return what a command of a wallet carries that brings its tokens along."""
        number = self.commands + 1
        return {
            "user": user,
            "slot": number,
            "expires_slot": number,
            "nonce": number,
            "attached_e6": amount_e6,
            "attached_mint": 1 if amount_e6 else 0,
            "amount_e6": amount_e6,
        }

    def _apply(self, rows: Records, time_s: int | Integers) -> None:
        number = self.commands + 1 + np.arange(len(rows))
        self.commands += len(rows)
        rows["seq"] = number
        rows["time_s"] = time_s
        if "nonce" in (rows.dtype.names or ()):
            rows["slot"] = rows["expires_slot"] = rows["nonce"] = number
        found = events_by_name(self.exchange.apply_batch(rows.tobytes()))
        if "MarketUpdated" in found:
            self._see_markets(found["MarketUpdated"])
        pool = found.get("PoolUpdated")
        if "PositionModified" in found and pool is not None:
            self._see_trades(found["PositionModified"], pool)
        if pool is not None:
            self.nav_e6 = int(pool["lp_balance_e6"][-1] - pool["unrealized_pnl_e6"][-1])
        self.auctions += len(found.get("AuctionHeld", ()))
        if "CommandRejected" in found:
            codes, counts = np.unique(found["CommandRejected"]["code"], return_counts=True)
            for code, count in zip(codes, counts, strict=True):
                name = ErrorCode(int(code)).name
                self.refusals[name] = self.refusals.get(name, 0) + int(count)

    def _see_markets(self, events: Records) -> None:
        row = events["market_id"].astype(np.int64) - 1  # a later event of a market wins
        shown = self.shown
        shown.price[row] = events["index_price_e8"] / E8
        shown.level[row] = events["level_e8"] / E8
        shown.long[row] = events["long_size_e6"] / E6
        shown.short[row] = events["short_size_e6"] / E6
        shown.funding[row] = events["funding_rate_e12"] / 1e12

    def _see_trades(self, trades: Records, pool: Records) -> None:
        agent = np.ascontiguousarray(trades["owner"][:, :8]).view("<u8")[:, 0].astype(np.int64) - 1
        slot = agent % self.slots
        self.position[agent // self.slots, slot] = trades["new_size_e6"] / E6
        fees = self._pool_fees(trades, pool)
        for flows in (self.flows, self.whole):
            flows.add(trades, self._groups[slot], fees)

    def _pool_fees(self, trades: Records, pool: Records) -> Integers:
        """Return the pool's part of each fee: exact by command, shared within an auction."""
        seqs, first = np.unique(trades["seq"], return_index=True)
        after = pool["cumulative_lp_fee_e6"][np.searchsorted(pool["seq"], seqs, "right") - 1]
        part = np.diff(after, prepend=self._lp_fees_e6)
        self._lp_fees_e6 = int(after[-1])
        fees = trades["trade_fee_e6"].astype(np.int64)
        last = np.append(first[1:], len(trades)) - 1
        counts = last - first + 1
        whole = np.maximum(np.repeat(np.add.reduceat(fees, first), counts), 1)
        shared = np.repeat(part, counts) * fees // whole
        shared[last] += part - np.add.reduceat(shared, first)
        return np.asarray(shared)


def _wallet(agent: int) -> bytes:
    return (agent + 1).to_bytes(8, "little") + bytes(24)
