"""The tables of the API's pages equal those of the code: routes, codes, rates, cache, memos."""

import re
from collections.abc import Iterator

import edge.core.app  # noqa: F401 - fills the table of routes
from chain.commands.spec import WALLET_COMMANDS
from edge.api.markets.schemas import ExchangeSpecification, MarketSpecification
from edge.http.errors import STATUS_OF
from edge.http.limits import CACHE_AGES, RATES
from edge.http.route import ROUTES, Base
from edge.operator.admin.table import ADMIN_COMMANDS
from engine.schema.errors import ErrorCode
from tests.tidy.tree import files_with, text_of

API, MAIN, EXPRESS = (f"docs/rules/api{part}.md" for part in ("", "-main", "-express"))
NO_FIELDS = "\u2013"  # a dash
CHAIN = "docs/rules/chain-commands.md"
CODE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:INTERNAL|MAINTENANCE|VALIDATION)\b")
RAISED = re.compile(r'\b(?:ApiError|ProgrammeError)\(\s*"([A-Z_]+)"')
# One code with two statuses: no row of a leaderboard, or a wallet outside of a programme.
SECOND_STATUS = {("NOT_PARTICIPATING", 404)}
METHOD, QUOTED = "(?:GET|POST|PUT)", "`[^`]+`"
CALL = re.compile(
    rf"\b({METHOD}(?:, {METHOD})*) ({QUOTED}(?:(?: \([^)]*\))?(?: · |, | and ){QUOTED})*)"
)
PATH = re.compile(r"`(?:\{base\})?([^`?]+)[^`]*`")
# Tables of one chapter leave out the beginning of their paths.
USER = "/user/{}/"
BEGINNINGS = ("", USER, f"{USER}quote/")
# Not in the table of routes: `transaction/{name}` stands for the table below it, `/ws` upgrades.
NO_ROUTE = {"transaction/{}", "/express/v1/ws", "/auth"}
# Of both bases, on the page of one.
BOTH_BASES = {"/openapi.json", "/docs"}
# Paths that the pages name as another spelling of one that they list.
ALIASES = {
    "/quote/": f"{USER}quote/",
    "/referrals/": "/points/referrals/",
    "/perpetual-points/referrals/": "/points/referrals/",
    "/staking/epoch": "/staking/{}/epoch",
    "/staking/locked": "/staking/{}/locked",
}


def section(page: str, heading: str) -> str:
    """Return the text below a heading, up to the next one."""
    _, found, rest = text_of(page).partition(f"{heading}\n")
    assert found, (page, heading)
    return re.split(r"^#{2,4} ", rest, maxsplit=1, flags=re.M)[0]


def rows(text: str) -> Iterator[list[str]]:
    """Return the cells of each row of the tables in a text, heads left out."""
    is_below_head = False
    for line in text.splitlines():
        if line.startswith("| ") and is_below_head:
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        is_below_head = line.startswith("|---") or (is_below_head and line.startswith("|"))


