"""Refusals say what would have been allowed, and ignored commands why in a code."""

import ast
import inspect

import pytest
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.instructions import memo, transfer_tokens
from chain.client.wallet import address_of
from chain.follower import acceptance
from edge.http.failures import ignored_code, quarantine_reason
from edge.http.limits import Rate
from edge.http.middleware.errors import api_error
from edge.http.openapi.document import document
from edge.http.route import ROUTES, Base
from engine.journal import JournalArchiveError
from tests.edge.api.transactions.test_trading_path import build
from tests.edge.service_world import GENEROUS, running_service, text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
ORDER = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "10000000"}


async def test_aliases_take_the_user_from_query_or_body(service):
    user = text_of(await service.trader())
    limits = {"marginAccountId": 0, "marketIds": [1]}
    for name, body in (
        ("modify-position", ORDER),
        ("position-modification-limits", limits),
    ):
        by_query = await service.post(f"{MAIN}/quote/{name}?user={user}", body)
        by_body = await service.post(f"{MAIN}/quote/{name}", {**body, "user": user})
        assert by_query == by_body == await service.post(f"{MAIN}/user/{user}/quote/{name}", body)
    close = {"marginAccountId": 0, "marketId": 1}
    quote = (await service.post(f"{MAIN}/quote/close-position?user={user}", close))["info"]
    assert quote["reasons"] == ["NO_POSITION"]
    missing = await service.post(f"{MAIN}/quote/close-position", close, 400)
    assert missing["code"] == "MISSING_ADDRESS"


async def test_builders_say_what_would_be_allowed(service):
    wallet = await service.trader()
    user = text_of(wallet)
    account = {"marginAccountId": 0}
    for name, body, status, code, details in (
        ("withdraw-margin", {**account, "margin": "1"}, 400, "AMOUNT_TOO_SMALL", "minimum"),
        (
            "withdraw-margin",
            {**account, "margin": "100000000", "keeperTip": "99999999"},
            409,
            "KEEPER_TIP_TOO_HIGH",
            {"maxKeeperTip": "1000000"},
        ),
        (
            "withdraw-margin",
            {**account, "margin": "6000000000"},
            409,
            "WITHDRAW_EXCEEDS_MAX",
            {"maxWithdrawableAmount": "5000000000"},
        ),
        ("add-liquidity", {"liquidity": "5"}, 400, "AMOUNT_TOO_SMALL", {"minimum": "1000000"}),
    ):
        refused = await build(service, user, name, body, status)
        assert refused["code"] == code
        if details == "minimum":
            assert int(refused["details"]["minimum"]) > 1
        else:
            assert refused["details"] == details
    quote = (await service.post(f"{MAIN}/user/{user}/quote/modify-position", ORDER))["info"]
    tight = {**ORDER, "acceptablePrice": "29000000000"}
    refused = await build(service, user, "modify-position", tight, 409)
    assert refused["code"] == "SLIPPAGE_EXCEEDED"
    assert refused["details"] == {"fillPrice": quote["fillPrice"], "limit": "29000000000"}
    await service.trade(wallet, 10_000_000)
    dear = {**account, "marketId": 1, "acceptablePrice": "31000000000"}
    refused = await build(service, user, "close-position", dear, 409)
    assert refused["code"] == "SLIPPAGE_EXCEEDED"
    assert refused["details"]["limit"] == "31000000000"
    assert int(refused["details"]["fillPrice"]) < 31000000000


async def test_a_wallet_without_sol_is_told_so(service):
    refused = await build(service, text_of(Keypair()), "create-margin-account", {}, 409)
    assert refused["code"] == "INSUFFICIENT_COLLATERAL"
    assert refused["details"]["asset"] == "SOL"
    assert "Not enough SOL" in refused["message"]
    assert "collateral" not in refused["message"]


async def test_an_input_below_one_unit_of_size_is_named(service):
    wallet = await service.trader()
    user = text_of(wallet)
    await service.trade(wallet, 10_000_000)
    tiny = {**ORDER, "input": "10", "inputKind": "notionalDelta"}
    for name in ("modify-position", "close-position"):
        for kind in ("quote", "transaction"):
            refused = await service.post(f"{MAIN}/user/{user}/{kind}/{name}", tiny, 400)
            assert refused["code"] == "VALIDATION"
            assert refused["details"] == {"field": "input", "minimum": "300"}
            assert "below one unit of size" in refused["message"]
        least = {**tiny, "input": "300"}
        quote = await service.post(f"{MAIN}/user/{user}/quote/{name}", least)
        assert abs(int(quote["info"]["openInterestDelta"]["size"])) == 1


@pytest.mark.parametrize(
    ("field", "choices"), [("side", "long, short"), ("inputKind", "notionalDelta, sizeDelta")]
)
async def test_a_bad_choice_in_a_body_lists_the_good_ones(service, field, choices):
    path = f"{MAIN}/user/{text_of(Keypair())}/quote/modify-position"
    refused = await service.post(path, {**ORDER, field: "up"}, 400)
    assert refused["message"] == f"{field}: expected one of {choices}"
    assert refused["details"] == {"field": field}


