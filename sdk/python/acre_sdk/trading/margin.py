"""Margin accounts: opened, filled, emptied and closed by commands on the chain."""

from typing import Final

from acre_sdk.amounts import COLLATERAL, Amount, decimal_of, raw, text_of
from acre_sdk.errors import AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.generated.words import WORDS
from acre_sdk.results import Outcome, Withdrawal, plain
from acre_sdk.trading.commands import Applied, Commands, Order, owner_lines

ACCOUNT_FIRST: Final = 1
NOT_OWNER: Final = "NOT_OWNER"
NO_ACCOUNT: Final = "MARGIN_ACCOUNT_NOT_FOUND"


class Margin:
    """The margin accounts of one owner; without `account` its lowest open one is meant."""

    def __init__(self, main: MainApi, commands: Commands, owner: str) -> None:
        self.owner = owner
        self._main = main
        self._commands = commands

    async def accounts(self) -> list[m.MarginAccount]:
        """Return the open accounts, lowest number first."""
        found = await self._main.get_user_by_user_margin_accounts(self.owner)
        return sorted((row for row in found if not row.is_closed), key=lambda row: row.id)

    async def create(
        self, deposit: Amount = 0, *, name: str | None = None, account: int | None = None
    ) -> Outcome:
        """Open an account, with a deposit of collateral."""
        self._require_owner()
        amount = raw("deposit", deposit, COLLATERAL, is_zero_ok=True)
        if account is None:
            taken = {row.id for row in await self.accounts()}
            account = next(i for i in range(ACCOUNT_FIRST, len(taken) + 2) if i not in taken)
        lines = [("account", str(account))]
        lines += [("name", name)] if name else []
        lines += [("amount", text_of(amount, COLLATERAL))] if amount else []
        body = m.CreateMarginAccountBody(
            margin_account_id=account, margin=str(amount) if amount else None, name=name
        )
        order = Order(name="create-margin-account", lines=lines, deposit=amount)
        build = self._main.post_user_by_user_transaction_create_margin_account
        return (await self._commands.run(order, lambda: build(self._me, body))).outcome

    async def deposit(self, amount: Amount, *, account: int | None = None) -> Outcome:
        """Move collateral from the wallet to an account."""
        return await self.deposit_raw(raw("amount", amount, COLLATERAL), account)

    async def deposit_raw(self, amount: int, account: int | None) -> Outcome:
        """Move an amount in the smallest unit."""
        account = await self.account_of(account)
        owner = owner_lines(self._commands, self.owner)
        lines = [*owner, ("account", str(account)), ("amount", text_of(amount, COLLATERAL))]
        body = m.DepositMarginBody(
            margin_account_id=account, margin=str(amount), owner=self.owner if owner else None
        )
        order = Order(name="deposit-margin", lines=lines, deposit=amount)
        build = self._main.post_user_by_user_transaction_deposit_margin
        return (await self._commands.run(order, lambda: build(self._me, body))).outcome

    async def withdraw(
        self, amount: Amount, *, tip: Amount = 0, account: int | None = None
    ) -> Withdrawal:
        """Ask for collateral back; the exchange pays it after its delay.

        `tip` goes to the keeper that processes the request.
        """
        self._require_owner()
        units = raw("amount", amount, COLLATERAL)
        tip_units = raw("tip", tip, COLLATERAL, is_zero_ok=True)
        account = await self.account_of(account)
        lines = [("account", str(account)), ("amount", text_of(units, COLLATERAL))]
        lines += [("tip", text_of(tip_units, COLLATERAL))] if tip_units else []
        body = m.WithdrawMarginBody(
            margin_account_id=account, margin=str(units), keeper_tip=str(tip_units)
        )
        order = Order(name="withdraw-margin", lines=lines, is_paid=True)
        build = self._main.post_user_by_user_transaction_withdraw_margin
        applied = await self._commands.run(order, lambda: build(self._me, body))
        return Withdrawal(
            **plain(applied.outcome),
            account=account,
            amount=decimal_of(units, COLLATERAL),
            maturity=_maturity(applied),
        )

    async def close(self, account: int) -> Outcome:
        """Close an empty account."""
        self._require_owner()
        order = Order(name="close-margin-account", lines=[("account", str(account))])
        body = m.AccountBody(margin_account_id=account)
        build = self._main.post_user_by_user_transaction_close_margin_account
        return (await self._commands.run(order, lambda: build(self._me, body))).outcome

    async def account_of(self, account: int | None) -> int:
        """Return an account's number; without one the lowest that is open."""
        if account is not None:
            return account
        found = await self.accounts()
        if not found:
            raise AcreError(NO_ACCOUNT, "There is no open margin account: create one", 404)
        return found[0].id

    @property
    def _me(self) -> str:
        return self._commands.address

    def _require_owner(self) -> None:
        if self.owner != self._me:
            raise AcreError(NOT_OWNER, WORDS[NOT_OWNER], 403)


def _maturity(applied: Applied) -> int | None:
    row = applied.event("marginTransfer", m.MarginTransfer, lambda _row: True)
    return None if row is None else row.settlement_request_maturity
