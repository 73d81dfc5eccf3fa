"""`docs/reference/api`: every call of both bases and every type, as pages of the documentation."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from edge.generate.shapes import NOTICE, name_of, schemas
from edge.http.errors import MESSAGE_OF, STATUS_OF
from edge.http.openapi.descriptions import TAGS
from edge.http.openapi.document import DESCRIPTION
from edge.http.route import JSON, Base

Shape = dict[str, Any]
FOLDER = Path("docs/reference/api")
HOST = "http://127.0.0.1:8080"
SHARED = "types"
# Pages and the chapters of the documents that they have; every chapter is on one page.
PAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "sign-in": ("Sign-in", "messages, tokens, sessions", ("auth",)),
    "markets": (
        "Markets",
        "prices, volumes, funding, trades, the exchange and its pool",
        (
            "account",
            "collections",
            "market",
            "market-time-series",
            "metadata",
            "time-series",
            "trade-stream",
        ),
    ),
    "housing": (
        "Housing",
        "areas, indexes, the deal analysis",
        ("deal-analysis", "real-estate-data"),
    ),
    "wallets": (
        "Wallets",
        "accounts, positions, balances, histories",
        ("hoa-staking", "portfolio", "user", "user event", "user history"),
    ),
    "public-lists": (
        "Public lists",
        "liquidations and settlement requests of all wallets",
        ("liquidations", "settlement-requests"),
    ),
    "quotes": ("Quotes", "what an order would do now", ("quote", "user quote")),
    "transactions": (
        "Transactions",
        "unsigned transactions for a wallet to sign",
        ("user transaction",),
    ),
    "profile": ("Profile", "settings, onboarding, alerts", ("user profile",)),
    "predictions": ("Predictions", "questions, books, orders, points", ("predictions",)),
    "points": (
        "Points",
        "seasons, the perpetual programme, referrals",
        (
            "perpetual-points",
            "points",
            "ppps3",
            "referral-codes",
            "referrals",
        ),
    ),
    "contests": ("Contests", "terms, participants, leaderboards", ("contest",)),
    "staking": ("Staking", "stakes of ACRE tokens", ("staking",)),
    "service": (
        "Service",
        "health, status, solvency, documents, the demo",
        (
            "asyncapi.json",
            "changelog.atom",
            "docs",
            "faucet",
            "health",
            "openapi.json",
            "ready",
            "replay-speed",
            "solvency",
            "status",
        ),
    ),
}
_BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "default": "default `{}`",
}


def reference_pages(documents: Mapping[Base, Shape]) -> dict[Path, str]:
    """Return the pages by their paths."""
    named = [tag for _, _, tags in PAGES.values() for tag in tags]
    assert sorted(named) == sorted(TAGS), "each chapter is on one page of the reference"
    shapes = schemas(documents)
    calls = {page: list(_calls_of(documents, set(tags))) for page, (*_, tags) in PAGES.items()}
    homes = _homes(calls, shapes)
    made = {FOLDER / "README.md": _index()}
    for page, (title, words, _) in PAGES.items():
        of_page = _Page(page, homes, shapes)
        lines = [f"# {title}", "", f"{NOTICE}", "", f"{words[:1].upper()}{words[1:]}."]
        for base, path, method, operation in calls[page]:
            lines += of_page.call(base, path, method, operation)
        made[FOLDER / f"{page}.md"] = "\n".join([*lines, *of_page.types()]) + "\n"
    shared = _Page(SHARED, homes, shapes)
    lines = ["# Shared types", "", NOTICE, "", "Types that calls of several pages use."]
    made[FOLDER / f"{SHARED}.md"] = "\n".join([*lines, *shared.types()]) + "\n"
    return made


Call = tuple[Base, str, str, Shape]


def _calls_of(documents: Mapping[Base, Shape], tags: set[str]) -> Iterator[Call]:
    for base, document in documents.items():
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if operation["tags"][0] in tags:
                    yield base, path, method.upper(), operation


def _homes(calls: Mapping[str, list[Call]], shapes: Mapping[str, Shape]) -> dict[str, str]:
    """Return on which page each type is: that of its calls, or the shared one."""
    users: dict[str, set[str]] = {}
    for page, of_page in calls.items():
        waiting = re.findall(r"#/components/schemas/(\w+)", str(of_page))
        while waiting:
            name = waiting.pop()
            if page not in users.setdefault(name, set()):
                users[name].add(page)
                waiting += re.findall(r"#/components/schemas/(\w+)", str(shapes[name]))
    homes = {
        name: next(iter(pages)) if len(pages) == 1 else SHARED for name, pages in users.items()
    }
    return homes | dict.fromkeys(shapes.keys() - users.keys(), SHARED)


class _Page:
    """One page: its calls, and the types whose home it is."""

    def __init__(
        self,
        name: str,
        homes: Mapping[str, str],
        shapes: Mapping[str, Shape],
    ) -> None:
        self._name = name
        self._homes = homes
        self._shapes = shapes

    def call(self, base: Base, path: str, method: str, operation: Shape) -> Iterator[str]:
        """Yield the section of a call."""
        yield from ("", f"## {method} {base}{path}", "", _linked(operation["description"]))
        if (age := operation.get("x-max-age")) is not None:
            yield from ("", f"May be cached for {age} s.")
        asked = [one for one in operation["parameters"] if one["in"] != "header"]
        if asked:
            yield from ("", "| Parameter | In | Type | Meaning |", "|---|---|---|---|")
        for one in asked:
            need = "" if one["required"] else ", optional"
            words = _cell(one["description"], one["schema"])
            yield f"| `{one['name']}` | {one['in']}{need} | {self._kind(one['schema'])} | {words} |"
        headers = ", ".join(
            f"`{one['name']}`" for one in operation["parameters"] if one not in asked
        )
        if headers:
            yield from ("", f"Headers: {headers}.")
        if "requestBody" in operation:
            need = "" if operation["requestBody"]["required"] else ", which may be absent"
            schema = operation["requestBody"]["content"][JSON]["schema"]
            yield from ("", f"Body{need}: {self._kind(schema)}.")
        elif method != "GET":
            yield from ("", "No body.")
        yield from self._answers(operation)
        yield from _example(base, path, method, operation, self._shapes)

    def _answers(self, operation: Shape) -> Iterator[str]:
        for status, answer in operation["responses"].items():
            if status < "300":
                kinds = [
                    self._kind(content["schema"]) if media == JSON else f"`{media}`"
                    for media, content in answer.get("content", {}).items()
                ]
                yield from ("", f"Answers {status}: {' or '.join(kinds) or 'no body'}.")
        refused = (
            f"{status} {', '.join(f'`{code}`' for code in codes)}"
            for status, codes in operation["x-codes"].items()
        )
        yield from ("", f"Refusals: {'; '.join(refused)}.")

    def types(self) -> Iterator[str]:
        """Yield the types whose home this page is."""
        own = [name for name in self._shapes if self._homes[name] == self._name]
        if own:
            yield from ("", "## Types") if self._name != SHARED else ()
        level = "##" if self._name == SHARED else "###"
        for name in own:
            shape = self._shapes[name]
            yield from ("", f"{level} {name}", "", shape.get("description", ""))
            if shape.get("properties"):
                yield from ("", "| Field | Type | Meaning |", "|---|---|---|")
            required = set(shape.get("required", ()))
            for field, kind in shape.get("properties", {}).items():
                need = "" if field in required else ", optional"
                words = _cell(kind["description"], kind)
                yield f"| `{field}` | {self._kind(kind)}{need} | {words} |"

    def _kind(self, shape: Shape) -> str:
        if "$ref" in shape:
            name = name_of(shape)
            home = "" if self._homes[name] == self._name else f"{self._homes[name]}.md"
            return f"[{name}]({home}#{name.lower()})"
        if "anyOf" in shape:
            return " or ".join(dict.fromkeys(self._kind(kind) for kind in shape["anyOf"]))
        if "enum" in shape:
            *words, last = (f"`{_word(value)}`" for value in shape["enum"])
            return f"{', '.join(words)} or {last}" if words else last
        kind = shape.get("type", "any")
        if kind == "array":
            inner = self._kind(shape.get("items", {}))
            return f"list of {inner}s" if inner in {"integer", "string"} else f"list of {inner}"
        if kind == "object" and "properties" in shape:
            inside = (
                f"`{name}`: {self._kind(field)}" for name, field in shape["properties"].items()
            )
            return f"object with {', '.join(inside)}"
        return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _linked(words: str) -> str:
    """Return the description of a call with a link to the page of the rate classes."""
    return words.replace("rate class", "[rate class](../../limits.md)")


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _cell(words: str, schema: Shape) -> str:
    notes = [text.format(_word(schema[key])) for key, text in _BOUNDS.items() if key in schema]
    return "; ".join([words, *notes]).replace("|", "\\|").replace("\n", " ")


def _example(
    base: Base, path: str, method: str, operation: Shape, shapes: Mapping[str, Shape]
) -> Iterator[str]:
    needed = [
        f"{one['name']}=…"
        for one in operation["parameters"]
        if one["in"] == "query" and one["required"]
    ]
    address = f"'{HOST}{base}{path}{'?' if needed else ''}{'&'.join(needed)}'"
    words = ["curl", address] if method == "GET" else ["curl", "-X", method, address]
    if operation.get("security") == [{"bearer": []}]:
        words.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"][JSON]["schema"]
        body = json.dumps(shapes[name_of(schema)]["examples"][0], ensure_ascii=False)
        words += ["-H 'Content-Type: application/json'", f"-d '{body}'"]
    yield from ("", "```", " ".join(words), "```")
    for status, answer in operation["responses"].items():
        example = answer.get("content", {}).get(JSON, {}).get("example")
        if status < "300" and example is not None:
            text = json.dumps(example, indent=1, ensure_ascii=False)
            yield from ("", "```json", text, "```")
            return


def _index() -> str:
    pages = "\n".join(
        f"- [{title}]({page}.md): {words}." for page, (title, words, _) in PAGES.items()
    )
    codes = "\n".join(
        f"| `{code}` | {STATUS_OF[code]} | {MESSAGE_OF[code]} |" for code in sorted(STATUS_OF)
    )
    conventions = DESCRIPTION.replace("`Error`", f"[Error]({SHARED}.md#error)")
    return f"""\
# API reference

{NOTICE} The same for programs: [`/api/v1/openapi.json`](/api/v1/openapi.json) and
[`/express/v1/openapi.json`](/express/v1/openapi.json); as one page without a site:
[`/api/v1/docs`](/api/v1/docs), [`/express/v1/docs`](/express/v1/docs). Examples of answers were
recorded from a running service; their lists are cut to one row. In the commands `{{user}}` and `…`
stand for values, `$TOKEN` for the access token of a [sign-in](sign-in.md).

{pages}
- [Shared types]({SHARED}.md): types that calls of several pages use.

## Conventions

{conventions}

| Header of a request | What it does |
|---|---|
| `If-None-Match` | The `ETag` of an earlier answer: 304 without a body while nothing has changed |
| `Idempotency-Key` | Your own name of a write: a repeat with it within 24 h gets the first answer |

## Codes

The `code` of a refusal, its usual status and its words.

| Code | Status | Words |
|---|--:|---|
{codes}
"""
