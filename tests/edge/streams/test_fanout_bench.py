from bench.fanout import measure


async def test_the_bench_runs_small_and_its_hash_is_the_same_for_any_number_of_sockets():
    one, two = await measure(10, takes=600), await measure(12, takes=600)
    assert one["hash"] == two["hash"] != (await measure(10, takes=601))["hash"]
    assert one["hub_to_bare"] > 0
