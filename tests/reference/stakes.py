"""Staking of the slow reference: epochs, states, vesting (API 7.3, 8.4; rule 25)."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Refused, Stake, StakeAccount, Vesting
from tests.reference.payouts import TOKEN, Payouts
from tests.reference.rounding import q, up

ROWS_MAX = 100
KIND_STAKE = 4
STATES = ("locking", "locked", "preunlocking", "unlocking", "unlocked")
UNVESTED_ORDER = ("locked", "locking", "preunlocking", "unlocking", "unlocked")


class Staking(Payouts):
    """Stakes of ACRE tokens."""

    def epoch(self) -> int:
        return self.now // self.p["epoch_duration_s"]

    def staked_state(self, row: Stake) -> str:
        if self.epoch() < row.activation:
            return "locking"
        if row.unlocking is None:
            return "locked"
        if self.epoch() < row.unlocking:
            return "preunlocking"
        if self.epoch() < row.unlocking + self.p["unlocking_duration_epochs"]:
            return "unlocking"
        return "unlocked"

    def staked(self) -> int:
        """Return all tokens of all stake accounts, in every state."""
        accounts = [u.stake for u in self.users.values() if u.stake]
        return sum(x.amount for a in accounts for x in a.rows) + sum(
            a.withdrawable for a in accounts
        )

    def stake_amounts(self, owner: bytes) -> dict[str, int]:
        user = self.users.get(owner)
        amounts = dict.fromkeys(STATES, 0)
        if user and user.stake:
            amounts["unlocked"] = user.stake.withdrawable
            for row in user.stake.rows:
                amounts[self.staked_state(row)] += row.amount
        return amounts

    def schedule(self, owner: bytes) -> list[tuple[int, int]]:
        """Return (epoch, amount) of what waits, by the epoch that frees it."""
        user = self.users.get(owner)
        freed: dict[int, int] = {}
        for row in user.stake.rows if user and user.stake else []:
            if self.staked_state(row) in ("preunlocking", "unlocking"):
                assert row.unlocking is not None
                epoch = row.unlocking + self.p["unlocking_duration_epochs"]
                freed[epoch] = freed.get(epoch, 0) + row.amount
        return sorted(freed.items())

    def not_vested(self, owner: bytes) -> int:
        user = self.users.get(owner)
        vesting = user.vesting if user else None
        if vesting is None:
            return 0
        passed = max(0, self.now - vesting.start) // vesting.period
        remaining = max(0, vesting.periods - passed)
        return up(q(vesting.total * remaining, vesting.periods))

    def unvested(self, owner: bytes) -> dict[str, int]:
        """Spread the unvested tokens over the states that hold them."""
        amounts, rest = self.stake_amounts(owner), self.not_vested(owner)
        spread = {}
        for state in UNVESTED_ORDER:
            spread[state] = min(rest, amounts[state])
            rest -= spread[state]
        return spread

    def stake_account(self, owner: bytes) -> StakeAccount:
        user = self.users.get(owner)
        if user is None or user.stake is None:
            raise Refused(E.STAKE_ACCOUNT_MISSING)
        return user.stake

    # commands
    def _CreateStakeAccount(self, c: m.CreateStakeAccount) -> None:
        if self.user(c.user).stake:
            raise Refused(E.STAKE_ACCOUNT_EXISTS)
        self.user(c.user).stake = StakeAccount()

    def _Stake(self, c: m.Stake) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        if c.is_creating_account and not self.user(c.user).stake:
            self.user(c.user).stake = StakeAccount()
        account = self.stake_account(c.user)
        if len(account.rows) >= ROWS_MAX:
            raise Refused(E.STAKE_ACCOUNT_FULL)
        account.rows.append(Stake(c.amount_e6, self.epoch() + 1))

    def _Unstake(self, c: m.Unstake) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        account = self.stake_account(c.user)
        amounts = self.stake_amounts(c.user)
        if c.amount_e6 > amounts["locking"] + amounts["locked"]:
            raise Refused(E.UNSTAKE_EXCEEDS_STAKED)
        rows = [Stake(x.amount, x.activation, x.unlocking) for x in account.rows]
        at_once = min(c.amount_e6, amounts["locking"])
        self.take_locking(rows, at_once)
        self.take_locked(rows, c.amount_e6 - at_once)
        account.rows = rows
        account.withdrawable += at_once

    def take_locking(self, rows: list[Stake], amount: int) -> None:
        """Take from the newest LOCKING rows; empty ones go."""
        for row in [x for x in reversed(rows) if self.staked_state(x) == "locking"]:
            part = min(amount, row.amount)
            row.amount -= part
            amount -= part
        rows[:] = [x for x in rows if x.amount]

    def take_locked(self, rows: list[Stake], amount: int) -> None:
        """Start to unlock the newest LOCKED rows; the last one is split."""
        start = self.epoch() + 1
        for row in [x for x in reversed(rows) if self.staked_state(x) == "locked"]:
            if amount == 0:
                return
            if row.amount <= amount:
                amount -= row.amount
                row.unlocking = start
                continue
            if len(rows) >= ROWS_MAX:
                raise Refused(E.STAKE_ACCOUNT_FULL)
            row.amount -= amount
            rows.append(Stake(amount, row.activation, start))
            return

    def _WithdrawStake(self, c: m.WithdrawStake) -> None:
        if c.amount_e6 <= 0:
            raise Refused(E.INPUT_NOT_POSITIVE)
        account = self.stake_account(c.user)
        free = self.stake_amounts(c.user)["unlocked"] - self.unvested(c.user)["unlocked"]
        if c.amount_e6 > free:
            raise Refused(E.WITHDRAW_EXCEEDS_UNLOCKED)
        self.check_request(c.user)
        rest = c.amount_e6 - min(c.amount_e6, account.withdrawable)
        account.withdrawable -= c.amount_e6 - rest
        for row in [x for x in account.rows if self.staked_state(x) == "unlocked"]:
            part = min(rest, row.amount)
            row.amount -= part
            rest -= part
        account.rows = [x for x in account.rows if x.amount]
        self.pay_at_once(c.user, c.amount_e6, KIND_STAKE, TOKEN)

    def _SetVesting(self, c: m.SetVesting) -> None:
        if c.total_e6 > 9 * 10**18:
            raise Refused(E.AMOUNT_OUT_OF_RANGE)
        if c.total_e6 < 0 or (c.total_e6 and (c.period_s < 1 or c.period_count < 1)):
            raise Refused(E.VALIDATION)
        user = self.user(c.owner)
        user.vesting = None
        if c.total_e6:
            user.stake = user.stake or StakeAccount()
            user.vesting = Vesting(c.total_e6, c.start_s, c.period_s, c.period_count)
