"""Parameters that a call does not have, and wallets that a request lacks: one refusal for each."""

import pytest

from edge.http.route import ROUTES, Route
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import Sent, filled, name_of, request_of
from tests.contract.test_every_route import ask

pytestmark = pytest.mark.asyncio(loop_scope="session")

MISSING = "Missing user address: address is required"
INVALID = "Invalid user address"
WALLETS = ("user", "address")
# API 2.6, 4.6, 5.1: what may lack its wallet, as a token names it or nothing is asked of it.
MAY_LACK = {
    ("GET", f"{EXPRESS}/solvency"),
    ("GET", f"{EXPRESS}/contest"),  # but not with `joined`: below
    ("GET", f"{EXPRESS}/contest/filter"),
    ("GET", f"{EXPRESS}/contest/{{contestId}}"),
    ("POST", f"{MAIN}/auth/refresh-token"),
    ("POST", f"{MAIN}/auth/logout"),
    ("POST", f"{MAIN}/points/participate"),
    ("POST", f"{MAIN}/perpetual-points/participate"),
    ("POST", f"{EXPRESS}/points/participants"),
    ("POST", f"{EXPRESS}/ppps3/participants"),
}


def with_query(what: Sent, more: str) -> Sent:
    mark = "&" if "?" in what.url else "?"
    return Sent(what.method, f"{what.url}{mark}{more}", what.body)


async def test_every_call_refuses_a_parameter_that_it_does_not_have(inhabited):
    before = inhabited.service.exchange.state_hash()
    for route in ROUTES:
        good = request_of(inhabited, route)
        what = with_query(good, "zz=1&yy=2&zz=3")
        status, received, found = await ask(inhabited, what, inhabited.alice.headers)
        assert (status, found.get("code")) == (400, "VALIDATION"), name_of(route)
        assert found["details"] == {"field": "zz"}, name_of(route)
        assert found["message"] == "zz: is not a parameter of this call"
        assert received["Cache-Control"] == "no-store"
    assert inhabited.service.exchange.state_hash() == before


async def test_the_first_unknown_parameter_is_named_before_any_other_fault(inhabited):
    user = inhabited.user
    for path, field in (
        (f"{MAIN}/user/{user}/history/trade?format=csv&page=2", "page"),
        (f"{MAIN}/user/{user}/history/trade?limit=nonsense&Limit=2", "Limit"),
        (f"{MAIN}/user/{user}/history/trade?limit=1&limit=2&b=1&a=1", "b"),
        (f"{EXPRESS}/predictions/markets?isResolved=false", "isResolved"),
        (f"{MAIN}/user/{user}/margin-accounts?user={user}", "user"),
        (f"{MAIN}/health?_=1753900000", "_"),
        (f"{MAIN}/docs?theme=dark", "theme"),
        (f"{EXPRESS}/openapi.json?v=2", "v"),
        (f"{MAIN}/health?flag", "flag"),
        (f"{MAIN}/health?=1", ""),
        (f"{MAIN}/health?" + "k" * 500, "k" * 64),
        (f"{MAIN}/health?%22%0d%0a=1", '"\r\n'),
    ):
        status, _, found = await ask(inhabited, Sent("GET", path, None))
        assert (status, found["code"]) == (400, "VALIDATION"), path
        assert found["details"] == {"field": field}, path


async def test_an_empty_query_has_no_parameter(inhabited):
    for text in ("?", "?&", "?&&"):
        status, _, _ = await ask(inhabited, Sent("GET", f"{MAIN}/health{text}", None))
        assert status == 200, text


async def test_names_of_any_bytes_are_refused_in_json(inhabited):
    for text in ("%ED%A0%80=1", "%ff=1", "%00=1", "%F0%9F%98%80=1", "a%zz=1"):
        status, _, found = await ask(inhabited, Sent("GET", f"{MAIN}/health?{text}", None))
        assert (status, found["code"]) == (400, "VALIDATION"), text


