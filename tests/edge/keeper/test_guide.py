"""The acts that docs/keepers.md prints earn, and its tables are complete."""

import asyncio
import re

from chain.client.wallet import load_or_create_key
from edge.cli.arguments.keeper import add_arguments
from edge.keeper.figures import Figures
from edge.keeper.keeper import PAUSES_S
from tests.edge.api.liquidations.test_liquidation_path import ruined
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import withdrawal
from tests.edge.service_world import text_of
from tests.tidy.tree import text_of as text_of_file

PAGE = text_of_file("docs/keepers.md")
SOURCE = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]


async def test_the_printed_acts_earn(service, tmp_path, capsys):
    """A liquidation and a tip, by the lines of the page."""
    await ruined(service)
    await withdrawal(service)
    wallet = load_or_create_key(tmp_path / "keeper.json")
    await service.post("/express/v1/faucet", {"address": text_of(wallet)})
    program = SOURCE.replace("http://127.0.0.1:8080", url_of(service))
    program = program.replace("keeper.json", str(tmp_path / "keeper.json"))
    async with following(service):
        await asyncio.to_thread(exec, compile(program, "acts.py", "exec"), {})
    fee, tip = capsys.readouterr().out.splitlines()
    assert float(fee) > 5
    assert tip == "0.300000"


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
