"""Usernames in place of addresses, where the express base takes either (API 5.5)."""

import pytest

from tests.edge.api.profile.test_profile import Owner
from tests.edge.points_world import member

EXPRESS = "/express/v1"
PATHS = (
    "/user/{}/ppps1",
    "/points/participants/{}",
    "/points/breakdown/{}",
    "/points/leaderboard/{}",
    "/points/ppps2/final-leaderboard/{}",
    "/ppps3/participants/{}",
    "/ppps3/breakdown/{}",
    "/ppps3/leaderboard/{}",
)
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def get(service, template: str, key: str, status: int = 200) -> dict:
    return await service.get(EXPRESS + template.format(key), status)


async def test_a_name_in_any_case_is_its_wallet(shared_service):
    one, other = await member(shared_service), await member(shared_service)
    await one.join()
    profile = Owner(shared_service, one.wallet, one.headers)
    for template in PATHS:
        assert (await get(shared_service, template, "Ada_99", 404))["code"] == "NOT_FOUND"
    await profile.put({"username": "Ada_99"})
    for template in PATHS:
        by_address = await get(shared_service, template, one.text)
        assert by_address != await get(shared_service, template, other.text)
        for name in ("Ada_99", "ADA_99"):
            by_name = await get(shared_service, template, name)
            if "key" in by_name:
                assert (by_name.pop("key"), by_address.get("key")) == (name, one.text)
                expected = {k: value for k, value in by_address.items() if k != "key"}
            else:
                expected = by_address
            assert by_name == expected, template
    await profile.put({"username": None})
    for template in PATHS:
        assert (await get(shared_service, template, "Ada_99", 404))["code"] == "NOT_FOUND"


async def test_neither_name_nor_address_is_an_unknown_user(shared_service):
    one = await member(shared_service)
    await Owner(shared_service, one.wallet, one.headers).put({"username": "neither"})
    for key in (
        "neithe",
        "neither1",
        "neither%00",
        "neither%20",
        "%20",
        "ne",
        "n'--",
        "%25",
        "a" * 44,
    ):
        for template in PATHS:
            refused = await get(shared_service, template, key, 404)
            assert refused["code"] == "NOT_FOUND", (template, key)


async def test_no_name_looks_like_an_address(shared_service):
    one = await member(shared_service)
    profile = Owner(shared_service, one.wallet, one.headers)
    for text in (one.text, "1" * 32, one.text[:32], one.text[:21]):
        assert (await profile.put({"username": text}, 400))["details"] == {"field": "username"}
