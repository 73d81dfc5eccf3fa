"""Deal analysis over HTTP: the contract's figures worked out again from its formulas (7.7)."""

from fractions import Fraction

import pytest

from chain.catalogue import load_catalogue
from chain.catalogue.statistics import Figure, Metric, Statistics
from tests.edge.service_world import running_service

EXPRESS = "/express/v1"
DEAL = f"{EXPRESS}/deal-analysis/AUS"
DAY_S = 86_400
MONTHS = {"1m": 1, "3m": 3, "6m": 6, "1y": 12}
DAYS = {"1m": 30, "3m": 91, "6m": 182, "1y": 365}
RATES = {
    "mortgageRate": Fraction("0.0675"),
    "closingCostRate": Fraction("0.03"),
    "agentCommissionRate": Fraction("0.05"),
    "sellerClosingRate": Fraction("0.01"),
    "propertyTaxRate": Fraction("0.011"),
    "insuranceRate": Fraction("0.005"),
    "maintenanceRate": Fraction("0.010"),
    "rentYield": Fraction("0.06"),
    "vacancyRate": Fraction("0.05"),
    "managementRate": Fraction("0.08"),
}
FIELDS = {
    "dealsizeSqft", "dealsizeNotional", "netReturn", "cashFlow", "acreTotalCosts",
    "physicalTotalCosts", "breakdown", "assumptions", "entry", "exit", "recommendation",
}  # fmt: skip
NEAR = 8  # raw units: each of the parts is rounded once


@pytest.fixture
async def service(service):
    """The service with the real index of a city (Texas table) as its history, up to now."""
    return await with_history(service)


async def with_history(service):
    catalogue = load_catalogue(None, "texas")
    (austin,) = (area.acre_id for area in catalogue.markets if area.symbol == "AUS")
    days, prices = catalogue.prints(austin)
    pool, now_s = service.context.store.pool, service.context.now_s()
    shift_s = (now_s - catalogue.start_s) // DAY_S * DAY_S  # 2010 is where a replay begins
    await pool.execute("DELETE FROM index_value WHERE acre_id = 11")
    rows = [(11, int(at_s) + shift_s, int(price)) for at_s, price in zip(days, prices, strict=True)]
    await pool.executemany(
        "INSERT INTO index_value VALUES ($1, $2, $3)", [row for row in rows if row[1] <= now_s]
    )
    return service


def amortised(loan: Fraction, rate: Fraction, months: int) -> tuple[Fraction, Fraction]:
    """Interest and principal month by month: another way than the closed form."""
    month = rate / 12
    payment = loan / 360 if month == 0 else loan * month / (1 - (1 + month) ** -360)
    interest = principal = Fraction(0)
    rest = loan
    for _ in range(months):
        part = rest * month
        interest += part
        principal += payment - part
        rest -= payment - part
    return interest, principal


def physical(n0: Fraction, n1: Fraction, months: int, rates, leverage: Fraction):
    years = Fraction(months, 12)
    down_rate = rates.get("downPaymentRate", max(1 / leverage, Fraction("0.20")))
    down = n0 * down_rate
    interest, principal = amortised(n0 - down, rates["mortgageRate"], months)
    gross_rent = n0 * rates["rentYield"] * years
    rent = gross_rent * (1 - rates["vacancyRate"])
    parts = {
        "closing": n0 * rates["closingCostRate"] + n1 * rates["sellerClosingRate"],
        "commission": n1 * rates["agentCommissionRate"],
        "propertyTax": n0 * rates["propertyTaxRate"] * years,
        "insurance": n0 * rates["insuranceRate"] * years,
        "maintenance": n0 * rates["maintenanceRate"] * years,
        "management": gross_rent * rates["managementRate"],
        "interest": interest,
    }
    costs = sum(parts.values())
    dollars = n1 - n0 + rent - costs
    running = sum(
        parts[name]
        for name in ("propertyTax", "insurance", "maintenance", "management", "interest")
    )
    return {
        "parts": parts | {"rent": rent},
        "costs": costs,
        "dollars": dollars,
        "percentage": dollars / (down + n0 * rates["closingCostRate"]),
        "cash_flow": rent - running - principal,
    }


