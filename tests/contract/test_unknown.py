"""What a path names and does not exist is 404 with its code, after 401, 403 and a bad body."""

import pytest

from edge.http.route import ROUTES
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import Sent, filled, name_of, request_of
from tests.contract.test_every_route import JSON, ask
from tests.edge.prediction_world import stranger

pytestmark = pytest.mark.asyncio(loop_scope="session")
# API 4 and 5, by hand: parameter, a text that names nothing, code
UNKNOWN = (
    ("collection", "nothing", "COLLECTION_NOT_FOUND"),
    ("contestName", "nothing", "CONTEST_NOT_FOUND"),
    ("contestId", "nothing", "CONTEST_NOT_FOUND"),
    ("contestId", "Royale", "CONTEST_NOT_FOUND"),
    ("market", "77", "MARKET_NOT_FOUND"),
    ("symbol", "NOPE", "MARKET_NOT_FOUND"),
    ("key", "no_such_user", "NOT_FOUND"),
    ("key", "no", "NOT_FOUND"),
    ("key", "1" * 45, "NOT_FOUND"),
)


@pytest.mark.parametrize(("name", "text", "code"), UNKNOWN)
async def test_every_path_names_what_does_not_exist(inhabited, name, text, code):
    asked = 0
    for route in ROUTES:
        if f"{{{name}}}" not in route.path:
            continue
        good = request_of(inhabited, route)
        path = filled(route.path.replace(f"{{{name}}}", text), inhabited, {})
        url = f"{route.base}{path}?{good.url.partition('?')[2]}"
        sent = Sent(good.method, url, good.body)
        status, received, found = await ask(inhabited, sent, inhabited.alice.headers)
        assert (status, found["code"]) == (404, code), name_of(route)
        assert received["Cache-Control"] == "no-store"
        asked += 1
    assert asked


async def test_a_row_of_the_first_season_belongs_to_a_user(inhabited):
    for text in ("no_such_user", "no", "1" * 45):
        sent = Sent("GET", f"{EXPRESS}/user/{text}/ppps1", None)
        status, _, found = await ask(inhabited, sent)
        assert (status, found["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("path", "field"),
    [(f"{MAIN}/contest/nothing/participate", "user"), (f"{EXPRESS}/contest/nothing", "address")],
)
async def test_authentication_is_checked_before_body_and_entity(inhabited, path, field):
    alice, bob = inhabited.user, inhabited.other
    mine = inhabited.alice.headers
    for headers, body, expected in (
        ({}, b"{", (401, "NO_TOKEN")),
        (mine, f'{{"{field}":"{bob}"}}'.encode(), (403, "WRONG_USER")),
        (mine, b"{", (400, "BAD_JSON")),
        (mine, f'{{"{field}":5}}'.encode(), (400, "VALIDATION")),
        (mine, f'{{"{field}":"{alice}"}}'.encode(), (404, "CONTEST_NOT_FOUND")),
    ):
        sent = Sent("POST", path, {})
        status, _, found = await ask(inhabited, sent, {**JSON, **headers}, data=body)
        assert (status, found["code"]) == expected, body


async def test_a_wallet_that_has_not_joined_has_no_row_in_a_contest(inhabited):
    newcomer = await stranger(inhabited.service)
    user = str(newcomer.wallet.pubkey())
    for path in (
        f"{MAIN}/contest/royale/leaderboard/user/{user}",
        f"{EXPRESS}/contest/royale/leaderboard/{user}",
    ):
        status, _, found = await ask(inhabited, Sent("GET", path, None))
        assert (status, found["code"]) == (404, "NOT_PARTICIPATING")
