"""Compares every answer of a service under test with what its OpenAPI document says."""

import json
from functools import cache
from typing import Any

import jsonschema_rs
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient
from yarl import URL

from edge.http.openapi.routes import described
from edge.http.route import ROUTES, Base
from edge.http.table import Place, Table

VERSION = "0.0.0"
JSON = "application/json"


@cache
def _table() -> Table:
    table = Table()
    for item in ROUTES:
        table.add(item.method, item.base + item.path, _never)
    return table


async def _never(*_arguments: object) -> Any:
    raise AssertionError("this table only knows the paths")


@cache
def document_of(base: Base) -> dict[str, Any]:
    return json.loads(described(base, VERSION)[0])


@cache
def _validator(base: Base, path: str, method: str, status: str) -> Any:
    """Return what checks the JSON of one answer."""
    schema = _answer(base, path, method, status)["content"][JSON]["schema"]
    components = document_of(base)["components"]
    return jsonschema_rs.validator_for(closed({**schema, "components": components}))


def closed(shape: Any) -> Any:
    """Return a schema that takes no other fields: clients ignore new ones, this version has none.

    What refines a type beside its `$ref` stays open: it names some of the fields only.
    """
    if isinstance(shape, list):
        return [closed(one) for one in shape]
    if not isinstance(shape, dict):
        return shape
    kept = {name: closed(one) for name, one in shape.items()}
    if shape.get("type") == "object" and "properties" in shape:
        kept["additionalProperties"] = False
    return kept


def _answer(base: Base, path: str, method: str, status: str) -> dict[str, Any]:
    answer = document_of(base)["paths"][path][method]["responses"][status]
    name = answer.get("$ref", "").rsplit("/", 1)[-1]
    return document_of(base)["components"]["responses"].get(name, answer)


def deviations(method: str, path: str, status: int, headers: Any, body: bytes) -> list[str]:
    """Return in what an answer is not as described; nothing for a path that is in no document."""
    base = next((one for one in Base if path.startswith(one + "/")), None)
    asked = "GET" if method == "HEAD" else method
    found = _table().find(path, asked)
    if base is None or not isinstance(found, Place | tuple) or method == "OPTIONS":
        return []
    template = found[0].template.removeprefix(base)
    operation = document_of(base)["paths"][template][asked.lower()]
    name = f"{asked} {base}{template}: status {status}"
    if str(status) not in operation["responses"]:
        return [f"{name} is not described; its body is {body[:300]!r}"]
    answer = _answer(base, template, asked.lower(), str(status))
    wrong = [
        f"{name} has no header {header}"
        for header, reference in answer.get("headers", {}).items()
        if _is_required(base, reference) and header not in headers
    ]
    if "content" not in answer:
        return wrong + ([f"{name} has a body"] if body else [])
    media = headers.get("Content-Type", "").partition(";")[0]
    if media not in answer["content"]:
        return [*wrong, f"{name} is {media or 'without a type'}"]
    if media == JSON and method != "HEAD":
        kind = _validator(base, template, asked.lower(), str(status))
        wrong += [
            f"{name}: {error.message[:300]} at /{'/'.join(map(str, error.instance_path))}"
            for error in kind.iter_errors(json.loads(body))
        ]
    return wrong


def _is_required(base: Base, reference: dict[str, Any]) -> bool:
    name = reference["$ref"].rsplit("/", 1)[1]
    return document_of(base)["components"]["headers"][name].get("required", False)


class DescribedClient(TestClient):
    """A client for which an answer that is not described is a failure of the test."""

    async def _request(self, method: str, path: Any, **options: Any) -> ClientResponse:
        answer = await super()._request(method, path, **options)
        body = await answer.read()
        place = URL(str(path)).path
        wrong = deviations(method, place, answer.status, answer.headers, body)
        assert not wrong, "\n".join(wrong)
        return answer
