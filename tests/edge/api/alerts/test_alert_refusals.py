"""What is no alert is refused, and a wallet's alerts are its owner's alone."""

import pytest
from solders.keypair import Keypair

from tests.edge.api.profile.test_profile import Owner, owner

START_E8 = 300 * 10**8

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "price", "marketId": 1},
        {"kind": "price", "price": "1"},
        {"kind": "price", "marketId": 1, "price": "0"},
        {"kind": "price", "marketId": 1, "price": str(START_E8)},
        {"kind": "priceMove", "marketId": 1, "moveBp": 0},
        {"kind": "priceMove", "marketId": 1, "moveBp": 10_001},
        {"kind": "healthBelow", "marginAccountId": 0, "health": "0.9"},
        {"kind": "questionClosing", "predictionMarketId": 1, "leadS": -1},
        {"kind": "else"},
        {},
    ],
)
async def test_what_is_no_alert_is_refused(shared_service, body):
    one = await owner(shared_service)
    answer = await one.post("alerts", body, 400)
    assert answer["code"] in ("VALIDATION", "INPUT_NOT_POSITIVE")


async def test_unknown_subjects_are_refused(shared_service):
    one = await owner(shared_service)
    for body, code in (
        ({"kind": "price", "marketId": 99, "price": "1"}, "MARKET_NOT_FOUND"),
        (
            {"kind": "healthBelow", "marginAccountId": 9, "health": "2"},
            "MARGIN_ACCOUNT_NOT_FOUND",
        ),
        (
            {"kind": "questionClosing", "predictionMarketId": 99, "leadS": 1},
            "PREDICTION_MARKET_NOT_FOUND",
        ),
    ):
        assert (await one.post("alerts", body, 404))["code"] == code


async def test_alerts_are_their_owners_alone(shared_service):
    one, other = await owner(shared_service), await owner(shared_service)
    await one.post("alerts", {"kind": "paid"})
    (alert,) = (await one.get("alerts"))["alerts"]
    await other.post("alerts/remove", {"alertId": alert["id"]})
    assert (await one.get("alerts"))["alerts"] == [alert]
    foreign = Owner(shared_service, one.wallet, other.headers)
    await foreign.get("alerts", 403)
    await foreign.post("alerts", {"kind": "paid"}, 403)
    signed_out = Owner(shared_service, Keypair(), {})
    await signed_out.get("alerts", 401)