def normal(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def codes_on_the_page() -> list[tuple[str, int]]:
    return [
        (code, int(cells[0][:3]))
        for cells in rows(section(API, "## 9. Error catalog"))
        if cells[0][:3].isdigit()
        for code in CODE.findall(cells[1])
    ]


def test_the_catalog_of_codes_is_that_of_the_code_with_each_status():
    listed = codes_on_the_page()
    assert len(listed) == len(set(listed))
    assert set(listed) == set(STATUS_OF.items()) | SECOND_STATUS
    routes = {(code.split()[1], int(code[:3])) for r in ROUTES for code in r.codes if " " in code}
    assert routes == SECOND_STATUS


def test_every_code_of_the_engine_and_of_a_refusal_is_in_the_catalog():
    raised = {
        code
        for path in files_with(".py")
        if path.startswith(("edge/", "engine/"))
        for code in RAISED.findall(text_of(path))
    }
    of_routes = {code.split()[-1] for each in ROUTES for code in each.codes}
    engine = {code.name for code in ErrorCode if code is not ErrorCode.NONE}
    assert len(raised) > 30
    assert raised | of_routes | engine <= STATUS_OF.keys()


def test_codes_named_anywhere_in_the_rules_exist():
    known = STATUS_OF.keys()
    for page in files_with(".md", under="docs/rules/"):
        quoted = re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", text_of(page))
        assert set(quoted) <= known, (page, set(quoted) - known)


def test_exact_messages_of_the_catalog_are_those_of_the_code():
    line = section(API, "## 9. Error catalog").strip().splitlines()[0]
    sources = "".join(
        text_of(path) for path in files_with(".py") if path.startswith(("edge/", "engine/"))
    )
    messages = [text.removesuffix("…") for text in re.findall(r"`([^`]+)`", line)]
    assert len(messages) >= 8
    assert not [text for text in messages if text not in sources]


def calls_on_the_pages() -> Iterator[tuple[Base | None, str, str]]:
    """Return base (None: as the row says), method and path of every call that the pages list."""
    for page, base in ((API, None), (MAIN, Base.MAIN), (EXPRESS, Base.EXPRESS)):
        for methods, paths in CALL.findall(text_of(page)):
            for path in PATH.findall(paths):
                yield from ((base, method, normal(path)) for method in methods.split(", "))
    for cells in rows(section(MAIN, "### 4.9 User `/user/{user}`")):
        if cells[0] in WALLET_COMMANDS:
            yield Base.MAIN, "POST", f"{USER}transaction/{cells[0]}"


def routes_of(base: Base | None, method: str, path: str) -> set[tuple[Base, str, str]]:
    """Return the routes that a call of the pages names."""
    bases = tuple(Base) if base is None or path in BOTH_BASES else (base,)
    named = {(one, method, beginning + path) for one in bases for beginning in BEGINNINGS}
    return named & {(each.base, each.method, normal(each.path)) for each in ROUTES}


def test_the_calls_of_the_pages_are_the_routes():
    found, unknown = set(), []
    for call in calls_on_the_pages():
        routes = routes_of(*call)
        found |= routes
        if not routes and call[2] not in NO_ROUTE:
            unknown.append(call)
    assert not unknown, unknown
    known = {(each.base, each.method, normal(each.path)) for each in ROUTES}
    missing = {
        (base, method, path)
        for base, method, path in known - found
        if not any(
            path.startswith(short) and (base, method, whole + path[len(short) :]) in found
            for short, whole in ALIASES.items()
        )
    }
    assert not missing, missing


def rate_text(per_s: float) -> str:
    """Return a rate in the largest of its units in which it is a whole number."""
    for unit, seconds in (("s", 1), ("min", 60), ("h", 3_600)):
        count = per_s * seconds
        if abs(count - round(count)) < 1e-9:
            return f"{round(count):,}/{unit}"
    raise AssertionError(per_s)


def test_the_table_of_rates_is_that_of_the_code():
    shown = {cells[0].strip("`"): cells[3] for cells in rows(section(API, "### 1.7 Rate limits"))}
    expected = {
        name: f"{rate_text(rate.per_s)} / {rate.burst:,}"
        for name, rate in RATES.items()
        if name != "none"
    }
    assert {name: text.partition(" (")[0] for name, text in shown.items()} == expected


def test_the_table_of_cache_classes_is_that_of_the_code():
    shown = {cells[0].strip("`"): cells[2] for cells in rows(section(API, "### 1.6 Caching"))}
    assert shown == {
        name: "`private, no-store`" if age is None else str(age) for name, age in CACHE_AGES.items()
    }
    assert {each.cache for each in ROUTES} - {None} == CACHE_AGES.keys()


def test_the_table_of_memos_is_that_of_the_wallet_commands():
    shown = {cells[0]: cells[1] for cells in rows(section(CHAIN, "## Memo"))}
    plain = {name: re.sub(r" \([^)]*\)", "", text) for name, text in shown.items()}
    assert plain == {
        name: ", ".join(line.name + "?" * line.is_optional for line in command.lines) or NO_FIELDS
        for name, command in WALLET_COMMANDS.items()
    }


def test_the_list_of_memo_commands_is_that_of_the_wallet_commands():
    text = section(CHAIN, "## 6. Chain node (`/rpc`)")
    listed = re.search(r"one per transaction: ([a-z· \n-]+)\.", text)
    assert listed
    assert set(re.split(r"\s*·\s*", listed[1])) == WALLET_COMMANDS.keys()


def test_the_list_of_operator_commands_is_that_of_the_command_line():
    text = section("docs/rules/operations.md", "### 7.10 Operator")
    listed = text.partition(": ")[2].partition(". Each is")[0]
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", listed))
    assert named == {command.name for command in ADMIN_COMMANDS}


def test_the_specifications_on_the_page_have_the_fields_of_the_schemas():
    page = text_of("docs/rules/api-entities.md")
    exchange = re.search(r"^\| specification \| object \| (.+) \|$", page, re.M)
    market = re.search(r"^specification: (.+)\.$", page, re.M)
    for found, schema in ((exchange, ExchangeSpecification), (market, MarketSpecification)):
        assert found
        plain = re.sub(r"\([^)]*\)|\{[^}]*\}|`[^`]*`", "", found[1])
        listed = [part.split()[0] for part in plain.split(",")]
        assert sorted(listed) == sorted(schema.__struct_encode_fields__)
