"""The slow reference of the exchange, written from the rules and not from the engine.

It exists to disagree: `tests/engine/core/test_against_reference.py` drives both with the same
commands and compares every refusal and every figure.
"""

from copy import deepcopy

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.reference.baskets import Baskets
from tests.reference.figures import (
    LIMIT_SIDE,
    LIMIT_SIZE,
    ZERO_ADDRESS,
    Account,
    Part,
    Position,
    Refused,
    Request,
    Terms,
    Trade,
)
from tests.reference.liquidity import Liquidity
from tests.reference.market import LIMIT_PRICE, Held, Market
from tests.reference.market_end import MarketEnd
from tests.reference.orders.waiting import Waiting
from tests.reference.parameters import Parameters
from tests.reference.rounding import DAY, E6, E8, E12, down, q, sign, up

TRIAL_ROUNDING = 8


class Reference(Waiting, Baskets, MarketEnd, Liquidity, Parameters):
    """Applies commands; the engine must agree with it to the last unit."""

    # commands --------------------------------------------------------------------------------
    def apply(self, command: m.Command) -> E:
        """Apply one command and return its refusal code, NONE when it was applied."""
        self.events, self.trades, self.order_events = [], [], []
        self.step(command.time_s)
        before = list(self.events), list(self.trades), list(self.order_events)
        rows = {i: market.row() for i, market in self.markets.items()}
        self.updated = 0
        was_halted = self.halted
        try:
            self.carry_out(command)
        except Refused as refused:
            self.events, self.trades, self.order_events = before
            return refused.code
        changed = [i for i, market in self.markets.items() if market.row() != rows.get(i)]
        self.run_waiting(self.updated, changed)
        if isinstance(command, m.Resume) and was_halted:
            self.resume_orders()
        self.end_liquidations()
        return E.NONE

    def carry_out(self, command: m.Command) -> None:
        handler = getattr(self, f"_{type(command).__name__}")
        if not hasattr(command, "nonce"):
            handler(command)
            return
        self.take(command)
        try:
            self.envelope(command)
            self.screen(command)
            handler(command)
        except Refused:
            self.quarantine(command)
            raise
        if not isinstance(command, m.IgnoreTransaction):
            self.user(command.user).nonce = command.nonce

    def take(self, command: m.Command) -> None:
        if command.attached_mint == 1:
            self.vault += command.attached_e6
        if command.attached_mint == 2:
            self.token_vault += command.attached_e6

    def quarantine(self, command: m.Command) -> None:
        if command.attached_mint == 0 or command.attached_e6 == 0:
            return
        deposits = self.user(command.user).deposits
        deposits[len(deposits) + 1] = [command.attached_e6, command.attached_mint, 0]
        if command.attached_mint == 1:
            self.quarantined += command.attached_e6
        else:
            self.token_quarantined += command.attached_e6

    def envelope(self, command: m.Command) -> None:
        if isinstance(command, m.IgnoreTransaction):
            return
        if self.halted:
            raise Refused(E.EXCHANGE_HALTED)
        known = self.users.get(command.user)
        if command.nonce <= (known.nonce if known else 0):
            raise Refused(E.NONCE_TOO_LOW)
        if command.slot > command.expires_slot:
            raise Refused(E.COMMAND_EXPIRED)
        takes = isinstance(
            command, m.CreateMarginAccount | m.DepositMargin | m.AddLiquidity | m.Stake
        )
        due = command.amount_e6 if takes else 0
        mint = 2 if isinstance(command, m.Stake) else 1
        if command.attached_e6 != due or (due and command.attached_mint != mint):
            raise Refused(E.DEPOSIT_MISMATCH)

    def screen(self, command: m.Command) -> None:
        """Keep high-risk wallets from more exposure; trades have it in their own order."""
        entries = (m.CreateMarginAccount, m.DepositMargin, m.AddLiquidity, m.UpgradeLpAccount)
        if isinstance(command, (*entries, m.CreateStakeAccount, m.Stake)):
            owner = command.owner if isinstance(command, m.DepositMargin) else command.user
            if self.is_screened(command.user, owner):
                raise Refused(E.HIGH_RISK_USER)

    def step(self, time_s: int) -> None:
        first_of_day = time_s // DAY != self.now // DAY
        self.now = time_s
        if first_of_day and not self.halted:
            for market in self.markets.values():
                market.touch(self.now, False)
        self.step_orders()
        self.end_liquidations()

    def touch_all(self) -> None:
        for market in self.markets.values():
            market.touch(self.now, self.halted)

    # operator
    def _CreateExchange(self, c: m.CreateExchange) -> None:
        self.p = {x.name: getattr(c, x.name) for x in EXCHANGE_PARAMETERS}
        self.operator = c.operator

    def _CreateMarket(self, c: m.CreateMarket) -> None:
        p = {x.name: getattr(c, x.name) for x in MARKET_PARAMETERS}
        self.check_market_rules(p)
        market = Market(
            id=len(self.markets) + 1,
            symbol=c.symbol,
            p=p,
            price=c.price_e8,
            published=c.published_at_s,
            arrived=self.now,
            touched=self.now,
            level=c.price_e8,
            authorized=c.authorized_liquidator,
        )
        self.markets[market.id] = market
        self.set_reference_size(market)
        self.set_hold_rate(market)

    def set_reference_size(self, market: Market) -> None:
        product = market.p["s_ref_rate_e12"] * self.max_side_notional(market) * E8
        market.s_ref = down(q(product, E12 * market.price))

    def set_hold_rate(self, market: Market) -> None:
        """Charge by the part of the pool that its required minimum takes, above the kink."""
        required, kink = self.required_minimum(), q(self.p["hold_kink_e12"], E12)
        used = q(int(required > 0), 1)
        if 0 < required < self.lp_balance:
            used = q(required, self.lp_balance)
        market.hold_rate = 0
        if used > kink:
            market.hold_rate = up(self.p["hold_rate_e12"] * E6 * (used - kink) / (1 - kink))

    def _PauseExchange(self, _: m.PauseExchange) -> None:
        self.only_when_not_halted()
        self.paused = True

    def _UnpauseExchange(self, _: m.UnpauseExchange) -> None:
        self.only_when_not_halted()
        self.paused = False

    def set_market_pause(self, market_id: int, paused: bool) -> None:
        self.only_when_not_halted()
        market = self.market(market_id)
        if market.paused != paused:
            if market.settled:
                raise Refused(E.MARKET_PAUSED)
            market.touch(self.now, False)
            market.paused = paused

    def _PauseMarket(self, c: m.PauseMarket) -> None:
        self.set_market_pause(c.market_id, True)

    def _UnpauseMarket(self, c: m.UnpauseMarket) -> None:
        self.set_market_pause(c.market_id, False)

    def _Halt(self, _: m.Halt) -> None:
        if not self.halted:
            self.touch_all()
            self.halted = True

    def _Resume(self, _: m.Resume) -> None:
        if self.halted:
            self.touch_all()
            self.halted = False

    def _Tick(self, _: m.Tick) -> None:
        pass

    def _RewindChain(self, _: m.RewindChain) -> None:
        pass

    # oracle
    def _PostPrint(self, c: m.PostPrint) -> None:
        market = self.market(c.market_id)
        if c.price_e8 > LIMIT_PRICE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if c.price_e8 < 1 or c.confidence_e8 < 0:
            raise Refused(E.VALIDATION)
        if market.settled:
            raise Refused(E.PRINT_REJECTED)
        newest = max(market.published, market.held.published if market.held else 0)
        if c.published_at_s <= newest or c.published_at_s > self.now:
            raise Refused(E.PRINT_REJECTED)
        if self.now - c.published_at_s > market.p["oracle_max_age_s"]:
            raise Refused(E.PRINT_REJECTED)
        if c.confidence_e8 * E12 > market.p["max_confidence_rate_e12"] * c.price_e8:
            raise Refused(E.PRINT_REJECTED)
        self.place_print(market, c.price_e8, c.published_at_s)

    def place_print(self, market: Market, price: int, published: int) -> None:
        def within(base: int, rate: str) -> bool:
            return abs(price - base) * E12 <= market.p[rate] * base

        held = market.held
        operator_only = held is not None and held.operator_only
        if within(market.price, "print_band_e12"):
            self.accept(market, price, published)
        elif not within(market.price, "print_band_pause_e12"):
            self.hold(market, price, published, True)
        elif held and within(held.price, "print_band_e12") and operator_only:
            market.held = Held(price, published, True)
        elif held and within(held.price, "print_band_e12"):
            self.accept(market, price, published)
        else:
            market.held = Held(price, published, False)

    def hold(self, market: Market, price: int, published: int, operator_only: bool) -> None:
        market.held = Held(price, published, operator_only)
        if operator_only and not market.paused:
            market.touch(self.now, self.halted)
            market.paused = True

    def accept(self, market: Market, price: int, published: int) -> None:
        market.touch(self.now, self.halted)
        if market.published < market.window_start(published):
            market.arrived = self.now
        g = market.days_to(published)
        market.learn(price, published)
        market.held = None
        market.follow(self.nav(), g)
        self.set_reference_size(market)
        self.set_hold_rate(market)
        self.updated = market.id

    def _ConfirmPrint(self, c: m.ConfirmPrint) -> None:
        market = self.market(c.market_id)
        if market.held is None:
            raise Refused(E.VALIDATION)
        self.accept(market, market.held.price, market.held.published)

    # margin accounts
    def _CreateMarginAccount(self, c: m.CreateMarginAccount) -> None:
        if c.amount_e6 < 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if self.paused:
            raise Refused(E.EXCHANGE_PAUSED)
        accounts = self.users[c.user].accounts if c.user in self.users else {}
        if c.account_id in accounts:
            raise Refused(E.MARGIN_ACCOUNT_EXISTS)
        if len(accounts) >= self.p["max_margin_accounts_per_user"]:
            raise Refused(E.TOO_MANY_MARGIN_ACCOUNTS)
        self.user(c.user).accounts[c.account_id] = Account(
            c.name, c.amount_e6, owner=c.user, id=c.account_id
        )

    def _CloseMarginAccount(self, c: m.CloseMarginAccount) -> None:
        account = self.account(c.user, c.account_id)
        if account.positions or account.collateral or self.orders_of(account):
            raise Refused(E.MARGIN_ACCOUNT_NOT_EMPTY)
        del self.users[c.user].accounts[c.account_id]

    def _DepositMargin(self, c: m.DepositMargin) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        account = self.account(c.owner, c.account_id)
        if self.paused and not account.positions:
            raise Refused(E.EXCHANGE_PAUSED)
        if c.user != c.owner and c.amount_e6 < self.p["min_settlement_amount_e6"]:
            raise Refused(E.AMOUNT_TOO_SMALL)
        account.collateral += c.amount_e6

    def _WithdrawMargin(self, c: m.WithdrawMargin) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if c.tip_e6 < 0:
            raise Refused(E.VALIDATION)
        account = self.account(c.user, c.account_id)
        if account.in_liquidation:
            raise Refused(E.IN_LIQUIDATION)
        if c.amount_e6 < self.p["min_settlement_amount_e6"]:
            raise Refused(E.AMOUNT_TOO_SMALL)
        if c.tip_e6 > down(q(c.amount_e6 * self.p["max_keeper_tip_rate_e12"], E12)):
            raise Refused(E.KEEPER_TIP_TOO_HIGH)
        if c.amount_e6 > self.withdrawable(account):
            raise Refused(E.WITHDRAW_EXCEEDS_MAX)
        self.check_request(c.user)
        account.collateral -= c.amount_e6
        self.unsettled += c.amount_e6
        maturity = self.now + self.p["settlement_delay_s"]
        requests = self.user(c.user).requests
        requests[len(requests) + 1] = Request(c.amount_e6, c.tip_e6, maturity)

    def _SetDelegate(self, c: m.SetDelegate) -> None:
        if c.day_notional_e6 > 9 * 10**18:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if c.day_notional_e6 < 0 or c.market_count > 8:
            raise Refused(E.VALIDATION)
        if c.until_s and not self.now < c.until_s <= self.now + 365 * DAY:
            raise Refused(E.VALIDATION)
        markets = c.market_ids[: c.market_count]
        has_terms = c.until_s or c.day_notional_e6 or markets
        if c.delegate == ZERO_ADDRESS and has_terms:
            raise Refused(E.VALIDATION)
        for place, market_id in enumerate(markets):
            self.market(market_id)
            if market_id in markets[:place]:
                raise Refused(E.VALIDATION)
        user = self.user(c.user)
        user.delegate = c.delegate
        user.terms = Terms(c.until_s, c.day_notional_e6, markets)

    # trade
    def _ClosePosition(self, c: m.ClosePosition) -> None:
        if c.size_e6 < 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if c.size_e6 > LIMIT_SIZE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        self.check_limit(c.limit_e8)
        account, market = self.trade_target(c)
        position = account.positions.get(c.market_id)
        if position is None:
            raise Refused(E.NO_POSITION)
        size = c.size_e6 or abs(position.size)
        if size > abs(position.size):
            raise Refused(E.CLOSE_EXCEEDS_POSITION)
        self.trade(account, market, -sign(position.size) * size, c.limit_e8)

    def _ModifyPosition(self, c: m.ModifyPosition) -> None:
        self.check_delta(c.size_e6)
        self.check_limit(c.limit_e8)
        account, market = self.trade_target(c)
        kept = self.keep_all() if c.stop_e8 or c.target_e8 else None
        self.trade(account, market, c.size_e6, c.limit_e8)
        if kept:
            try:
                self.place_bracket(c)
            except Refused:
                self.put_back(kept)
                raise

    def check_delta(self, size: int) -> None:
        if size == 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if abs(size) > LIMIT_SIZE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)

    def check_limit(self, limit: int) -> None:
        if limit < 1:
            raise Refused(E.VALIDATION)
        if limit > LIMIT_PRICE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)

    def trade_target(self, c: m.ModifyPosition | m.ClosePosition) -> tuple[Account, Market]:
        owner = self.users.get(c.owner)
        is_delegate = owner is not None and owner.delegate == c.user != ZERO_ADDRESS
        if c.user != c.owner and not is_delegate:
            raise Refused(E.NOT_OWNER)
        self.actor = c.user
        terms = None if owner is None or c.user == c.owner else owner.terms
        if terms and terms.until and self.now >= terms.until:
            raise Refused(E.DELEGATE_EXPIRED)
        account, market = self.account(c.owner, c.account_id), self.market(c.market_id)
        if terms and terms.markets and market.id not in terms.markets:
            raise Refused(E.DELEGATE_MARKET)
        return account, market

    def trade(
        self, account: Account, market: Market, d: int, limit: int, part: Part | None = None
    ) -> None:
        old = account.positions.get(market.id)
        n0 = old.size if old else 0
        n1 = n0 + d
        long = market.long - max(0, n0) + max(0, n1)
        short = market.short - max(0, -n0) + max(0, -n1)
        if abs(n1) > LIMIT_SIZE or max(long, short) > LIMIT_SIDE:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if account.in_liquidation:
            raise Refused(E.IN_LIQUIDATION)
        decrease = abs(n1) < abs(n0) and n0 * n1 >= 0
        self.check_open(market, decrease, self.is_screened(account.owner, self.actor), part)
        self.check_size(account, market, d, n1, decrease, part)
        is_part = part is not None and not part.is_trial  # counted once for all parts
        added = 0 if decrease or is_part else self.check_allowance(account, market, d)
        base = market.price
        if decrease and market.held and not part:
            base = (max if d > 0 else min)(base, market.held.price)
        fill = part.price if part else market.fill(base, d)
        if not 1 <= fill <= 10**13:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if not part and ((d > 0 and fill > limit) or (d < 0 and fill < limit)):
            raise Refused(E.SLIPPAGE_EXCEEDED)
        if not decrease and not part:
            self.check_caps(market, n0, n1)
        self.settle_trade(account, market, d, (base, fill), decrease, part)
        if added:
            today = self.users[account.owner].terms.added
            today[self.now // DAY] = today.get(self.now // DAY, 0) + added
        if n0 and n0 * n1 <= 0 and not part:
            self.end_exits(account, market.id)

    def check_allowance(self, account: Account, market: Market, d: int) -> int:
        """Return what a delegate under a limit adds to the day; 0 for everybody else."""
        terms = self.users[account.owner].terms
        if self.actor == account.owner or not terms.limit:
            return 0
        added = up(q(abs(d) * market.price, E8))
        if terms.added.get(self.now // DAY, 0) + added > terms.limit:
            raise Refused(E.DELEGATE_LIMIT)
        return added

    def check_open(self, market: Market, decrease: bool, screened: bool, part: Part | None) -> None:
        if decrease:  # neither a late price nor a dead market blocks a decrease
            if market.settled:  # settle-market closes what is left
                raise Refused(E.MARKET_PAUSED)
            return
        if screened:
            raise Refused(E.HIGH_RISK_USER)
        if self.paused:
            raise Refused(E.EXCHANGE_PAUSED)
        if market.paused:
            raise Refused(E.MARKET_PAUSED)
        if market.is_stale(self.now):
            raise Refused(E.STALE_PRICE)
        if market.held:
            raise Refused(E.PRICE_BAND)
        if not self.turn and self.in_entry_window(market):
            raise Refused(E.ENTRY_WINDOW)
        if market.auction_only and not part:
            raise Refused(E.AUCTION_ONLY)

    def check_size(
        self, account: Account, market: Market, d: int, n1: int, dec: bool, part: Part | None
    ) -> None:
        minimum = 0 if part else self.p["min_trade_notional_e6"]
        if n1 != 0 and q(abs(d) * market.price, E8) < minimum:
            raise Refused(E.POSITION_TOO_SMALL)
        if dec and n1 != 0 and q(abs(n1) * market.price, E8) < minimum:
            raise Refused(E.POSITION_TOO_SMALL)
        full = len(account.positions) >= self.p["max_positions_per_account"]
        if market.id not in account.positions and full:
            raise Refused(E.TOO_MANY_POSITIONS)

    def check_caps(self, market: Market, n0: int, n1: int) -> None:
        long = market.long - max(0, n0) + max(0, n1)
        short = market.short + min(0, n0) - min(0, n1)
        side = long if n1 > 0 else short
        if side > market.p["max_side_size_e6"]:
            raise Refused(E.MAX_SIDE_SIZE)
        if q(side * market.price, E8) > self.side_cap(market):
            raise Refused(E.MAX_SIDE_SIZE)
        if self.whole:
            return
        before = sum(q(abs(x.skew) * x.price, E8) for x in self.markets.values())
        after = before + q((abs(long - short) - abs(market.skew)) * market.price, E8)
        if after >= before and after > self.net_exposure_cap():
            raise Refused(E.NET_EXPOSURE_CAP)

    def settle_trade(
        self,
        account: Account,
        market: Market,
        d: int,
        prices: tuple[int, int],
        decrease: bool,
        part: Part | None,
    ) -> None:
        base, fill = prices
        fee, surcharge = self.charges(market, d, prices, part)
        available = self.available(account)
        saved = self.save(account, market)
        market.touch(self.now, False)
        old = account.positions.pop(market.id, None)
        if part and part.is_trial and old and old.size * d > 0:  # paid, and realised at the index
            surcharge -= min(0, down(q(d * (base - fill), E8)))
            fill = base
        price_pnl = self.price_pnl(old, fill) if old else 0
        funding_pnl = self.funding_pnl(old, market) if old else 0
        n0 = old.size if old else 0
        n1 = n0 + d
        self.move(market, n0, old, n1, fill)
        if n1:
            account.positions[market.id] = Position(n1, fill, market.funding, market.holding)
        account.collateral += price_pnl + funding_pnl - fee - surcharge
        self.lp_balance += surcharge - price_pnl - funding_pnl
        self.share_fee(fee)
        self.volume += down(q(abs(d) * fill, E8))
        try:
            if self.whole:
                self.note_leg(account, market, d, (fill, fee + surcharge), decrease)
            elif decrease:
                self.check_decrease(account, market)
            else:
                markdown = min(0, down(q(d * (base - fill), E8)))
                free = available + markdown - fee - surcharge - self.order_margin(account)
                self.check_increase(account, free, part)
        except Refused:
            self.restore(account, market, saved)
            raise
        self.trades.append(Trade(fill, fee, surcharge, price_pnl, funding_pnl, n1))

    def charges(
        self, market: Market, d: int, prices: tuple[int, int], part: Part | None
    ) -> tuple[int, int]:
        """Fee and surcharge; a matched part has no surcharge, a trial rounds up for its parts."""
        base, fill = prices
        dearest = max(prices) if part and part.is_trial else fill
        fee = market.fee_of_parts(part.maker, abs(d) - part.maker, dearest) if part else 0
        if part and part.is_matched:
            return fee, 0
        fee = fee if part else market.fee(d, fill)
        surcharge = market.surcharge(d, base, fee, self.now)
        return (fee + TRIAL_ROUNDING if part and part.is_trial else fee), surcharge

    def share_fee(self, fee: int) -> None:
        protocol = down(q(fee * self.p["protocol_fee_rate_e12"], E12))
        reserve = down(q((fee - protocol) * self.p["reserve_fee_share_e12"], E12))
        self.fees += protocol
        self.reserve += reserve
        self.lp_balance += fee - protocol - reserve
        self.lp_fee += fee - protocol - reserve

    def check_decrease(self, account: Account, market: Market) -> None:
        if account.collateral < 0:
            self.remark_profits(account, market)
        if account.collateral < 0:
            raise Refused(E.INSUFFICIENT_MARGIN)

    def check_increase(self, account: Account, available: int, part: Part | None) -> None:
        if not part and self.required_minimum() > self.lp_balance:
            raise Refused(E.POOL_CAPACITY)
        sizes = {i: x.size for i, x in account.positions.items()}
        required = self.initial(sizes) + self.fee_margin(sizes)
        if available < required or account.collateral < 0:
            raise Refused(E.INSUFFICIENT_MARGIN)

    def save(self, account: Account, market: Market) -> tuple[object, ...]:
        return (
            deepcopy(account.__dict__),
            [deepcopy(x.__dict__) for x in self.markets.values()],
            (self.lp_balance, self.fees, self.reserve, self.volume, self.lp_fee),
        )

    def restore(self, account: Account, market: Market, saved: tuple[object, ...]) -> None:
        account.__dict__.update(saved[0])  # type: ignore[arg-type]
        for x, row in zip(self.markets.values(), saved[1], strict=True):  # type: ignore[call-overload]
            x.__dict__.update(row)
        self.lp_balance, self.fees, self.reserve, self.volume, self.lp_fee = saved[2]  # type: ignore[misc]

    # what was no command
    def _IgnoreTransaction(self, c: m.IgnoreTransaction) -> None:
        self.quarantine(c)
