"""Contests over the whole service, and their formulas written out a second time (API 7.5)."""

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction

from chain.client.wallet import address_of
from engine.core.generated import messages as m
from tests.edge.prediction_world import Player, operate
from tests.edge.service_world import Service, text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
E6 = 10**6
E12 = 10**12
DAY_S = 86_400
ROW_KEYS = {
    "user",
    "tokenChange",
    "percentChange",
    "positionCount",
    "collateralAmount",
    "openInterest",
    "annualizedReturn",
    "assetDash",
}


async def create(
    service: Service, contest_id: str, *, starts_in_s: int = 0, lasts_s: int = 2 * DAY_S, **fields
) -> m.CreateContest:
    """Create a contest with the default prizes and return its command."""
    starts_at_s = service.context.now_s() + starts_in_s
    ends_at_s = starts_at_s + lasts_s
    given = {
        "name": "Royale",
        "description": "Who gains most.",
        "min_collateral_e6": 100 * E6,
        "prize_mint": 1,
        "prize_count": 3,
        "prize_ranks_to": (1, 2, 3, 0, 0, 0, 0, 0),
        "prize_amounts_e6": (1_000 * E6, 600 * E6, 400 * E6, 0, 0, 0, 0, 0),
    }
    command = m.CreateContest(
        contest_id=contest_id, starts_at_s=starts_at_s, ends_at_s=ends_at_s, **(given | fields)
    )
    await operate(service, command)
    return command


async def until(service: Service, time_s: int) -> None:
    """Let engine time pass to a second, at which a command comes."""
    await service.world.advance(time_s - service.context.now_s())
    assert service.context.now_s() == time_s


async def signed_in(service: Service, wallet) -> Player:
    session = await service.login(wallet)
    return Player(service, wallet, {"Authorization": f"Bearer {session['accessToken']}"})


async def trading_player(service: Service, margin_e6: int) -> Player:
    """Return a signed-in wallet with a funded margin account 0."""
    return await signed_in(service, await service.trader(margin_e6))


async def deposit(one: Player, amount_e6: int) -> None:
    world = one.service.world
    await world.send(
        one.wallet,
        await world.builders.build(one.address, "deposit-margin", account=0, amount=amount_e6),
    )


async def withdraw(one: Player, amount_e6: int) -> None:
    world = one.service.world
    await world.send(
        one.wallet,
        await world.builders.build(one.address, "withdraw-margin", account=0, amount=amount_e6),
    )


async def join(one: Player, contest_id: str, status: int = 200):
    path = f"{EXPRESS}/contest/{contest_id}"
    return await one.service.post(
        path, {"address": text_of(one.wallet)}, status, headers=one.headers
    )


async def equity_e6(one: Player) -> int:
    """Return what the margin accounts of a wallet are worth now, from the service."""
    shown = await one.service.get(f"{EXPRESS}/portfolio/{text_of(one.wallet)}")
    return int(shown["totals"]["margin"]) + int(shown["totals"]["pnl"])


async def board(service: Service, contest_id: str, query: str = ""):
    """Return the leaderboard of the express base, made now."""
    service.wall.s += 15
    return await service.get(f"{EXPRESS}/contest/{contest_id}/leaderboard{query}")


@dataclass
class Expected:
    """What one participant's result has to be, from the contract's words alone."""

    started_at_s: int
    start_e6: int
    flows: list[int] = field(default_factory=list)  # deposits, withdrawals below zero

    def token_change_e6(self, equity_now_e6: int) -> int:
        """tokenChange = equity now - equity at start - net deposits."""
        return equity_now_e6 - self.start_e6 - sum(self.flows)

    def ratio(self, equity_now_e6: int) -> Fraction:
        """percentChange = tokenChange / max(equity at start, largest net deposit level)."""
        levels = [sum(self.flows[:count]) for count in range(len(self.flows) + 1)]
        return Fraction(self.token_change_e6(equity_now_e6), max(self.start_e6, *levels, 0))

    def row(self, equity_now_e6: int, now_s: int) -> dict[str, str | None]:
        """Return the fields of a row that are results."""
        ratio = self.ratio(equity_now_e6)
        return {
            "tokenChange": str(self.token_change_e6(equity_now_e6)),
            "percentChange": floor_text(ratio),
            "annualizedReturn": annualized(ratio, now_s - self.started_at_s),
        }


def annualized(ratio: Fraction, elapsed_s: int) -> str | None:
    """(1 + percentChange)^(365 / days) - 1 by logarithms; None before one full day.

    It stops at 1,000, the largest ratio there is.
    """
    if elapsed_s < DAY_S:
        return None
    with localcontext() as context:
        context.prec = 90
        growth = 1 + Decimal(ratio.numerator) / ratio.denominator
        power = (growth.ln() * 365 * DAY_S / elapsed_s).exp() - 1
    return floor_text(min(Fraction(power), Fraction(1_000)))


def floor_text(ratio: Fraction) -> str:
    """Return a decimal with at most twelve digits after the point, rounded down."""
    raw = ratio.numerator * E12 // ratio.denominator
    text = f"{Decimal(raw) / E12:.12f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def results(row: dict) -> dict[str, str | None]:
    return {name: row[name] for name in ("tokenChange", "percentChange", "annualizedReturn")}


def user_of(one: Player) -> str:
    return text_of(one.wallet)


def key_of(one: Player) -> bytes:
    return address_of(one.wallet)
