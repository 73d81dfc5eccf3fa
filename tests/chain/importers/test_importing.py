"""From a file to the store: which region is whose, comparisons, vintages, one import at a time."""

import hashlib
import re
import threading
from datetime import UTC, datetime

import numpy as np
import pytest

from chain.catalogue import CatalogueError
from chain.catalogue.statistics import Figure, Metric, Statistics, month_start_s
from chain.importers.areas import Areas
from chain.importers.importing import Importer
from chain.importers.reading import Level, Region
from chain.importers.store import ImportStore, with_imports
from tests.chain.importers.files import (
    GOOD,
    MARKETS,
    REALTOR,
    catalogue,
    importer,
    market,
    month,
    opposite,
    wavy,
    write,
    zillow,
)

ACRE_IDS = {"ELM": 1, "OAK": 2, "USA": 3}
JUNE_2023 = int(datetime(2023, 6, 1, tzinfo=UTC).timestamp())


def add(folder, text: str, kind: str = "zillow-zhvi", vintage: str = "2023-06-01", **options):
    made, _ = importer(folder)
    path = write(folder, f"{hashlib.sha256(text.encode()).hexdigest()[:8]}.csv", text)
    return made.add(path, kind, vintage, is_index=options.get("is_index", False))


def loaded(folder) -> Statistics:
    return with_imports(Statistics({}), ImportStore(folder / "imports").all(), ACRE_IDS)


@pytest.mark.parametrize(
    ("region", "acre_id"),
    [
        (Region(Level.METRO, "Elmsford, TX"), 1),
        (Region(Level.METRO, "ELMSFORD, tx"), 1),
        (Region(Level.METRO, "Anything", "22222"), 2),
        (Region(Level.METRO, "Oakville-Ashton-Firton, TX-OK"), 2),
        (Region(Level.METRO, "Oakville-Ashton, TX  (MSAD)"), 2),
        (Region(Level.CITY, "Oakville, TX"), 2),
        (Region(Level.CITY, "Oakville-Ashton, TX"), None),
        (Region(Level.METRO, "Oakville, OK"), None),
        (Region(Level.METRO, "Oak, TX"), None),
        (Region(Level.COUNTRY, "National"), 3),
        (Region(Level.COUNTRY, "United States"), 3),
        (Region(Level.METRO, ""), None),
    ],
)
def test_a_region_is_found_by_code_then_by_name_then_by_its_first_city(region, acre_id):
    found = Areas(MARKETS).find(region)
    assert (None if found is None else found.acre_id) == acre_id


def test_the_better_fit_wins_and_a_tie_is_refused(tmp_path):
    both = zillow([(1, "Oakville-Ashton, TX", opposite), (2, "Oakville, TX", wavy)], 2)
    record, _ = add(tmp_path, both)
    (triple, _) = record.figures["homeValue"]["OAK"]
    assert triple[2] == 200_000_000_000
    tie = zillow([(1, "Oakville-Ashton, TX", wavy), (2, "Oakville-Birch, TX", wavy)], 2)
    with pytest.raises(CatalogueError, match="row 3: 'Oakville-Birch, TX' and 'Oakville-Ashton"):
        add(tmp_path, tie)


def test_a_file_about_other_places_is_refused(tmp_path):
    with pytest.raises(CatalogueError, match="no region of it is one of our markets"):
        add(tmp_path, zillow([(1, "Nowhere, TX", wavy)], 2))
    assert ImportStore(tmp_path / "imports").all() == []


def test_source_hash_and_vintage_are_kept(tmp_path):
    text = zillow([(1, "Elmsford, TX", wavy)], 2)
    record, is_new = add(tmp_path, text, vintage="2022-07-31")
    assert is_new
    (kept,) = ImportStore(tmp_path / "imports").all()
    assert kept == record
    assert (kept.number, kept.kind, kept.publisher) == (1, "zillow-zhvi", "Zillow Research")
    assert kept.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert (kept.vintage, kept.vintage_s) == (
        "2022-07-31",
        int(datetime(2022, 7, 31, tzinfo=UTC).timestamp()),
    )
    assert kept.file_name.endswith(".csv")
    assert kept.smoothness == "smoothed by the publisher, prints take it as it is"
    assert kept.figures == {
        "homeValue": {
            "ELM": [
                (month_start_s(576), month_start_s(578), 200_000_000_000),
                (month_start_s(577), month_start_s(579), round(wavy(1) * 10**6)),
            ]
        }
    }


