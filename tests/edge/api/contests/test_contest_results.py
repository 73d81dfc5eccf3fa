"""Results of contests over the whole service, against the contract's formulas (7.5)."""

from dataclasses import dataclass, field

from solders.hash import Hash

from engine.core.generated import messages as m
from tests.edge.api.liquidations.test_liquidation_path import fall
from tests.edge.contest_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    ROW_KEYS,
    Expected,
    board,
    create,
    deposit,
    equity_e6,
    join,
    results,
    signed_in,
    trading_player,
    until,
    user_of,
    withdraw,
)
from tests.edge.prediction_world import Player
from tests.edge.service_world import Service


@dataclass
class Scene:
    """A contest, its participants by name, and what each one's result has to be."""

    service: Service
    cup: m.CreateContest
    players: dict[str, Player] = field(default_factory=dict)
    expected: dict[str, Expected] = field(default_factory=dict)

    async def enter(self, name: str, margin_e6: int) -> Player:
        one = self.players[name] = await trading_player(self.service, margin_e6)
        await join(one, "cup")
        return one

    async def begin(self, name: str) -> None:
        """Note where a participant stands now as the start."""
        now_s = self.service.context.now_s()
        self.expected[name] = Expected(now_s, await equity_e6(self.players[name]))

    async def flow(self, name: str, amount_e6: int) -> None:
        """Put money in, or take it out below 0."""
        one = self.players[name]
        await (deposit(one, amount_e6) if amount_e6 > 0 else withdraw(one, -amount_e6))
        self.expected[name].flows.append(amount_e6)

    async def check(self) -> dict[str, dict]:
        """Compare every row with what the accounts are worth at this second; rows by name."""
        now_s = self.service.context.now_s()
        rows = (await board(self.service, "cup"))["leaderboard"]
        shown = {row["user"]: row for row in rows}
        assert len(shown) == len(self.players)
        ratios = {}
        for name, one in self.players.items():
            equity = await equity_e6(one)
            ratios[user_of(one)] = self.expected[name].ratio(equity)
            wanted = self.expected[name].row(equity, now_s)
            assert results(shown[user_of(one)]) == wanted, name
        assert [row["user"] for row in rows] == sorted(ratios, key=ratios.get, reverse=True)
        assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
        return {name: shown[user_of(one)] for name, one in self.players.items()}


async def test_a_contest_from_its_start_to_its_frozen_end(service):
    """Deposits are no gain, the ratio's base is the largest level, the end is for ever."""
    cup = await create(service, "cup", starts_in_s=600, lasts_s=2 * DAY_S)
    scene = Scene(service, cup)
    margins = {"alice": 1_500, "small": 40, "bob": 1_000, "idle": 1_000, "poor": 90}
    for name, margin in margins.items():
        await scene.enter(name, margin * E6 - E6)
        await deposit(scene.players[name], E6)  # before the start: part of what it starts with
    await until(service, cup.starts_at_s)
    for name, margin in margins.items():
        await scene.begin(name)
        assert scene.expected[name].start_e6 == margin * E6
    await _first_day(scene)
    await _second_day(scene)
    await until(service, cup.ends_at_s)
    rows = await scene.check()
    final = await board(service, "cup")
    assert (final["isFinal"], final["updatedAt"], final["total"]) == (True, cup.ends_at_s, 6)
    # 40 at the start and 960 put in: a gain of about 5 % of a thousand, not of 130 % of forty
    assert int(rows["small"]["tokenChange"]) > 40 * E6
    assert 0.04 < float(rows["small"]["percentChange"]) < 0.06
    await _winners(scene, final)
    await _is_frozen(scene, final)


async def _first_day(scene: Scene) -> None:
    service, players = scene.service, scene.players
    late = await trading_player(service, 1_000 * E6)
    await scene.flow("small", 960 * E6)
    for one, size_e6 in (
        (players["alice"], 10 * E6),
        (players["small"], 10 * E6),
        (players["bob"], -5 * E6),
        (players["poor"], E6),
        (late, 10 * E6),
    ):
        await service.trade(one.wallet, size_e6)
    await fall(service, 303)
    await service.world.advance(3_600)
    joined = await join(late, "cup")
    assert joined["joinedAt"] == service.context.now_s() < scene.cup.starts_at_s + DAY_S
    players["late"] = late
    await scene.begin("late")
    assert scene.expected["late"].start_e6 > 1_000 * E6  # what it had gained does not count
    await scene.flow("alice", 2_000 * E6)
    await service.world.advance(60)
    rows = await scene.check()
    assert {row["annualizedReturn"] for row in rows.values()} == {None}
    assert rows["late"]["percentChange"].startswith(("0.0", "-0.0"))


async def _second_day(scene: Scene) -> None:
    service = scene.service
    await fall(service, 306)
    assert service.context.now_s() > scene.cup.starts_at_s + DAY_S
    await scene.flow("alice", -1_000 * E6)
    await scene.flow("small", -500 * E6)
    await service.trade(scene.players["late"].wallet, -E6)
    await service.world.advance(60)
    rows = await scene.check()
    without = {name for name, row in rows.items() if row["annualizedReturn"] is None}
    assert without == {"late"}  # joined less than a day ago


