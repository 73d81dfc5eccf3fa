"""Requests for every row of the table of routes, with parameters of the existing entities."""

import itertools
from dataclasses import dataclass
from typing import Any

from edge.http.route import ROUTES, Base, Route
from tests.contract.answers.express import EXPRESS_ANSWERS
from tests.contract.answers.main import MAIN_ANSWERS
from tests.contract.answers.parts import CLIENT_ID, CONTEST, EXPRESS, MAIN, Answer
from tests.contract.inhabited import CODE, Inhabited
from tests.contract.marks import differences
from tests.edge.prediction_world import player
from tests.edge.service_world import text_of

ANSWERS: dict[tuple[str, str], Answer] = {
    (base, call): answer
    for base, answers in ((MAIN, MAIN_ANSWERS), (EXPRESS, EXPRESS_ANSWERS))
    for call, answer in answers.items()
}

FRESH = itertools.count(1)  # referral codes: each is taken once
DOCUMENTS = {"/openapi.json", "/asyncapi.json", "/changelog.atom", "/docs"}  # tests of their own
SERVED = {
    (str(route.base), f"{route.method} {route.path}"): route
    for route in ROUTES
    if route.path not in DOCUMENTS
}
SIGN_IN_QUERIES = {"/auth/login": "address={user}", "/auth/login/message": "address={user}"}
SIGN_IN_BODIES: dict[str, dict[str, Any]] = {
    "/auth/challenge": {"address": "{user}"},
    "/auth/refresh-token": {"refreshToken": "unknown"},
    "/auth/logout": {"refreshToken": "unknown"},
    "/auth/logout-all": {"keepCurrent": True},
}


@dataclass(frozen=True)
class Sent:
    """A request; its body is None where the method has none."""

    method: str
    url: str
    body: dict[str, Any] | None


def filled(text: str, inhabited: Inhabited, other: dict[str, str]) -> str:
    """Return a path or a value with its parameters."""
    people = {
        "user": inhabited.user,
        "other": inhabited.other,
        "ruined": text_of(inhabited.ruined),
        "doomed": text_of(inhabited.doomed),
        "resting": str(inhabited.resting_order),
        "fresh": f"code-{next(FRESH)}",
    }
    values = {
        **people,
        **dict(market="1", marketId="1", symbol="AUS", collection="all", id=CLIENT_ID),
        **dict(contestName=CONTEST, contestId=CONTEST, key=inhabited.user),
        "orderId": str(inhabited.spent_order),
        "referralCode": CODE,
        "sessionId": "00000000-0000-4000-8000-000000000000",
        **{name: people[who] for name, who in other.items()},
    }
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def sent(inhabited: Inhabited, base: str, call: str, answer: Answer) -> Sent:
    """Return the request of a call that succeeds."""
    method, path = call.split()
    url = base + filled(path, inhabited, answer.path)
    if answer.query:
        url += "?" + filled(answer.query, inhabited, answer.path)
    body = None
    if method != "GET":
        body = {
            name: filled(value, inhabited, {}) if isinstance(value, str) else value
            for name, value in (answer.body or {}).items()
        }
    return Sent(method, url, body)


def request_of(inhabited: Inhabited, route: Route) -> Sent:
    """Return a good request of any row of the table; logins are refused for their signature."""
    key = (str(route.base), f"{route.method} {route.path}")
    answer = ANSWERS.get(key)
    if answer is None:
        query = SIGN_IN_QUERIES.get(route.path, "") if route.method == "GET" else ""
        body = SIGN_IN_BODIES.get(route.path, {"address": "{user}", "tx": "", "signature": ""})
        answer = Answer(None, query, body)
    return sent(inhabited, *key, answer)


async def answered(inhabited: Inhabited, base: str, call: str, answer: Answer) -> Any:
    """Ask a call and return its whole answer."""
    what = sent(inhabited, base, call, answer)
    options = {"json": what.body} if what.body is not None else {}
    asking = await player(inhabited.service) if answer.is_once else inhabited.alice
    async with inhabited.service.client.request(
        what.method, what.url, headers=asking.headers, **options
    ) as got:
        content = await got.json()
        assert got.status in {200, 201}, (call, content)
    return content


async def asked(inhabited: Inhabited, base: str, call: str, answer: Answer) -> Any:
    """Ask a call and return what its shape is of."""
    return payload_of(await answered(inhabited, base, call, answer), base, call, answer)


def payload_of(content: Any, base: str, call: str, answer: Answer) -> Any:
    """Return what the shape of an answer is of."""
    if base == EXPRESS or answer.is_bare:
        return content
    outside = {"info", "pagination"} if answer.is_page else {"info"}
    assert content.keys() == outside, call
    if answer.is_page:
        assert not differences(content["pagination"], {"nextCursor": "s?", "limit": "N"})
    return content["info"]


def routes_of(method: str | None = None, base: Base | None = None) -> list[Route]:
    """Return the rows of the table with a method, on a base."""
    return [
        route for route in ROUTES if method in {None, route.method} and base in {None, route.base}
    ]


def name_of(route: Route) -> str:
    """Return how a row is called in the output."""
    return f"{route.method} {route.base}{route.path}"
