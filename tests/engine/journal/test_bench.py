from bench.journal import BATCH, ROUNDS, measure


def test_the_bench_runs_small_and_its_hash_depends_on_its_size_only(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = measure(tmp_path / "one", 5), measure(tmp_path / "two", 5)
    assert one["records"] == ROUNDS * (5 + BATCH)
    assert one["hash"] == two["hash"]
