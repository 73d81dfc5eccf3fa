from bench.replay import TAIL, measure


def test_the_bench_of_the_replay_runs_small_and_its_hash_depends_on_its_size_only(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = measure(tmp_path / "one", 2 * TAIL), measure(tmp_path / "two", 2 * TAIL)
    assert one["hash"] == two["hash"]
