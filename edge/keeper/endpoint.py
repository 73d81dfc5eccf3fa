"""The public calls of a keeper: no sign-in, nothing that only the platform can do."""

from typing import Final

from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi

PAGES_MAX: Final = 10
ROWS_MAX: Final = 200
TARGET_MAX: Final = 100

Body = m.LiquidateBody | m.ProcessBody


class Endpoint:
    """One Acre endpoint; every call raises AcreError."""

    def __init__(self, express: ExpressApi, main: MainApi) -> None:
        self._express = express
        self._main = main

    async def specification(self) -> m.ExchangeSpecification:
        """Return the parameters of the exchange."""
        found = (await self._main.get_account_exchange()).specification
        target = found.liquidation_target_health
        if not (target.is_finite() and 1 <= target <= TARGET_MAX and len(str(target)) <= 20):
            raise AcreError(BAD_ANSWER, "the target of liquidations is no health")
        return found

    async def candidates(self) -> list[m.Candidate]:
        """Return the accounts that may be liquidated, worst health first."""
        return (await self._express.get_liquidations_candidates()).accounts

    async def margin_account(self, owner: str, account_id: int) -> m.MarginAccount:
        read = self._main.get_user_by_user_margin_account
        return await read(owner, margin_account_id=account_id)

    async def mature_requests(self) -> list[m.SettlementRequest]:
        """Return the oldest mature requests of all wallets; at most ten pages."""
        rows: list[m.SettlementRequest] = []
        cursor: str | None = None
        for _ in range(PAGES_MAX):
            read = self._express.get_settlement_requests
            page = await read(mature=True, limit=ROWS_MAX, cursor=cursor)
            rows += page.rows
            cursor = page.next_cursor
            if cursor is None:
                break
        return rows

    async def build(self, wallet: str, body: Body) -> m.Transaction:
        """Return an unsigned command."""
        if isinstance(body, m.LiquidateBody):
            return await self._main.post_user_by_user_transaction_liquidate(wallet, body)
        process = self._main.post_user_by_user_transaction_process_settlement_requests
        return await process(wallet, body)

    async def liquidations(self) -> list[m.Liquidation]:
        """Return the newest pieces that liquidations closed."""
        return (await self._express.get_liquidations(limit=ROWS_MAX)).rows

    async def requests_of(self, owner: str) -> list[m.SettlementRequest]:
        """Return the requests of an owner, settled ones too."""
        read = self._main.get_user_by_user_settlement_requests
        return (await read(owner, include_settled=True)).rows
