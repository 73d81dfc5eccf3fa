"""Each program of `examples/` is run on a whole service and does what its page says."""

import asyncio
import re
import shutil
import sys

import pytest
import pytest_asyncio

from tests.edge.keeper.conftest import following, url_of
from tests.edge.prediction_world import open_market
from tests.edge.service_world import running_service
from tests.tidy.tree import ROOT, text_of

EXAMPLES = ROOT / "examples"
NUMBER = r"-?\d+(?:\.\d+)?(?:E-\d+)?"
ADDRESS = "[1-9A-HJ-NP-Za-km-z]{32,44}"
SYMBOL = "[A-Z0-9-]{2,12}"
SIGNATURE = "[1-9A-HJ-NP-Za-km-z]{64,90}"
# Program, what is said to it after the address, and all that it prints.
PROGRAMS = {
    "first_trade.py": (
        (),
        rf"{SYMBOL}: 500 USD at {NUMBER}, fee {NUMBER}, impact {NUMBER}\n"
        rf"opened {NUMBER} at {NUMBER} by {SIGNATURE}\n"
        rf"liquidation at {NUMBER}\nclosed at {NUMBER}, P&L {NUMBER}",
    ),
    "pairs.py": (
        (),
        rf"{{'{SYMBOL}': '[+-][\d.]+%', '{SYMBOL}': '[+-][\d.]+%'}}\n"
        rf"long {SYMBOL}: {NUMBER} at {NUMBER}, fee {NUMBER}\n"
        rf"short {SYMBOL}: -{NUMBER} at {NUMBER}, fee {NUMBER}\n"
        rf"({SYMBOL}: {NUMBER} USD, P&L {NUMBER}\n?){{2}}",
    ),
    "delegate_bot.py": (
        (),
        rf"{ADDRESS} may trade {SYMBOL} for {ADDRESS}\nbought {NUMBER} {SYMBOL} at {NUMBER}\n"
        rf"{SYMBOL}: DELEGATE_MARKET\n{SYMBOL}: DELEGATE_LIMIT\nrevoked",
    ),
    "market_maker.py": (("0",), r".+ yes at \d\d?\n.+ no at \d\d?"),
    "local_book.py": (("1",), r".+\nyes (\d+|None), no (\d+|None)"),
    "market_data.sh": (("AUS",), r'(?:\{"[^\n]+\}\n){5}\{"[^\n]+\}'),
}
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    """A service that follows its chain, with a prediction market."""
    home, url = tmp_path_factory.mktemp("examples"), postgres_cluster.create_database("examples")
    async with running_service(home, url) as service, following(service):
        await open_market(service)
        yield service


async def test_every_example_is_here_and_on_the_page():
    kinds = {".py", ".sh", ".ts", ".ipynb"}
    paths = [path for path in EXAMPLES.rglob("*.*") if path.suffix in kinds]
    found = {str(path.relative_to(EXAMPLES)) for path in paths}
    assert found == {*PROGRAMS, "keeper.py", "trader.ts", "notebook/positions.ipynb"}
    assert found == set(re.findall(r"^\| `([\w./-]+)` \|", text_of("examples/README.md"), re.M))


@pytest.mark.parametrize("name", PROGRAMS)
async def test_it_runs(live, name):
    words, expected = PROGRAMS[name]
    runner = sys.executable if name.endswith(".py") else "sh"
    if name.endswith(".sh") and shutil.which("curl") is None:
        pytest.skip("no curl here")
    running = await asyncio.create_subprocess_exec(
        runner,
        str(EXAMPLES / name),
        url_of(live),
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()
    assert re.fullmatch(expected, printed.decode().strip()), printed.decode()