def lacking(inhabited, route: Route) -> list[tuple[Sent, str]]:
    """Return the requests of a call that lack its wallet, and the name that it has there."""
    good = request_of(inhabited, route)
    path, _, query = good.url.partition("?")
    if "{user}" in route.path:
        blank = route.base + filled(route.path.replace("{user}", "%20"), inhabited, {})
        return [(Sent(good.method, f"{blank}?{query}" if query else blank, good.body), "user")]
    kinds = [route.query, *([route.body] if route.body is not None else [])]
    names = {name for kind in kinds for name in kind.__struct_encode_fields__}
    named = [name for name in WALLETS if name in names]
    if not named or (route.method, route.base + route.path) in MAY_LACK:
        return []
    (name,) = named
    kept = "&".join(one for one in query.split("&") if one and not one.startswith(f"{name}="))
    url = f"{path}?{kept}" if kept else path
    body = good.body and {key: value for key, value in good.body.items() if key != name}
    found = [(Sent(good.method, url, body), name)]
    if route.method == "GET":
        found.append((with_query(found[0][0], f"{name}="), name))
        found.append((with_query(found[0][0], f"{name}=%20"), name))
    elif name in (route.body or type(None)).__struct_encode_fields__:
        found += [(Sent(good.method, url, {**body, name: text}), name) for text in ("", " ", None)]
    return found


async def test_a_request_without_its_wallet_says_the_same_everywhere(inhabited):
    asked = 0
    for route in ROUTES:
        for what, field in lacking(inhabited, route):
            status, _, found = await ask(inhabited, what, inhabited.alice.headers)
            assert (status, found.get("code")) == (400, "MISSING_ADDRESS"), (what, found)
            assert (found["message"], found["details"]) == (MISSING, {"field": field}), what
            asked += 1
    assert asked > 100
    joined = Sent("GET", f"{EXPRESS}/contest?joined=true", None)
    status, _, found = await ask(inhabited, joined)
    assert (status, found["code"], found["details"]) == (400, "MISSING_ADDRESS", {"field": "user"})


async def test_an_invalid_wallet_has_the_same_error_everywhere(inhabited):
    asked = 0
    for route in ROUTES:
        for what, field in lacking(inhabited, route)[:1]:
            url, body = what.url.replace("/%20", "/no-such-user"), what.body
            if "/no-such-user" not in url:
                is_query = field in route.query.__struct_encode_fields__
                url = with_query(what, f"{field}=no-such-user").url if is_query else url
                body = body if is_query else {**body, field: "no-such-user"}
            changed = Sent(what.method, url, body)
            status, _, found = await ask(inhabited, changed, inhabited.alice.headers)
            assert (status, found.get("code")) == (400, "INVALID_ADDRESS"), (changed, found)
            assert (found["message"], found["details"]) == (INVALID, {"field": field}), changed
            asked += 1
    assert asked > 60


async def test_a_wallet_of_a_body_is_one_even_where_the_path_names_another(inhabited):
    path = f"{MAIN}/user/{inhabited.user}/quote/close-position"
    body = {"marginAccountId": 0, "marketId": 1, "user": "AAA"}
    status, _, found = await ask(inhabited, Sent("POST", path, body))
    assert (status, found["code"], found["details"]) == (400, "INVALID_ADDRESS", {"field": "user"})


async def test_a_wallet_is_missed_before_a_contest_is(inhabited):
    for sent in (
        Sent("GET", f"{MAIN}/contest/nothing/participate", None),
        Sent("POST", f"{MAIN}/contest/nothing/participate", {}),
        Sent("POST", f"{EXPRESS}/contest/nothing", {}),
    ):
        status, _, found = await ask(inhabited, sent, inhabited.alice.headers)
        assert (status, found["code"]) == (400, "MISSING_ADDRESS"), sent


async def test_a_shortened_path_and_an_idempotency_key_name_the_same_field(inhabited):
    status, _, found = await ask(inhabited, Sent("GET", f"{MAIN}/user/margin-accounts", None))
    assert (status, found["message"], found["details"]) == (400, MISSING, {"field": "user"})
    key = {"Idempotency-Key": "one"}
    status, _, found = await ask(inhabited, Sent("POST", f"{EXPRESS}/faucet", {}), key)
    assert (status, found["message"], found["details"]) == (400, MISSING, {"field": "address"})


async def test_fields_that_a_body_does_not_have_are_ignored(inhabited):
    body = {"margin": "1", "laterField": {"any": [1]}}
    path = f"{MAIN}/user/{inhabited.user}/transaction/create-margin-account"
    status, _, found = await ask(inhabited, Sent("POST", path, body))
    assert status == 200, found
