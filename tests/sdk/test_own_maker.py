"""The bot of docs/market-makers.md is 30 lines and works as it is printed."""

import asyncio
import re

from tests.sdk.test_stream import wait_until
from tests.tidy.tree import text_of

PAGE = text_of("docs/market-makers.md")
SOURCE = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]


async def test_the_printed_bot_quotes(server, url, tmp_path, capsys):
    names = {"__name__": "my_maker"}
    exec(compile(SOURCE, "my_maker.py", "exec"), names)
    task = asyncio.create_task(names["main"](url, str(tmp_path / "mine.json")))
    # fair 49.90: bid 46.90 down to 46, ask 52.90 up to 53
    await wait_until(lambda: server.exchange.resting(7) == [("no", 47, 5), ("yes", 46, 5)])
    task.cancel()
    await asyncio.wait({task})
    assert server.exchange.cancel_after_s == [60]
    assert "1 Quote(side='yes', price=46, contracts=5)" in capsys.readouterr().out


def test_the_printed_bot_is_about_thirty_lines():
    code = [line for line in SOURCE.splitlines() if line and "import" not in line]
    assert len(code) <= 30


def test_the_page_names_the_code_that_it_speaks_of():
    for word in re.findall(r"sdk/python/acre_sdk/\w+\.py", PAGE):
        assert text_of(word)