def test_the_vintage_that_the_file_names_wins(tmp_path):
    record, _ = add(tmp_path, GOOD["redfin"], "redfin", vintage="2026-01-01")
    assert record.vintage == "2020-03-01"


def test_the_same_file_is_imported_once(tmp_path):
    text = zillow([(1, "Elmsford, TX", wavy)], 2)
    first, _ = add(tmp_path, text)
    again, is_new = add(tmp_path, text, vintage="2024-01-01")
    assert (again, is_new) == (first, False)
    assert len(ImportStore(tmp_path / "imports").paths()) == 1


def test_the_same_file_can_bring_what_it_did_not_bring_before(tmp_path):
    """Prints, or a market that was left out; what is loaded already does not change."""
    text = zillow([(1, "Elmsford, TX", wavy), (2, "Oakville, TX", wavy)])
    path, store = write(tmp_path, "zhvi.csv", text), ImportStore(tmp_path / "imports")

    def again(without: frozenset[str], *, is_index: bool) -> tuple[int, bool]:
        made = Importer(catalogue(), store, without)
        record, is_new = made.add(path, "zillow-zhvi", "2023-06-01", is_index=is_index)
        return record.number, is_new

    assert again(frozenset({"OAK"}), is_index=False) == (1, True)
    assert again(frozenset({"OAK"}), is_index=False) == (1, False)
    assert again(frozenset(), is_index=False) == (2, True)
    before = loaded(tmp_path)
    assert again(frozenset({"OAK"}), is_index=False) == (1, False)
    assert again(frozenset(), is_index=True) == (3, True)
    assert again(frozenset({"ELM"}), is_index=True) == (3, False)
    for acre_id in (1, 2):
        figures = before.figures(acre_id, Metric.HOME_VALUE)
        assert loaded(tmp_path).figures(acre_id, Metric.HOME_VALUE) == figures
        assert len(figures) == 60


def test_an_old_file_that_comes_again_for_prints_is_as_old_as_it_was(tmp_path):
    old = zillow([(1, "Elmsford, TX", lambda _n: 1_000.0)], 3)
    add(tmp_path, old, vintage="2023-06-01")
    add(tmp_path, zillow([(1, "Elmsford, TX", lambda _n: 1_100.0)], 3), vintage="2023-09-01")
    record, is_new = add(tmp_path, old, vintage="2024-01-01", is_index=True)
    assert (record.number, record.vintage, is_new) == (3, "2023-06-01", True)
    newest = loaded(tmp_path).newest(1, Metric.HOME_VALUE, 2**40)
    assert newest is not None
    assert newest.value == 1_100 * 10**6


def test_a_refused_file_leaves_nothing(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 2))
    bad = zillow([(1, "Elmsford, TX", wavy), (2, "Oakville, TX", lambda n: n)], 2)
    with pytest.raises(CatalogueError, match="row 3, column 2018-01-31: 0 is no value of a price"):
        add(tmp_path, bad)
    assert [path.name for path in ImportStore(tmp_path / "imports").paths()] == [
        "000001-zillow-zhvi.json"
    ]


def test_a_file_with_a_wrong_label_is_refused(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy), (2, "Oakville, TX", opposite)]))
    swapped = zillow([(1, "Oakville, TX", wavy), (2, "Elmsford, TX", opposite)])
    with pytest.raises(CatalogueError) as refused:
        add(tmp_path, swapped)
    text = str(refused.value)
    assert re.search(
        r"row [23]: homeValue of '(Elmsford|Oakville), TX' does not move with homeValue of"
        r" (ELM|OAK): the correlation of their 12-month changes over 47 months is -?0\.\d\d,"
        r" must be above 0\.8",
        text,
    )
    assert len(loaded(tmp_path).known(1, Metric.HOME_VALUE, 2**40)) == 60


@pytest.mark.parametrize(("noise", "is_good"), [(0.0, True), (0.002, True), (0.2, False)])
def test_the_correlation_is_that_of_the_changes_of_twelve_months(tmp_path, noise, is_good):
    """Noise of so much of a price hides how two years of it move."""
    random = np.random.default_rng(7)
    factors = np.exp(random.normal(0, noise, 60)) if noise else np.ones(60)
    steep = [wavy(n) * factors[n] * (1.0 if is_good else random.uniform(0.5, 2)) for n in range(60)]
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)]))
    text = zillow([(1, "Elmsford, TX", lambda n: steep[n] * 1.001)])
    if is_good:
        assert add(tmp_path, text)[1]
    else:
        with pytest.raises(CatalogueError, match="does not move with"):
            add(tmp_path, text)


