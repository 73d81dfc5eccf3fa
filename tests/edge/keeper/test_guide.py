"""The keeper of docs/keepers.md is about 30 lines and works as it is printed."""

import asyncio
import re

from chain.client.wallet import load_or_create_key
from edge.cli.arguments.keeper import add_arguments
from edge.keeper.figures import Figures
from edge.keeper.keeper import PAUSES_S
from tests.chain.world import until
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import withdrawal
from tests.edge.service_world import text_of
from tests.tidy.tree import text_of as text_of_file

PAGE = text_of_file("docs/keepers.md")
SOURCE = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]


async def test_the_printed_keeper_earns_a_tip(service, tmp_path, capsys):
    owner, path = await withdrawal(service), tmp_path / "mine.json"
    wallet = load_or_create_key(path)
    await service.post("/express/v1/faucet", {"address": text_of(wallet)})
    names = {"__name__": "my_keeper"}
    exec(compile(SOURCE, "my_keeper.py", "exec"), names)
    async with following(service):
        task = asyncio.create_task(names["main"](url_of(service), str(path)))

        async def is_processed() -> bool:
            if task.done():
                task.result()
            (request,) = service.exchange.settlement_requests(bytes(owner.pubkey()))
            return request.processor == bytes(wallet.pubkey())

        await until(is_processed)
        task.cancel()
        await asyncio.wait({task})
    assert f"{text_of(owner)} [1] " in capsys.readouterr().out


def test_the_printed_keeper_is_about_thirty_lines():
    code = [line for line in SOURCE.splitlines() if line and "import" not in line]
    assert len(code) <= 32


def test_the_page_names_the_code_that_it_speaks_of():
    paths = re.findall(r"(?:edge/keeper|chain/keepers|sdk/python/acre_sdk)/\w+\.py", PAGE)
    assert len(paths) >= 3
    for path in paths:
        assert text_of_file(path)


def test_the_page_tells_every_option_figure_and_outcome():
    class Names:
        """Takes the place of a parser and remembers the options."""

        def __init__(self):
            self.found = []

        def add_argument(self, name, **_options):
            self.found.append(name)

    names = Names()
    add_arguments(names)
    documented = re.findall(r"^\| `(--[a-z-]+)", PAGE, re.M)
    assert sorted(documented) == sorted(names.found)
    outcomes = re.findall(r"^\| `([a-z]+)` \| [A-Z]", PAGE, re.M)
    assert set(outcomes) == set(PAUSES_S)
    figures = {
        sample.name
        for family in Figures(1).registry.collect()
        for sample in [*family.samples, family]
        if sample.name.startswith("acre_keeper")
    }
    for name in re.findall(r"^\| `(acre_keeper_\w+)`", PAGE, re.M):
        assert name.removesuffix("_total") in figures, name
