"""Prices of FHFA's index: chained from first vintages, so that a revision moves none of them."""

from fractions import Fraction

import pytest

from chain.catalogue.lines import CatalogueError
from chain.catalogue.statistics import Figure, Metric, Statistics, month_start_s
from tests.chain.importers.files import importer, month, write

E8 = 10**8
FIRST = month(2019, 3)
KNOWN = 4  # quarters whose price the catalogue has


def index_of(number: int) -> float:
    return round(150 * 1.011**number + number % 3, 2)


def fhfa(count: int, revised: float = 1.0) -> str:
    rows = (
        f'"Elmsford, TX",11111,{1970 + m // 12},{m % 12 // 3 + 1},{index_of(n) * revised:.2f},1.2\n'
        for n, m in enumerate(range(FIRST, FIRST + 3 * count, 3))
    )
    return "".join(rows)


def catalogue_prices(count: int = KNOWN, first: int = FIRST) -> Statistics:
    prices = [
        Figure(month_start_s(first + 3 * n), month_start_s(first + 3 * n + 3), (200 + n) * E8)
        for n in range(count)
    ]
    return Statistics({(1, Metric.PRICE_PER_UNIT): prices})


def add(folder, text: str, vintage: str, statistics: Statistics | None = None, **more: bool):
    made, _ = importer(folder, statistics or catalogue_prices())
    path = write(folder, f"hpi_at_metro-{vintage}.csv", text)
    return made.add(path, "fhfa-metro", vintage, is_index=more.get("is_index", True))[0]


def prices(record) -> list[tuple[int, int]]:
    return [(at_s, value) for at_s, _, value in record.figures["pricePerUnit"]["ELM"]]


def rounded(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


def test_each_file_adds_the_quarters_that_are_new_by_its_own_changes(tmp_path):
    first = add(tmp_path, fhfa(6), "2020-09-01")
    values = [round(index_of(n) * 100) for n in range(8)]
    expected, price = [], Fraction(203 * E8)
    for n in (4, 5):
        price = Fraction(rounded(price * Fraction(values[n], values[n - 1])))
        expected.append((month_start_s(FIRST + 3 * n), int(price)))
    assert prices(first) == expected
    # Everything revised by 3 %: what was made stays, and the new quarter takes no jump.
    second = add(tmp_path, fhfa(8, revised=1.03), "2021-03-01")
    revised = [Fraction(f"{index_of(n) * 1.03:.2f}") for n in range(8)]
    expected = []
    for n in (6, 7):
        price = Fraction(rounded(price * revised[n] / revised[n - 1]))
        expected.append((month_start_s(FIRST + 3 * n), int(price)))
    assert prices(second) == expected


def test_a_file_without_a_new_quarter_makes_no_price(tmp_path):
    assert prices(add(tmp_path, fhfa(KNOWN), "2020-03-01")) == []


@pytest.mark.parametrize(
    ("count", "first", "reason"),
    [
        (KNOWN - 1, FIRST, "ends before 2019-12, of which a price is known"),
        (6, FIRST + 1, "no price of the catalogue is of a quarter of this index"),
    ],
)
def test_an_index_that_no_price_can_be_chained_to_is_refused(tmp_path, count, first, reason):
    with pytest.raises(CatalogueError, match=reason):
        add(tmp_path, fhfa(count), "2020-09-01", catalogue_prices(first=first))
    assert list((tmp_path / "imports").glob("*.json")) == []


def test_without_index_only_the_index_is_taken(tmp_path):
    record = add(tmp_path, fhfa(6), "2020-09-01", is_index=False)
    assert set(record.figures) == {"housePriceIndex"}
    again = add(tmp_path, fhfa(6), "2020-10-01")
    assert (again.number, again.vintage) == (2, "2020-09-01")
    assert len(prices(again)) == 2
