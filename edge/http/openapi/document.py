"""OpenAPI 3.1 of one base, made from the table of routes."""

import re
from typing import Any

import msgspec

from edge.http.answers import parameters_of, refusals
from edge.http.errors import MESSAGE_OF, STATUS_OF
from edge.http.limits import CACHE_AGES, IDEMPOTENCY_KEY_MAX, RATES
from edge.http.openapi.descriptions import TAGS, words_of
from edge.http.openapi.fields.table import (
    described,
    of_path,
    texts,
    with_words,
    words_of_type,
)
from edge.http.openapi.recorded import key_of, recorded
from edge.http.route import JSON, Base, Route
from edge.http.schema.base import Entity, Nothing
from edge.http.schema.examples import CONDITIONS, EXAMPLES
from edge.http.schema.units import ADDRESS_SCHEMA

Shape = dict[str, Any]
REFERENCE = "#/components/schemas/{name}"
DESCRIPTION = """\
Amounts are integers of the smallest unit, in strings: with 6 decimals (`x-decimals`) `"1500000"`
is 1.5. Rates and ratios are decimal strings: `"0.01"` is 1 %. Times are unix seconds, UTC. What is
listed here is all that this version answers; a later one may add fields, so clients ignore those
that they do not know.

Rounding is against the caller, at the last unit: what is paid to a wallet is rounded down, what is
charged is rounded up. Fields of the same name mean the same, unless a description says otherwise.

A query parameter that a call does not have, or has twice, is refused: 400 `VALIDATION` with its
name in `details.field`. A field that a body does not have is ignored; a key that it has twice is
refused. Integers are written without a fraction. A request without its wallet is 400
`MISSING_ADDRESS` on every call, one with a text that is no wallet 400 `INVALID_ADDRESS`, both with
the parameter in `details.field`.

Every answer has an `X-Request-Id`, the caller's own if it matches `[A-Za-z0-9-]{8,64}`. From
status 400 on the body is `Error`.

Sessions of browsers: with `useCookie` at the sign-in the refresh token comes as a cookie
(`HttpOnly`, `SameSite=Strict`), named by the wallet, for `/api/v1/auth/refresh-token` and
`/api/v1/auth/logout` with `{"address": …}` alone. These calls need the `Origin` of this site.
Programs leave all of it out and send the refresh token in the body.

Two interfaces are no part of this document. Live data come over the websocket `/express/v1/ws`,
described by `/express/v1/asyncapi.json`. The chain's JSON-RPC 2.0 node answers at `/rpc`; signed
transactions go there."""

_ADDRESS = {
    "type": "string",
    "description": "a wallet: base58 of exactly 32 bytes",
    **ADDRESS_SCHEMA,
}
_SLUG = {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}
_NUMBER = {"type": "integer", "minimum": 0}
_OF_PATH: dict[str, Shape] = {
    "contestId": _SLUG,
    "contestName": _SLUG,
    "marketId": _NUMBER,
    "orderId": _NUMBER,
    "user": _ADDRESS,
}
_TEXT = {"type": "string"}
_COUNT = {"type": "string", "pattern": "^[0-9]+$"}
_HEADERS: dict[str, Shape] = {
    "X-Request-Id": {
        "schema": {"type": "string", "minLength": 8},
        "required": True,
        "description": "names this request in logs and in reports of faults",
    },
    "RateLimit-Limit": {"schema": _COUNT, "description": "tokens of a full bucket"},
    "RateLimit-Remaining": {"schema": _COUNT, "description": "tokens that are left"},
    "RateLimit-Reset": {"schema": _COUNT, "description": "seconds until the bucket is full"},
    "Retry-After": {
        "schema": _COUNT,
        "required": True,
        "description": "seconds after which the same request may pass",
    },
    "ETag": {
        "schema": {"type": "string", "pattern": '^"[^"]*"$'},
        "required": True,
        "description": "names this content; for `If-None-Match`",
    },
    "Cache-Control": {
        "schema": _TEXT,
        "required": True,
        "description": "how long the answer may be kept",
    },
    "Idempotency-Replayed": {
        "schema": {"const": "true"},
        "description": "the answer is that of an earlier request with the same key",
    },
    "Acre-Sequence": {
        "schema": _COUNT,
        "description": "the last applied command; a request that carries it waits for that one",
    },
    "X-Next-Cursor": {"schema": _TEXT, "description": "of CSV; absent on the last page"},
    "Set-Cookie": {
        "schema": _TEXT,
        "description": "of pages of this site; see Sessions of browsers",
    },
    "Content-Disposition": {"schema": _TEXT, "description": "of CSV: the name of the file"},
    "Deprecation": {
        "schema": {"type": "string", "pattern": "^@[0-9]+$"},
        "required": True,
        "description": "since when the call is deprecated (RFC 9745)",
    },
    "Sunset": {
        "schema": _TEXT,
        "required": True,
        "description": "when the call may end (RFC 8594)",
    },
    "Link": {
        "schema": _TEXT,
        "required": True,
        "description": '`rel="deprecation"`: the policy',
    },
}
_RATE = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
_PHRASES = {
    304: "Not changed since the answer with this ETag",
    400: "Malformed or invalid",
    401: "Not authenticated",
    403: "Authenticated, but not allowed",
    404: "Not found",
    409: "The state forbids it now",
    413: "Too large",
    415: "Another content type",
    429: "Too many requests",
    500: "A fault of the service",
    502: "The chain node failed",
    503: "Under maintenance",
}


