"""Every citation of a rule, an API section or a page of the rules points to what exists."""

import re
from functools import cache

import pytest

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.tidy.tree import files_with, is_generated, text_of

SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".ts", ".tsx", ".mjs", ".sql", ".css", ".md")
PAGES = files_with(".md", under="docs/rules/")
SECTION = re.compile(r"^#{2,4} (\d+(?:\.\d+)?)\.? ", re.M)
RULE = re.compile(r"^#{2,4} Rule (\d+): ", re.M)
LIST = r"(\d+(?:\.\d+)?(?:(?:-|, | and )\d+(?:\.\d+)?(?![\w%]))*)"
API_CITATION = re.compile(r"\bAPI " + LIST)
RULE_CITATION = re.compile(r"\b[Rr]ules? " + LIST)
PAGE_CITATION = re.compile(r"(?<![\w./])(?:docs/)?rules/([\w-]+\.md)")
# Names of the texts from which the rules were written; none is a file of the repository.
GONE = re.compile(
    r"\b[Cc]ontract §?\d+\.\d|contract chapters? \d|engine-edges|(?<![\w/-])(?:engine|chain)\.md"
    r"|(?<![\w/-])product\.md|\bedges? \d+[,);. ]"
)
ITSELF = "tests/tidy/test_rules.py"
# Frozen bytes: databases hold the hash of each migration.
MIGRATIONS = "edge/store/migrations/"


@cache
def headings(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return the numbers of all headings of a kind, over all pages."""
    return tuple(number for page in PAGES for number in pattern.findall(text_of(page)))


def numbers_of(listed: str) -> list[str]:
    """Return the numbers of `1, 3-5 and 7`."""
    found = []
    for part in re.split(r", | and ", listed):
        first, _, last = part.partition("-")
        is_span = last.isdigit() and first.isdigit()
        found += [str(n) for n in range(int(first), int(last) + 1)] if is_span else [first]
    return found


def broken(text: str) -> list[str]:
    """Return the citations of a text that point to nothing."""
    sections, rules = set(headings(SECTION)), set(headings(RULE))
    pages = {page.rsplit("/", 1)[1] for page in PAGES}
    wrong = [f"API {n}" for m in API_CITATION.findall(text) for n in numbers_of(m)]
    wrong = [name for name in wrong if name.removeprefix("API ") not in sections]
    cited = [n for m in RULE_CITATION.findall(text) for n in numbers_of(m)]
    wrong += [f"rule {n}" for n in cited if n not in rules]
    wrong += [name for name in PAGE_CITATION.findall(text) if name not in pages]
    return wrong + GONE.findall(text)


def test_citations_point_to_headings():
    wrong = {
        path: found
        for path in files_with(*SUFFIXES)
        if path not in (ITSELF, "CHANGELOG.md")
        and not path.startswith(MIGRATIONS)
        and not is_generated(path)
        and (found := broken(text_of(path)))
    }
    assert not wrong, wrong


@pytest.mark.parametrize(
    "made_up",
    [
        "(API 7.99)",
        "(rule 77)",
        "(rules 64-77)",
        "(rules/fees.md)",
        "(docs/rules/fees.md)",
        "(contract 7.9)",
        "(engine-edges.md 3)",
        "(engine.md 3)",
        "(product.md)",
    ],
)
def test_a_made_up_citation_is_found(made_up):
    assert broken(made_up)


def test_numbers_are_used_once():
    for pattern in (SECTION, RULE):
        numbers = headings(pattern)
        assert len(numbers) == len(set(numbers))


def test_sections_cited_inside_the_rules_exist():
    sections = set(headings(SECTION))
    cited = {n for page in PAGES for n in re.findall(r"§(\d+(?:\.\d+)?)", text_of(page))}
    assert cited
    assert cited <= sections


def shown(name: str, value: int | None) -> str:
    """Return a raw value in the unit of the table."""
    if value is None:
        return "at creation"
    for suffix, decimals in (("_e12", 12), ("_e6", 6)):
        if name.endswith(suffix):
            whole, rest = divmod(value, 10**decimals)
            return f"{whole:,}.{rest:0{decimals}}".rstrip("0").rstrip(".")
    return f"{value:,}" + (" s" if name.endswith("_s") else "")


@pytest.mark.parametrize(("level", "table"), [("M", MARKET_PARAMETERS), ("X", EXCHANGE_PARAMETERS)])
def test_the_table_of_parameters_is_that_of_the_engine(level, table):
    rows = [
        f"| `{one.contract}` | {level} | {shown(one.name, one.default)} "
        f"| {shown(one.name, one.low)} … {shown(one.name, one.high)} |"
        for one in table
    ]
    text = text_of("docs/rules/parameters.md")
    missing = [row for row in rows if row not in text]
    assert not missing, missing
    assert text.count(f"` | {level} |") == len(rows)
