"""The tables of the engine's pages equal the code: limits, events, reasons, costs, seasons."""

import re

from engine.core.generated import messages
from engine.programmes.deals.costs import DealRates
from engine.programmes.seasons import DEFAULT_RULES
from engine.schema.events import EVENTS
from tests.tidy.test_rules_api import rows, section
from tests.tidy.tree import text_of

E12 = 10**12
RULES = "docs/rules"
# Rows of the table of limits by the constants of numbers.pxd; lamports have no limit there.
LIMITS = {
    "collateral, token, points": ("AMOUNT_MAX",),
    "size": ("POSITION_MAX", "SIDE_MAX"),
    "price": ("PRICE_MAX",),
    "rate per day, ratio, leverage": ("RATIO_MAX",),
    "funding integrator": ("AMOUNT_MAX",),
    "funding per unit": ("FUNDING_MAX",),
}
# The tables of states whose events the engine emits, by page.
STATES = {
    "margin": "### 8.1 Margin account",
    "pool": ("### 8.2 LP position", "### 8.3 Settlement request"),
    "staking": "### 8.4 Staking position",
    "predictions": "### 8.5 Prediction order",
}
# A word of the last column that names what an event says, not an event.
KINDS = {"deposit", "withdraw", "open", "add", "upgrade", "remove", "signature", "n"}
COSTS = {
    "buyer closing": ("closing_cost_rate_e12",),
    "agent commission at sale": ("agent_commission_rate_e12",),
    "seller closing": ("seller_closing_rate_e12",),
    "property tax, insurance, maintenance": (
        "property_tax_rate_e12",
        "insurance_rate_e12",
        "maintenance_rate_e12",
    ),
    "mortgage interest": ("mortgage_rate_e12",),
    "management": ("management_rate_e12",),
    "rent income (not a cost)": ("rent_yield_e12", "vacancy_rate_e12"),
}


def constant(name: str) -> int:
    """Return a limit of `engine/core/numbers/numbers.pxd`."""
    text = text_of("engine/core/numbers/numbers.pxd")
    found = re.search(rf"#define ACRE_{name} (?:INT64_C\((\d+)\)|\((.+)\))$", text, re.M)
    assert found, name
    if found[1]:
        return int(found[1])
    assert found[2] == "(acre_i128)ACRE_E12 * ACRE_E12", name
    return E12 * E12


def powers(text: str) -> list[int]:
    """Return the numbers of a text that are written as 9e18."""
    return [int(a) * 10 ** int(b) for a, b in re.findall(r"\b(\d+)e(\d+)\b", text)]


def test_the_hard_limits_are_those_of_the_engine():
    shown = {
        cells[0]: cells[3] for cells in rows(section(f"{RULES}/numbers.md", "## Kinds and limits"))
    }
    assert shown.keys() == LIMITS.keys() | {"lamports"}
    for kind, names in LIMITS.items():
        assert powers(shown[kind]) == [constant(name) for name in names], kind


def test_the_tables_of_states_name_events_of_the_engine():
    known = {getattr(messages, each.name).WIRE for each in EVENTS}
    for page, headings in STATES.items():
        for heading in (headings,) if isinstance(headings, str) else headings:
            table = list(rows(section(f"{RULES}/{page}.md", heading)))
            named = {word for cells in table for word in re.findall(r"[A-Za-z]+", cells[-1])}
            assert named - KINDS - {"same"} <= known, (page, named - KINDS - known)
            assert named & known


def test_the_reasons_of_a_quote_are_those_of_the_trade():
    text = text_of(f"{RULES}/api-main.md")
    listed = re.search(r"`reasons` codes: `([A-Z_, ]+)`", text)
    assert listed
    trading = text_of("engine/core/perps/trading.pyx")
    refused = set(re.findall(r"_refuse\(trade, ERR_(\w+)", trading)) - {"SLIPPAGE_EXCEEDED"}
    assert set(listed[1].split(", ")) == refused | {"NO_POSITION", "CLOSE_EXCEEDS_POSITION"}


def plain(rate_e12: int) -> float:
    return rate_e12 / E12


def test_the_costs_of_a_deal_are_those_of_the_model():
    page = section(f"{RULES}/housing-data.md", "### 7.7 Deal analysis model")
    rates = DealRates()
    for cells in rows(page):
        shown = [float(number) for number in re.findall(r"\d+\.\d+", cells[2])]
        assert shown == [plain(getattr(rates, name)) for name in COSTS[cells[0]]], cells[0]
    assert len(list(rows(page))) == len(COSTS)


def test_the_table_of_seasons_is_that_of_the_programmes():
    table = list(rows(section(f"{RULES}/programmes.md", "### 7.4 Points and referrals")))
    shown = {
        re.sub(r"\d \((\w+)\)", r"\1", cells[0]): [float(text) for text in cells[1:]]
        for cells in table
    }
    assert shown == {
        programme.value: [rules.trading_rate_e6 / 10**6, rules.lp_rate_e6 / 10**6]
        for programme, rules in DEFAULT_RULES.items()
    }
