"""The demo's traders take part like other users."""

from dataclasses import dataclass

from chain.demo.taking_part import CODE
from chain.demo.trader import demo_traders
from chain.operator_key import sign_operator_command
from edge.api.profile.stored import change_settings, read_profile
from edge.core.demo import give_name, take_part
from engine.core.generated import messages as m
from engine.programmes.seasons import Programme


@dataclass
class Counted:
    count: int = 0

    def __call__(self, _applied) -> None:
        self.count += 1


async def test_demo_traders_take_part_refer_and_join_once(service, tmp_path):
    world, book = service.world, service.context.programmes
    now_s = world.sequencer.clock.now_s()
    contest = m.CreateContest(
        contest_id="royale",
        name="Royale",
        starts_at_s=now_s + 100,
        ends_at_s=now_s + 86_400,
        min_collateral_e6=10**8,
        prize_mint=1,
    )
    await world.sequencer.submit(sign_operator_command(contest, world.keys.operator))
    traders = demo_traders(tmp_path, 4)
    journaled = Counted()
    world.sequencer.subscribe(journaled)
    for _turn in range(3):
        for trader in traders:
            await take_part(service.context, trader)
    # participation and the contest of each, one code, two uses: and none of them twice
    assert journaled.count == 2 * len(traders) + 3
    assert all(
        book.ledger.participated_at_s(Programme.SEASON_3, trader.address) for trader in traders
    )
    assert book.ledger.referrals.of(traders[0].address).code == CODE
    referees = book.ledger.referrals.of(traders[0].address).referees
    assert referees == [traders[1].address, traders[2].address]
    assert set(book.contests["royale"].entrants) == {trader.address for trader in traders}


async def test_a_taken_code_is_left_to_its_owner(service, tmp_path):
    world, book = service.world, service.context.programmes
    (stranger,) = demo_traders(tmp_path / "other", 1)
    for command in (
        m.Participate(user=stranger.address, programme=3),
        m.GenerateReferralCode(user=stranger.address, code="demo"),
    ):
        await world.sequencer.submit(command)
    (trader,) = demo_traders(tmp_path, 1)
    journaled = Counted()
    world.sequencer.subscribe(journaled)
    for _turn in range(2):
        await take_part(service.context, trader)
    assert journaled.count == 1
    assert book.ledger.referrals.of(trader.address).code is None
    assert book.ledger.referrals.owner_of(CODE) == stranger.address


async def test_the_leaderboard_names_them_as_what_they_are(service, tmp_path):
    (trader,) = demo_traders(tmp_path, 1)
    await take_part(service.context, trader)
    await give_name(service.context.store, trader.address, trader.name)
    board = await service.get("/express/v1/ppps3/leaderboard")
    (row,) = board["leaderboard"]
    assert board["usernames"] == [
        {"user": row["user"], "username": "demo_momentum", "isDemo": True}
    ]


async def test_demo_traders_get_a_username_once(service, tmp_path):
    store = service.context.store
    first, second, third = demo_traders(tmp_path, 3)
    for _turn in range(2):
        await give_name(store, first.address, first.name)
    assert (await read_profile(store, first.address))["username"] == "demo_momentum"
    found = await service.get(f"/express/v1/ppps3/participants/{first.name}")
    assert found["isParticipating"] is False
    await change_settings(store, second.address, {"username": "other-user"})
    await give_name(store, second.address, second.name)
    assert (await read_profile(store, second.address))["username"] == "other-user"
    await give_name(
        service.context.store, third.address, "DEMO_MOMENTUM"
    )  # taken: it stays without
    assert (await read_profile(store, third.address))["username"] is None
