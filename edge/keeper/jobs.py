"""Keeper jobs: liquidate an account, process an owner's mature requests."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.generated import models as m
from chain.client.addresses import from_base58, to_base58
from chain.commands.lines import REQUESTS_MAX
from edge.http.amounts import Limit
from edge.keeper.endpoint import Body, Endpoint
from edge.keeper.worth import liquidation_fee_e6

CANDIDATES_READ_MAX: Final = 16  # accounts whose margins are read in one round
LIQUIDATION: Final = "liquidation"
SETTLEMENT: Final = "settlement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """An act that is possible, what it should earn, and exactly what has to be signed for it."""

    job: str
    place: str  # whose account or requests; the same act has the same place
    gain_e6: int
    builder: str  # its name is the memo's name, too
    body: Body
    lines: Sequence[tuple[str, str]]  # of the memo
    owner: str
    requests: tuple[int, ...] = ()


class Job(Protocol):
    """One kind of act."""

    name: str

    async def find(self) -> list[Chance]:
        """Return what could be done now."""

    async def earned_e6(self, chance: Chance, signature: str) -> int:
        """Return what an applied act has earned."""


class LiquidationJob:
    """Accounts with a health below 1; the fee goes to an own margin account or to the wallet."""

    name = LIQUIDATION

    def __init__(
        self,
        endpoint: Endpoint,
        wallet: str,
        rules: m.ExchangeSpecification,
        fee_account: int | None,
    ) -> None:
        self._endpoint = endpoint
        self._wallet = wallet
        self._rules = rules
        self._fee_account = fee_account

    async def find(self) -> list[Chance]:
        """Return the accounts of others, worst health first."""
        rows = [row for row in await self._endpoint.candidates() if row.owner != self._wallet]
        rows = rows[:CANDIDATES_READ_MAX]
        return [chance for row in rows if (chance := await self._chance(row)) is not None]

    async def _chance(self, row: m.Candidate) -> Chance | None:
        account_id, owner = row.margin_account_id, row.owner
        lines = [("owner", _address(owner)), ("account", str(account_id))]
        body = m.LiquidateBody(owner=owner, margin_account_id=account_id)
        if self._fee_account is not None:
            body.fee_margin_account_id = self._fee_account
            lines.append(("fee-account", str(self._fee_account)))
        try:
            account = await self._endpoint.margin_account(owner, account_id)
        except AcreError as error:
            if error.status != 404:
                raise
            return None  # closed since
        return Chance(
            job=self.name,
            place=f"{owner}/{account_id}",
            gain_e6=liquidation_fee_e6(account.margins, self._rules),
            builder="liquidate",
            body=body,
            lines=lines,
            owner=owner,
        )

    async def earned_e6(self, chance: Chance, signature: str) -> int:
        """Return the fee from the public liquidation feed."""
        rows = await self._endpoint.liquidations()
        own = [row for row in rows if (row.signature, row.liquidator) == (signature, self._wallet)]
        return _plausible_e6(sum(row.liquidation_fee for row in own))


class SettlementJob:
    """Mature requests of all wallets, up to eight of an owner in one act, oldest first."""

    name = SETTLEMENT

    def __init__(self, endpoint: Endpoint, wallet: str) -> None:
        self._endpoint = endpoint
        self._wallet = wallet

    async def find(self) -> list[Chance]:
        """Return an act for each owner of mature requests."""
        owners: dict[str, list[m.SettlementRequest]] = {}
        for row in await self._endpoint.mature_requests():
            owners.setdefault(row.owner, []).append(row)
        return [self._chance(owner, rows[:REQUESTS_MAX]) for owner, rows in owners.items()]

    def _chance(self, owner: str, rows: list[m.SettlementRequest]) -> Chance:
        ids = tuple(row.id for row in rows)
        is_own = owner == self._wallet  # who processes his own requests gets no tip
        lines = [("requests", ",".join(map(str, ids)))]
        if not is_own:
            lines.insert(0, ("owner", _address(owner)))
        return Chance(
            job=self.name,
            place=owner,
            gain_e6=0 if is_own else _plausible_e6(sum(row.keeper_tip for row in rows)),
            builder="process-settlement-requests",
            body=m.ProcessBody(owner=owner, settlement_request_ids=list(ids)),
            lines=lines,
            owner=owner,
            requests=ids,
        )

    async def earned_e6(self, chance: Chance, signature: str) -> int:
        """Return the tips of the requests that name this wallet as their processor."""
        if chance.owner == self._wallet:
            return 0
        rows = await self._endpoint.requests_of(chance.owner)
        ids = set(chance.requests)
        own = [row for row in rows if row.id in ids and row.processor == self._wallet]
        return _plausible_e6(sum(row.keeper_tip for row in own))


def _plausible_e6(amount_e6: int) -> int:
    """Return an amount from an untrusted source, clamped to what can exist."""
    return max(0, min(amount_e6, Limit.COLLATERAL))


def _address(text: str) -> str:
    """Return an address in its one spelling."""
    try:
        return to_base58(from_base58(text))
    except ValueError as error:
        raise AcreError(BAD_ANSWER, "an owner is no address") from error