async def _winners(scene: Scene, final: dict) -> None:
    """`poor` had too little collateral, `idle` no trade; the others win by place."""
    winners = (await scene.service.get(f"{EXPRESS}/contest/cup"))["winners"]
    unfit = {user_of(scene.players[name]) for name in ("poor", "idle")}
    fit = [row for row in final["leaderboard"] if row["user"] not in unfit]
    assert [row["user"] for row in winners] == [row["user"] for row in fit[:3]]
    for won, row in zip(winners, fit, strict=False):
        assert won == {name: row[name] for name in ROW_KEYS}


async def _is_frozen(scene: Scene, final: dict) -> None:
    """Money, prices, trades and time after the end change nothing of the leaderboard."""
    service, path = scene.service, f"{EXPRESS}/contest/cup/leaderboard"
    async with service.client.get(path) as answer:
        assert answer.headers["Cache-Control"] == "max-age=3600"
        tag = answer.headers["ETag"]
    await deposit(scene.players["bob"], 700 * E6)
    await fall(service, 310)
    await service.trade(scene.players["alice"].wallet, -E6)
    await service.world.advance(30 * DAY_S)
    assert await board(service, "cup") == final
    async with service.client.get(path, headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
    refused = await join(await signed_in(service, await service.world.user()), "cup", 409)
    assert refused["code"] == "CONTEST_CLOSED"
    place = f"{MAIN}/contest/cup/leaderboard/user/{user_of(scene.players['late'])}"
    assert (await service.get(place))["info"] in final["leaderboard"]


async def test_equal_results_share_the_lower_rank_in_order_of_the_address(service):
    cup = await create(service, "cup", starts_in_s=600, lasts_s=DAY_S, metric=1)
    players = [await signed_in(service, await service.world.user()) for _ in range(4)]
    for one in players[:3]:
        await join(one, "cup")
    await service.world.advance(1)
    await join(players[3], "cup")  # equal gains: the earlier join decides
    await until(service, cup.ends_at_s)
    shown = await board(service, "cup")
    first = sorted(user_of(one) for one in players[:3])
    assert [(row["rank"], row["user"]) for row in shown["leaderboard"]] == [
        (1, first[0]),
        (1, first[1]),
        (1, first[2]),
        (4, user_of(players[3])),
    ]
    assert {row["percentChange"] for row in shown["leaderboard"]} == {"0"}
    assert shown["isFinal"] is True
    assert (await service.get(f"{EXPRESS}/contest/cup"))["winners"] == []  # no trades


async def test_the_metric_decides_whom_the_leaderboard_puts_first(service):
    by_percent = await create(service, "percent", lasts_s=DAY_S)
    await create(service, "token", lasts_s=DAY_S, metric=1)
    big, nimble = await trading_player(service, 2_000 * E6), await trading_player(service, 200 * E6)
    for one, size_e6 in ((big, 10 * E6), (nimble, 4 * E6)):
        await join(one, "percent")
        await join(one, "token")
        await service.trade(one.wallet, size_e6)
    await fall(service, 306)
    await until(service, by_percent.ends_at_s)
    gains = {}
    for contest, first in (("percent", nimble), ("token", big)):
        rows = (await board(service, contest))["leaderboard"]
        assert rows[0]["user"] == user_of(first)
        gains[contest] = {row["user"]: results(row) for row in rows}
    assert gains["percent"] == gains["token"]


async def test_a_raffle_tells_how_it_is_drawn_and_who_won(service):
    raffle = {"raffle": "A cap", "raffle_winners": 1}
    await create(service, "none", lasts_s=DAY_S, **raffle)
    cup = await create(service, "cup", lasts_s=DAY_S, **raffle)
    alice, bob = await trading_player(service, 1_000 * E6), await trading_player(service, 900 * E6)
    for one in (alice, bob):
        await join(one, "cup")
        await service.trade(one.wallet, E6)

    async def received(contest: str) -> str:
        return (await service.get(f"{MAIN}/contest/{contest}/prizes"))["info"]["raffle"]

    text = "A cap: 1 winner among the top 10 % of the eligible. "
    how = (
        "Drawn with the hash of the block that holds the first state root after the leaderboard "
        "became final."
    )
    assert await received("cup") == await received("none") == text + how
    await until(service, cup.ends_at_s)
    assert await received("none") == text + "No participant was eligible."
    final = await board(service, "cup")
    frozen_seq = service.context.programmes.contests["cup"].frozen_seq
    seed = Hash.default()
    await service.context.sequencer.submit(
        m.DrawRaffle(contest_id="cup", root_sequence=frozen_seq, slot=77, seed=bytes(seed))
    )
    winner = final["leaderboard"][0]["user"]  # a tenth of two, rounded up
    assert await received("cup") == (
        f"{text}Drawn with block {seed} in slot 77, which holds state root {frozen_seq}: {winner}."
    )


async def test_a_raffle_without_participants_is_not_drawn(service):
    await create(service, "cup", starts_in_s=-60, lasts_s=60, raffle="A cap", raffle_winners=2)
    received = (await service.get(f"{MAIN}/contest/cup/prizes"))["info"]["raffle"]
    assert (
        received
        == "A cap: 2 winners among the top 10 % of the eligible. No participant was eligible."
    )
