from bench import order_http, quote_http


async def test_the_bench_of_orders_runs_small_and_a_kill_loses_no_order(
    tmp_path, database_url, monkeypatch
):
    for name, small in (("USERS", 20), ("WARM_UP", 100), ("PACED_ORDERS", 200), ("COMMITS", 5)):
        monkeypatch.setattr(order_http, name, small)
    report = await order_http.run(500, 64, tmp_path, database_url)
    assert report["acknowledged"] >= 100 + 200 + 500
    assert report["lost_after_kill"] == 0
    assert report["connections"] == 64


async def test_the_bench_of_quotes_runs_small(tmp_path, database_url, monkeypatch):
    monkeypatch.setattr(quote_http, "WARM_UP", 20)
    report = await quote_http.run(100, 2, tmp_path, database_url)
    assert report["connections"] == 2
    assert report["cpu_to_echo"] > 0
