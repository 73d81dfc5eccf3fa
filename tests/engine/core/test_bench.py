from bench import auction
from bench.state import LATER, MARKETS, measure


def test_the_bench_of_the_state_runs_small_and_its_hash_depends_on_its_size_only():
    one, two = measure(LATER), measure(LATER)
    assert one["positions"] == LATER * MARKETS
    assert one["hash"] == two["hash"] != measure(LATER + 1)["hash"]


def test_the_bench_of_the_auction_fills_what_it_says():
    found = auction.measure(20)
    size = auction.SIZE_E6
    assert found["matched_taken"] == [20, 10 * size, 0]
    assert found["pool_taken"] == [20, 10 * size, 10 * size]
    assert found["capped_taken"] == [20, 10 * size, 4 * size]
