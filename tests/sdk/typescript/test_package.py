"""The npm package, packed and installed where nothing of the project is, and what it trades there.

Its types are compiled strictly; its code runs against the whole service: real chain and database.
"""

import asyncio
import json
import re
import shutil
import signal
import subprocess
import tarfile
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from tests.edge.api.liquidations.test_liquidation_path import ruined
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import TIP_E6, withdrawal
from tests.edge.prediction_world import open_market
from tests.edge.service_world import running_service, text_of

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "sdk" / "typescript"
WEB = ROOT / "web"
TSC = WEB / "node_modules" / ".bin" / "tsc"
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(
        NODE is None or not TSC.exists(), reason="needs node and web/node_modules: `npm ci` in web/"
    ),
]


def run(*words: object, at: Path) -> str:
    """Return what a program prints; its errors are those of the test."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(archive: Path, place: Path) -> None:
    """Install the package into a project, without a network."""
    quiet = ("--offline", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    run("npm", "install", *quiet, archive, at=place)


def strictly(**options: object) -> dict[str, object]:
    """Return compiler options of a careful user."""
    return {
        "target": "ES2022",
        "module": "NodeNext",
        "lib": ["ES2022", "DOM"],
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True,
        "skipLibCheck": False,
        **options,
    }


@pytest.fixture(scope="module")
def packed(tmp_path_factory) -> Path:
    """The archive that would be published."""
    place = tmp_path_factory.mktemp("package")
    run(TSC, "-p", PACKAGE / "tsconfig.build.json", "--outDir", place / "dist", at=PACKAGE)
    for name in ("package.json", "README.md"):
        shutil.copy(PACKAGE / name, place)
    run("npm", "pack", "--ignore-scripts", "--offline", "--loglevel=error", at=place)
    (archive,) = place.glob("*.tgz")
    return archive


@pytest.fixture(scope="module")
def project(packed, tmp_path_factory) -> Path:
    """An empty project with the package, and the acts of the live test compiled in it."""
    place = tmp_path_factory.mktemp("project")
    (place / "package.json").write_text('{"type": "module", "private": true}')
    install(packed, place)
    for name in ("trade.ts", "run.mjs"):
        shutil.copy(PACKAGE / "tests" / "live" / name, place)
    config = {"compilerOptions": strictly(types=[]), "include": ["trade.ts"]}
    (place / "tsconfig.json").write_text(json.dumps(config))
    run(TSC, "-p", place, at=place)
    return place


@pytest.fixture(scope="module")
def readme(project) -> Path:
    """The project with the programs of the README, compiled as its first lines say."""
    programs = re.findall(r"```ts\n(.*?)```", (PACKAGE / "README.md").read_text(), re.S)
    for name, program in zip(("first.ts", "live.ts"), programs, strict=True):
        (project / name).write_text(program)
    types = {"types": ["node"], "typeRoots": [str(WEB / "node_modules" / "@types")]}
    options = strictly(**types, verbatimModuleSyntax=True, skipLibCheck=True)
    config = {"compilerOptions": options, "include": ["first.ts", "live.ts"]}
    (project / "tsconfig.readme.json").write_text(json.dumps(config))
    run(TSC, "-p", "tsconfig.readme.json", at=project)
    return project


def served(program: Path, service) -> str:
    """Point a program of the README at a service and return its name."""
    program.write_text(program.read_text().replace("http://127.0.0.1:8080", url_of(service)))
    return program.name


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    """A service that follows its chain."""
    home, url = tmp_path_factory.mktemp("live"), postgres_cluster.create_database("sdk_typescript")
    async with running_service(home, url) as service, following(service):
        yield service


async def acted(project: Path, service, act: str, signer: str):
    """Return what an act of the package has returned."""
    web = (WEB / "package.json").as_uri()
    return json.loads(await printed(project, "run.mjs", act, url_of(service), signer, web))


async def printed(project: Path, *words: str) -> str:
    """Return what a program of the project prints."""
    process = await asyncio.create_subprocess_exec(
        str(NODE),
        *words,
        cwd=project,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, errors.decode()
    return output.decode()


async def test_the_package_is_small_and_needs_nothing(packed):
    with tarfile.open(packed) as archive:
        sizes = {one.name.removeprefix("package/"): one.size for one in archive.getmembers()}
    sources = {path.relative_to(PACKAGE / "src") for path in (PACKAGE / "src").rglob("*.ts")}
    built = {f"dist/{path.with_suffix('')}{end}" for path in sources for end in (".js", ".d.ts")}
    assert sizes.keys() == built | {"package.json", "README.md"}
    facts = json.loads((PACKAGE / "package.json").read_text())
    assert not {"dependencies", "peerDependencies", "publishConfig"} & set(facts)
    code = {name: size for name, size in sizes.items() if name.endswith(".js")}
    assert sum(code.values()) < 150_000
    assert max(code[f"dist/generated/{name}.js"] for name in ("api", "streams")) < 200  # types
    assert packed.stat().st_size < 120_000


def errors_of(text: str, project: Path) -> str:
    """Return what the compiler says of a file of the project."""
    (project / "wrong.ts").write_text(text)
    words = [TSC, "--noEmit", "--ignoreConfig", "--module", "NodeNext", "--strict", "wrong.ts"]
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return done.stdout


async def test_types_that_are_wrong_do_not_compile(project):
    beginning = 'import { AcreClient } from "@acre/sdk";\n'
    beginning += "export const open = (client: AcreClient) =>\n"
    right = '  client.perps.open("MIA", "long", { notional: "1", leverage: 3 });\n'
    assert errors_of(beginning + right, project) == ""
    for wrong in (right.replace("long", "up"), right.replace("leverage", 'size: "1", leverage')):
        assert "wrong.ts(3," in errors_of(beginning + wrong, project)


@pytest.mark.parametrize("signer", ["file", "web3", "kit", "wallet"])
async def test_a_position_is_opened_with_a_leverage_and_closed(project, live, signer):
    found = await acted(project, live, "trade", signer)
    opened, closed, symbol = found["opened"], found["closed"], found["symbol"]
    assert (opened["symbol"], opened["side"], opened["kind"]) == (symbol, "long", "open")
    assert Decimal(499) < Decimal(opened["notional"]) <= 500
    assert Decimal(opened["fee"]) > 0
    assert Decimal("0.000005") <= Decimal(opened["networkFee"]) <= Decimal("0.0001")
    (position,) = found["positions"]
    assert (position["symbol"], position["size"]) == (symbol, opened["size"])
    assert position["indexPrice"] == opened["indexPrice"]
    assert Decimal("2.8") < Decimal(position["leverage"]) <= 3
    assert (found["part"]["kind"], found["part"]["size"]) == ("decrease", "-0.1")
    assert (closed["kind"], closed["position"], found["left"]) == ("close", "0", [])


async def test_the_program_of_the_readme_trades(readme, live):
    program = readme / "first.js"
    assert program.read_text().count("\n") <= 20
    first, *_, last = (await printed(readme, served(program, live))).splitlines()
    assert len(first.split()) == 4
    assert -20 < Decimal(last) < 0  # the costs of opening and closing


async def test_the_live_program_of_the_readme_shows_markets_until_ctrl_c(readme, live):
    name = served(readme / "live.js", live)
    words = (str(NODE), "--experimental-websocket", name)
    process = await asyncio.create_subprocess_exec(*words, cwd=readme, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        market, price = (await process.stdout.readline()).split()
        process.send_signal(signal.SIGINT)
        await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert int(market) >= 0
    assert Decimal(price.decode()) > 0
    assert process.returncode == 0


async def test_orders_wait_and_are_cancelled_and_margin_is_moved(project, live):
    found = await acted(project, live, "wait", "file")
    assert found["created"]["command"] == "create-margin-account"
    assert found["deposited"]["command"] == "deposit-margin"
    assert (found["quote"]["size"], found["quote"]["isExecutable"]) == ("-1.5", True)
    assert (found["opened"]["size"], found["opened"]["side"]) == ("-1.5", "short")
    kinds = [row["orderType"] for row in sorted(found["orders"], key=lambda row: row["orderId"])]
    assert kinds == ["limit", "stop", "takeProfit", "trailing", "auction"]
    assert [row["orderId"] for row in found["placed"]] == sorted(
        row["orderId"] for row in found["orders"]
    )
    amended = {row["orderId"]: row for row in found["amended"]}
    limit, profit = (amended[found["placed"][at]["orderId"]] for at in (0, 2))
    index = round(Decimal(found["quote"]["indexPrice"]) * 10**8)
    assert (limit["triggerPrice"], limit["size"]) == (str(index // 4), "1500000")
    assert abs(int(profit["size"])) == 250_000
    assert int(profit["acceptablePrice"]) == 2 * index
    before = {row["orderId"]: row for row in found["orders"]}
    assert profit["expiresAt"] < before[profit["orderId"]]["expiresAt"]
    assert {row["orderId"] for row in found["amended"]} == set(before)
    assert found["left"] == []
    assert found["withdrawn"]["amount"] == "100"


async def test_a_delegate_trades_within_its_limits_and_never_withdraws(project, live):
    found = await acted(project, live, "delegate", "web3")
    assert (found["created"]["command"], found["sol"]) == ("set-delegate", "0.005")
    assert found["opened"]["account"] == 1
    assert found["codes"] == ["DELEGATE_LIMIT", "NOT_OWNER", "NOT_OWNER"]
    assert found["positions"] == []


async def test_a_keeper_liquidates_and_processes_for_what_the_exchange_pays(
    project, tmp_path, postgres_cluster
):
    url = postgres_cluster.create_database("sdk_typescript_keeper")
    async with running_service(tmp_path, url) as service:
        debtor, owner = text_of(await ruined(service)), text_of(await withdrawal(service, count=2))
        async with following(service):
            found = await acted(project, service, "keep", "kit")
        (row,) = (await service.get("/express/v1/liquidations"))["liquidations"]
    assert [one["owner"] for one in found["candidates"]] == [debtor]
    assert Decimal(found["liquidated"]["earned"]) * 10**6 == int(row["liquidationFee"]) > 5 * 10**6
    assert row["signature"] == found["liquidated"]["signature"]
    assert [(one["owner"], one["keeperTip"]) for one in found["requests"]] == [
        (owner, str(TIP_E6))
    ] * 2
    assert Decimal(found["processed"]["earned"]) * 10**6 == 2 * TIP_E6
    assert (found["late"], found["left"]) == ("NOTHING_TO_SETTLE", [[], []])


async def test_live_data_has_the_markets_and_the_wallets_own_trades(project, live):
    found = await acted(project, live, "listen", "kit")
    assert all(int(price) > 0 for price in found["prices"])
    assert {"command", "trade"} <= set(found["kinds"])


async def test_outcomes_fills_and_orders_come_by_the_stream(project, live):
    """Nothing is asked for that the stream says; the program then ends by itself."""
    found = await acted(project, live, "hear", "kit")
    assert (found["fill"]["kind"], found["fill"]["side"]) == ("open", "long")
    assert found["placed"]["orderId"] > 0
    assert "transaction/modify-position" in found["asked"]
    asked = {"commands", "history/trade", "history/perp-order"} & set(found["asked"])
    assert asked == set(), found["asked"]


async def test_histories_are_rows_of_exact_decimals(project, live):
    found = await acted(project, live, "past", "file")
    opened, closed = found["fill"], found["closed"]
    for row, fill in zip(found["fills"][-2:], (opened, closed), strict=True):
        for name in ("kind", "size", "price", "fee", "surcharge", "pnl"):
            assert row[name] == fill[name]
    (last,) = found["trades"]
    assert last["signature"] == closed["signature"]
    assert found["index"][-1]["price"] == opened["indexPrice"]
    assert Decimal(found["candles"][-1]["close"]) == Decimal(opened["indexPrice"])
    for name in ("candles", "index", "funding", "fills"):
        times = [row["time"] for row in found[name]]
        assert times == sorted(times), name
    assert all(Decimal(row["rate"]) is not None for row in found["funding"])


async def test_prediction_orders_are_placed_once_and_cancelled(project, live):
    await open_market(live)
    found = await acted(project, live, "predict", "file")
    placed = found["placed"]
    assert (placed["side"], placed["price"], placed["contracts"]) == ("yes", 2, 3)
    assert [row["orderId"] for row in found["found"]] == [placed["orderId"]]
    assert (found["book"]["bestYesBid"], int(found["index"]) > 0) == (2, True)
    assert (found["status"], found["cancelAt"]) == ("canceled", None)
    assert (found["amended"]["orderId"], found["amended"]["remainingContracts"]) == (
        placed["orderId"],
        2,
    )
    assert found["batch"] == [3, "BAD_PRICE"]
    assert (found["canceled"], found["positions"], found["trades"]) == (1, [], [])


async def test_refusals_have_their_code_and_nothing_unasked_is_signed(project, live):
    *codes, left = await acted(project, live, "refused", "kit")
    assert codes == [
        "MARKET_NOT_FOUND",
        "MARGIN_ACCOUNT_NOT_FOUND",
        "BAD_LEVERAGE",  # nothing was deposited
        "INSUFFICIENT_MARGIN",
        "UnsafeTransaction",  # the vault is another than the wallet knows
        "UnsafeTransaction",  # the chain is
        "UnsafeTransaction",  # its fee is too high
    ]
    assert left == str(10 * 10**6)