async def test_a_wallet_cannot_be_its_own_delegate(service):
    wallet = await service.world.user()
    refused = await build(
        service, text_of(wallet), "set-delegate", {"delegate": text_of(wallet)}, 400
    )
    assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": "delegate"})


async def test_an_invalid_address_does_not_cost_a_drop(tmp_path, database_url):
    rates = {**GENEROUS, "faucet": Rate(1 / 60, 1), "faucet-address": Rate(1 / 60, 1)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        for _ in range(3):
            await service.post(f"{EXPRESS}/faucet", {"address": "x"}, 400)
        await service.post(f"{EXPRESS}/faucet", {"address": text_of(Keypair())})
        async with service.client.post(
            f"{EXPRESS}/faucet", json={"address": text_of(Keypair())}
        ) as answer:
            assert answer.status == 429


def test_every_reason_of_the_follower_has_a_code_of_its_own():
    tree = ast.parse(inspect.getsource(acceptance))
    said = [
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_require"
        if isinstance(node.args[1], ast.Constant)
    ]
    codes = [ignored_code(text) for text in said]
    assert len(said) == len(set(codes)) == 8
    assert "NOT_CANONICAL" not in codes
    assert ignored_code("memo is for another chain") == "WRONG_CHAIN"
    assert ignored_code("amount is too large") == "NOT_CANONICAL"
    for text in (acceptance.NO_COMMAND, acceptance.IGNORED_COMMAND, acceptance.UNPARSED_TOKENS):
        code, explanation = quarantine_reason(text)
        assert code.replace("_", "").isupper()
        assert explanation == text
    assert quarantine_reason("NONCE_TOO_LOW") == ("NONCE_TOO_LOW", "The nonce was already used")
    assert quarantine_reason("something else")[0] == "OTHER"


async def test_an_ignored_command_has_a_code_and_its_reason(service):
    wallet = await service.world.user()
    user, facts = address_of(wallet), service.context.facts
    text = service.world.memo("create-margin-account", {"account": 1}, nonce=5)
    other = text.replace(facts.chain_name, "elsewhere", 1)
    transfer = transfer_tokens(user, facts.collateral_vault, facts.collateral_mint, 7)
    await service.world.send_raw([wallet], [memo(other, user), transfer])
    await service.settle()
    (row,) = (await service.get(f"{MAIN}/user/{text_of(wallet)}/commands"))["info"]
    assert (row["status"], row["code"]) == ("ignored", "WRONG_CHAIN")
    assert row["details"] == {"reason": "memo is for another chain"}
    path = f"{MAIN}/user/{text_of(wallet)}/quarantined-deposits"
    (deposit,) = (await service.get(path))["info"]
    assert deposit["reason"] == "COMMAND_IGNORED"
    assert deposit["explanation"] == acceptance.IGNORED_COMMAND


async def test_missing_entities_of_a_wallet_are_null_or_not_found(service):
    user = text_of(Keypair())
    assert (await service.get(f"{MAIN}/user/{user}/lp-account"))["info"] is None
    missing = await service.get(f"{MAIN}/user/{user}/lp-position?lpPositionId=1", 404)
    assert missing["code"] == "LP_POSITION_NOT_FOUND"
    owner = await service.world.user()
    await service.world.send(
        owner,
        await service.world.builders.build(address_of(owner), "add-liquidity", amount=5 * 10**6),
    )
    (position,) = (await service.get(f"{MAIN}/user/{text_of(owner)}/lp-positions"))["info"]
    path = f"{MAIN}/user/{text_of(owner)}/lp-position?lpPositionId={position['id']}"
    assert (await service.get(path))["info"]["shares"] == position["shares"]
    names = (await service.get(f"{MAIN}/user/{user}/staking-addresses"))["info"]
    facts = service.context.facts
    assert names["mint"] == to_base58(facts.token_mint)
    assert names["custody"] == to_base58(facts.token_vault)
    assert len(set(names.values())) == 4
    assert names == (await service.get(f"{MAIN}/user/{user}/staking-addresses"))["info"]


def test_the_document_lists_what_each_path_takes():
    main = document(Base.MAIN, ROUTES, "0")["paths"]
    assert all(
        parameter.get("explode") is False
        for item in main.values()
        for operation in item.values()
        for parameter in operation["parameters"]
        if "array" in str(parameter["schema"])
    )
    for path, item in main.items():
        if "/quote/" not in path:
            continue
        for operation in item.values():
            queries = {row["name"] for row in operation["parameters"] if row["in"] == "query"}
            assert ("user" in queries) == path.startswith("/quote/"), path


def test_a_request_for_archived_commands_is_503_while_the_archive_is_away(caplog):
    error = api_error(JournalArchiveError("records 1 to 9 are in the archive /away"), "/x")
    assert (error.status, error.code) == (503, "MAINTENANCE")
    assert error.headers == {"Retry-After": "2"}
    assert "away" not in error.message
    assert [record.getMessage() for record in caplog.records] == ["archive_away"]
