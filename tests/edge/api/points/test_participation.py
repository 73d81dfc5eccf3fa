"""Who takes part in which programme, and the points that come with it (API 4.5, 5.5, 7.6)."""

import asyncio

from engine.core.generated import messages as m
from engine.programmes.seasons import Programme
from tests.edge.points_world import set_final_row, set_phase
from tests.edge.prediction_world import E6, GRANT, open_market, player, stranger, user_text

MAIN = "/api/v1"
EXPRESS = "/express/v1"


async def test_a_season_is_joined_once(service):
    one = await stranger(service)
    path = f"{EXPRESS}/ppps3/participants"
    newcomer = {"key": user_text(one), "isParticipating": False, "participatedAt": None}
    assert await service.get(f"{path}/{user_text(one)}") == newcomer
    now_s = service.context.now_s()
    first = await service.post(path, {"address": user_text(one)}, 201, headers=one.headers)
    assert first == {"key": user_text(one), "isParticipating": True, "participatedAt": now_s}
    await service.world.advance(3_600)
    assert await service.post(path, {}, 200, headers=one.headers) == first
    async with service.client.post(path, headers=one.headers) as answer:
        assert (answer.status, await answer.json()) == (200, first)
    assert await service.get(f"{path}/{user_text(one)}") == first
    assert await service.get(f"{EXPRESS}/points/participants/{user_text(one)}") == newcomer
    for key in ("no-such-user", "x" * 50, "%20", "1"):
        assert (await service.get(f"{path}/{key}", 404))["code"] == "NOT_FOUND"
    await set_phase(service, Programme.SEASON_3, 2)
    assert await service.post(path, {}, 200, headers=one.headers) == first
    refused = await service.post(path, {}, 409, headers=(await stranger(service)).headers)
    assert (refused["code"], refused["details"]) == ("SEASON_CLOSED", {"programme": "ppps3"})


async def test_season_2_is_final_and_accepts_no_participants(service):
    one = await stranger(service)
    path = f"{EXPRESS}/points/participants"
    sequence = service.context.sequencer.sequence
    refused = await service.post(path, {}, 409, headers=one.headers)
    assert (refused["code"], refused["details"]) == ("SEASON_CLOSED", {"programme": "ppps2"})
    assert service.context.sequencer.sequence == sequence
    newcomer = {"key": user_text(one), "isParticipating": False, "participatedAt": None}
    assert await service.get(f"{path}/{user_text(one)}") == newcomer
    assert (await service.post(path, {}, 401))["code"] == "NO_TOKEN"
    # earlier participants are reported as such, without the time
    await set_final_row(service, Programme.SEASON_2, one.address, trading_points_e6=E6)
    joined = {"key": user_text(one), "isParticipating": True, "participatedAt": None}
    assert await service.post(path, {}, 200, headers=one.headers) == joined
    assert await service.get(f"{path}/{user_text(one)}") == joined


async def test_a_wallet_cannot_enter_another_into_a_season(service):
    one, other = await stranger(service), await stranger(service)
    sequence = service.context.sequencer.sequence
    for path, body in (
        (f"{EXPRESS}/ppps3/participants", {"address": user_text(other)}),
        (f"{EXPRESS}/points/participants", {"address": user_text(other)}),
        (f"{MAIN}/points/participate", {"user": user_text(other)}),
        (f"{MAIN}/perpetual-points/participate", {"user": user_text(other)}),
    ):
        assert (await service.post(path, body, 403, headers=one.headers))["code"] == "WRONG_USER"
        assert (await service.post(path, body, 401))["code"] == "NO_TOKEN"
    assert service.context.sequencer.sequence == sequence


async def test_parallel_requests_join_once(service):
    one = await stranger(service)

    async def join() -> int:
        path = f"{EXPRESS}/ppps3/participants"
        async with service.client.post(path, json={}, headers=one.headers) as answer:
            return answer.status

    assert sorted(await asyncio.gather(*(join() for _ in range(5)))) == [200] * 4 + [201]