class Error(Entity):
    """The body of every answer with a status from 400 on."""

    message: str
    code: str
    details: dict[str, Any]
    request_id: str


class Unauthorized(Error):
    """The body of an answer with status 401; `expiredToken`: a refresh and one retry may help."""

    expired_token: bool


class Pagination(Entity):
    """The cursor of the next page of a main list."""

    next_cursor: str | None
    limit: int


def document(base: Base, routes: list[Route], version: str) -> Shape:
    """Return the OpenAPI document of `base`."""
    chosen = sorted(
        (item for item in routes if item.base is base), key=lambda item: (item.path, item.method)
    )
    returned = [item.returns for item in chosen if item.returns is not None]
    answers, entities = _components([Error, Unauthorized, Pagination, *returned])
    asked = [kind for item in chosen for kind in (item.query, item.body or Nothing)]
    _, requests = _components(asked)
    bodies = {item.body.__name__ for item in chosen if item.body is not None}
    queries = {item.query.__name__ for item in chosen} | {Nothing.__name__}
    forms = {
        name: described(name, _request(shape), is_query=name in queries)
        for name, shape in requests.items()
    }
    shapes = iter(answers[3:])
    paths: dict[str, Shape] = {}
    for item in chosen:
        answer = next(shapes) if item.returns is not None else None
        query = forms[item.query.__name__]
        paths.setdefault(item.path, {})[item.method.lower()] = _operation(item, query, answer)
    kept = {name: described(name, _entity(shape)) for name, shape in entities.items()}
    for name, shape in forms.items():
        if name not in queries - bodies:
            assert name not in kept, f"{name} is both asked and answered"
            kept[name] = _body(name, shape)
    made = {
        "openapi": "3.1.0",
        "info": {
            "title": f"Acre {base.name.lower()} API",
            "version": version,
            "description": DESCRIPTION,
            "contact": {"name": "The operator of this exchange"},
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": str(base)}],
        "security": [],  # of calls that name none of their own
        "tags": [
            {"name": name, "description": TAGS.get(name, f"Calls below `/{name}`")}
            for name in sorted({_tag(item.path) for item in chosen})
        ],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(kept.items())),
            "headers": _HEADERS,
            "responses": _COMMON,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }
    _drop_unused(made)
    return made


def _drop_unused(made: Shape) -> None:
    """Leave out the shared parts that nothing of this base refers to."""
    shared = made["components"]
    for chapter in ("responses", "schemas", "headers"):  # in the order in which they refer
        while True:
            named = str(made)
            used = {
                name: part
                for name, part in shared[chapter].items()
                if f"'#/components/{chapter}/{name}'" in named
            }
            if len(used) == len(shared[chapter]):
                break
            shared[chapter] = used


def _components(kinds: list[Any]) -> tuple[tuple[Shape, ...], dict[str, Shape]]:
    shapes, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    for shape in components.values():
        if "description" in shape:
            shape["description"] = words_of_type(shape["description"])
    return tuple(shapes), components


def _entity(shape: Shape) -> Shape:
    """Return an answer's shape: every field is there, also one that has a default for us."""
    if "properties" not in shape:
        return shape
    required = set(shape.get("required", ()))
    properties = {}
    for name, field in shape["properties"].items():
        if "default" in field:
            required.add(name)
        properties[name] = {key: value for key, value in field.items() if key != "default"}
    in_order = [name for name in properties if name in required]
    return {**shape, "properties": properties, "required": in_order}


def _request(shape: Shape) -> Shape:
    """Return a query's or a body's shape; what the handler itself requires is required."""
    required = list(shape.get("required", ()))
    properties = {}
    for name, field in shape.get("properties", {}).items():
        if field.get("x-required"):
            required.append(name)
            properties[name] = _present(field)
        else:
            properties[name] = _without_null_default(field)
    in_order = [name for name in properties if name in required]
    return {**shape, "properties": properties, "required": in_order}


