"""Random and scripted commands on the pool, payouts, stakes and rules, for the seeded stream."""

from collections.abc import Callable
from random import Random

from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter
from tests.reference.exchange import Reference
from tests.reference.figures import LpRow, Request
from tests.reference.rounding import DAY, E6, E8

OPERATOR = b"o" * 32
OPERATOR_PLACE = 5  # in USERS
SIGNATURES = [b"p" * 64, b"q" * 64]
LIMIT = 2**63 - 1
SMALL_POOL = 40_000 * E6
# A pool that traders can empty.
SMALL_POOL_RULES = {"net_exposure_cap_rate_e12": 10**13, "locked_open_interest_ratio_e12": 10**11}
# Short delays and small outflows, so that every wait ends and every limit bites.
SAVINGS_VARIANTS: list[dict[str, int]] = [
    {
        "min_lp_duration_s": 2 * DAY,
        "settlement_delay_s": 7200,
        "outflow_hourly_rate_e12": 2 * 10**8,
        "outflow_daily_rate_e12": 6 * 10**8,
        "outflow_floor_e6": 100 * E6,
        "epoch_duration_s": DAY,
    },
    {
        "min_lp_duration_s": DAY // 2,
        "settlement_delay_s": 0,
        "reserve_fee_share_e12": 0,
        "outflow_hourly_rate_e12": 0,
        "outflow_daily_rate_e12": 0,
        "outflow_floor_e6": 1000 * E6,
        "epoch_duration_s": 2 * DAY,
        "unlocking_duration_epochs": 2,
    },
    {
        "min_lp_duration_s": 5 * DAY,
        "settlement_delay_s": 600,
        "epoch_duration_s": DAY,
        "unlocking_duration_epochs": 0,
    },
]
Script = list[Callable[[], m.Command]]