def is_near(text: str, exact: Fraction) -> bool:
    return abs(int(text) - exact * 10**6) <= NEAR


def is_near_rate(text: str, exact: Fraction) -> bool:
    return abs(Fraction(text) - exact) < Fraction(1, 10**6)


async def expected(service, found, timeframe: str, rates, leverage: Fraction):
    """The physical side of an answer, from the prints in the database."""
    now_s = service.context.now_s()
    prices = [
        await service.context.store.pool.fetchval(
            "SELECT price_e8 FROM index_value WHERE acre_id = 11 AND published_at_s <= $1"
            " ORDER BY published_at_s DESC LIMIT 1",
            at_s,
        )
        for at_s in (now_s - DAYS[timeframe] * DAY_S, now_s)
    ]
    assert [found["entry"]["price"], found["exit"]["price"]] == [str(price) for price in prices]
    sqft = Fraction(int(found["dealsizeSqft"]), 10**6)
    n0, n1 = (sqft * price / 10**8 for price in prices)
    assert is_near(found["dealsizeNotional"], n0)
    return physical(n0, n1, MONTHS[timeframe], rates, leverage), n0, n1


async def test_owning_costs_what_the_model_says(service):
    for timeframe in MONTHS:
        await owning_costs_what_the_model_says(service, timeframe)


async def owning_costs_what_the_model_says(service, timeframe):
    found = await service.get(f"{DEAL}?timeframe={timeframe}&leverage=2")
    assert set(found) == FIELDS
    home, _, _ = await expected(service, found, timeframe, RATES, Fraction(2))
    shown = found["breakdown"]["physical"]
    assert set(shown) == set(home["parts"])
    for name, exact in home["parts"].items():
        assert is_near(shown[name], exact), name
    assert int(found["physicalTotalCosts"]) == sum(
        int(value) for name, value in shown.items() if name != "rent"
    )
    assert is_near(found["netReturn"]["physicalDollars"], home["dollars"])
    assert is_near_rate(found["netReturn"]["physicalPercentage"], home["percentage"])
    assert is_near(found["cashFlow"]["physical"], home["cash_flow"])


async def test_the_trade_costs_fees_impact_and_funding(service):
    trader = await service.trader()
    await service.trade(trader, 10_000_000)
    await service.settle()
    found = await service.get(f"{DEAL}?leverage=3&sqft=2500")
    _, n0, n1 = await expected(service, found, "6m", RATES, Fraction(3))
    market = await service.get(f"{EXPRESS}/market/AUS")
    taker = Fraction(market["takerFeeRate"])
    skew = Fraction(int(market["skew"]["size"]))
    scale = Fraction(int(market["specification"]["skewScale"]))
    size = Fraction(2_500 * 10**6)
    assert size > skew > 0
    # fill = p (1 + (2s + d) / 2k); what lowers the skew pays the maker's rate
    maker = Fraction(market["makerFeeRate"])
    way_in, way_out = (2 * skew + size) / (2 * scale), (2 * skew - size) / (2 * scale)
    impact = n0 * way_in - n1 * way_out
    fee_in = n0 * (1 + way_in) * taker
    fee_out = n1 * (1 + way_out) * (maker * skew + taker * (size - skew)) / size
    acre = found["breakdown"]["acre"]
    assert abs(int(acre["priceImpact"]) - impact * 10**6) <= 2 * size / 10**8 + 2
    assert abs(int(acre["tradeFees"]) - (fee_in + fee_out) * 10**6) <= size / 10**8 + 4
    fees, paid = int(acre["tradeFees"]), int(acre["funding"])
    dollars = int(found["netReturn"]["acreDollars"])
    assert abs(dollars - ((n1 - n0) * 10**6 - fees - int(acre["priceImpact"]) - paid)) <= 2
    assert int(found["acreTotalCosts"]) == max(0, fees + int(acre["priceImpact"]) + max(0, paid))
    assert found["cashFlow"]["acre"] == str(-paid)
    assert is_near_rate(found["netReturn"]["acrePercentage"], Fraction(dollars, 10**6) / (n0 / 3))
    delta = Fraction(found["netReturn"]["acrePercentage"]) - Fraction(
        found["netReturn"]["physicalPercentage"]
    )
    names = [("strong_acre", delta > Fraction("0.05")), ("slight_acre", delta > 0),
             ("similar", delta > Fraction("-0.05")), ("physical", True)]  # fmt: skip
    assert found["recommendation"] == next(name for name, holds in names if holds)