def _body(name: str, shape: Shape) -> Shape:
    """Return a body's shape, with what its fields do not say one by one.

    The description states the default: type generators would make the field required.
    """
    properties = {}
    for field, kind in shape["properties"].items():
        properties[field] = {key: value for key, value in kind.items() if key != "default"}
        if "default" in kind:
            words = f"default {msgspec.json.encode(kind['default']).decode()}"
            text = kind.get("description")
            properties[field]["description"] = f"{text}; {words}" if text else words
    conditions = CONDITIONS.get(name, {})
    return {**shape, "properties": properties, **conditions, "examples": [EXAMPLES[name]]}


_OURS = {"x-required", "x-wallet", "default"}  # marks that the document does not show


def _present(field: Shape) -> Shape:
    kept = {key: value for key, value in field.items() if key not in _OURS}
    if "default" not in field:
        return kept
    kinds = [kind for kind in kept.pop("anyOf", ()) if kind != {"type": "null"}]
    return {**kinds[0], **kept} if len(kinds) == 1 else kept | ({"anyOf": kinds} if kinds else {})


def _without_null_default(field: Shape) -> Shape:
    """Return a field whose absence is its default."""
    is_absent = "default" in field and field["default"] is None
    return {key: field[key] for key in field if key != "default"} if is_absent else field


def _operation(item: Route, query: Shape, answer: Shape | None) -> Shape:
    operation: Shape = {
        "operationId": operation_id(item),
        "summary": item.summary,
        "description": words_of(item),
        "tags": [_tag(item.path)],
        "parameters": [*_path_parameters(item.path), *_query_parameters(query), *_asked(item)],
        "responses": {**_successes(item, query, answer), **_refused(item)},
        "x-rate": {
            "class": item.rate,
            "perSecond": round(RATES[item.rate].per_s, 6),
            "burst": RATES[item.rate].burst,
        },
        "x-codes": {str(status): codes for status, codes in refusals(item).items()},
    }
    if item.needs_token:
        operation["security"] = [{"bearer": []}]
    elif item.path == "/auth/challenge":
        operation["security"] = [{}, {"bearer": []}]
    if item.cache is not None:
        operation["x-max-age"] = CACHE_AGES[item.cache]
    if item.deprecated is not None:
        operation["deprecated"] = True
        operation["x-deprecation"] = {
            "since": item.deprecated.since.isoformat(),
            "sunset": item.deprecated.sunset.isoformat(),
            "successor": item.deprecated.successor,
        }
    if item.body is not None:
        schema = {"$ref": REFERENCE.format(name=item.body.__name__)}
        operation["requestBody"] = {
            "required": not item.is_body_optional,
            "content": {JSON: {"schema": schema}},
        }
    return operation


def _is_confirmable(item: Route) -> bool:
    """Return whether the answer has an ETag."""
    return item.method == "GET" and not item.needs_token


def _headers(*names: str) -> Shape:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}


def _successes(item: Route, query: Shape, answer: Shape | None) -> Shape:
    names = ["Cache-Control", *_RATE]
    names += ["ETag"] if _is_confirmable(item) else []
    names += ["Idempotency-Replayed"] if item.is_idempotent else []
    names += ["Acre-Sequence"] if item.method != "GET" and item.status != 204 else []
    is_csv = "format" in query["properties"]
    names += ["X-Next-Cursor", "Content-Disposition"] if is_csv else []
    names += ["Set-Cookie"] if item.sets_cookie else []
    marks = [] if item.deprecated is None else list(item.deprecated.headers)
    names += marks
    success: Shape = {"description": "Success", "headers": _headers(*names)}
    if answer is not None:
        success["content"] = {item.media: {"schema": _enveloped(item, answer)}}
    elif item.status != 204:
        success["content"] = {item.media: {"schema": _TEXT}}
    if (example := recorded().get(key_of(item))) is not None:
        success["content"][item.media]["example"] = example
    if is_csv:
        success["content"]["text/csv"] = {"schema": _TEXT}
    found = {str(item.status): success}
    if item.repeat_status is not None:
        found[str(item.repeat_status)] = success
    if _is_confirmable(item):
        unchanged = {
            "description": _PHRASES[304],
            "headers": _headers("ETag", "Cache-Control", *marks),
        }
        found["304"] = unchanged
    return found