def test_a_price_is_compared_with_another_price_and_little_in_common_says_nothing(tmp_path):
    statistics = Statistics(
        {
            (1, Metric.PRICE_PER_UNIT): [
                Figure(month_start_s(576 + n), 0, round(wavy(n) * 10**8 / 2_000)) for n in range(60)
            ]
        }
    )
    made, _ = importer(tmp_path, statistics)
    path = write(tmp_path, "zhvi.csv", zillow([(1, "Elmsford, TX", wavy)]))
    comparison = made.check(path, "zillow-zhvi").comparisons[1, Metric.HOME_VALUE]
    assert comparison.with_metric is Metric.PRICE_PER_UNIT
    assert comparison.common == 47  # of the first month there is no smoothed price
    assert comparison.correlation == pytest.approx(1.0)
    write(tmp_path, "zhvi.csv", zillow([(1, "Elmsford, TX", opposite)]))
    with pytest.raises(CatalogueError, match="does not move with pricePerUnit of ELM"):
        made.check(path, "zillow-zhvi")
    write(tmp_path, "zhvi.csv", zillow([(1, "Elmsford, TX", opposite)], 24))
    comparison = made.check(path, "zillow-zhvi").comparisons[1, Metric.HOME_VALUE]
    assert (comparison.common, comparison.correlation) == (11, None)


def test_a_market_can_be_left_out(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)]))
    store = ImportStore(tmp_path / "imports")
    made = Importer(catalogue(), store, frozenset({"ELM"}))
    path = write(
        tmp_path, "zhvi.csv", zillow([(1, "Elmsford, TX", opposite), (2, "Oakville, TX", wavy)])
    )
    record, _ = made.add(path, "zillow-zhvi", "2023-01-01", is_index=False)
    assert set(record.figures["homeValue"]) == {"OAK"}


def test_a_revision_counts_from_its_vintage_on_and_nothing_is_lost(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", lambda n: 1_000 + n)], 3))
    revised = zillow([(1, "Elmsford, TX", lambda n: 1_000 + n if n != 1 else 1_500)], 4)
    add(tmp_path, revised, vintage="2023-06-01")
    shorter = zillow([(1, "Elmsford, TX", lambda n: 1_000 + n if n != 1 else 1_500)], 1)
    add(tmp_path, shorter, vintage="2023-07-01")
    statistics = loaded(tmp_path)

    def known(at_s: int) -> list[int | None]:
        return [f.value for f in statistics.known(1, Metric.HOME_VALUE, at_s).values()]

    first = [1_000_000_000, 1_001_000_000, 1_002_000_000]
    assert known(month_start_s(month(2018, 3)) - 1) == []
    assert known(month_start_s(month(2018, 3))) == first[:1]
    assert known(month_start_s(month(2018, 5))) == first
    assert known(JUNE_2023 - 1) == [*first, 1_003_000_000]
    assert known(JUNE_2023) == [first[0], 1_500_000_000, first[2], 1_003_000_000]
    assert known(2**40) == known(JUNE_2023)


def test_an_older_vintage_that_comes_later_does_not_undo_a_newer_one(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", lambda n: 1_000)], 1), vintage="2023-01-01")
    add(tmp_path, zillow([(1, "Elmsford, TX", lambda n: 3_000)], 1), vintage="2023-06-01")
    add(tmp_path, zillow([(1, "Elmsford, TX", lambda n: 2_000)], 1), vintage="2023-03-01")
    statistics = loaded(tmp_path)
    at = int(datetime(2023, 3, 1, tzinfo=UTC).timestamp())
    values = [
        statistics.newest(1, Metric.HOME_VALUE, at_s).value for at_s in (at - 1, at, JUNE_2023)
    ]
    assert values == [1_000_000_000, 2_000_000_000, 3_000_000_000]


def test_weeks_become_months(tmp_path):
    header = "RegionID,SizeRank,RegionName,RegionType,StateName"
    january = ["2000-01-01", "2000-01-08", "2000-01-15", "2000-01-22", "2000-01-29"]
    text = f'{header},{",".join([*january, "2000-02-05"])}\n1,1,"Elmsford, TX",msa,TX,1,2,3,4,5,6\n'
    record, _ = add(tmp_path, text, "zillow-sales")
    assert [t[2] for t in record.figures["sales"]["ELM"]] == [15, None]
    record, _ = add(tmp_path, text.replace("Elmsford", "Oakville"), "zillow-inventory")
    assert [t[2] for t in record.figures["activeListings"]["OAK"]] == [5, None]


def test_a_market_whose_index_is_made_of_one_kind_takes_no_other(tmp_path):
    record, _ = add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 2), is_index=True)
    assert record.is_index
    with pytest.raises(CatalogueError, match="the index of ELM is made of zillow-zhvi"):
        add(tmp_path, GOOD["redfin"], "redfin", is_index=True)
    assert add(tmp_path, GOOD["redfin"], "redfin")[1]
    with pytest.raises(CatalogueError, match="no index can be made of a file of the kind fred"):
        add(tmp_path, GOOD["fred"], "fred", is_index=True)


