import pytest

from engine.core.numbers.formulas import fill_price_e8, notional_floor_e6, trade_fee_ceil_e6

E6, E8, E12 = 10**6, 10**8, 10**12


def test_the_fill_moves_with_half_of_the_trade_and_rounds_against_it():
    # 100 x (1 + (2 x 10 + 20) / (2 x 1,000)) = 102; one tick more where it does not divide
    assert fill_price_e8(100 * E8, 10 * E6, 20 * E6, 1_000 * E6) == 102 * E8
    assert fill_price_e8(1, 0, 1, 10**9) == 2
    assert fill_price_e8(1, 0, -1, 10**9) == 0
    assert fill_price_e8(7, 5, 5, 0) == 7


def test_the_fee_has_a_maker_and_a_taker_part():
    # sells 30 into a long skew of 10: 10 maker at 0.0002, 20 taker at 0.0015, at 100
    fee_e6 = trade_fee_ceil_e6(10 * E6, -30 * E6, 100 * E8, 2 * 10**8, 15 * 10**8)
    assert fee_e6 == 3_200_000
    assert trade_fee_ceil_e6(0, 1, 1, 1, 1) == 1


def test_a_notional_has_no_sign_and_rounds_down():
    assert notional_floor_e6(-3, 150 * E8) == 450
    assert notional_floor_e6(1, 199_999_999) == 1


def test_beyond_the_limits_it_raises():
    with pytest.raises(OverflowError):
        fill_price_e8(10**13, 10**18, 1, 1)
