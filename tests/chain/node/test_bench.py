from pathlib import Path

from bench import node


async def test_the_bench_of_the_node_runs_small_and_nothing_is_lost(tmp_path: Path) -> None:
    report = await node.measure(tmp_path, 100)
    assert report["transfers"] == 100
    # 200 transfers through the node; amounts rise by one from the first, the bare ones between
    single_and_batch = [1_000_000 + number for number in range(300) if number % 60 >= 20]
    assert report["received_lamports"] == sum(single_and_batch)
    assert min(report["bare_tx_s"], report["single_tx_s"], report["batch_tx_s"]) > 0
