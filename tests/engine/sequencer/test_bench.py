import pytest

from bench._crowd import address
from bench.replay import TAIL, USERS, chunked, measure, measure_orders, order_records
from engine.core.exchange import Exchange
from engine.sequencer.limits import REPLAY_CHUNK


def test_the_bench_of_the_replay_runs_small_and_its_hash_depends_on_its_size_only(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = measure(tmp_path / "one", 2 * TAIL), measure(tmp_path / "two", 2 * TAIL)
    assert one["hash"] == two["hash"]
    for kind in ("orders", "orders_with_client_ids"):
        assert one[kind]["traded"] == TAIL
        assert one[kind]["hash"] == two[kind]["hash"]


def test_chunks_are_those_of_a_replay():
    records = [bytes([number % 251]) for number in range(2 * REPLAY_CHUNK + 1)]
    chunks = chunked(records)
    assert [len(chunk) for chunk in chunks] == [REPLAY_CHUNK, REPLAY_CHUNK, 1]
    assert b"".join(chunks) == b"".join(records)


def test_orders_meet_in_pairs_and_an_odd_one_rests():
    assert measure_orders(USERS + 3, has_client_ids=False)["traded"] == USERS // 2 + 1


@pytest.mark.parametrize(("has_client_ids", "kept"), [(False, None), (True, 2)])
def test_only_orders_with_client_ids_are_found_by_them(has_client_ids, kept):
    exchange = Exchange()
    exchange.apply_batch(b"".join(b"".join(part) for part in order_records(3, has_client_ids)))
    found = exchange.prediction_order_by_client_id(address(1), "order-1")
    assert (found and found.order_id) == kept
    assert exchange.prediction_totals().order_count == 1  # the third meets none
