"""Liquidity of the slow reference: deposits, removals, the operator's legacy accounts."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import POSITIONS_MAX, LpRow, Refused, Request
from tests.reference.market import Market
from tests.reference.payouts import KIND_LIQUIDITY, Payouts
from tests.reference.rounding import E8, E12, down, q, up

LOCKED_FOR_EVER = 1000  # raw shares of the first deposit
LIMIT_AMOUNT = 9 * 10**18


class Liquidity(Payouts):
    """What joins and leaves the pool, at which price (rules/pool.md; rules 22, 39, 40, 43)."""

    def _AddLiquidity(self, c: m.AddLiquidity) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        self.price_shares(c.amount_e6)
        self.check_position(c.user)
        minted = self.mint_shares(c.amount_e6)
        rows = self.user(c.user).lp
        rows[len(rows) + 1] = LpRow(c.amount_e6, minted, self.now + self.p["min_lp_duration_s"])

    def check_position(self, owner: bytes) -> None:
        if owner in self.users and self.users[owner].open_positions >= POSITIONS_MAX:
            raise Refused(E.TOO_MANY_LP_POSITIONS)

    def mint_shares(self, amount: int) -> int:
        """Take an amount into the pool and return the shares its owner gets."""
        minted, total = self.price_shares(amount)
        self.lp_balance += amount
        self.lp_shares += total
        return minted

    def price_shares(self, amount: int) -> tuple[int, int]:
        """Return the shares of an amount for its owner, and all that are made."""
        if self.paused:
            raise Refused(E.EXCHANGE_PAUSED)
        self.check_liquidity_prices()
        if amount < self.p["min_liquidity_e6"]:
            raise Refused(E.AMOUNT_TOO_SMALL)
        if self.lp_shares == 0:
            minted, total = amount - LOCKED_FOR_EVER, amount
        else:
            if self.nav() <= 0:
                raise Refused(E.POOL_INSOLVENT)
            entry = max(self.lp_balance, self.entry_nav())
            minted = total = down(q(amount * self.lp_shares, entry))
            if self.lp_shares + total > LIMIT_AMOUNT:
                raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if minted <= 0:
            raise Refused(E.AMOUNT_TOO_SMALL)
        return minted, total

    def check_liquidity_prices(self) -> None:
        stale, held, window = self.price_troubles()
        if stale:
            raise Refused(E.STALE_PRICE)
        if held:
            raise Refused(E.PRICE_BAND)
        if window:
            raise Refused(E.ENTRY_WINDOW)

    def price_troubles(self) -> tuple[bool, bool, bool]:
        """Whether any market with open interest is stale, held, in its entry window.

        A dead market is beyond waiting for: only a young held print speaks for it.
        """
        used = [x for x in self.markets.values() if x.long or x.short]
        alive = [x for x in used if not x.is_dead(self.now)]
        return (
            any(x.is_stale(self.now) for x in alive),
            any(self.has_young_held_print(x) for x in used),
            any(self.in_entry_window(x) for x in alive),
        )

    def has_young_held_print(self, market: Market) -> bool:
        held = market.held
        if held is None:
            return False
        return bool(self.now - held.published <= market.p["oracle_max_age_decrease_s"])

    def removals_wait(self) -> bool:
        return any(self.price_troubles())

    def entry_nav(self) -> int:
        """NAV for a depositor: an old held print counts in each market where it raises NAV."""
        total = self.lp_balance
        for market in self.markets.values():
            owed = [market.unrealized(self.now, self.halted)]
            if market.held and not self.has_young_held_print(market):
                owed.append(market.unrealized(self.now, self.halted, market.held.price))
            total -= min(owed)
        return total

    # exit ------------------------------------------------------------------------------------
    def exit_value(self) -> int:
        """What all shares together pay to leavers, an old held print counted when it is worse."""
        owed = sum(self.owed_to_traders(x) for x in self.markets.values())
        return max(0, min(self.lp_balance, self.lp_balance - owed))

    def owed_to_traders(self, market: Market) -> int:
        last = market.unrealized(self.now, self.halted)
        if market.held is None or self.has_young_held_print(market):
            return last
        return max(last, market.unrealized(self.now, self.halted, market.held.price))

    def exit_amount(self, shares: int) -> int:
        return down(q(shares * self.exit_value(), self.lp_shares))

    def must_stay(self) -> int:
        """Return the required minimum balance, an old held print counted where it asks for more."""
        prices = {
            i: max(x.price, x.held.price)
            for i, x in self.markets.items()
            if x.held and not self.has_young_held_print(x)
        }
        notional = sum(
            q((x.long + x.short) * prices.get(i, x.price), E8) for i, x in self.markets.items()
        )
        owed = sum(self.owed_to_traders(x) for x in self.markets.values())
        return up(notional * q(self.p["locked_open_interest_ratio_e12"], E12)) + max(0, owed)

    def exit_terms(self) -> tuple[int, int]:
        """Return what all shares pay to leavers, and how much may leave."""
        return self.exit_value(), self.lp_balance - self.must_stay()

    def max_removable(self, row: LpRow, terms: tuple[int, int] | None = None) -> int:
        value, room = terms or self.exit_terms()
        if self.now < row.maturity or room < 0 or value == 0:
            return 0
        return min(row.shares, down(q(room * self.lp_shares, value)))

    def lp_row(self, owner: bytes, lp_id: int) -> LpRow:
        user = self.users.get(owner)
        row = user.lp.get(lp_id) if user else None
        if row is None or row.closed:
            raise Refused(E.LP_POSITION_NOT_FOUND)
        return row

    def _RemoveLiquidity(self, c: m.RemoveLiquidity) -> None:
        row = self.lp_row(c.user, c.lp_position_id)
        if c.shares_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        self.check_liquidity_prices()
        if self.now < row.maturity:
            raise Refused(E.LP_NOT_MATURE)
        if c.shares_e6 > self.max_removable(row):
            raise Refused(E.SHARES_EXCEED_REMOVABLE)
        amount = self.exit_amount(c.shares_e6)
        is_all = c.shares_e6 == row.shares
        if amount < self.p["min_settlement_amount_e6"] and not is_all:
            raise Refused(E.AMOUNT_TOO_SMALL)
        if c.tip_e6 < 0:
            raise Refused(E.VALIDATION)
        if c.tip_e6 > down(q(amount * self.p["max_keeper_tip_rate_e12"], E12)):
            raise Refused(E.KEEPER_TIP_TOO_HIGH)
        if amount:
            self.check_request(c.user)
        self.lp_balance -= amount
        self.lp_shares -= c.shares_e6
        left = row.shares - c.shares_e6
        row.liquidity -= down(q(row.liquidity * c.shares_e6, row.shares))
        row.shares = left
        if amount:
            maturity = self.now + self.p["settlement_delay_s"]
            self.create_request(
                c.user,
                Request(amount, c.tip_e6, maturity, kind=KIND_LIQUIDITY, shares=c.shares_e6),
            )

    def price_again(self, request: Request) -> None:
        """Pay the removed shares at the lower price of request and first processing."""
        if request.kind != KIND_LIQUIDITY or self.lp_shares == 0:
            return
        lower = min(request.amount, self.exit_amount(request.shares))
        if lower == request.amount:
            return
        self.lp_balance += request.amount - lower
        self.unsettled -= request.amount - lower
        tip_max = down(q(lower * self.p["max_keeper_tip_rate_e12"], E12))
        request.amount, request.tip = lower, min(request.tip, tip_max)

    def _CloseLpPosition(self, c: m.CloseLpPosition) -> None:
        row = self.lp_row(c.user, c.lp_position_id)
        if row.shares:
            raise Refused(E.LP_POSITION_NOT_EMPTY)
        row.closed = True

    # legacy account --------------------------------------------------------------------------
    def _GrantLpAccount(self, c: m.GrantLpAccount) -> None:
        self.only_when_not_halted()
        operator = self.users.get(self.operator)
        deposit = operator.deposits.get(c.deposit_id) if operator else None
        if deposit is None or deposit[1] != 1 or deposit[2]:
            raise Refused(E.DEPOSIT_NOT_FOUND)
        minted = self.mint_shares(deposit[0])
        deposit[2] = 1
        self.quarantined -= deposit[0]
        user = self.user(c.owner)
        row = user.legacy or LpRow(0, 0, 0)
        user.legacy = LpRow(
            row.liquidity + deposit[0],
            row.shares + minted,
            self.now + self.p["min_lp_duration_s"],
        )

    def _UpgradeLpAccount(self, c: m.UpgradeLpAccount) -> None:
        user = self.users.get(c.user)
        if user is None or user.legacy is None or not user.legacy.shares:
            raise Refused(E.CANNOT_UPGRADE)
        self.check_position(c.user)
        old = user.legacy
        user.lp[len(user.lp) + 1] = LpRow(old.liquidity, old.shares, old.maturity)
        user.legacy = LpRow(0, 0, old.maturity)