async def test_defaults_are_six_months_unlevered_and_the_assumptions_say_so(service):
    plain = await service.get(DEAL)
    asked = await service.get(f"{DEAL}?timeframe=6M&leverage=1.0&sqft=1800&side=LONG")
    assert plain == asked
    known = {name: str(float(value)) for name, value in RATES.items()}
    found = dict(plain["assumptions"])
    assert {name: str(float(found[name])) for name in known} == known
    assert {name: found[name] for name in found if name not in known} == {
        "timeframe": "6m", "leverage": "1", "sqft": 1800, "side": "long", "downPaymentRate": "1",
    }  # fmt: skip


async def test_overrides_change_the_costs(service):
    given = {name: value / 2 for name, value in RATES.items()} | {"downPaymentRate": Fraction(1, 4)}
    query = "&".join(f"{name}={float(value)}" for name, value in given.items())
    found = await service.get(f"{DEAL}?timeframe=1y&{query}")
    home, _, _ = await expected(service, found, "1y", given, Fraction(1))
    assert is_near(found["netReturn"]["physicalDollars"], home["dollars"])
    assert is_near(found["cashFlow"]["physical"], home["cash_flow"])
    assert found["assumptions"]["downPaymentRate"] == "0.25"


async def test_the_tax_of_the_market_is_the_default_where_it_is_known_by_now(
    tmp_path, database_url
):
    """Market value or 0.011 (API 7.7); what is asked for wins over both."""
    statistics = Statistics({})
    async with running_service(tmp_path, database_url, housing=lambda: statistics) as service:
        await with_history(service)
        now_s = service.context.now_s()
        known = Figure(0, 0, 19 * 10**9)  # 0.019
        later = Figure(now_s - 60 * DAY_S, now_s + DAY_S, 21 * 10**9)
        for figures, query, rate in (
            ([], "", "0.011"),
            ([known, later], "", "0.019"),
            ([later], "", "0.011"),
            ([Figure(0, 0, None)], "", "0.011"),
            ([known], "&propertyTaxRate=0.015", "0.015"),
            ([known], "&propertyTaxRate=0", "0"),
        ):
            statistics = Statistics({(11, Metric.PROPERTY_TAX_RATE): figures})
            found = await service.get(f"{DEAL}?timeframe=1y&leverage=2{query}")
            assert found["assumptions"]["propertyTaxRate"] == rate
            rates = RATES | {"propertyTaxRate": Fraction(rate)}
            home, _, _ = await expected(service, found, "1y", rates, Fraction(2))
            assert is_near(
                found["breakdown"]["physical"]["propertyTax"], home["parts"]["propertyTax"]
            )
            assert is_near(found["netReturn"]["physicalDollars"], home["dollars"])


async def test_a_short_compares_with_not_owning(service):
    found = await service.get(f"{DEAL}?side=short&notional=250000000000")
    assert found["netReturn"]["physicalDollars"] == found["physicalTotalCosts"] == "0"
    assert set(found["breakdown"]["physical"].values()) == {"0"}
    assert int(found["dealsizeNotional"]) <= 250_000_000_000
    assert 250_000_000_000 - int(found["dealsizeNotional"]) <= int(found["entry"]["price"]) // 10**8


