import numpy as np

from bench.scan import NOW_S, ORDINARY_E6, int64_loop, measure, portfolios


def test_the_bench_of_the_scan_runs_small_and_its_hash_depends_on_its_size_only():
    one, two = measure(1_000), measure(1_000)
    assert one["hash"] == two["hash"] != measure(1_001)["hash"]
    assert one["int64_flags_that_agree"] == 1
    assert one["int64_flags_wrong_when_large"] > 0


def test_the_loop_that_numba_compiles_has_the_figures_of_the_scan_within_its_roundings():
    exchange, columns = portfolios(300, ORDINARY_E6)
    out = np.zeros((300, 6), np.int64)
    int64_loop(*columns, out)
    rows = exchange.account_scan(NOW_S)
    names = ("available_e6", "price_pnl_e6", "funding_pnl_e6", "required_e6", "initial_e6")
    roundings = 10_000 * rows["position_count"].astype(np.int64)
    for place, name in enumerate(names):
        assert np.all(np.abs(out[:, place] - rows[name]) <= roundings), name
    assert (out[:, 5] == rows["is_liquidatable"]).all()
