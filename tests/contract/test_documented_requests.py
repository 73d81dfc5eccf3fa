"""What the documents say of requests is what the server takes: fields that are needed, examples."""

from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

from edge.http.route import ROUTES, Route
from edge.http.schema.examples import EXAMPLES
from tests.contract.calls import Sent, filled, name_of, request_of
from tests.contract.test_every_route import ask
from tests.edge.described import document_of
from tests.edge.prediction_world import player
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What a request is refused with for its form; other refusals are of the state of the exchange.
FORM = {400, 413, 415}
PARTS = {"BatchOrderBody", "LegBody", "LegTransactionBody"}  # of bodies
# The wallet of these may be in the query or the body, which neither schema expresses.
ALIAS_POSTS = "/quote/"
# Whether there is the order comes before what is asked of it.
OF_AN_ORDER = "/predictions/orders/{orderId}/amend"
TRADE = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
# A signed transaction is too long for an example.
NOT_WHOLE = {"HardwareLoginBody"}


def schema_of(route: Route, name: str) -> dict[str, Any]:
    components = document_of(route.base)["components"]
    return {**components["schemas"][name], "components": components}


def is_documented(route: Route, body: dict[str, Any]) -> bool:
    assert route.body is not None
    return jsonschema_rs.validator_for(schema_of(route, route.body.__name__)).is_valid(body)


async def trader_in(inhabited):
    """Return the same world with a new wallet, so that nothing of the others moves."""
    return replace(inhabited, alice=await player(inhabited.service))


def own(route: Route, world, body: dict[str, Any]) -> dict[str, Any]:
    """Return a body that names the wallet of the token, where it names one."""
    names = [name for name in ("user", "address") if name in body]
    return body | {name: text_of(world.alice.wallet) for name in names}


def variants(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a body without any field, without each, and whole, which may log out."""
    return [{}, *({k: v for k, v in body.items() if k != name} for name in body), body]


def with_body() -> list[Route]:
    return [route for route in ROUTES if route.body is not None]


async def test_a_field_is_needed_where_the_document_says_so_and_nowhere_else(inhabited):
    differ, asked = [], 0
    for route in with_body():
        name = route.body.__name__
        if route.path == OF_AN_ORDER:
            continue
        for full in (request_of(inhabited, route).body or {}, EXAMPLES[name]):
            world = await trader_in(inhabited)
            for body in variants(full):
                if name in NOT_WHOLE and body.get("tx"):
                    continue
                sent = replace(request_of(world, route), body=own(route, world, body))
                if route.path.startswith(ALIAS_POSTS):
                    sent = replace(sent, body={**sent.body, "user": text_of(world.alice.wallet)})
                status, _, found = await ask(inhabited, sent, world.alice.headers)
                asked += 1
                is_taken = status not in FORM
                if is_taken != is_documented(route, sent.body):
                    differ.append((name_of(route), sent.body, status, found))
    assert not differ, "\n".join(map(str, differ))
    assert asked > 400


async def test_an_amendment_needs_one_of_its_fields(inhabited):
    (route,) = [one for one in with_body() if one.path == OF_AN_ORDER]
    good = request_of(inhabited, route)
    for body, is_taken in (
        (good.body, True),
        ({}, False),
        ({"price": None}, False),
        ({"other": 1}, False),
        ({"price": 100}, False),
    ):
        status, _, found = await ask(inhabited, replace(good, body=body), inhabited.alice.headers)
        assert (status not in FORM) == is_taken, found
        assert is_documented(route, body) == is_taken, body


async def test_a_parameter_is_needed_where_the_document_says_so_and_nowhere_else(inhabited):
    asked = 0
    for route in ROUTES:
        operation = document_of(route.base)["paths"][route.path][route.method.lower()]
        needed = {
            one["name"]
            for one in operation["parameters"]
            if one["in"] == "query" and one["required"]
        }
        good = request_of(inhabited, route)
        path, _, query = good.url.partition("?")
        given = dict(pair.split("=", 1) for pair in query.split("&") if pair)
        assert needed <= given.keys(), name_of(route)
        for name in given:
            rest = "&".join(f"{key}={value}" for key, value in given.items() if key != name)
            sent = Sent(good.method, f"{path}?{rest}", good.body)
            if route.path.startswith(ALIAS_POSTS) and good.method == "POST":
                continue
            status, _, found = await ask(inhabited, sent, inhabited.alice.headers)
            assert (status == 400) == (name in needed), (name_of(route), name, found)
            asked += 1
    assert asked > 30


async def test_every_body_has_an_example_that_is_as_its_document_says():
    bodies = {route.body.__name__: route for route in with_body()}
    assert EXAMPLES.keys() == bodies.keys() | PARTS
    for name, route in bodies.items():
        shape = schema_of(route, name)
        assert shape["examples"] == [EXAMPLES[name]]
        assert is_documented(route, EXAMPLES[name]), name


async def test_the_documents_refuse_what_the_server_refuses_at_the_bounds(inhabited):
    user = inhabited.user
    for path, body, field, cases in (
        ("deposit-margin", {"marginAccountId": 0}, "margin",
         {"0": False, "1": True, "01": False, "-1": False, 0: False, 1: True, 2**53: False,
          str(10**18): True, str(9 * 10**18 + 1): False, "9" * 19: False}),
        ("withdraw-margin", {"marginAccountId": 0, "margin": "20000"}, "keeperTip",
         {"0": True, 0: True, "-1": False, "00": False}),
        ("modify-position", TRADE,
         "slippageRate",
         {"0": True, "0.5": True, "0.999999999999": True, "1": False, "1.5": False, 0: True,
          1: False, "0.0000000000001": False, ".5": False, "-0.1": False}),
        ("modify-position", TRADE,
         "acceptablePrice",
         {"0": False, "1": True, str(10**13): True, str(10**13 + 1): False}),
        ("create-margin-account", {}, "name",
         {"": True, "a": True, " a": False, "a ": False, "a b": True, "x" * 32: True,
          "x" * 33: False, "\u00e9": False}),
    ):  # fmt: skip
        template = f"/user/{{user}}/transaction/{path}"
        (route,) = [one for one in with_body() if one.path == template]
        url = f"{route.base}{filled(template, inhabited, {})}"
        assert user in url
        for value, is_taken in cases.items():
            sent = Sent("POST", url, {**body, field: value})
            status, _, found = await ask(inhabited, sent)
            assert (status not in FORM) == is_taken, (path, field, value, found)
            assert is_documented(route, sent.body) == is_taken, (path, field, value)