def _refused(item: Route) -> Shape:
    found = {}
    for status, codes in refusals(item).items():
        common = codes[0] if len(codes) == 1 and codes[0] in _COMMON else None
        reference = {"$ref": f"#/components/responses/{common}"}
        found[str(status)] = reference if common is not None else _refusal(status, codes)
    return found


def _refusal(status: int, codes: list[str]) -> Shape:
    rate = _RATE if status == 429 else ()
    wait = ("Retry-After",) if status in {429, 503} else ()
    name = "Unauthorized" if status == 401 else "Error"
    schema = {"$ref": REFERENCE.format(name=name), "properties": {"code": {"enum": codes}}}
    meanings = "; ".join(f"`{code}`: {MESSAGE_OF[code]}" for code in codes)
    return {
        "description": f"{_PHRASES[status]}. {meanings}",
        "headers": _headers(*rate, *wait),
        "content": {JSON: {"schema": schema}},
    }


# Refusals that many routes share.
_COMMON = {
    code: _refusal(STATUS_OF[code], [code])
    for code in (
        "IDEMPOTENCY_MISMATCH",
        "INTERNAL",
        "MAINTENANCE",
        "PAYLOAD_TOO_LARGE",
        "RATE_LIMITED",
        "UNSUPPORTED_MEDIA_TYPE",
        "VALIDATION",
    )
}


def _enveloped(item: Route, answer: Shape) -> Shape:
    if item.rows is not None:
        cursor = with_words({"type": ["string", "null"]}, texts()["nextCursor"])
        return _object({item.rows: with_words(answer, "Rows of this page"), "nextCursor": cursor})
    if item.base is Base.EXPRESS or item.is_bare:
        return answer
    if item.is_page:
        pagination = {
            "$ref": REFERENCE.format(name="Pagination"),
            "description": "Where the next page begins",
        }
        info = with_words(answer, "Rows of this page")
        return _object({"info": info, "pagination": pagination})
    return _object({"info": with_words(answer, "What the call answers with")})


def _object(properties: Shape) -> Shape:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def _path_parameters(path: str) -> list[Shape]:
    return [
        {"name": name, "in": "path", "required": True}
        | _words_outside(of_path(name, _OF_PATH.get(name, _TEXT)))
        for name in parameters_of(path)
    ]


def _query_parameters(shape: Shape) -> list[Shape]:
    required = set(shape.get("required", ()))
    parameters = []
    for name, schema in shape.get("properties", {}).items():
        parameter = {"name": name, "in": "query", "required": name in required}
        parameter |= _words_outside(_sent(schema))
        kinds = (schema, *schema.get("anyOf", ()))
        if any(kind.get("type") == "array" for kind in kinds):
            parameter |= {"style": "form", "explode": False}
        parameters.append(parameter)
    return parameters


def _words_outside(schema: Shape) -> Shape:
    """Return the schema and, beside it, the description of the parameter."""
    kept = {key: value for key, value in schema.items() if key != "description"}
    return {"description": schema.get("description", ""), "schema": kept}


def _sent(schema: Shape) -> Shape:
    """Return what a URL can say of a field: there is no null in it, a parameter is absent."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if not kinds:
        if isinstance(schema.get("enum"), list) and None in schema["enum"]:
            return {**schema, "enum": [value for value in schema["enum"] if value is not None]}
        return schema
    kept = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**kinds[0], **kept} if len(kinds) == 1 else {**kept, "anyOf": kinds}


def _asked(item: Route) -> list[Shape]:
    """Return the headers that change the answer."""
    found = []
    if _is_confirmable(item):
        words = "the `ETag` of an earlier answer; 304 while it is the same"
        found.append(
            {"name": "If-None-Match", "in": "header", "description": words, "schema": _TEXT}
        )
    if item.is_idempotent:
        schema = {"type": "string", "maxLength": IDEMPOTENCY_KEY_MAX}
        words = "the caller's own name of this write; a repeat within 24 h gets the first answer"
        found.append(
            {"name": "Idempotency-Key", "in": "header", "description": words, "schema": schema}
        )
    return found


def operation_id(item: Route) -> str:
    """Return the name of a call: method and path, `getMarketBySymbolVolumes`."""
    words = re.split(r"[-/.]", item.path.replace("{", "by-").replace("}", ""))
    return item.method.lower() + "".join(word[:1].upper() + word[1:] for word in words if word)


def _tag(path: str) -> str:
    """Return the chapter of a path: its first words that are no parameters."""
    parts = [part for part in path.split("/") if part and not part.startswith("{")]
    return " ".join(parts[:2]) if parts[0] == "user" and len(parts) > 2 else parts[0]
