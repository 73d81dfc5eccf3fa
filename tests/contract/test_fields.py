"""Answers have exactly the fields of the contract, each written as its mark says."""

from dataclasses import replace

import pytest

from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.answers.recorded import compare
from tests.contract.calls import ANSWERS, SERVED, answered, asked, payload_of
from tests.contract.inhabited import NAME
from tests.contract.known import call_oneself
from tests.contract.marks import differences, is_mark
from tests.contract.shapes import ERROR

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIGN_IN = "/auth/"  # has tests of its own


async def test_every_route_has_its_fields_written_down():
    missing = [call for call in SERVED - ANSWERS.keys() if SIGN_IN not in call[1]]
    assert not missing, missing
    assert not ANSWERS.keys() - SERVED.keys()


@pytest.mark.parametrize(
    ("base", "call"), [pytest.param(*key, id=" ".join(key)) for key in ANSWERS]
)
async def test_an_answer_has_the_fields_of_the_contract_and_no_others(inhabited, base, call):
    answer = ANSWERS[base, call]
    if answer.path.get("orderId") == "resting":  # other tests cancel everything
        inhabited.resting_order = (await inhabited.alice.order(price=10))["orderId"]
    whole = await answered(inhabited, base, call, answer)
    method, path = call.split()
    compare(f"{method} {base}{path}", whole)
    assert not differences(payload_of(whole, base, call, answer), answer.shape)


# Lists that would agree with any shape of a row if they had none.
FULL = {
    MAIN: (
        "margin-accounts", "lp-positions", "settlement-requests", "commands",
        "quarantined-deposits", "history/trade", "history/lp", "history/margin-transfer",
        "history/liquidation", "/account/markets", "metadata/acre-ids", "price-feed",
        "time-series/",
    ),
    EXPRESS: (
        "trade-stream", "/liquidations", "/settlement-requests", "/predictions/orders",
        "/predictions/positions", "/predictions/trades", "/predictions/markets", "/market/search",
        "/portfolio/{user}/history", "candidates", "/market/{symbol}/price-feed",
        "market-time-series", "funding-history",
    ),
}  # fmt: skip


FULL_BY_NAME = {
    MAIN: (
        "GET /contest/{contestName}/leaderboard", "GET /contest/{contestName}/prizes",
        "GET /points/leaderboard", "GET /points/balances",
        "GET /user/{user}/profile/margin-account-ids",
    ),
    EXPRESS: (
        "GET /contest", "GET /contest/ids", "GET /contest/{contestId}/leaderboard",
        "GET /market/{symbol}/absorption-rate-history",
        "GET /market/{symbol}/sales-history", "GET /market/{symbol}/listings-history",
        "GET /market/{symbol}/current-inventory", "GET /points/ppps1-final",
        "GET /points/leaderboard", "GET /points/ppps2/final-leaderboard", "GET /ppps3/leaderboard",
        "GET /deal-analysis/{symbol}/sensitivity",
    ),
}  # fmt: skip


async def page_of(inhabited, path):
    """Return the query of the page of a leaderboard with the row of the inhabitant."""
    offset = 0
    while True:
        rows = (await inhabited.service.get(f"{path}?limit=100&offset={offset}"))["leaderboard"]
        assert rows, "the inhabitant is on no page"
        if any(row["user"] == inhabited.user for row in rows):
            return f"limit=100&offset={offset}"
        offset += 100


async def test_the_lists_that_were_looked_at_have_rows(inhabited):
    await call_oneself(inhabited.alice, NAME)  # random requests of other tests may have renamed her
    for (base, call), answer in ANSWERS.items():
        is_list = call.startswith("GET") and any(part in call for part in FULL[base])
        if not is_list and call not in FULL_BY_NAME[base]:
            continue
        query = answer.query
        if call == "GET /ppps3/leaderboard":  # other tests add participants
            query = await page_of(inhabited, f"{EXPRESS}/ppps3/leaderboard")
        found = await asked(inhabited, base, call, replace(answer, query=query))
        rows = [found] if isinstance(found, list) else [
            value for value in found.values() if isinstance(value, list)
        ]  # fmt: skip
        assert all(rows), call


async def test_every_state_that_the_shapes_tell_apart_was_seen(inhabited):
    service, user = inhabited.service, inhabited.user
    requests = (await service.get(f"{MAIN}/user/{user}/settlement-requests"))["info"]
    assert {row["status"] for row in requests} == {"pending", "payable"}
    commands = (await service.get(f"{MAIN}/user/{user}/commands"))["info"]
    assert {row["status"] for row in commands} == {"applied", "rejected"}
    staking = await service.get(f"{EXPRESS}/staking/{user}/balance")
    assert staking["unlockingSchedule"]
    sold = (await service.get(f"{MAIN}/user/{user}/history/lp"))["info"]
    assert {row["modifyLiquidityKind"] for row in sold} == {"add", "remove"}
    solvency = await service.get(f"{EXPRESS}/solvency?user={user}")
    kinds = {proof["kind"] for proof in solvency["proofs"]}
    assert kinds == {"marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine"}


async def test_a_refusal_has_the_fields_of_the_contract_on_both_bases(inhabited):
    for path in (f"{MAIN}/account/market/77", f"{EXPRESS}/market/ZZZ"):
        assert not differences(await inhabited.service.get(path, 404), ERROR)


@pytest.mark.parametrize(
    ("value", "shape", "wrong"),
    [
        ({"a": "1"}, {"a": "C", "b": "C"}, ["$.b: missing"]),
        ({"a": "1", "z": 0}, {"a": "C"}, ["$.z: not in the contract"]),
        ({"a": "1.5"}, {"a": "C"}, ["$.a: '1.5' is no C"]),
        ({"a": 1}, {"a": "C"}, ["$.a: 1 is no C"]),
        ([{"a": "-1"}], [{"a": "C"}], ["$[0].a: '-1' is no C"]),
        ({"a": True}, {"a": "N"}, ["$.a: True is no N"]),
        ({"a": None}, {"a": "R"}, ["$.a: None is no R"]),
        ({"a": "x"}, {"a": ("y",)}, ["$.a: 'x' is none of ('y',)"]),
    ],
)
async def test_the_comparison_is_able_to_fail(value, shape, wrong):
    assert differences(value, shape) == wrong


async def test_marks_are_read_as_they_are_meant():
    assert is_mark("-0.000000000001", "~R")
    assert not is_mark("0.0000000000001", "R")
    assert not is_mark("1e3", "C")
    assert is_mark(None, "ts?")
    assert not is_mark(5, "ts")
