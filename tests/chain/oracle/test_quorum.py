from fractions import Fraction
from itertools import permutations
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chain.oracle.quorum import Agreed, Lack, QuorumRule, combine
from chain.oracle.source import PRICE_E8_MAX, Observation

TWO = QuorumRule(sources=2, quorum=2, tolerance_bp=50)
EITHER = QuorumRule(sources=2, quorum=1, tolerance_bp=50)
THREE = QuorumRule(sources=3, quorum=2, tolerance_bp=50)


def said(source: str, price_e8: int, confidence_e8: int = 0, at_s: int = 100) -> Observation:
    return Observation(1, price_e8, confidence_e8, at_s, source)


def test_two_that_agree_are_their_mean_with_half_their_distance():
    found = combine([said("a", 10_000, 3, 200), said("b", 10_050, 4, 100)], TWO)
    assert found == Agreed(10_025, 25, 100, ("a", "b"))


def test_the_tolerance_is_exact_and_included():
    assert isinstance(combine([said("a", 10_000), said("b", 10_050)], TWO), Agreed)
    assert combine([said("a", 10_000), said("b", 10_051)], TWO) is Lack.DISAGREE
    assert combine([said("a", 10_051), said("b", 10_000)], TWO) is Lack.DISAGREE
    assert combine([said("a", 10_000), said("b", 10_049)], TWO) == Agreed(
        10_024, 25, 100, ("a", "b")
    )  # 10,024.5 goes to the even one; 24.5 goes up


def test_a_source_is_never_believed_beyond_its_own_confidence():
    found = combine([said("a", 10_000, 700), said("b", 10_010, 3)], TWO)
    assert isinstance(found, Agreed)
    assert found.confidence_e8 == 700


def test_one_source_is_too_few_for_two_and_enough_for_one():
    assert combine([said("a", 10_000, 5, 7)], TWO) is Lack.TOO_FEW
    assert combine([], EITHER) is Lack.TOO_FEW
    assert combine([said("a", 10_000, 5, 7)], EITHER) == Agreed(10_000, 5, 7, ("a",))


def test_sources_that_disagree_are_no_print_even_where_one_would_do():
    assert combine([said("a", 10_000), said("b", 11_000)], EITHER) is Lack.DISAGREE


def test_the_majority_of_three_outvotes_the_third():
    found = combine([said("a", 10_000), said("b", 20_000), said("c", 10_040)], THREE)
    assert found == Agreed(10_020, 20, 100, ("a", "c"))
    assert combine([said("a", 10_000), said("b", 20_000), said("c", 30_000)], THREE) is (
        Lack.DISAGREE
    )


def test_of_two_pairs_the_closer_counts_then_the_lower():
    closer = [said("a", 10_000), said("b", 10_050), said("c", 10_060)]
    assert combine(closer, THREE) == Agreed(10_055, 5, 100, ("b", "c"))
    even = [said("a", 10_000), said("b", 10_040), said("c", 10_080)]
    assert combine(even, THREE) == Agreed(10_020, 20, 100, ("a", "b"))


def test_three_that_agree_are_the_one_in_the_middle():
    found = combine([said("a", 10_050), said("b", 10_000), said("c", 10_001)], THREE)
    assert found == Agreed(10_001, 25, 100, ("b", "c", "a"))


@pytest.mark.parametrize(("sources", "quorum"), [(1, 0), (1, 2), (0, 0)])
def test_a_rule_that_cannot_hold_is_refused(sources, quorum):
    with pytest.raises(AssertionError):
        QuorumRule(sources, quorum, 50)


prices = st.one_of(st.integers(9_900, 10_100), st.integers(1, PRICE_E8_MAX), st.just(PRICE_E8_MAX))


@given(st.lists(st.tuples(prices, st.integers(0, 1_000), st.integers(1, 9)), max_size=4), st.data())
def test_whatever_is_agreed_lies_between_what_was_said(heard, data):
    observations = [
        said(chr(97 + index), price, min(confidence, price), at_s)
        for index, (price, confidence, at_s) in enumerate(heard)
    ]
    count = max(1, len(heard))
    rule = QuorumRule(count, data.draw(st.integers(1, count)), 50)
    found = combine(observations, rule)
    for order in permutations(observations):
        assert combine(order, rule) == found
    if not isinstance(found, Agreed):
        return
    group = [one for one in observations if one.source in found.sources]
    assert len(group) >= rule.quorum
    assert 2 * len(group) > len(observations)
    low, high = (limit(one.price_e8 for one in group) for limit in (min, max))
    assert Fraction(high - low, low) <= Fraction(50, 10_000)
    exact = Fraction(median(Fraction(one.price_e8) for one in group))
    assert found.price_e8 == round(exact)
    assert 2 * found.confidence_e8 >= high - low
    assert found.confidence_e8 >= max(one.confidence_e8 for one in group)
    assert found.published_at_s == min(one.published_at_s for one in group)
