"""Keeper jobs: liquidate an account, process an owner's mature requests."""

from dataclasses import dataclass
from typing import Final, Protocol

from acre_sdk.errors import AcreError
from acre_sdk.generated import models as m
from acre_sdk.generated.main import MainApi
from acre_sdk.trading.keeping import REQUESTS_MAX, Act, Work
from edge.http.amounts import Limit
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
    act: Act
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
        self, work: Work, main: MainApi, rules: m.ExchangeSpecification, fee_account: int | None
    ) -> None:
        self._work = work
        self._main = main
        self._rules = rules
        self._fee_account = fee_account

    async def find(self) -> list[Chance]:
        """Return the accounts of others, worst health first."""
        rows = (await self._work.candidates())[:CANDIDATES_READ_MAX]
        return [chance for row in rows if (chance := await self._chance(row)) is not None]

    async def _chance(self, row: m.Candidate) -> Chance | None:
        account_id, owner = row.margin_account_id, row.owner
        act = self._work.liquidation(owner, account_id, self._fee_account)
        read = self._main.get_user_by_user_margin_account
        try:
            account = await read(owner, margin_account_id=account_id)
        except AcreError as error:
            if error.status != 404:
                raise
            return None  # closed since
        return Chance(
            job=self.name,
            place=f"{owner}/{account_id}",
            gain_e6=liquidation_fee_e6(account.margins, self._rules),
            act=act,
            owner=owner,
        )

    async def earned_e6(self, chance: Chance, signature: str) -> int:
        """Return the fee from the public liquidation feed."""
        return _plausible_e6(await self._work.liquidation_fee(signature) or 0)


class SettlementJob:
    """Mature requests of all wallets, up to eight of an owner in one act, oldest first."""

    name = SETTLEMENT

    def __init__(self, work: Work, wallet: str) -> None:
        self._work = work
        self._wallet = wallet

    async def find(self) -> list[Chance]:
        """Return an act for each owner of mature requests."""
        owners: dict[str, list[m.SettlementRequest]] = {}
        for row in await self._work.requests():
            owners.setdefault(row.owner, []).append(row)
        return [self._chance(owner, rows[:REQUESTS_MAX]) for owner, rows in owners.items()]

    def _chance(self, owner: str, rows: list[m.SettlementRequest]) -> Chance:
        ids = tuple(row.id for row in rows)
        is_own = owner == self._wallet  # who processes his own requests gets no tip
        return Chance(
            job=self.name,
            place=owner,
            gain_e6=0 if is_own else _plausible_e6(sum(row.keeper_tip for row in rows)),
            act=self._work.processing(owner, ids),
            owner=owner,
            requests=ids,
        )

    async def earned_e6(self, chance: Chance, signature: str) -> int:
        """Return the tips of the requests that name this wallet as their processor."""
        return _plausible_e6(await self._work.tips(chance.owner, chance.requests))


def _plausible_e6(amount_e6: int) -> int:
    """Return an amount from an untrusted source, clamped to what can exist."""
    return max(0, min(amount_e6, Limit.COLLATERAL))
