"""What anyone may do for the exchange: liquidate accounts, process mature requests; for a fee.

The exchange runs waiting orders by itself, so that there is nothing to do for them.
"""

from collections.abc import Sequence
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


class Keeper:
    """The permissionless acts; the first to act is paid, all others lose the network fee."""

    def __init__(self, main: MainApi, express: ExpressApi, commands: Commands) -> None:
        self._main = main
        self._express = express
        self._commands = commands

    async def candidates(self) -> list[m.Candidate]:
        """Return the accounts of others that may be liquidated, worst health first."""
        found = (await self._express.get_liquidations_candidates()).accounts
        return [row for row in found if row.owner != self._me]

    async def requests(self) -> list[m.SettlementRequest]:
        """Return the mature requests of all wallets, oldest first; at most 2,000."""
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

    async def liquidate(self, owner: str, account: int, *, fee_account: int | None = None) -> Keep:
        """Liquidate an account; the fee goes to the wallet, or to an own margin account."""
        lines = [("owner", _address(owner)), ("account", str(account))]
        body = m.LiquidateBody(owner=owner, margin_account_id=account)
        if fee_account is not None:
            lines.append(("fee-account", str(fee_account)))
            body.fee_margin_account_id = fee_account
        order = Order(name="liquidate", lines=lines, is_paid=True)
        build = self._main.post_user_by_user_transaction_liquidate
        applied = await self._commands.run(order, lambda: build(self._me, body))
        signature = applied.outcome.signature

        async def fee() -> int | None:
            rows = (await self._express.get_liquidations(limit=PAGE_ROWS_MAX)).rows
            own = [row for row in rows if (row.signature, row.liquidator) == (signature, self._me)]
            return sum(row.liquidation_fee for row in own) if own else None

        return _kept(applied, await self._commands.found(fee, signature))

    async def process(self, owner: str, requests: Sequence[int]) -> Keep:
        """Process up to eight mature requests of one owner, whose tips go to this wallet."""
        ids = list(requests)
        if not 1 <= len(ids) <= REQUESTS_MAX:
            raise ValueError(f"give 1 to {REQUESTS_MAX} requests, not {len(ids)}")
        lines = [("requests", ",".join(map(str, ids)))]
        if owner != self._me:  # the own requests bring no tip
            lines.insert(0, ("owner", _address(owner)))
        body = m.ProcessBody(owner=owner, settlement_request_ids=list(ids))
        order = Order(name="process-settlement-requests", lines=lines, is_paid=True)
        build = self._main.post_user_by_user_transaction_process_settlement_requests
        applied = await self._commands.run(order, lambda: build(self._me, body))
        read = self._main.get_user_by_user_settlement_requests
        rows = (await read(owner, include_settled=True, limit=PAGE_ROWS_MAX)).rows
        own = [row for row in rows if row.id in ids and row.processor == self._me]
        tips = 0 if owner == self._me else sum(row.keeper_tip for row in own)
        return _kept(applied, tips)

    @property
    def _me(self) -> str:
        return self._commands.address


def _kept(applied: Applied, earned: int) -> Keep:
    return Keep(**plain(applied.outcome), earned=decimal_of(earned, COLLATERAL))


def _address(text: str) -> str:
    """Return an address in its one spelling."""
    try:
        return str(Pubkey.from_string(text))
    except ValueError as error:
        raise AcreError(BAD_ANSWER, "an owner is no address") from error
