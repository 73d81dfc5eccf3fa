from bench import order_http


async def test_the_bench_of_orders_runs_small_and_a_kill_loses_no_order(
    tmp_path, database_url, monkeypatch
):
    for name, small in (("USERS", 20), ("WARM_UP", 100), ("PACED_ORDERS", 200), ("COMMITS", 5)):
        monkeypatch.setattr(order_http, name, small)
    report = await order_http.run(tmp_path, database_url, 500, 64)
    assert report["acknowledged"] >= 100 + 200 + 500
    assert report["lost_after_kill"] == 0
    assert report["saturated"]["connections"] == 64