def test_imports_at_the_same_time_get_numbers_of_their_own(tmp_path):
    texts = [zillow([(1, "Elmsford, TX", lambda n, k=k: 1_000 + k)], 2) for k in range(6)]
    workers = [threading.Thread(target=add, args=(tmp_path, text)) for text in texts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    imports = ImportStore(tmp_path / "imports").all()
    assert [one.number for one in imports] == [1, 2, 3, 4, 5, 6]
    assert len({one.sha256 for one in imports}) == 6


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda raw: raw[:-5], "is damaged"),
        (lambda raw: b"{}", "is damaged"),
        (lambda raw: raw.replace(b'"layout":1', b'"layout":2'), "was not written by this version"),
        (lambda raw: raw.replace(b'"homeValue"', b'"other"'), "was not written by this version"),
        (lambda raw: raw.replace(b'"number":1', b'"number":2'), "was not written by this version"),
    ],
)
def test_a_damaged_import_is_named(tmp_path, spoil, reason):
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 2))
    store = ImportStore(tmp_path / "imports")
    (path,) = store.paths()
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(CatalogueError, match=f"000001-zillow-zhvi.json: {reason}"):
        store.all()


def test_an_import_that_was_taken_away_gives_its_number_to_no_other(tmp_path):
    for price in (100.0, 101.0, 102.0):
        add(tmp_path, zillow([(1, "Elmsford, TX", lambda _n, p=price: p)], 3))
    store = ImportStore(tmp_path / "imports")
    store.paths()[0].unlink()
    kept = [one.sha256 for one in store.all()]
    record, is_new = add(tmp_path, zillow([(1, "Elmsford, TX", lambda _n: 103.0)], 3))
    assert (record.number, is_new) == (4, True)
    assert [one.sha256 for one in store.all()] == [*kept, record.sha256]


@pytest.mark.parametrize("vintage", ["2201-01-01", "1899-12-31", "soon"])
def test_a_vintage_that_is_no_day_of_ours_is_refused(tmp_path, vintage):
    with pytest.raises(CatalogueError, match=f"the vintage '{vintage}' is no day"):
        add(tmp_path, GOOD["zillow-zhvi"], vintage=vintage)


def test_an_unfinished_import_does_not_count(tmp_path):
    store = ImportStore(tmp_path / "imports")
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 2))
    (tmp_path / "imports" / "000002-zillow-zhvi.partial").write_bytes(b"{")
    assert [path.name for path in store.paths()] == ["000001-zillow-zhvi.json"]
    assert add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 3))[0].number == 2


def test_a_symbol_of_another_catalogue_is_passed_over(tmp_path):
    add(tmp_path, zillow([(1, "Elmsford, TX", wavy)], 2))
    imports = ImportStore(tmp_path / "imports").all()
    assert list(with_imports(Statistics({}), imports, {"OAK": 2}).series()) == []


def test_realtor_finds_a_metro_by_its_code(tmp_path):
    text = f'{REALTOR}\n202001,22222,"Another name",9,310000,0,200,40,90,70,0\n'
    record, _ = add(tmp_path, text, "realtor")
    assert {name for one in record.figures.values() for name in one} == {"OAK"}


def test_two_markets_of_one_name_are_told_apart_by_nothing_but_their_order():
    twins = (market(1, "ELM", "Elmsford, TX"), market(2, "EL2", "Elmsford, TX"))
    found = Areas(twins).find(Region(Level.METRO, "Elmsford, TX"))
    assert found is not None
    assert found.acre_id == 1
