"""Every row of the leaderboards, calculated again from the contract's formulas (7.4).

What people hold is read over HTTP whenever it may have changed; the rest is exact arithmetic that
shares nothing with the service. Amounts are raw, so points come out raw as well.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from chain.client.wallet import address_of
from engine.core.generated import messages as m
from engine.programmes.seasons import Programme
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.points_world import (
    DAY_S,
    E6,
    E12,
    EXPRESS,
    MAIN,
    ZERO_ROW,
    Member,
    exclude,
    hold_badges,
    member,
    set_final_row,
    set_phase,
)
from tests.edge.prediction_world import operate

E8 = 10**8
HOUR_S = 3_600
WEEK_S = 7 * DAY_S
TRADING, LP, STAKING = Fraction(5, 2), Fraction(5), Fraction(1, 2)
LIQUIDATION = 50_000 * E6
TIERS = {
    "base": Fraction(1, 10),
    "mid": Fraction(3, 20),
    "plus": Fraction(1, 5),
    "max": Fraction(3, 10),
}


@dataclass(frozen=True)
class Held:
    """Holdings of a user: open interest at entry notional, deposits, LOCKED stake."""

    notional: int
    deposits: int
    locked: int


@dataclass
class Person:
    """A user with the inputs of the calculation."""

    who: Member
    joined_s: int | None = None
    left_out: bool = False
    referrer: "Person | None" = None
    used_s: int = 0
    liquidated_s: list[int] = field(default_factory=list)
    badges: list[tuple[int, int]] = field(default_factory=list)  # time, count
    snapshots: list[tuple[str, str, str]] = field(default_factory=list)  # id, name, tier
    seen: list[tuple[int, Held]] = field(default_factory=list)

    def integral(self, amount, until_s: int) -> int:
        """Amount x seconds from joining on."""
        total = 0
        ends = [at_s for at_s, _ in self.seen[1:]] + [until_s]
        for (from_s, held), to_s in zip(self.seen, ends, strict=True):
            span_s = min(to_s, until_s) - max(from_s, self.joined_s)
            total += amount(held) * max(0, span_s)
        return total

    def trading(self, until_s: int) -> Fraction:
        rewards = bisect_right(self.liquidated_s, until_s) * LIQUIDATION
        return TRADING * self.integral(lambda held: held.notional, until_s) / DAY_S + rewards

    def lp(self, until_s: int) -> Fraction:
        deposits = LP * self.integral(lambda held: held.deposits, until_s)
        return (deposits + STAKING * self.integral(lambda held: held.locked, until_s)) / DAY_S

    def base(self, until_s: int) -> Fraction:
        return self.trading(until_s) + self.lp(until_s)

    def held_badges(self) -> list[int]:
        """Since when each badge that is still there has been held; the newest leave first."""
        since: list[int] = []
        for at_s, count in self.badges:
            counted = min(count, 11)
            since = since[:counted] + [at_s] * (counted - len(since))
        return since

    def badge_boost(self, rate: Fraction, since: list[int], until_s: int) -> Fraction:
        """A badge boosts what came while it was held; shown as a part of everything."""
        base = self.base(until_s)
        if base == 0:
            return rate * len(since)
        earned = sum(base - self.base(at_s) for at_s in since)
        return Fraction(floor(rate * earned / base * E12), E12)


def calculated(person: Person, people: list[Person], until_s: int) -> dict:
    """Return the row of API 3.7, without its rank."""
    since = person.held_badges()
    referred = Fraction(1, 20) if person.referrer is not None else Fraction(0)
    first = person.badge_boost(Fraction(1, 5), since[:1], until_s)
    further = person.badge_boost(Fraction(1, 20), since[1:], until_s)
    granted = [(i, name, TIERS[tier]) for i, name, tier in person.snapshots]
    boosts = 1 + referred + first + further + sum(boost for *_, boost in granted)
    brought = Fraction(0)
    for other in people:
        if other.referrer is person and not other.left_out:
            brought += (other.base(until_s) - other.base(other.used_s)) / 10
    trading, lp = floor(person.trading(until_s)), floor(person.lp(until_s))
    referral = floor(brought)
    points = floor((trading + lp) * boosts) + referral
    figures = [0] * 4 if person.left_out else [points, trading, lp, referral]
    return {
        "user": person.who.text,
        **dict(
            zip(
                ("points", "tradingPoints", "lpPoints", "referralPoints"),
                map(str, figures),
                strict=True,
            )
        ),
        "referredBoost": decimal(referred),
        "firstHoaBoost": decimal(first),
        "additionalHoaBoost": decimal(further),
        "snapshotBoosts": [
            {"id": i, "name": name, "boost": decimal(boost)} for i, name, boost in granted
        ],
    }


def decimal(value: Fraction) -> str:
    """Return a number of at most twelve fraction digits as the contract writes it."""
    digits = f"{value.numerator * (E12 // value.denominator):013d}"
    assert Fraction(int(digits), E12) == value
    return f"{digits[:-12]}.{digits[-12:]}".rstrip("0").rstrip(".")


def by_rank(rows: list[dict]) -> list[dict]:
    """Give each row its place: equal points share the lower number, then the address decides."""
    ordered = sorted(rows, key=lambda row: (-int(row["points"]), row["user"]))
    return [
        {**row, "rank": 1 + sum(int(one["points"]) > int(row["points"]) for one in rows)}
        for row in ordered
    ]


class Run:
    """A service and the people in it."""

    def __init__(self, service) -> None:
        self.service = service
        self.people: list[Person] = []

    @property
    def now_s(self) -> int:
        return self.service.context.now_s()

    async def person(self, margin: int = 5_000, *, joins: bool = True) -> Person:
        wallet = await self.service.trader(margin * E6)
        person = Person(await member(self.service, wallet))
        self.people.append(person)
        if joins:
            await self.join(person)
        return person

    async def join(self, person: Person) -> None:
        await person.who.join()
        person.joined_s = self.now_s

    async def look(self) -> None:
        """Read what everybody holds; nothing may have changed since between two looks."""
        for person in self.people:
            held = await self.held(person.who)
            person.seen.append((self.now_s, held))

    async def held(self, who: Member) -> Held:
        accounts = (await self.service.get(f"{MAIN}/user/{who.text}/margin-accounts"))["info"]
        deposits = (await self.service.get(f"{MAIN}/user/{who.text}/lp-positions"))["info"]
        stake = await self.service.get(f"{EXPRESS}/staking/{who.text}/balance")
        notionals = (
            int(one["openInterest"]["size"]) * int(one["lastInteractionPrice"]) // E8
            for account in accounts
            for one in account["positions"]
        )
        return Held(
            sum(notionals), sum(int(one["liquidity"]) for one in deposits), int(stake["locked"])
        )

    async def trade(self, person: Person, size: int, market_id: int = 1) -> None:
        await self.service.trade(person.who.wallet, size * E6, market_id)
        await self.look()

    async def deposit(self, person: Person, amount: int) -> None:
        wallet = person.who.wallet
        built = await self.service.world.builders.build(
            address_of(wallet), "add-liquidity", amount=amount * E6
        )
        await self.service.world.send(wallet, built)
        await self.look()

    async def stake(self, person: Person, amount: int) -> None:
        body = {"amount": str(amount * E6), "createAccount": True}
        path = f"{EXPRESS}/staking/{person.who.text}/stake"
        await send_built(self.service, person.who.wallet, await self.service.post(path, body))
        await self.look()

    async def refer(self, referee: Person, referrer: Person, code: str) -> None:
        if (await referrer.who.info())["code"] is None:
            await referrer.who.refer("generate-code", code)
        await referee.who.refer("use-code", code)
        referee.referrer, referee.used_s = referrer, self.now_s

    async def badges(self, person: Person, count: int) -> None:
        await hold_badges(self.service, person.who.address, count)
        person.badges.append((self.now_s, count))

    async def grant(self, person: Person, snapshot: str, tier: str) -> None:
        name = f"Snapshot {snapshot}"
        await operate(
            self.service,
            m.GrantSnapshotBoost(
                programme=3,
                user=person.who.address,
                snapshot_id=snapshot,
                name=name,
                tier=1 + list(TIERS).index(tier),
            ),
        )
        person.snapshots.append((snapshot, name, tier))

    async def wait(self, seconds: int) -> None:
        await self.service.world.advance(seconds)
        await self.look()

    async def print_next_day(self, price: int) -> None:
        """Pass midnight, where an epoch may begin, and let the index of market 1 come."""
        midnight_s = self.now_s // DAY_S * DAY_S + DAY_S
        await self.wait(midnight_s - self.now_s)
        await self.wait(HOUR_S)
        for market_id, value in ((1, price), (2, 300)):
            command = m.PostPrint(
                market_id=market_id, price_e8=value * E8, published_at_s=midnight_s
            )
            await self.service.context.sequencer.submit(command)
        await self.look()

    async def liquidate(self, liquidator: Person, owner: Person) -> None:
        body = {"owner": owner.who.text, "marginAccountId": 0, "feeMarginAccountId": 0}
        built = await build(self.service, liquidator.who.text, "liquidate", body)
        await send_built(self.service, liquidator.who.wallet, built)
        liquidator.liquidated_s.append(self.now_s)
        await self.look()

    def rows(self, until_s: int) -> list[dict]:
        """Return everybody's calculated row of season 3."""
        return [calculated(person, self.people, until_s) for person in self.people]

    async def check(self) -> list[dict]:
        """Compare the leaderboard and every single row of season 3; return the leaderboard."""
        shown = await self.service.get(f"{EXPRESS}/ppps3/leaderboard")
        expected = by_rank(self.rows(self.now_s))
        assert shown["leaderboard"] == expected
        assert (shown["total"], shown["updatedAt"]) == (len(expected), self.now_s)
        for row in expected:
            path = f"{EXPRESS}/ppps3/leaderboard/{row['user']}"
            assert await self.service.get(path) == row
            breakdown = await self.service.get(f"{EXPRESS}/ppps3/breakdown/{row['user']}")
            daily = breakdown.pop("daily")
            assert breakdown == row
            for name in ("tradingPoints", "lpPoints", "referralPoints"):
                assert sum(int(day[name]) for day in daily) == int(row[name]), name
        return expected


