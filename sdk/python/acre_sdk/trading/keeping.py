"""What anyone may do for the exchange: liquidate accounts, process mature requests; for a fee.

The exchange runs waiting orders by itself, so that there is nothing to do for them.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from solders.pubkey import Pubkey

from acre_sdk.amounts import COLLATERAL, decimal_of
from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi
from acre_sdk.results import Keep, plain
from acre_sdk.trading.commands import Applied, Commands, Order

PAGE_ROWS_MAX: Final = 200
PAGES_MAX: Final = 10
REQUESTS_MAX: Final = 8  # of one command


@dataclass(frozen=True, slots=True)
class Act:
    """A command of a keeper, and the call that builds it."""

    order: Order
    build: Callable[[], Awaitable[m.Transaction]]


class Work:
    """What there is to do, the commands for it, and what they have earned; needs no sign-in."""

    def __init__(self, main: MainApi, express: ExpressApi, wallet: str) -> None:
        self._main = main
        self._express = express
        self._wallet = wallet

    async def candidates(self) -> list[m.Candidate]:
        """Return the accounts of others that may be liquidated, worst health first."""
        found = (await self._express.get_liquidations_candidates()).accounts
        return [row for row in found if row.owner != self._wallet]

    async def requests(self) -> list[m.SettlementRequest]:
        """Return the mature requests of all wallets, oldest first; at most ten pages."""
        rows: list[m.SettlementRequest] = []
        cursor: str | None = None
        for _ in range(PAGES_MAX):
            read = self._express.get_settlement_requests
            page = await read(mature=True, limit=PAGE_ROWS_MAX, cursor=cursor)
            rows += page.rows
            cursor = page.next_cursor
            if cursor is None:
                break
        return rows

    def liquidation(self, owner: str, account: int, fee_account: int | None) -> Act:
        """Return the liquidation of an account; its fee goes to an own account or the wallet."""
        lines = [("owner", _address(owner)), ("account", str(account))]
        body = m.LiquidateBody(owner=owner, margin_account_id=account)
        if fee_account is not None:
            lines.append(("fee-account", str(fee_account)))
            body.fee_margin_account_id = fee_account
        build = self._main.post_user_by_user_transaction_liquidate
        order = Order(name="liquidate", lines=lines, is_paid=True)
        return Act(order, lambda: build(self._wallet, body))

    def processing(self, owner: str, requests: Sequence[int]) -> Act:
        """Return the processing of requests of one owner."""
        lines = [("requests", ",".join(map(str, requests)))]
        if owner != self._wallet:
            lines.insert(0, ("owner", _address(owner)))
        body = m.ProcessBody(owner=owner, settlement_request_ids=list(requests))
        build = self._main.post_user_by_user_transaction_process_settlement_requests
        order = Order(name="process-settlement-requests", lines=lines, is_paid=True)
        return Act(order, lambda: build(self._wallet, body))

    async def liquidation_fee(self, signature: str) -> int | None:
        """Return the fee of an applied liquidation; None until the public list has it."""
        rows = (await self._express.get_liquidations(limit=PAGE_ROWS_MAX)).rows
        mine = (signature, self._wallet)
        own = [row for row in rows if (row.signature, row.liquidator) == mine]
        return sum(row.liquidation_fee for row in own) if own else None

    async def tips(self, owner: str, requests: Sequence[int]) -> int:
        """Return the tips of the requests that this wallet has processed; own ones have none."""
        if owner == self._wallet:
            return 0
        read = self._main.get_user_by_user_settlement_requests
        rows = (await read(owner, include_settled=True, limit=PAGE_ROWS_MAX)).rows
        own = [row for row in rows if row.id in requests and row.processor == self._wallet]
        return sum(row.keeper_tip for row in own)


class Keeper:
    """The permissionless acts; the first to act is paid, all others lose the network fee."""

    def __init__(self, main: MainApi, express: ExpressApi, commands: Commands) -> None:
        self._work = Work(main, express, commands.address)
        self._commands = commands

    async def candidates(self) -> list[m.Candidate]:
        """Return the accounts of others that may be liquidated, worst health first."""
        return await self._work.candidates()

    async def requests(self) -> list[m.SettlementRequest]:
        """Return the mature requests of all wallets, oldest first; at most 2,000."""
        return await self._work.requests()

    async def liquidate(self, owner: str, account: int, *, fee_account: int | None = None) -> Keep:
        """Liquidate an account; the fee goes to the wallet, or to one of its margin accounts."""
        act = self._work.liquidation(owner, account, fee_account)
        applied = await self._commands.run(act.order, act.build)
        signature = applied.outcome.signature
        look = self._work.liquidation_fee
        return _kept(applied, await self._commands.found(lambda: look(signature), signature))

    async def process(self, owner: str, requests: Sequence[int]) -> Keep:
        """Process up to eight mature requests of one owner, whose tips go to this wallet."""
        ids = list(requests)
        if not 1 <= len(ids) <= REQUESTS_MAX:
            raise ValueError(f"give 1 to {REQUESTS_MAX} requests, not {len(ids)}")
        act = self._work.processing(owner, ids)
        applied = await self._commands.run(act.order, act.build)
        return _kept(applied, await self._work.tips(owner, ids))


def _kept(applied: Applied, earned: int) -> Keep:
    return Keep(**plain(applied.outcome), earned=decimal_of(earned, COLLATERAL))


def _address(text: str) -> str:
    """Return an address in its one spelling."""
    try:
        return str(Pubkey.from_string(text))
    except ValueError as error:
        raise AcreError(BAD_ANSWER, "an owner is no address") from error