async def test_the_main_base_knows_the_season_and_the_perpetual_programme(service):
    one = await stranger(service)
    path, user = f"{MAIN}/points/participate", user_text(one)

    async def state(query: str = "") -> dict:
        return (await service.get(f"{path}?user={user}{query}"))["info"]

    newcomer = {"isParticipating": False, "participatedAt": None}
    assert await state() == await state("&isForPerpetualPoints=true") == newcomer
    now_s = service.context.now_s()
    body = {"user": user, "isForPerpetualPoints": True}
    first = (await service.post(path, body, headers=one.headers))["info"]
    assert first == {"isParticipating": True, "participatedAt": now_s}
    await service.world.advance(3_600)
    assert (await service.post(path, body, headers=one.headers))["info"] == first
    perpetual = f"{MAIN}/perpetual-points/participate"
    assert (await service.post(perpetual, {}, headers=one.headers))["info"] == first
    assert (await service.get(f"{perpetual}?user={user}"))["info"] == first
    assert await state("&isForPerpetualPoints=1") == first
    assert await state() == newcomer
    later_s = service.context.now_s()
    season = (await service.post(path, {"user": user}, headers=one.headers))["info"]
    assert season == {"isParticipating": True, "participatedAt": later_s} == await state()
    shown = await service.get(f"{EXPRESS}/ppps3/participants/{user}")
    assert shown["participatedAt"] == later_s
    for query, code in (("", "MISSING_ADDRESS"), ("?user=x", "INVALID_ADDRESS")):
        assert (await service.get(f"{path}{query}", 400))["code"] == code


async def test_the_first_read_of_a_participant_grants_once(service):
    one = await stranger(service)
    sequence = service.context.sequencer.sequence
    assert await one.points() == (0, 0)
    assert service.context.sequencer.sequence == sequence  # no participants
    await service.post(f"{MAIN}/perpetual-points/participate", {}, headers=one.headers)
    shown = await service.get(f"{EXPRESS}/portfolio/{user_text(one)}")
    assert shown["predictions"]["availablePoints"] == "0"  # only the owner's own read grants
    assert await asyncio.gather(*(one.points() for _ in range(8))) == [(GRANT, 0)] * 8
    await service.post(f"{EXPRESS}/ppps3/participants", {}, 201, headers=one.headers)
    assert await one.points() == (GRANT, 0)
    grants = [
        event.amount_e6
        for applied in await service.context.sequencer.read(0, 10_000)
        for event in applied.events
        if isinstance(event, m.PointsGranted)
    ]
    assert grants == [GRANT]


async def test_a_nearly_empty_balance_is_topped_up_with_an_order(service):
    await open_market(service, lasts_s=10 * 86_400)
    alice, bob = await player(service), await player(service)
    # alice buys 100 YES at 90 from a NO bid at 10: 9,000 and 0.02 * 100 * 90 * 10 / 100 of fee,
    # and gives them back for 1 point each: 0.02 * 100 * 1 * 99 / 100 of fee
    await bob.order(side="no", price=10, contracts=100)
    await alice.order(price=90, contracts=100)
    await bob.order(price=1, contracts=100)
    await alice.order(side="no", price=99, contracts=100)
    left = GRANT - 9_000 * E6 - 18 * E6 + 100 * E6 - 1_980_000
    # the last order came with 982 available, but with contracts that cost 9,000: no top-up
    assert await alice.points() == (left, 0) == (1_080_020_000, 0)
    await alice.order(price=50, contracts=20, timeInForce="ioc")
    assert await alice.points() == (left, 0)
    await bob.order(side="no", price=1, contracts=1)
    await alice.order(price=99, contracts=1)
    # 99 and 0.02 * 99 * 1 / 100 of fee; with the contract at its cost that is above 1,000
    assert await alice.points() == (left - 99_019_800, 99 * E6)
    await bob.order(price=1, contracts=1)
    await alice.order(side="no", price=99, contracts=1)
    low = left - 99_019_800 + E6 - 19_800
    assert await alice.points() == (low, 0)
    order = await alice.order(price=1, contracts=1)
    assert await alice.points() == (999 * E6, E6)
    await alice.cancel(order["orderId"])
    assert await alice.points() == (1_000 * E6, 0)
