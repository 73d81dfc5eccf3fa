"""Liquidation, bad debt and auto-deleveraging of the slow reference (rules/liquidation.md).

Written from rules 2, 17-21, 37, 38, 40 and their page alone. Amounts in e6, prices in e8.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Account, Position, Refused
from tests.reference.market import Market
from tests.reference.payouts import Payouts
from tests.reference.rounding import DAY, E8, E12, down, q, sign, up

# How far two searches of the same threshold may lie apart where roundings make it ragged.
RAGGED_E6 = 1000
KIND_LIQUIDATION_FEE = 3


@dataclass
class Piece:
    """What one closed piece did; `fee` is known when the call is over."""

    market: Market
    price: int
    size: int
    side: int  # sign of the closed position
    new_size: int
    price_pnl: int
    funding_pnl: int


@dataclass
class Call:
    """One Liquidate command on its way."""

    liquidator: bytes
    account: Account
    started_at: int
    max_fee: int
    pieces: list[Piece] = field(default_factory=list)
    fee: int = 0
    named: int | None = None  # the account that the fee goes to

    def earns(self, market: Market) -> bool:
        """Tell whether a piece of this market has a fee: none for an endorsed liquidator."""
        return market.authorized != self.liquidator

    def is_free(self) -> bool:
        return not any(self.earns(x.market) for x in self.pieces)


def smallest(reaches: Callable[[int], bool], top: int, *, has_one_threshold: bool) -> int:
    """Return the smallest amount up to `top` that reaches the target; `top` does.

    The bisection of rule 19 gives the amount; a search by descending powers of two
    must find the same threshold, up to the raggedness of the roundings. There may be several
    thresholds where a piece closes at a worse price than its rest is marked at.
    """
    low, high = 0, top
    while high - low > 1:
        middle = (low + high) // 2
        if reaches(middle):
            high = middle
        else:
            low = middle
    assert reaches(high)
    assert high == 1 or not reaches(high - 1)
    if not has_one_threshold:
        return high
    failing = 0
    for bit in reversed(range(top.bit_length())):
        step = failing + (1 << bit)
        if step < top and not reaches(step):
            failing = step
    assert abs(failing + 1 - high) <= RAGGED_E6
    return high


class Liquidation(Payouts):
    """The part of the reference that closes accounts which no longer hold their margin."""

    end_exits: Callable[[Account, int], None]
    end_entries: Callable[[Account], None]

    # margin and health -----------------------------------------------------------------------
    def total_required(self, account: Account) -> int:
        sizes = {i: x.size for i, x in account.positions.items()}
        return self.maintenance(sizes) + self.fee_margin(sizes)

    def is_liquidatable(self, account: Account) -> bool:
        return self.total_required(account) > self.available(account)

    def was_recently_liquidated(self, account: Account) -> bool:
        return account.liquidated_at > 0 and self.now - account.liquidated_at <= DAY

    def accounts_in_order(self) -> Iterator[tuple[bytes, int, Account]]:
        for owner in sorted(self.users):
            for account_id, account in sorted(self.users[owner].accounts.items()):
                yield owner, account_id, account

    def end_liquidations(self) -> None:
        """End every liquidation whose account is healthy again."""
        for _, _, account in self.accounts_in_order():
            if account.in_liquidation and not self.is_liquidatable(account):
                self.end(account)

    def end(self, account: Account) -> None:
        account.in_liquidation = False
        account.started_at = account.max_fee = account.fee_parts = account.fees_paid = 0
        account.fee_bound = 0
        self.events.append(("LiquidationEnded", account.owner, account.id))

    # capacity --------------------------------------------------------------------------------
    def max_in_window(self, market: Market) -> int:
        p = market.p
        rates = q(p["maker_fee_rate_e12"] + p["taker_fee_rate_e12"], E12)
        multiplier = q(p["liquidation_capacity_multiplier_e12"], E12)
        return down(rates * p["skew_scale_e6"] * multiplier * p["liquidation_window_s"])

    def capacity(self, market: Market, liquidator: bytes) -> int | None:
        """Return what may be closed now in one market; None without a limit."""
        limit = self.max_in_window(market)
        if limit == 0 or market.authorized == liquidator:
            return None
        k, pd = market.p["skew_scale_e6"], market.p["max_liquidation_pd_e12"]
        if q(abs(market.skew), k) < q(pd, E12):
            limit *= 2
        window = market.p["liquidation_window_s"]
        used = sum(size for at, size in market.closures if self.now - at < window)
        return max(0, limit - used)

    # rows ------------------------------------------------------------------------------------
    def move(self, market: Market, n0: int, old: Position | None, n1: int, fill: int) -> None:
        """Change the sides and the sums of a market for a position that changes."""
        market.long += max(0, n1) - max(0, n0)
        market.short += max(0, -n1) - max(0, -n0)
        if old:
            market.entry_sum -= old.size * old.entry
            market.funding_sum -= old.size * old.funding
            market.holding_sum -= abs(old.size) * old.holding
        market.entry_sum += n1 * fill
        market.funding_sum += n1 * market.funding
        market.holding_sum += abs(n1) * market.holding

    def remark_profits(self, account: Account, traded: Market | None) -> None:
        """Realise whole profits by market id until the collateral is not negative."""
        for i in sorted(account.positions):
            if account.collateral >= 0:
                return
            position, market = account.positions[i], self.markets[i]
            pnl = self.pnl(position, market)
            if (traded and i == traded.id) or pnl <= 0:
                continue
            market.touch(self.now, False)
            self.move(market, position.size, position, position.size, market.price)
            account.collateral += pnl
            self.lp_balance -= pnl
            position.entry, position.funding = market.price, market.funding
            position.holding = market.holding
            self.events.append(("PositionRemarked", account.owner, account.id, i, pnl))

    def shrunk(self, account: Account, market: Market, size: int, price: int) -> tuple[int, int]:
        """Take `size` off a position in the account's rows alone; its P&L, price and funding.

        What closes does so at `price`; the rest is marked at the index.
        """
        position = account.positions.pop(market.id)
        side = sign(position.size)
        left = position.size - side * size
        closed_pnl = side * size * (price - position.entry)
        price_pnl = down(q(left * (market.price - position.entry) + closed_pnl, E8))
        funding_pnl = self.funding_pnl(position, market)
        account.collateral += price_pnl + funding_pnl
        if left:
            funding, _ = market.project(self.now, self.halted)
            holding = market.held_for(self.now, self.halted)
            account.positions[market.id] = Position(left, market.price, funding, holding)
        return price_pnl, funding_pnl

    def liquidation_price(self, account: Account, market: Market) -> int:
        """The index, or an old held print that is worse for the account (rule 46)."""
        if market.held is None:
            return market.price
        side = sign(account.positions[market.id].size)
        return side * min(side * market.price, side * market.held.price)

    def close_piece(self, account: Account, market: Market, size: int, price: int) -> Piece:
        """Close at a price, in the account, the market and the pool."""
        market.touch(self.now, False)
        old = account.positions[market.id]
        price_pnl, funding_pnl = self.shrunk(account, market, size, price)
        left = old.size - sign(old.size) * size
        self.move(market, old.size, old, left, market.price)
        self.lp_balance -= price_pnl + funding_pnl
        if left == 0:
            self.end_exits(account, market.id)
        return Piece(market, price, size, sign(old.size), left, price_pnl, funding_pnl)

    # target ----------------------------------------------------------------------------------
    def fee_part(self, market: Market, size: int) -> int:
        """Return the part of the fee for a closed size; the same formula as a part of L."""
        return market.liquidation_fee_part(size, market.price)

    def fee_of_call(self, account: Account, parts: int) -> int:
        """Return the clamp of all pieces less what was paid, as far as there is margin."""
        low, high = self.p["min_liquidation_fee_e6"], self.p["max_liquidation_fee_e6"]
        due = max(low, min(high, parts)) - account.fees_paid
        room = min(account.collateral, max(0, self.available(account)))
        return max(0, min(due, room))

    def reaches_target(self, call: Call, market: Market, size: int) -> bool:
        """Tell whether the health after this piece and the fee of the call is the target."""
        trial = deepcopy(call.account)
        earns = call.earns(market)
        parts = trial.fee_parts + (self.fee_part(market, size) if earns else 0)
        self.shrunk(trial, market, size, self.liquidation_price(trial, market))
        for i in sorted(trial.positions):
            position = trial.positions[i]
            pnl = self.pnl(position, self.markets[i])
            if trial.collateral < 0 < pnl:
                position.entry = self.markets[i].price
                position.funding, _ = self.markets[i].project(self.now, self.halted)
                position.holding = self.markets[i].held_for(self.now, self.halted)
                trial.collateral += pnl
        fee = 0 if call.is_free() and not earns else self.fee_of_call(trial, parts)
        target = q(self.p["liquidation_target_health_e12"], E12)
        return self.available(trial) - fee >= target * self.total_required(trial)

    # the command -----------------------------------------------------------------------------
    def _Liquidate(self, c: m.Liquidate) -> None:
        account = self.account(c.owner, c.account_id)
        if c.has_fee_account > 1:
            raise Refused(E.VALIDATION)
        receiver = None
        if c.has_fee_account:
            receiver = self.account(c.user, c.fee_account_id)
            if receiver is account:
                raise Refused(E.VALIDATION)
        if not self.is_liquidatable(account):
            raise Refused(E.NOT_LIQUIDATABLE)
        self.check_anything_closes(account, c.user)
        call = self.begin(account, c.user)
        call.named = c.fee_account_id if receiver else None
        self.close_pieces(call)
        self.settle_call(call, receiver)

    def account(self, owner: bytes, account_id: int) -> Account:
        user = self.users.get(owner)
        if user is None or account_id not in user.accounts:
            raise Refused(E.MARGIN_ACCOUNT_NOT_FOUND)
        return user.accounts[account_id]

    def closable_markets(self, account: Account) -> list[Market]:
        markets = [self.markets[i] for i in sorted(account.positions)]
        ready = [x for x in markets if not x.is_late(self.now) and not x.settled]
        return [x for x in ready if not (x.held and self.has_young_held_print(x))]

    def check_anything_closes(self, account: Account, liquidator: bytes) -> None:
        closable = self.closable_markets(account)
        if any(self.capacity(x, liquidator) != 0 for x in closable):
            return
        if closable:
            raise Refused(E.LIQUIDATION_CAPACITY)
        lowest = self.markets[min(account.positions)]
        if lowest.settled:
            raise Refused(E.MARKET_PAUSED)
        raise Refused(E.STALE_PRICE if lowest.is_late(self.now) else E.PRICE_BAND)

    def begin(self, account: Account, liquidator: bytes) -> Call:
        if not account.in_liquidation:
            sizes = {i: x.size for i, x in account.positions.items()}
            account.started_at, account.max_fee = self.now, self.fee_margin(sizes)
            figures = (self.available(account), self.total_required(account), account.max_fee)
            self.events.append(
                ("LiquidationStarted", account.owner, account.id, liquidator, *figures)
            )
            self.end_entries(account)
        return Call(liquidator, account, account.started_at, account.max_fee)

    def close_pieces(self, call: Call) -> None:
        """Close by falling maintenance margin, as much as the target needs and capacity allows."""
        account = call.account
        margins = {
            i: self.markets[i].maintenance_margin(x.size, self.markets[i].price)
            for i, x in account.positions.items()
        }
        closable = {x.id for x in self.closable_markets(account)}
        for i in sorted(closable, key=lambda i: (-margins[i], i)):
            market, held = self.markets[i], abs(account.positions[i].size)
            capacity = self.capacity(market, call.liquidator)
            top = held if capacity is None else min(held, capacity)
            if top == 0:
                continue
            amount, is_over = top, False
            if self.reaches_target(call, market, top):
                amount, is_over = self.amount_for_target(call, market, top), True
            dust = q((held - amount) * market.price, E8) < self.p["min_trade_notional_e6"]
            if dust and top == held:
                amount = held
            price = self.liquidation_price(account, market)
            piece = self.close_piece(account, market, amount, price)
            call.pieces.append(piece)
            market.closures.append((self.now, amount))
            market.closing_limit = self.max_in_window(market)
            if call.earns(market):
                account.fee_parts += self.fee_part(market, amount)
            if is_over:
                return

    def amount_for_target(self, call: Call, market: Market, top: int) -> int:
        price = self.liquidation_price(call.account, market)
        return smallest(
            lambda size: self.reaches_target(call, market, size),
            top,
            has_one_threshold=price == market.price,
        )

    def settle_call(self, call: Call, receiver: Account | None) -> None:
        """Re-mark, fee, bad debt, auto-deleveraging and the state afterwards, in this order."""
        account = call.account
        account.liquidated_at = self.now
        place = len(self.events)
        self.remark_profits(account, None)
        if not call.is_free():
            self.pay_fee(call, receiver)
        self.events[place:place] = self.piece_events(call)
        if account.collateral < 0:
            from_pool = self.cover(account)
            self.deleverage(call.pieces, from_pool)
        account.in_liquidation = True
        if not self.is_liquidatable(account):
            self.end(account)

    def pay_fee(self, call: Call, receiver: Account | None) -> None:
        account = call.account
        low, high = self.p["min_liquidation_fee_e6"], self.p["max_liquidation_fee_e6"]
        clamp = max(low, min(high, account.fee_parts))
        account.fee_bound = max(account.fee_bound, clamp)
        fee = self.fee_of_call(account, account.fee_parts)
        if fee == 0:
            return
        call.fee = fee
        account.collateral -= fee
        account.fees_paid += fee
        if receiver:
            receiver.collateral += fee
            return
        self.pay_at_once(call.liquidator, fee, KIND_LIQUIDATION_FEE)

    def piece_events(self, call: Call) -> list[tuple[object, ...]]:
        """One event for each piece; the fee of the call is on the last."""
        events: list[tuple[object, ...]] = []
        for place, x in enumerate(call.pieces):
            is_last = place == len(call.pieces) - 1
            pnl = x.price_pnl + x.funding_pnl
            events.append(
                (
                    "PositionLiquidated",
                    call.account.owner,
                    call.account.id,
                    x.market.id,
                    call.liquidator,
                    call.started_at,
                    call.max_fee,
                    max(0, -pnl),
                    call.fee if is_last else 0,
                    x.size,
                    down(q(x.size * x.price, E8)),
                    x.new_size,
                    x.price,
                    pnl,
                    x.price_pnl,
                    x.funding_pnl,
                    int(is_last and call.fee > 0 and call.named is not None),
                    call.named if is_last and call.fee > 0 and call.named is not None else 0,
                )
            )
        return events

    def cover(self, account: Account) -> int:
        """Bring the account to exactly 0: the reserve first, then the pool; the pool's part."""
        deficit = -account.collateral
        from_reserve = min(deficit, self.reserve)
        from_pool = deficit - from_reserve
        self.reserve -= from_reserve
        self.lp_balance -= from_pool
        account.collateral = 0
        self.events.append(("BadDebtCovered", account.owner, account.id, from_reserve, from_pool))
        return from_pool

    # auto-deleveraging -----------------------------------------------------------------------
    def deleverage(self, pieces: list[Piece], from_pool: int) -> None:
        """Take the uncovered deficit from opposite profits of the closed markets."""
        deficit = min(from_pool, max(0, -self.nav()))
        for piece in pieces:
            for account in self.winners(piece.market, -piece.side):
                if deficit == 0:
                    return
                deficit -= self.close_winner(account, piece.market, deficit)

    def winners(self, market: Market, side: int) -> list[Account]:
        """Rank the profitable positions of one side: most profit on least margin first."""
        ranked = []
        for owner, account_id, account in self.accounts_in_order():
            position = account.positions.get(market.id)
            if position is None or sign(position.size) != side:
                continue
            profit, available = self.pnl(position, market), self.available(account)
            if profit > 0:
                rank = (0, q(0, 1)) if available <= 0 else (1, -q(profit, available))
                ranked.append((rank, owner, account_id, account))
        ranked.sort(key=lambda row: row[:3])
        return [row[3] for row in ranked]

    def close_winner(self, account: Account, market: Market, deficit: int) -> int:
        """Close a position in full at the index less a haircut; returns the haircut."""
        size = account.positions[market.id].size
        piece = self.close_piece(account, market, abs(size), market.price)
        profit = piece.price_pnl + piece.funding_pnl
        haircut = min(deficit, profit)
        account.collateral -= haircut
        self.lp_balance += haircut
        shown = market.price - sign(size) * up(q(haircut * E8, abs(size)))
        self.events.append(
            (
                "AutoDeleveraged",
                account.owner,
                account.id,
                market.id,
                -size,
                market.price,
                shown,
                haircut,
                profit - haircut,
                piece.price_pnl,
                piece.funding_pnl,
            )
        )
        return haircut
