"""Deprecated operations: marked once in the table, said by every answer and by the documents."""

from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

import pytest

import edge.core.app  # noqa: F401 - fills the table of routes
from edge.generate.python import _attribute
from edge.http.openapi.document import operation_id
from edge.http.route import ROUTES
from edge.http.schema.deprecation import POLICY, Deprecation
from tests.edge.described import document_of
from tests.edge.service_world import text_of
from tests.tidy.tree import ROOT
from tests.tidy.tree import text_of as text_of_file

MAIN = "/api/v1"
MARKS = ("Deprecation", "Sunset", "Link")
DEPRECATED = [item for item in ROUTES if item.deprecated is not None]
ORDER = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}


def test_each_has_a_successor_that_stays_and_a_year_of_notice():
    assert DEPRECATED
    kept = {(item.base, item.method, item.path) for item in ROUTES if item.deprecated is None}
    for item in DEPRECATED:
        assert (item.base, item.method, item.deprecated.successor) in kept, item.path
    with pytest.raises(AssertionError):
        Deprecation(since=date(2026, 1, 1), sunset=date(2026, 12, 31), successor="/x")


def test_the_documents_and_clients_say_it():
    for item in ROUTES:
        found = document_of(item.base)["paths"][item.path][item.method.lower()]
        headers = found["responses"][str(item.status)]["headers"]
        is_marked = item.deprecated is not None
        assert found.get("deprecated", False) is is_marked, item.path
        assert ("x-deprecation" in found) is is_marked
        assert all((name in headers) is is_marked for name in MARKS)
    python = text_of_file("sdk/python/acre_sdk/generated/main.py")
    typescript = text_of_file("sdk/typescript/src/generated/api.ts")
    assert typescript.count("@deprecated since ") == len(DEPRECATED)
    for item in DEPRECATED:
        _, _, method = python.partition(f"async def {_attribute(operation_id(item))}(")
        mark = f"Deprecated since {item.deprecated.since}: use `{item.deprecated.successor}`."
        assert mark in method.partition("answer:")[0]


def test_the_policy_lists_them_with_their_dates():
    page = POLICY.removeprefix("/").replace(".html", ".md")
    assert (ROOT / page).exists()
    table = text_of_file(page).partition("### Deprecated now")[2]
    for item in DEPRECATED:
        lead = item.path.rpartition("/")[0]
        row = next(line for line in table.splitlines() if f"`{lead}/…`" in line)
        assert str(item.deprecated.since) in row
        assert str(item.deprecated.sunset) in row


async def test_every_answer_says_since_when_until_when_and_where_to_read(service):
    user = text_of(await service.trader())
    alias, successor = f"{MAIN}/quote", f"{MAIN}/user/{user}/quote"
    asked = "add-liquidity?liquidity=1000000"
    for path, status in (
        (f"{alias}/{asked}&user={user}", 200),
        (f"{alias}/{asked}", 400),  # refusals too
        (f"{alias}/withdraw-margin?marginAccountId=9&user={user}", 404),
    ):
        async with service.client.get(path) as answer:
            assert answer.status == status, path
            check(answer.headers)
            etag = answer.headers.get("ETag")
        if etag is not None:
            again = {"If-None-Match": etag, "Origin": "http://localhost:5173"}
            async with service.client.get(path, headers=again) as answer:
                assert answer.status == 304
                check(answer.headers)
                shown = answer.headers["Access-Control-Expose-Headers"].split(", ")
                assert set(MARKS) <= set(shown)
    for body, status in (({**ORDER, "user": user}, 200), (ORDER, 400)):
        async with service.client.post(f"{alias}/modify-position", json=body) as answer:
            assert answer.status == status
            check(answer.headers)
    async with service.client.get(f"{successor}/{asked}") as answer:
        assert answer.status == 200
        assert not any(name in answer.headers for name in MARKS)
    async with service.client.post(f"{successor}/modify-position", json=ORDER) as answer:
        assert answer.status == 200
        assert not any(name in answer.headers for name in MARKS)


def check(headers) -> None:
    since = datetime.fromtimestamp(int(headers["Deprecation"].removeprefix("@")), UTC)
    assert since == datetime(2026, 11, 28, tzinfo=UTC)
    assert headers["Deprecation"].startswith("@")  # a date of structured fields (RFC 9651)
    assert parsedate_to_datetime(headers["Sunset"]) == datetime(2027, 12, 1, tzinfo=UTC)
    assert headers["Sunset"].endswith(" GMT")
    assert headers["Link"] == f'<{POLICY}>; rel="deprecation"; type="text/html"'
