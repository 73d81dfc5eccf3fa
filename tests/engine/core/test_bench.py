from bench.state import LATER, MARKETS, measure


def test_the_bench_of_the_state_runs_small_and_its_hash_depends_on_its_size_only():
    one, two = measure(LATER), measure(LATER)
    assert one["positions"] == LATER * MARKETS
    assert one["hash"] == two["hash"] != measure(LATER + 1)["hash"]
