from bench.follower import measure


async def test_the_follower_is_timed_over_real_blocks(tmp_path):
    line = await measure(tmp_path, 100)
    assert line["commands"] == 100
    assert line["blocks"] >= 1
    assert line["commands_per_s"] > 0
    shares = [line[f"{stage}_share"] for stage in ("fetch", "check", "mark", "submit")]
    assert 0.99 < sum(shares) < 1.01