async def busy_run(service) -> Run:
    """Return ten days with trades, deposits, a stake, referrals, boosts and a liquidation."""
    run = Run(service)
    early = await run.person(joins=False)
    await run.trade(early, 10)  # what is held before joining counts from joining on
    await run.wait(HOUR_S)
    await run.join(early)
    trader, provider, staker = [await run.person() for _ in range(3)]
    outcast, idle, _also_idle = [await run.person() for _ in range(3)]
    victim, liquidator = await run.person(1_000), await run.person(100)
    await run.look()
    await run.deposit(provider, 1_000)
    await run.stake(staker, 500)
    await run.trade(trader, -4, market_id=2)
    await run.trade(outcast, -5)
    await run.trade(victim, 25)
    await run.wait(2 * HOUR_S + 1)
    await run.refer(trader, early, "early")
    await run.refer(provider, trader, "trader")
    await run.refer(outcast, early, "early")
    await run.refer(idle, liquidator, "liquidator")
    await run.wait(61)
    await run.badges(trader, 1)
    await run.badges(provider, 1)
    await run.badges(idle, 2)
    await run.grant(early, "s1", "base")
    await run.grant(early, "s2", "plus")
    await run.grant(provider, "s1", "mid")
    await run.trade(early, -3)
    await exclude(service, outcast.who.address)
    outcast.left_out = True
    await run.check()
    for price, count in ((295, 14), (290, 4), (285, 6), (280, 6), (276, 2), (272, 3)):
        await run.print_next_day(price)
        await run.badges(provider, count)
    await run.wait(HOUR_S)  # the entry window
    await run.deposit(provider, 250)
    await run.liquidate(liquidator, victim)
    await run.refer(staker, early, "early")  # not a week after joining
    await run.wait(WEEK_S // 2)
    await run.grant(staker, "s2", "max")
    await run.wait(12_345)
    return run


async def test_every_row_of_the_season_is_what_the_formula_says(service):
    run = await busy_run(service)
    rows = await run.check()
    points = [int(row["points"]) for row in rows]
    # the run had what it was made for
    assert points[0] > LIQUIDATION
    assert points[-3:] == [0, 0, 0]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 7, 7]
    for name in ("tradingPoints", "lpPoints", "referralPoints"):
        assert sum(row[name] != "0" for row in rows) >= 2, name
    for name in ("referredBoost", "firstHoaBoost", "additionalHoaBoost"):
        assert any(row[name] != "0" for row in rows), name
    assert any(len(row["snapshotBoosts"]) == 2 for row in rows)
    await seasons_add_up(run)
    await season_ends(run)


