"""The public calls of a keeper: no sign-in, nothing that only the platform can do."""

import base64
import binascii
from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import quote

from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.transport import MAIN_BASE, Request, Transport
from edge.keeper.models import (
    Built,
    Candidate,
    Candidates,
    Command,
    Exchange,
    Info,
    Liquidation,
    Liquidations,
    MarginAccount,
    SettlementRequest,
    SettlementRequests,
    Specification,
)

PAGES_MAX: Final = 10
ROWS_MAX: Final = 200
TARGET_MAX: Final = 100
T = TypeVar("T")


class Endpoint:
    """One Acre endpoint; every call raises AcreError."""

    def __init__(self, express: Transport, main: Transport) -> None:
        assert main.url.endswith(MAIN_BASE), main.url
        self._express = express
        self._main = main

    async def specification(self) -> Specification:
        """Return the parameters of the exchange."""
        found = (await self._info("/account/exchange", Info[Exchange])).info.specification
        target = found.liquidation_target_health
        if not (target.is_finite() and 1 <= target <= TARGET_MAX and len(str(target)) <= 20):
            raise AcreError(BAD_ANSWER, "the target of liquidations is no health")
        return found

    async def candidates(self) -> list[Candidate]:
        """Return the accounts that may be liquidated, worst health first."""
        path = "/liquidations/candidates"
        return (await self._read(path, Candidates)).accounts

    async def margin_account(self, owner: str, account_id: int) -> MarginAccount:
        path, query = f"/user/{quote(owner, safe='')}/margin-account", str(account_id)
        found = await self._info(path, Info[MarginAccount], {"marginAccountId": query})
        return found.info

    async def mature_requests(self) -> list[SettlementRequest]:
        """Return the oldest mature requests of all wallets; at most ten pages."""
        rows: list[SettlementRequest] = []
        query = {"mature": "true", "limit": str(ROWS_MAX)}
        for _ in range(PAGES_MAX):
            page = await self._read("/settlement-requests", SettlementRequests, query)
            rows += page.settlement_requests
            if page.next_cursor is None:
                break
            query = {**query, "cursor": page.next_cursor}
        return rows

    async def build(self, wallet: str, name: str, body: Mapping[str, object]) -> tuple[bytes, int]:
        """Return the unsigned bytes of a command, and the last block height they are good for."""
        path = f"/user/{wallet}/transaction/{name}"
        request = Request(method="POST", path=path, body=dict(body))
        built = (await self._main.call(request)).read(Info[Built]).info
        try:
            return base64.b64decode(built.tx, validate=True), built.last_valid_block_height
        except (binascii.Error, ValueError) as error:
            raise AcreError(BAD_ANSWER, "the transaction is not base64") from error

    async def command(self, wallet: str, signature: str) -> Command | None:
        """Return the outcome of a command; None while it is unknown."""
        rows = await self._info(f"/user/{wallet}/commands", Info[list[Command]], {"limit": "50"})
        return next((row for row in rows.info if row.signature == signature), None)

    async def liquidations(self) -> list[Liquidation]:
        """Return the newest pieces that liquidations closed."""
        query = {"limit": str(ROWS_MAX)}
        return (await self._read("/liquidations", Liquidations, query)).liquidations

    async def requests_of(self, owner: str) -> list[SettlementRequest]:
        """Return the requests of an owner, settled ones too."""
        path = f"/user/{quote(owner, safe='')}/settlement-requests"
        kind = Info[list[SettlementRequest]]
        return (await self._info(path, kind, {"includeSettled": "true"})).info

    async def _read(self, path: str, kind: type[T], query: dict[str, str] | None = None) -> T:
        request = Request(method="GET", path=path, query=query or {})
        return (await self._express.call(request)).read(kind)

    async def _info(self, path: str, kind: type[T], query: dict[str, str] | None = None) -> T:
        request = Request(method="GET", path=path, query=query or {})
        return (await self._main.call(request)).read(kind)
