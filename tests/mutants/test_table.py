"""The table of mutants keeps up with the sources; `make mutants` runs it."""

from collections import Counter

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.table import MUTANTS
from tests.mutants.workshop import CORE_TESTS, LAST, ROOT, users_of


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_piece_stands_once_and_is_changed(mutant: Mutant):
    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    assert mutant.apply(source) != source


def test_every_mutant_has_its_own_name_and_wrong():
    assert {name for name, count in Counter(m.name for m in MUTANTS).items() if count > 1} == set()
    wrongs = Counter((m.path, m.before, m.after) for m in MUTANTS)
    assert {wrong for wrong, count in wrongs.items() if count > 1} == set()


def test_the_killers_are_there():
    named = {test for mutant in MUTANTS for test in mutant.tests} | set(LAST)
    files = [path.stem.removeprefix("test_") for path in (ROOT / CORE_TESTS).rglob("test_*.py")]
    assert named - set(files) == set()
    assert {name for name, count in Counter(files).items() if count > 1} == set()


def test_a_piece_that_stands_twice_is_an_error():
    mutant = Mutant("twice", "a.pyx", "a < b", "a <= b", "a word", ())
    with pytest.raises(ValueError, match="appears 2 times"):
        mutant.apply("a < b or a < b")
    with pytest.raises(ValueError, match="appears 0 times"):
        mutant.apply("a > b")


def test_only_the_users_of_a_formula_are_built_again():
    mutants = {mutant.name: mutant for mutant in MUTANTS}
    assert users_of(mutants["fill-rounding"]) == [
        "engine/core/c_interface.pyx",
        "engine/core/numbers/formulas.pyx",
        "engine/core/outlook.pyx",
        "engine/core/perps/trading.pyx",
    ]
    assert users_of(mutants["band-exclusive"]) == ["engine/core/perps/prints.pyx"]
    assert users_of(mutants["frozen-never"]) == ["engine/core/payouts/outflow.pyx"]
    for mutant in MUTANTS:
        assert users_of(mutant), mutant.name