async def seasons_add_up(run: Run) -> None:
    """The main base shows the sum of three seasons, with the boosts of the newest."""
    service, now_s = run.service, run.now_s
    veteran, stranger = run.people[0].who, await member(service)
    old = {"trading_points_e6": 7 * E6 + 1, "lp_points_e6": 11, "referral_points_e6": 13}
    for programme in (Programme.SEASON_1, Programme.SEASON_2):
        for who in (veteran, stranger):
            boost = {"referred_boost_e12": E12 // 20}
            await set_final_row(service, programme, who.address, **old, **boost)
    base = old["trading_points_e6"] + old["lp_points_e6"]
    once = floor(base * Fraction(21, 20)) + old["referral_points_e6"]
    rows = {row["user"]: row for row in run.rows(now_s)}
    rows[stranger.text] = {"user": stranger.text, **ZERO_ROW, "referredBoost": "0.05"}
    for who in (veteran, stranger):
        row = rows[who.text]
        more = {
            "points": 2 * once,
            "tradingPoints": 2 * old["trading_points_e6"],
            "lpPoints": 2 * old["lp_points_e6"],
            "referralPoints": 2 * old["referral_points_e6"],
        }
        rows[who.text] = {**row, **{name: str(int(row[name]) + more[name]) for name in more}}
    expected = by_rank(list(rows.values()))
    shown = (await service.get(f"{MAIN}/points/leaderboard"))["info"]
    facts = {"total": 10, "updatedAt": now_s, "usernames": []}
    assert shown == {"leaderboard": expected, **facts}
    balances = (await service.get(f"{MAIN}/points/balances"))["info"]
    assert sorted(balances, key=lambda row: row["user"]) == sorted(
        ({"user": row["user"], "points": row["points"]} for row in expected),
        key=lambda row: row["user"],
    )
    for row in expected:
        path = f"{MAIN}/points/leaderboard/user/{row['user']}"
        assert (await service.get(path))["info"] == row
        balance = await service.get(f"{MAIN}/points/balance?user={row['user']}")
        assert balance["info"] == {"user": row["user"], "points": row["points"]}
    for path in ("ppps1-final", "ppps2/final-leaderboard"):
        final = await service.get(f"{EXPRESS}/points/{path}")
        assert (final["total"], final["isFinal"]) == (2, True)
        assert {row["user"]: row["points"] for row in final["leaderboard"]} == {
            veteran.text: str(once),
            stranger.text: str(once),
        }


async def season_ends(run: Run) -> None:
    """Nothing accrues after the end, and nothing changes the rows once they are frozen."""
    service = run.service
    await set_phase(service, Programme.SEASON_3, 2)
    path = f"{EXPRESS}/ppps3/leaderboard"
    last = (await service.get(path))["leaderboard"]
    await service.world.advance(22 * HOUR_S)
    assert (await service.get(path))["leaderboard"] == last
    await service.world.advance(2 * HOUR_S)
    await run.trade(run.people[1], 2, market_id=2)
    await hold_badges(service, run.people[0].who.address, 5)
    assert (await service.get(path))["leaderboard"] == last
