import pytest

from engine.programmes.deals.analysis import DealRequest
from engine.programmes.deals.costs import DealRates
from engine.programmes.deals.sensitivity import DealHistory, deal_sensitivity
from engine.programmes.errors import ProgrammeError
from tests.engine.programmes.deal_world import E12, FREE, NOW_S, deal, funding, index, terms

REQUEST = DealRequest(rates=DealRates())
CHANGES = [-E12 // 10, 0, E12 // 10]


def grid(prices, leverages, market=FREE, paid=()):
    history = DealHistory(market=market, index=index(*prices), funding=paid, now_s=NOW_S)
    return deal_sensitivity(REQUEST, history, [E12 * leverage for leverage in leverages], CHANGES)


def test_each_cell_is_the_deal_with_that_exit_price():
    prices, paid = (100, 104, 110), funding(0, -1, -2)
    cells = grid(prices, [1, 2], terms(), paid)
    assert len(cells) == 6
    for cell, (leverage, last) in zip(
        cells, [(1, 99), (1, 110), (1, 121), (2, 99), (2, 110), (2, 121)], strict=True
    ):
        whole = deal((*prices[:2], last), terms(), paid, leverage_e12=leverage * E12)
        assert cell.leverage_e12 == leverage * E12
        assert cell.acre_percentage_e12 == whole.acre_percentage_e12
        assert cell.physical_percentage_e12 == whole.physical_percentage_e12
        assert cell.recommendation is whole.recommendation
    assert [cell.exit_change_e12 for cell in cells] == CHANGES * 2


def test_a_margin_that_ran_out_before_the_exit_stays_gone():
    cells = grid((100, 85, 120), [1, 10])
    assert [cell.acre_percentage_e12 for cell in cells[3:]] == [-E12] * 3
    assert all(cell.acre_percentage_e12 > 0 for cell in cells[:3])


def test_a_margin_that_ran_out_at_the_exit_depends_on_the_exit():
    cells = grid((100, 89), [10])
    assert [cell.acre_percentage_e12 > -E12 for cell in cells] == [False, False, True]


def test_a_leverage_that_is_not_allowed_is_refused():
    with pytest.raises(ProgrammeError, match="BAD_LEVERAGE"):
        grid((100, 110), [11])


def test_a_single_old_print_can_change_at_the_exit():
    cells = grid((100,), [1])
    assert [cell.acre_percentage_e12 for cell in cells] == CHANGES
