"""History and noise: what is published, what a sniper may know, where a run begins and ends."""

import numpy as np

from chain.catalogue import load_catalogue
from edge.simulation.history import load_history
from engine.simulation.prints import REVERSION_LEFT, History, make_prints

RISING = History(("A", "B"), 100, np.array([[100.0, np.nan], [101.0, 50.0], [102.01, 50.0]]))


def random() -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(7))


def flat(days: int) -> History:
    return History(("A",), 0, np.full((days, 1), 100.0))


def test_without_noise_the_prints_are_the_history_and_the_next_move_is_known():
    prints = make_prints(RISING, 0.0, is_mean_reverting=False, random=random())
    assert prints.price_e8.tolist() == [
        [100 * 10**8, 0],
        [101 * 10**8, 50 * 10**8],
        [10_201_000_000, 50 * 10**8],
    ]
    assert np.allclose(prints.known_move[:2, 0], np.log(1.01))
    assert prints.known_move[0, 1] == 0  # the market has not begun
    assert not prints.known_move[2].any()  # there is no print after the last


def test_noise_stays_in_the_index_or_returns_to_it():
    days = 20_000
    for is_mean_reverting in (False, True):
        prints = make_prints(
            flat(days), 0.002, is_mean_reverting=is_mean_reverting, random=random()
        )
        deviation = np.log(prints.price_e8[:, 0] / 1e10)
        if is_mean_reverting:
            assert abs(deviation.std() / 0.002 - 1) < 0.05
            echo = np.corrcoef(deviation[1:], deviation[:-1])[0, 1]
            assert abs(echo - REVERSION_LEFT) < 0.02
        else:
            assert abs(np.diff(deviation).std() / 0.002 - 1) < 0.02
            assert deviation.std() > 0.02


def test_a_sniper_knows_half_of_the_noise_of_the_next_print():
    prints = make_prints(flat(20_000), 0.002, is_mean_reverting=False, random=random())
    move = np.diff(np.log(prints.price_e8[:, 0]))
    known = prints.known_move[:-1, 0]
    assert abs(np.corrcoef(move, known)[0, 1] ** 2 - 0.5) < 0.02
    assert abs(np.corrcoef(move - known, known)[0, 1]) < 0.02


def test_the_history_is_the_last_years_and_late_markets_begin_late():
    catalogue = load_catalogue(None, "texas")
    last = min(int(catalogue.prints(m.acre_id).published_at_s[-1]) for m in catalogue.markets)
    short = load_history(catalogue, 3, 2)
    assert short.price.shape == (2 * 365 + 180 + 1, 3)
    assert (short.first_day + len(short.price) - 1) * 86_400 == last
    assert not np.isnan(short.price).any()
    whole = load_history(catalogue, None, 100)
    begins = np.argmax(~np.isnan(whole.price), axis=0)
    assert begins[0] == 0
    assert begins[-1] > 3_000
    assert (np.diff(begins) >= 0).all()