class Savings:
    """Mixin of World; `watched` is the reference that follows the stream, or None."""

    random: Random
    now: int
    slot: int
    prices: list[int]
    users: list[bytes]
    watched: Reference
    number_of_accounts: int
    user_command: Callable[..., m.Command]
    moves: Callable[[int, float], Script]
    any_act: Callable[[], m.Command]
    amount: Callable[[int], int]

    def pass_time(self, seconds: int) -> m.Command:
        self.now += seconds
        return m.Tick()

    def some_save(self) -> m.Command:
        """Do anything of this module."""
        acts = [self.liquidity, self.stake, self.pay_out, self.rule, self.operate]
        return self.random.choices(acts, [6, 6, 8, 2, 2])[0]()

    # pool
    def liquidity(self) -> m.Command:
        r = self.random
        user = r.choice([0, 1, 2, 3, 4, 4])
        pick = r.random()
        if pick < 0.3:
            return self.user_command(m.AddLiquidity, user, amount_e6=self.amount(20_000 * E6))
        if pick < 0.8:
            return self.remove(user)
        if pick < 0.88:
            place = r.randrange(1, 5)
            drained = [i for i, x in self.lp_rows(user) if not x.shares and not x.closed]
            if drained and r.random() < 0.6:
                place = r.choice(drained)
            return self.user_command(m.CloseLpPosition, user, lp_position_id=place)
        if pick < 0.95:
            known = [i for i in range(4) if (x := self.legacy(i)) and x.shares]
            user = r.choice(known) if known and r.random() < 0.5 else user
            return self.user_command(m.UpgradeLpAccount, user)
        return self.grant(user)

    def legacy(self, user: int) -> LpRow | None:
        known = self.watched.users.get(self.users[user])
        return known.legacy if known else None

    def lp_rows(self, user: int) -> list[tuple[int, LpRow]]:
        known = self.watched.users.get(self.users[user])
        return list(known.lp.items()) if known else []

    def remove(self, user: int) -> m.Command:
        r = self.random
        rows = [(i, x) for i, x in self.lp_rows(user) if not x.closed and x.shares]
        mature = [(i, x) for i, x in rows if x.maturity <= self.now]
        if not rows or r.random() < 0.05:
            return self.user_command(
                m.RemoveLiquidity,
                user,
                lp_position_id=r.randrange(9),
                shares_e6=self.amount(100 * E6),
            )
        place, row = r.choice(mature if mature and r.random() < 0.9 else rows)
        shares = r.choice(
            [
                row.shares,
                row.shares,
                row.shares + 1,
                row.shares // 2,
                row.shares // 1000,
                max(0, row.shares - r.choice([1, r.randrange(1, 20_000)])),
                self.watched.max_removable(row),
                self.watched.max_removable(row) + 1,
                r.choice([0, 1, 9_999, -1, LIMIT]),
            ]
        )
        value = self.watched.exit_amount(max(0, shares)) if shares < 10**17 else 0
        tip = r.choice([0, 0, 0, 1, value // 100, value // 100, value // 100 + 1, -1])
        return self.user_command(
            m.RemoveLiquidity, user, lp_position_id=place, shares_e6=shares, tip_e6=tip
        )

    def operator_deposit(self, mint: int = 1) -> m.Command:
        self.slot += 1
        return m.IgnoreTransaction(
            user=OPERATOR,
            signature=bytes(64),
            slot=self.slot,
            attached_e6=max(1, min(LIMIT // 10**6, self.amount(50_000 * E6))),
            attached_mint=mint,
            reason="no memo",
        )

    def grant(self, user: int) -> m.Command:
        r = self.random
        operator = self.watched.users.get(OPERATOR)
        rows = operator.deposits if operator else {}
        free = [i for i, x in rows.items() if not x[2]]
        if not free and r.random() < 0.8:
            return self.operator_deposit(r.choice([1, 1, 1, 2]))
        place = r.choice(free) if free and r.random() < 0.9 else r.randrange(6)
        return m.GrantLpAccount(owner=self.users[user], deposit_id=place)

    # stakes
    def stake(self) -> m.Command:
        r = self.random
        user = r.randrange(4)
        amounts = self.watched.stake_amounts(self.users[user])
        staked = amounts["locking"] + amounts["locked"]
        free = amounts["unlocked"] - self.watched.unvested(self.users[user])["unlocked"]
        all_unlocked = amounts["unlocked"]
        pick = r.randrange(11)
        if pick == 0:
            return self.user_command(m.CreateStakeAccount, user)
        if pick < 4:
            return self.user_command(
                m.Stake,
                user,
                amount_e6=self.amount(1000 * E6),
                is_creating_account=r.choice([0, 1]),
            )
        if pick < 7:
            amount = r.choice([staked, staked + 1, max(1, staked // 2), staked // 7 + 1, 1, 0])
            return self.user_command(m.Unstake, user, amount_e6=amount)
        if pick < 9:
            amount = max(
                r.choice([1, 1, 1, 0, -1]), r.choice([free, free + 1, free // 2, all_unlocked])
            )
            return self.user_command(m.WithdrawStake, user, amount_e6=amount)
        return self.vest(user)

    def vest(self, user: int) -> m.Command:
        r = self.random
        staked = sum(self.watched.stake_amounts(self.users[user]).values())
        total = r.choice([0, staked // 2, staked // 3, self.amount(2000 * E6), 10**12 + 7])
        return m.SetVesting(
            owner=self.users[user],
            total_e6=total,
            start_s=self.now + r.choice([-30 * DAY, -DAY - 1, 0, DAY]),
            period_s=r.choice([DAY, 7 * DAY, 7 * DAY, 1, 3600, 0]),
            period_count=r.choice([1, 12, 12, 1000, 0]),
        )

    def fill_stakes(self) -> Script:
        """Fill a stake account to its last row; then split, take whole, and take back."""
        user = 1

        def stake() -> m.Command:
            amount = 1 + self.random.randrange(10 * E6)
            return self.user_command(m.Stake, user, amount_e6=amount, is_creating_account=1)

        def newest() -> int:
            account = self.watched.users[self.users[user]].stake
            rows = account.rows if account else []
            return next((x.amount for x in reversed(rows) if x.unlocking is None), 1)

        def unstake(extra: int) -> Callable[[], m.Command]:
            return lambda: self.user_command(m.Unstake, user, amount_e6=newest() + extra)

        return [
            m.Resume,
            *[stake] * 62,
            lambda: self.pass_time(self.watched.p["epoch_duration_s"]),
            *[stake] * 50,
            unstake(-1),
            lambda: self.pass_time(self.watched.p["epoch_duration_s"]),
            *[stake] * 2,
            lambda: self.pass_time(self.watched.p["epoch_duration_s"]),
            unstake(1),
            unstake(0),
            unstake(-1),
        ]

    # payouts
    def requests(self, *states: int) -> list[tuple[bytes, int, Request]]:
        return [
            (owner, i, x)
            for owner, user in self.watched.users.items()
            for i, x in user.requests.items()
            if x.state in states
        ]

    def pay_out(self) -> m.Command:
        r = self.random
        pick = r.random()
        if pick < 0.35:
            return self.process()
        if pick < 0.75:
            return self.authorise()
        authorised = self.requests(2)
        if not authorised:
            return self.authorise()
        owner, place, request = r.choice(authorised)
        if pick < 0.85:
            return m.ExpirePayout(owner=owner, request_id=place)
        signature = request.signature if r.random() < 0.9 else bytes(64)
        return m.RecordPayout(
            owner=owner, request_id=place, payout_signature=signature, slot=self.slot
        )

    def process(self) -> m.Command:
        r = self.random
        pending = self.requests(0)
        mature = [x for x in pending if x[2].maturity <= self.now]
        rows = mature if mature and r.random() < 0.9 else pending
        if not rows:
            return self.authorise()
        owner = r.choice(rows)[0]
        ids = [place for who, place, _ in rows if who == owner][:8]
        r.shuffle(ids)
        processor = r.randrange(5)
        return self.user_command(
            m.ProcessSettlementRequests,
            processor,
            owner=owner,
            request_count=len(ids),
            request_ids=tuple(ids + [0] * (8 - len(ids))),
        )

    def authorise(self) -> m.Command:
        r = self.random
        payable = self.requests(1)
        signature = r.choice(SIGNATURES)
        if self.watched.queue and r.random() < 0.7:
            owner, place = self.watched.queue[0]
        elif payable:
            owner, place, _ = r.choice(payable)
        else:
            owner, place = r.choice(self.users), r.randrange(8)
        return m.AuthorisePayout(owner=owner, request_id=place, payout_signature=signature)

    # operator
    def operate(self) -> m.Command:
        r = self.random
        pick = r.randrange(4)
        if pick == 0:
            return m.SetRisk(
                user=r.choice(self.users), is_high_risk=r.choice([0, 0, 0, 0, 1, 2, 2, 3, 4, 4, 5])
            )
        fees = self.watched.fees
        amount = r.choice([0, fees, fees + 1, fees // 3, 1, -1])
        receiver = r.choice([*self.users, bytes(32)])
        return m.CollectFees(receiver=receiver, amount_e6=amount)

    def rule(self) -> m.Command:
        """A parameter a little changed, at an edge, or where it may not be."""
        r = self.random
        market = r.choice([0, 1, 2, 3]) if r.random() < 0.95 else 99
        table = MARKET_PARAMETERS if market else EXCHANGE_PARAMETERS
        place = r.randrange(1, len(table) + 1) if r.random() < 0.95 else r.choice([0, 99])
        if not 1 <= place <= len(table) or market == 99:
            return self.set_rule(market, place, 1)
        parameter = table[place - 1]
        value = self.in_force(market, parameter)
        near = value + r.choice([-1, 1]) * (value // 20)
        edges = [parameter.low - 1, parameter.high + 1, -1, LIMIT, -LIMIT - 1]
        return self.set_rule(market, place, r.choice([near, near, near, value, *edges]))

    def set_rule(self, market: int, place: int, value: int) -> m.Command:
        value = max(-LIMIT - 1, min(LIMIT, value))
        if market:
            return m.SetMarketParameter(market_id=market, parameter=place, value=value)
        return m.SetExchangeParameter(parameter=place, value=value)

    def in_force(self, market: int, parameter: Parameter) -> int:
        rules = self.watched.markets[market].p if market else self.watched.p
        return rules[parameter.name]

    # scripts
    def old_accounts(self) -> Script:
        """Grant twice to one wallet and let it upgrade."""
        user = self.random.randrange(4)

        def grant() -> m.Command:
            deposits = self.watched.users[OPERATOR].deposits
            return m.GrantLpAccount(owner=self.users[user], deposit_id=len(deposits))

        def upgrade() -> m.Command:
            return self.user_command(m.UpgradeLpAccount, user)

        return [
            *self.fresh(),
            self.operator_deposit,
            grant,
            grant,
            self.operator_deposit,
            grant,
            upgrade,
            upgrade,
        ]

    def fresh(self) -> Script:
        """Every price new and its entry window over."""
        return [
            m.Resume,
            m.UnpauseExchange,
            *(x for i in range(3) for x in self.moves(i, 0.0)),
            lambda: self.pass_time(400),
        ]

    def saving(self) -> Script:
        """A time in which everything that may be done with the pool is done."""
        acts = [self.liquidity] * self.random.randrange(10, 25)
        return [*self.fresh(), self.leave_crumb, self.take_crumb, *acts]

    def vested(self) -> Script:
        """Stake, have half of it vest slowly, take back and withdraw what is free."""
        user = self.random.randrange(4)

        def free() -> int:
            owner = self.users[user]
            unvested = self.watched.unvested(owner)["unlocked"]
            return self.watched.stake_amounts(owner)["unlocked"] - unvested

        def stake() -> m.Command:
            amount = 1 + self.random.randrange(1000 * E6)
            return self.user_command(m.Stake, user, amount_e6=amount, is_creating_account=1)

        def take_back() -> m.Command:
            amounts = self.watched.stake_amounts(self.users[user])
            return self.user_command(
                m.Unstake, user, amount_e6=max(1, (amounts["locking"] + amounts["locked"]) * 2 // 3)
            )

        def vest() -> m.Command:
            total = sum(self.watched.stake_amounts(self.users[user]).values()) // 2
            return m.SetVesting(
                owner=self.users[user],
                total_e6=total,
                start_s=self.now,
                period_s=DAY,
                period_count=30,
            )

        def withdraw() -> m.Command:
            return self.user_command(m.WithdrawStake, user, amount_e6=max(1, free()))

        days = [lambda: self.pass_time(DAY + 5), take_back, withdraw]
        return [m.Resume, stake, stake, vest, take_back, withdraw, *days, *days]

    def pass_epochs(self) -> m.Command:
        return self.pass_time(self.watched.p["epoch_duration_s"] * self.random.randrange(3))

    def epochs(self) -> Script:
        """Stake, take back and withdraw while epochs pass."""
        return [
            m.Resume,
            *[
                *[self.stake] * self.random.randrange(1, 5),
                self.pass_epochs,
            ]
            * self.random.randrange(2, 6),
        ]

    def paying(self) -> Script:
        """Process what is mature and pay it out until a limit says no."""
        halt: Script = [m.Halt, self.authorise, self.pay_out, m.Resume]
        acts = [self.pay_out] * self.random.randrange(5, 25)
        rescue = [*self.fresh(), *[self.rescue] * 6] if self.random.random() < 0.5 else []
        return [m.Resume, *rescue, *acts, *(halt if self.random.random() < 0.2 else [])]

    def rescue(self) -> m.Command:
        """Liquidate the account that owes most, which may end a freeze."""
        accounts = [
            (self.watched.available(account), owner, i)
            for owner, user in self.watched.users.items()
            for i, account in user.accounts.items()
        ]
        equity, owner, account = min(accounts)
        if equity >= 0:
            return self.pay_out()
        return self.user_command(
            m.Liquidate, self.random.randrange(3), owner=owner, account_id=account
        )

    def edge_rule(self) -> Script:
        """A rule at the end of its range for a while, then as it was."""
        r = self.random
        market = r.randrange(4)
        table = MARKET_PARAMETERS if market else EXCHANGE_PARAMETERS
        place = r.randrange(1, len(table) + 1)
        parameter = table[place - 1]
        before = self.in_force(market, parameter)
        value = r.choice([parameter.low, parameter.high])
        anything = [self.any_act] * r.randrange(2, 12)
        return [
            lambda: self.set_rule(market, place, value),
            *anything,
            lambda: self.set_rule(market, place, before),
        ]

    def leave_pool(self) -> Script:
        """Ask for liquidity back, let the pool lose or win, process, and pay."""
        r = self.random
        user, account = r.randrange(4), self.number_of_accounts
        self.number_of_accounts += 1
        market = r.randrange(2)
        move = r.choice([0.018, 0.018, -0.018])
        opened = self.open_long(user, account, market)
        return [
            *self.fresh(),
            *opened,
            self.leave_something,
            self.leave_something,
            *(self.moves(market, move) if r.random() < 0.7 else self.moves(market, 0.03)[:1]),
            lambda: self.user_command(
                m.ClosePosition,
                user,
                owner=self.users[user],
                account_id=account,
                market_id=market + 1,
                size_e6=E6,
                limit_e8=1,
            ),
            lambda: self.pass_time(400),
            self.leave_crumb,
            self.take_crumb,
            lambda: self.pass_time(self.watched.p["settlement_delay_s"]),
            self.process,
            self.process,
            *[self.authorise] * 4,
        ]

    def open_long(self, user: int, account: int, market: int) -> Script:
        """An account with one long position as large as the small pool."""

        def order() -> m.Command:
            return self.user_command(
                m.ModifyPosition,
                user,
                owner=self.users[user],
                account_id=account,
                market_id=market + 1,
                size_e6=SMALL_POOL * E8 // self.prices[market],
                limit_e8=10**13,
            )

        margin = SMALL_POOL // 2
        return [
            lambda: self.user_command(
                m.CreateMarginAccount, user, account_id=account, amount_e6=margin
            ),
            order,
        ]

    def leave_something(self) -> m.Command:
        """Remove as much as may be, or a small part of it."""
        mature = self.mature_rows()
        if not mature:
            return self.liquidity()
        who, place, row = self.random.choice(mature)
        top = min(row.shares, self.watched.max_removable(row))
        shares = self.random.choice([top, top // 3, top // 1000, 10_000])
        tip = self.watched.exit_amount(shares) // 100
        return self.user_command(
            m.RemoveLiquidity, who, lp_position_id=place, shares_e6=shares, tip_e6=tip
        )

    def mature_rows(self) -> list[tuple[int, int, LpRow]]:
        return [
            (who, i, x)
            for who in range(5)
            for i, x in self.lp_rows(who)
            if x.shares and not x.closed and x.maturity <= self.now
        ]

    def leave_crumb(self) -> m.Command:
        """Remove all shares of the smallest position but one, which may be worth nothing."""
        rows = [x for x in self.mature_rows() if x[2].shares > 1]
        if not rows:
            return self.liquidity()
        who, place, row = min(rows, key=lambda x: x[2].shares)
        return self.user_command(
            m.RemoveLiquidity, who, lp_position_id=place, shares_e6=row.shares - 1
        )

    def take_crumb(self) -> m.Command:
        rows = [x for x in self.mature_rows() if x[2].shares == 1]
        if not rows:
            return self.liquidity()
        who, place, _ = rows[0]
        return self.user_command(m.RemoveLiquidity, who, lp_position_id=place, shares_e6=1)

    def collapse(self) -> Script:
        """The traders win more than the pool has; liquidity leaves as it can; all as before."""
        user, account, market = self.random.randrange(4), self.number_of_accounts, 0
        self.number_of_accounts += 1
        return [
            *self.fresh(),
            *self.open_long(user, account, market),
            *[self.leave_something] * 3,
            *self.moves(market, 1.5),
            lambda: self.pass_time(400),
            lambda: self.user_command(m.AddLiquidity, user, amount_e6=1000 * E6),
            *[self.liquidity] * 8,
            lambda: self.pass_time(self.watched.p["settlement_delay_s"]),
            *[self.process] * 3,
            *self.moves(market, -0.59),
            lambda: self.pass_time(400),
            self.leave_crumb,
            self.take_crumb,
        ]