REFUSED = [
    ("timeframe=2m", "BAD_TIMEFRAME"),
    ("timeframe=", "BAD_TIMEFRAME"),
    ("leverage=0.999999999999", "BAD_LEVERAGE"),
    ("leverage=10.000000000001", "BAD_LEVERAGE"),
    ("leverage=1e1", "BAD_LEVERAGE"),
    ("leverage=-2", "BAD_LEVERAGE"),
    ("leverage=99999999999999999999", "BAD_LEVERAGE"),
    ("sqft=0", "VALIDATION"),
    ("sqft=1000001", "VALIDATION"),
    ("sqft=10&notional=10", "VALIDATION"),
    ("notional=0", "INPUT_NOT_POSITIVE"),
    ("notional=1.5", "VALIDATION"),
    ("notional=9000000000000000001", "AMOUNT_OUT_OF_RANGE"),
    ("notional=9000000000000000000", "AMOUNT_OUT_OF_RANGE"),
    ("side=both", "VALIDATION"),
    ("mortgageRate=-0.01", "VALIDATION"),
    ("vacancyRate=1.000000000001", "VALIDATION"),
    ("downPaymentRate=0&closingCostRate=0", "VALIDATION"),
    ("rentYield=0.0000000000001", "VALIDATION"),
]


async def test_a_deal_without_data_is_refused(service):
    for query, code in REFUSED:
        for path in (DEAL, f"{DEAL}/sensitivity", f"{DEAL}/horizons"):
            body = await service.get(f"{path}?{query}", status=400)
            assert body["code"] == code, query
            if code == "VALIDATION":
                assert body["details"]["field"] in query


async def test_too_little_history_and_strangers(service):
    await service.context.store.pool.execute(
        "DELETE FROM index_value WHERE acre_id = 11 AND published_at_s < $1",
        service.context.now_s() - 365 * DAY_S,
    )
    for path in (DEAL, f"{DEAL}/sensitivity"):
        body = await service.get(f"{path}?timeframe=2y", status=409)
        assert (body["code"], body["details"]) == ("INSUFFICIENT_HISTORY", {"timeframe": "2y"})
    assert (await service.get(f"{EXPRESS}/deal-analysis/NOPE", status=404))["code"] == (
        "MARKET_NOT_FOUND"
    )


async def test_the_grid_agrees_with_the_analysis(service):
    found = await service.get(f"{DEAL}/sensitivity?leverage=4")
    levels = sorted({Fraction(cell["leverage"]) for cell in found["cells"]})
    assert levels == [1, 2, 3, 4, 5, 10]
    assert len(found["cells"]) == 6 * 7
    for leverage in levels:
        single = await service.get(f"{DEAL}?leverage={leverage}")
        (cell,) = (
            cell
            for cell in found["cells"]
            if Fraction(cell["leverage"]) == leverage and cell["exitChange"] == "0"
        )
        for name in ("acrePercentage", "physicalPercentage"):
            assert cell[name] == single["netReturn"][name]
        assert cell["recommendation"] == single["recommendation"]


async def test_each_horizon_is_the_deal_of_its_years(service):
    query = "leverage=3&rentYield=0.08&timeframe=1m"
    found = (await service.get(f"{DEAL}/horizons?{query}"))["horizons"]
    assert [row["years"] for row in found] == list(range(1, 10))
    for row in found:
        deal = await service.get(f"{DEAL}?leverage=3&rentYield=0.08&timeframe={row['years']}y")
        result = deal["netReturn"]
        assert row == {
            "years": row["years"],
            "acrePercentage": result["acrePercentage"],
            "physicalPercentage": result["physicalPercentage"],
            "acreDollars": result["acreDollars"],
            "physicalDollars": result["physicalDollars"],
            "liquidatedAt": deal["breakdown"]["acre"]["liquidatedAt"],
        }


async def test_horizons_end_where_the_index_begins(service):
    now_s, pool = service.context.now_s(), service.context.store.pool
    for days, count in ((4 * 365, 3), (365 + 1, 1)):
        await pool.execute(
            "DELETE FROM index_value WHERE acre_id = 11 AND published_at_s < $1",
            now_s - days * DAY_S,
        )
        assert len((await service.get(f"{DEAL}/horizons"))["horizons"]) == count
    await pool.execute(
        "DELETE FROM index_value WHERE acre_id = 11 AND published_at_s < $1", now_s - 99 * DAY_S
    )
    body = await service.get(f"{DEAL}/horizons", status=409)
    assert (body["code"], body["details"]) == ("INSUFFICIENT_HISTORY", {"timeframe": "1y"})
