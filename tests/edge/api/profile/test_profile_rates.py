"""How often a wallet may write to its profile (API 1.7)."""

from edge.http.limits import RATES, Rate
from tests.edge.api.profile.test_profile import owner
from tests.edge.service_world import GENEROUS, running_service


async def test_writes_of_a_wallet_are_limited_to_ten_at_once(tmp_path, database_url):
    rates = {**GENEROUS, "participation": RATES["participation"]}
    assert rates["participation"] == Rate(0.5, 10)
    async with running_service(tmp_path, database_url, rates=rates) as service:
        one, other = await owner(service), await owner(service)
        for _ in range(9):
            await one.put({"tradeMode": "advanced"})
        assert (await one.put({"tradeMode": "x"}, 400))["code"] == "VALIDATION"
        assert (await one.put({}, 429))["code"] == "RATE_LIMITED"
        assert (await one.post("onboard", {"acceptedTerms": True}, 429))["code"] == "RATE_LIMITED"
        assert (await one.get("settings"))["tradeMode"] == "advanced"
        await other.put({})
        service.wall.s += 2
        await one.put({})
        assert (await one.put({}, 429))["code"] == "RATE_LIMITED"
