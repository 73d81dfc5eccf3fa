"""The slow reference of staking: lists and fractions, written from the contract (7.3, 8.4)."""

from dataclasses import dataclass, field

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.rounding import q, up

ROWS = 100
STATES = ("locked", "locking", "preunlocking", "unlocking", "unlocked")  # as unvested fills them


@dataclass
class Row:
    amount: int
    activation: int
    unlocking: int | None = None


@dataclass
class Book:
    """What one wallet has staked."""

    rows: list[Row] = field(default_factory=list)
    back: int = 0  # taken back while LOCKING
    vesting: m.SetVesting | None = None


class StakingReference:
    """Applies staking commands that come with the right tokens; answers with their code."""

    def __init__(self, epoch_s: int, wait: int) -> None:
        self.epoch_s = epoch_s
        self.wait = wait
        self.now = 0
        self.books: dict[bytes, Book] = {}
        self.requested: dict[bytes, int] = {}

    def state(self, row: Row) -> str:
        epoch = self.now // self.epoch_s
        if row.unlocking is None:
            return "locking" if epoch < row.activation else "locked"
        if epoch < row.unlocking:
            return "preunlocking"
        return "unlocking" if epoch < row.unlocking + self.wait else "unlocked"

    def held(self, book: Book) -> dict[str, int]:
        sums = dict.fromkeys(STATES, 0)
        for row in book.rows:
            sums[self.state(row)] += row.amount
        sums["unlocked"] += book.back
        return sums

    def unvested(self, book: Book) -> dict[str, int]:
        rest = 0
        if book.vesting and book.vesting.total_e6:
            grant = book.vesting
            over = max(0, min((self.now - grant.start_s) // grant.period_s, grant.period_count))
            rest = up(grant.total_e6 * (1 - q(over, grant.period_count)))
        parts = {}
        for state, amount in self.held(book).items():
            parts[state] = min(rest, amount)
            rest -= parts[state]
        return parts

    def withdrawable(self, book: Book) -> int:
        return self.held(book)["unlocked"] - self.unvested(book)["unlocked"]

    def apply(self, command: m.Command) -> E:
        match command:
            case m.SetVesting():
                if command.total_e6:
                    self.books.setdefault(command.owner, Book())
                if command.owner in self.books:
                    self.books[command.owner].vesting = command
                return E.NONE
            case m.CreateStakeAccount():
                if command.user in self.books:
                    return E.STAKE_ACCOUNT_EXISTS
                self.books[command.user] = Book()
                return E.NONE
        if command.amount_e6 == 0:
            return E.INPUT_NOT_POSITIVE
        book = self.books.get(command.user)
        match command:
            case m.Stake():
                return self.stake(command, book)
            case m.Unstake():
                return self.unstake(command.amount_e6, book)
            case m.WithdrawStake():
                return self.withdraw(command, book)
        raise AssertionError(command)

    def stake(self, command: m.Stake, book: Book | None) -> E:
        if book is None and not command.is_creating_account:
            return E.STAKE_ACCOUNT_MISSING
        book = self.books.setdefault(command.user, Book())
        if len(book.rows) >= ROWS:
            return E.STAKE_ACCOUNT_FULL
        book.rows.append(Row(command.amount_e6, self.now // self.epoch_s + 1))
        return E.NONE

    def unstake(self, amount: int, book: Book | None) -> E:
        if book is None:
            return E.STAKE_ACCOUNT_MISSING
        held = self.held(book)
        if amount > held["locking"] + held["locked"]:
            return E.UNSTAKE_EXCEEDS_STAKED
        rows = [Row(row.amount, row.activation, row.unlocking) for row in book.rows]
        at_once = min(amount, held["locking"])
        rest = at_once
        for row in reversed(rows):
            if self.state(row) == "locking":
                part = min(rest, row.amount)
                row.amount -= part
                rest -= part
        rows = [row for row in rows if row.amount]
        start = self.now // self.epoch_s + 1
        rest = amount - at_once
        for row in reversed(list(rows)):
            if rest and self.state(row) == "locked":
                if row.amount <= rest:
                    rest -= row.amount
                    row.unlocking = start
                    continue
                if len(rows) >= ROWS:
                    return E.STAKE_ACCOUNT_FULL
                row.amount -= rest
                rows.append(Row(rest, row.activation, start))
                rest = 0
        book.rows = rows
        book.back += at_once
        return E.NONE

    def withdraw(self, command: m.WithdrawStake, book: Book | None) -> E:
        if book is None:
            return E.STAKE_ACCOUNT_MISSING
        amount = command.amount_e6
        if amount > self.withdrawable(book):
            return E.WITHDRAW_EXCEEDS_UNLOCKED
        part = min(amount, book.back)
        book.back -= part
        rest = amount - part
        for row in book.rows:
            if self.state(row) == "unlocked":
                part = min(rest, row.amount)
                row.amount -= part
                rest -= part
        book.rows = [row for row in book.rows if row.amount]
        self.requested[command.user] = self.requested.get(command.user, 0) + amount
        return E.NONE
