"""The generated client and types: current, complete, and true of the running service."""

import json
import subprocess
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from solders.pubkey import Pubkey

from acre_sdk import AcreClient, AcreError
from acre_sdk.calls import Calls, Page
from acre_sdk.generated import models as m
from acre_sdk.generated.express import ExpressApi
from acre_sdk.generated.main import MainApi
from acre_sdk.models import Raw
from acre_sdk.pacing import Timer
from acre_sdk.transport import MAIN_BASE, Transport
from edge.generate.__main__ import ROOT, files
from edge.generate.python import _attribute
from edge.generate.shapes import operations
from edge.http.route import Base
from tests.contract.known import populate, reads
from tests.edge.described import document_of
from tests.edge.service_world import running_service

APIS = {Base.MAIN: MainApi, Base.EXPRESS: ExpressApi}
in_module = pytest.mark.asyncio(loop_scope="module")
TSC = ROOT / "web/node_modules/.bin/tsc"
TOO_EARLY = {"/quote/remove-liquidity", "/user/{user}/quote/remove-liquidity"}


def test_every_generated_file_is_current():
    stale = [str(path) for path, text in files().items() if (ROOT / path).read_text() != text]
    assert not stale, f"run `python -m edge.generate`: {stale}"


@pytest.mark.parametrize("base", Base, ids=lambda base: base.name.lower())
def test_the_client_has_one_method_for_each_call(base):
    named = {_attribute(one.content["operationId"]) for one in operations(document_of(base))}
    written = {name for name in vars(APIS[base]) if not name.startswith("_")}
    assert written == named


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lived_in(tmp_path_factory, postgres_cluster):
    """Return a service, what is known in it, and a client of one of its wallets."""
    home, url = tmp_path_factory.mktemp("generated"), postgres_cluster.create_database("generated")
    async with running_service(home, url) as service:
        known = await populate(service)
        async with AcreClient(str(service.client.make_url("/")), known.wallet) as client:
            yield service, known, client


@in_module
@pytest.mark.filterwarnings("ignore::acre_sdk.DeprecatedCall")
async def test_the_client_reads_what_the_service_answers(lived_in):
    _, known, client = lived_in
    read, refused = 0, {}
    for base, calls in ((Base.MAIN, client.main), (Base.EXPRESS, client.express)):
        for asked in reads(base, document_of(base), known):
            method = getattr(calls, _attribute(asked.operation.content["operationId"]))
            query = {_attribute(name): value for name, value in asked.query.items()}
            try:
                await method(*asked.path.values(), **query)
                read += 1
            except AcreError as error:
                refused[asked.operation.path] = error.code
    assert refused == {path: "LP_NOT_MATURE" for path in TOO_EARLY}
    assert read > 70


@in_module
async def test_answers_are_typed(lived_in):
    service, known, client = lived_in
    user = known.path["user"][0]
    account = await client.main.get_user_by_user_margin_account(user)
    assert isinstance(account, m.MarginAccount)
    view = service.exchange.margin_account_view(
        bytes(Pubkey.from_string(user)), 0, service.context.now_s()
    )
    assert account.margin_collateral == Raw(view.collateral_e6)
    assert account.positions[0].open_interest.size == 10 * 10**6
    page = await client.main.get_user_by_user_history_trade(user, limit=1)
    assert isinstance(page, Page)
    assert [row.trade_kind for row in page.rows] == ["open"]
    assert page.next_cursor is None
    assert await client.main.get_user_by_user_lp_account(user) is None
    detail = await client.express.get_market_by_symbol(known.path["symbol"][0].lower())
    assert detail.symbol == known.path["symbol"][0]
    order = await client.express.get_predictions_orders_by_client_id_by_id("known")
    assert (order.order.client_order_id, order.order.contracts) == ("known", 10)


@in_module
async def test_bodies_are_typed_and_refusals_have_their_code(lived_in):
    _, known, client = lived_in
    user = known.path["user"][0]
    body = m.DepositMarginBody(margin_account_id=0, margin="1000000")
    answers = [
        await client.main.post_user_by_user_transaction_deposit_margin(
            user, body, idempotency_key="one"
        )
        for _ in range(2)
    ]
    assert answers[0].tx == answers[1].tx
    with pytest.raises(AcreError) as refused:
        await client.main.post_user_by_user_transaction_deposit_margin(
            user, m.DepositMarginBody(margin_account_id=9, margin=1)
        )
    assert (refused.value.code, refused.value.status) == ("MARGIN_ACCOUNT_NOT_FOUND", 404)


@in_module
async def test_a_private_call_needs_a_login(lived_in):
    service, _, _ = lived_in
    async with aiohttp.ClientSession() as http:
        url = str(service.client.make_url("/"))
        main = MainApi(Transport(http, url, Timer(), MAIN_BASE))
        assert isinstance(main, Calls)
        assert (await main.get_health()).status == "ok"
        with pytest.raises(ValueError, match="needs a login"):
            await ExpressApi(Transport(http, url, Timer())).get_predictions_portfolio()


@in_module
async def test_the_types_of_the_web_fit_what_the_service_answers(lived_in, tmp_path):
    service, known, _ = lived_in
    lines = ['import type { ExpressCalls, MainCalls } from "@/generated/api";']
    headers = {"Authorization": known.token}
    for base in Base:
        for asked in reads(base, document_of(base), known):
            async with service.client.get(asked.url, headers=headers) as answer:
                if answer.status != 200:
                    continue
                body = await answer.text()
            kind = f'{base.name.title()}Calls["GET {asked.operation.path}"]["answer"]'
            lines.append(f"export const answer{len(lines)}: {kind} = {body};")
    assert len(lines) > 70
    assert check_types(tmp_path / "true", lines) == ""
    health = 'export const health: MainCalls["GET /health"]["answer"] = '
    right = {"status": "ok", "env": "local", "version": "1"}
    for wrong in ({**right, "more": 1}, {"status": "ok", "env": "local"}, {**right, "env": 1}):
        report = check_types(tmp_path / "wrong", [lines[0], health + json.dumps(wrong)])
        assert "error TS" in report, wrong


def check_types(folder: Path, lines: list[str]) -> str:
    """Return what the compiler says of a file beside the sources of the web."""
    folder.mkdir(exist_ok=True)
    (folder / "answers.ts").write_text("\n".join(lines) + "\n")
    paths = {
        "@/*": [str(ROOT / "web/src/*")],
        "@acre/sdk/*": [str(ROOT / "sdk/typescript/src/*")],
    }
    options = {
        "extends": str(ROOT / "web/tsconfig.json"),
        "compilerOptions": {"types": [], "paths": paths},
        "include": ["answers.ts"],
    }
    (folder / "tsconfig.json").write_text(json.dumps(options))
    command = [str(TSC), "--noEmit", "-p", str(folder / "tsconfig.json")]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
