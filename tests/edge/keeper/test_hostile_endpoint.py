"""Endpoints and nodes that fail, lie or steal: a keeper loses at most a network fee."""

import base64
from contextlib import asynccontextmanager

import pytest
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

from acre_sdk import transport
from chain.client.addresses import MEMO_PROGRAM, token_account
from chain.client.balances import sol_balance
from chain.client.instructions import memo, transfer_tokens, unsigned
from chain.client.wallet import address_of
from chain.commands.memo import parse_bytes, render
from engine.core.generated.messages import ProcessSettlementRequests
from tests.chain.custody.test_custody import collateral
from tests.chain.fault_proxy import Down, FaultProxy
from tests.edge.keeper.conftest import following, keeping, url_of
from tests.edge.keeper.hostile_endpoint import HostileEndpoint
from tests.edge.keeper.test_keeper import TIP_E6, commands, log_rows, withdrawal
from tests.edge.service_world import text_of

USD = 10**6
THIEF = bytes(Keypair().pubkey())


@asynccontextmanager
async def cheated(service, wallet, **options):
    """A keeper behind a proxy of the endpoint; the node is the real one."""
    async with (
        HostileEndpoint(url_of(service)) as endpoint,
        following(service),
        keeping(service, wallet, url=endpoint.url, **options) as keeper,
    ):
        yield endpoint, keeper


def decoded(built: dict):
    message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
    keys = message.account_keys
    instructions = []
    for row in message.instructions:
        metas = [
            AccountMeta(keys[place], message.is_signer(place), is_writable=False)
            for place in bytes(row.accounts)
        ]
        instructions.append(Instruction(keys[row.program_id_index], bytes(row.data), metas))
    return message, instructions


def changed_memo(service, instructions, change) -> list[Instruction]:
    """Return the instructions with another memo of the same wallet."""
    *before, last = instructions
    said = parse_bytes(last.data, service.world.facts.chain_name)
    text = render(service.world.facts.chain_name, change(said))
    return [*before, Instruction(MEMO_PROGRAM, text.encode(), last.accounts)]


def gift(service, wallet) -> Instruction:
    return transfer_tokens(
        wallet, token_account(THIEF, service.world.facts.collateral_mint),
        service.world.facts.collateral_mint, 1_000 * USD,
    )  # fmt: skip


def sol(wallet) -> Instruction:
    return transfer(
        TransferParams(from_pubkey=Pubkey(wallet), to_pubkey=Pubkey(THIEF), lamports=10**9)
    )


def other_owner(said):
    return type(said)(
        name=said.name, fields={**said.fields, "owner": THIEF}, nonce=said.nonce,
        expires=said.expires,
    )  # fmt: skip


def withdrawal_memo(said):
    fields = {"account": 0, "amount": 50 * USD, "tip": 500_000}
    return type(said)(name="withdraw-margin", fields=fields, nonce=said.nonce, expires=said.expires)


def last_nonce(said):
    return type(said)(name=said.name, fields=said.fields, nonce=2**53, expires=said.expires)


def second_signer(instructions) -> list[Instruction]:
    metas = [AccountMeta(Pubkey(THIEF), is_signer=True, is_writable=False)]
    first = instructions[0]
    return [Instruction(first.program_id, first.data, metas), *instructions[1:]]


LEGACY_ATTACKS = {
    "sends SOL": (
        lambda service, wallet, rows: [sol(wallet), *rows],
        "it calls 11111111111111111111111111111111",
    ),
    "sends tokens": (
        lambda service, wallet, rows: [gift(service, wallet), *rows],
        "it calls TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    ),
    "another owner": (
        lambda service, wallet, rows: changed_memo(service, rows, other_owner),
        "its memo has another owner than was asked for",
    ),
    "another command": (
        lambda service, wallet, rows: changed_memo(service, rows, withdrawal_memo),
        "its memo is another command than process-settlement-requests",
    ),
    "a nonce that locks the wallet out": (
        lambda service, wallet, rows: changed_memo(service, rows, last_nonce),
        "its nonce is out of bounds: later than the clock of this machine allows",
    ),
    "a second signer": (
        lambda service, wallet, rows: second_signer(rows),
        "it asks for signatures of others",
    ),
    "a login instead": (
        lambda service, wallet, rows: [*rows[:-1], memo("I am the keeper", wallet)],
        "its memo is no command of this exchange",
    ),
}


async def assert_nothing_was_signed(service, wallet, reason, caplog, attack):
    world, address = service.world, address_of(wallet)
    before = await sol_balance(world.rpc, address), await collateral(world, address)
    async with cheated(service, wallet) as (endpoint, keeper):

        def rule(path, answer):
            if "/transaction/" not in path:
                return answer
            built = answer[1]["info"]
            return 200, {"info": {**built, "tx": attack(built)}}

        endpoint.rule = rule
        assert await keeper.round() == 0
        assert await keeper.round() == 0  # it does not ask again at once
        assert keeper.figures.outcomes == {"unsafe": 1}
        (said,) = log_rows(caplog)
        assert said["reason"] == reason
        assert sum("/transaction/" in path for path in endpoint.asked) == 1
    assert (await sol_balance(world.rpc, address), await collateral(world, address)) == before
    assert await collateral(world, THIEF) == 0
    assert commands(service, ProcessSettlementRequests) == []


@pytest.mark.parametrize("name", LEGACY_ATTACKS)
async def test_a_hostile_transaction_is_not_signed(service, caplog, name):
    attack, reason = LEGACY_ATTACKS[name]
    await withdrawal(service)
    wallet = await service.trader(1_000 * USD)

    def changed(built):
        message, rows = decoded(built)
        rows = attack(service, address_of(wallet), rows)
        raw = unsigned(rows, address_of(wallet), str(message.recent_blockhash))
        return base64.b64encode(raw).decode()

    await assert_nothing_was_signed(service, wallet, reason, caplog, changed)


async def test_another_fee_payer_is_not_joined(service, caplog):
    await withdrawal(service)
    wallet = await service.world.user()

    def changed(built):
        message, rows = decoded(built)
        raw = unsigned(rows, THIEF, str(message.recent_blockhash))
        return base64.b64encode(raw).decode()

    reason = "it asks for signatures of others"
    await assert_nothing_was_signed(service, wallet, reason, caplog, changed)


async def test_an_account_in_a_lookup_table_is_not_signed(service, caplog):
    await withdrawal(service)
    wallet = await service.world.user()
    mint = service.world.facts.collateral_mint
    hidden = Pubkey(token_account(THIEF, mint))
    table = AddressLookupTableAccount(key=Pubkey(THIEF), addresses=[hidden])

    def changed(built):
        _message, rows = decoded(built)
        rows = [gift(service, address_of(wallet)), *rows]
        message = MessageV0.try_compile(wallet.pubkey(), rows, [table], Hash.default())
        raw = VersionedTransaction.populate(message, [Signature.default()])
        return base64.b64encode(bytes(raw)).decode()

    reason = "it hides accounts in a lookup table"
    await assert_nothing_was_signed(service, wallet, reason, caplog, changed)


async def test_other_bytes_are_not_signed(service, caplog):
    await withdrawal(service)
    wallet = await service.world.user()
    spoil = base64.b64encode(b"\x01" * 90).decode()
    await assert_nothing_was_signed(
        service, wallet, "it cannot be decoded", caplog, lambda _built: spoil
    )


@pytest.mark.parametrize("kind", ["text", "list", "no fields", "no base64", "empty"])
async def test_garbage_is_no_answer(service, caplog, kind):
    await withdrawal(service)
    wallet = await service.world.user()
    garbage = {
        "text": b"<html>busy</html>",
        "list": [],
        "no fields": {"info": {}},
        "no base64": {"info": {"tx": "?", "blockhash": "", "lastValidBlockHeight": 1}},
        "empty": b"",
    }[kind]
    async with cheated(service, wallet) as (endpoint, keeper):
        for spoilt in ("/transaction/", "/settlement-requests", "/candidates", "/exchange"):
            endpoint.rule = lambda path, answer, part=spoilt: (
                (200, garbage) if part in path else answer
            )
            assert await keeper._attempt() is (spoilt == "/transaction/")
        endpoint.rule = lambda path, answer: answer
        keeper._places.clear()
        assert await keeper.round() == 1
    assert keeper.figures.earned_e6 == TIP_E6


async def test_values_that_cannot_be_are_refused_or_cut(service):
    await withdrawal(service)
    wallet = await service.world.user()
    lies = {
        "owner": "no-address",
        "id": 2**70,
        "keeperTip": "-5",
    }
    async with cheated(service, wallet) as (endpoint, keeper):
        for name, value in lies.items():

            def rule(path, answer, changes=(name, value)):
                if not path.endswith("/settlement-requests"):
                    return answer
                rows = answer[1]["settlementRequests"]
                return 200, {"settlementRequests": [{**row, **dict([changes])} for row in rows]}

            endpoint.rule = rule
            await keeper._attempt()
        for target in ("NaN", "Infinity", "0.5", "1e400000", "1." + "1" * 100):

            def rule(path, answer, said=target):
                if not path.endswith("/account/exchange"):
                    return answer
                answer[1]["info"]["specification"]["liquidationTargetHealth"] = said
                return answer

            endpoint.rule = rule
            assert await keeper._attempt() is False
    assert keeper.figures.fees_e9 == 0
    assert commands(service, ProcessSettlementRequests) == []


async def test_the_collateral_is_pinned(service):
    await withdrawal(service)
    wallet = await service.world.user()
    async with cheated(service, wallet, min_profit_e6=10**12) as (endpoint, keeper):
        assert await keeper._attempt() is True

        def rule(path, answer):
            if path.endswith("/account/exchange"):
                other = str(Keypair().pubkey())
                answer[1]["info"]["specification"]["collateralMint"] = other
            return answer

        endpoint.rule = rule
        assert await keeper._attempt() is False


async def test_a_tip_that_was_promised_and_not_there_costs_one_fee(service, caplog):
    owner = await withdrawal(service, tip_e6=0)
    wallet = await service.world.user()
    async with cheated(service, wallet) as (endpoint, keeper):

        def rule(path, answer):
            if path == "/express/v1/settlement-requests":
                for row in answer[1]["settlementRequests"]:
                    row["keeperTip"] = str(10**9)
            return answer

        endpoint.rule = rule
        assert await keeper.round() == 1
        assert (keeper.figures.earned_e6, keeper.figures.outcomes) == (0, {"applied": 1})
        assert keeper.figures.profit_e6 < 0
        assert await keeper.round() == 0
    (request,) = service.exchange.settlement_requests(address_of(owner))
    assert request.processor == address_of(wallet)


async def test_promises_without_end_cost_the_fees_of_an_hour_at_most(service, caplog):
    for _ in range(3):
        await withdrawal(service, tip_e6=0)
    wallet = await service.world.user()
    before = await sol_balance(service.world.rpc, address_of(wallet))
    async with cheated(service, wallet, hourly_fees_e9=11_000) as (endpoint, keeper):

        def rule(path, answer):
            if path == "/express/v1/settlement-requests":
                for row in answer[1]["settlementRequests"]:
                    row["keeperTip"] = str(10**9)
            return answer

        endpoint.rule = rule
        assert await keeper.round() == 2
        assert await keeper.round() == 0
        assert keeper.figures.outcomes == {"applied": 2, "refused": 1}
    assert before - await sol_balance(service.world.rpc, address_of(wallet)) == 2 * 5_001
    (said,) = [row for row in caplog.records if row.message == "keeper_fees_spent"]
    assert said.wallet == text_of(wallet)


async def test_429_and_5xx_are_waited_for(service, monkeypatch, caplog):
    monkeypatch.setattr(transport, "PAUSE_FIRST_S", 0.001)
    monkeypatch.setattr(transport, "PAUSE_MAX_S", 0.001)
    await withdrawal(service)
    wallet = await service.world.user()
    async with cheated(service, wallet) as (endpoint, keeper):
        error = {"message": "Too many requests", "code": "RATE_LIMITED", "details": {}}
        for status in (429, 500, 503):
            endpoint.asked.clear()
            endpoint.rule = lambda _path, _answer, said=status: (said, error)
            assert await keeper._attempt() is False
            assert len(endpoint.asked) == transport.ATTEMPTS_MAX
        endpoint.headers = {"Retry-After": "3600"}
        endpoint.asked.clear()
        endpoint.rule = lambda _path, _answer: (429, error)
        assert await keeper._attempt() is False
        assert len(endpoint.asked) == 1  # longer than a call may take: the round is over
        endpoint.rule = lambda _path, _answer: None
        assert await keeper._attempt() is False
        waits = [row.code for row in caplog.records if row.message == "keeper_waits"]
        assert waits == ["RATE_LIMITED"] * 4 + ["ANSWER_LOST"]
        endpoint.headers, endpoint.rule = {}, lambda _path, answer: answer
        assert await keeper.round() == 1


async def test_an_answer_without_end_is_cut(service, monkeypatch, caplog):
    monkeypatch.setattr(transport, "ANSWER_BYTES_MAX", 100_000)
    wallet = await service.world.user()
    async with cheated(service, wallet) as (endpoint, keeper):
        endpoint.rule = lambda _path, _answer: (200, b" " * 200_000)
        assert await keeper._attempt() is False
    (said,) = [row for row in caplog.records if row.message == "keeper_waits"]
    assert (said.code, said.reason) == ("BAD_ANSWER", "more than 100000 bytes")


async def test_a_node_that_goes_away_in_between_loses_no_act(service, caplog):
    await withdrawal(service)
    wallet = await service.world.user()
    async with (
        FaultProxy(service.world.node.url) as node,
        following(service),
        keeping(service, wallet, rpc=node.url) as keeper,
    ):

        def down(_method, _params, _answer):
            raise Down

        def down_after_sending(method, _params, answer):
            if method == "getSignatureStatuses":
                raise Down
            return answer

        node.rule = down
        assert await keeper._attempt() is False
        (said,) = [row for row in caplog.records if row.message == "keeper_waits"]
        assert said.code == "HTTP_503"
        node.rule = down_after_sending
        assert await keeper.round() == 1  # the exchange's word is enough
    assert keeper.figures.earned_e6 == TIP_E6


async def test_a_send_whose_answer_is_lost_is_followed(service):
    await withdrawal(service)
    wallet = await service.world.user()
    async with (
        FaultProxy(service.world.node.url) as node,
        following(service),
        keeping(service, wallet, rpc=node.url) as keeper,
    ):

        def lost(method, _params, answer):
            if method == "sendTransaction":
                raise Down
            return answer

        node.rule = lost
        assert await keeper.round() == 1
    assert keeper.figures.outcomes == {"applied": 1}


async def test_a_dropped_transaction_costs_nothing_and_is_tried_again(service, caplog):
    owner = await withdrawal(service)
    wallet = await service.world.user()
    async with following(service), keeping(service, wallet) as keeper:
        await service.world.rpc.call("acreFault", [{"dropSends": 1}])
        assert await keeper.round() == 1
        assert keeper.figures.outcomes == {"lost": 1}
        assert keeper.figures.fees_e9 == 0
        (said,) = log_rows(caplog)
        assert said["reason"] == "It did not land in time; nothing has happened"
        assert said["place"] == text_of(owner)
        keeper._places.clear()
        assert await keeper.round() == 1
    assert keeper.figures.earned_e6 == TIP_E6


async def test_a_date_that_cannot_be_hides_no_act(service):
    await withdrawal(service)
    wallet = await service.world.user()
    async with cheated(service, wallet) as (endpoint, keeper):

        def rule(path, answer):
            is_late = path.endswith("/commands")
            endpoint.headers = {"Date": f"Mon, 01 Jan {'9' * 20} 00:00:00 GMT"} if is_late else {}
            return answer

        endpoint.rule = rule
        assert await keeper.round() == 1
    assert keeper.figures.outcomes == {"applied": 1}
    assert keeper.figures.fees_e9 > 0


async def test_trouble_while_an_act_is_followed_is_counted_and_waits(service, monkeypatch, caplog):
    """Whatever an answer breaks, the fee is counted and the same place is not tried at once."""
    await withdrawal(service)
    wallet = await service.world.user()
    async with cheated(service, wallet) as (_endpoint, keeper):

        async def broken(_sent):
            raise LookupError("unexpected")

        monkeypatch.setattr(keeper._commands, "outcome", broken)
        assert await keeper.round() == 1
        assert keeper.figures.outcomes == {"unknown": 1}
        assert keeper.figures.fees_e9 > 0
        assert await keeper.round() == 0
    assert "keeper_trouble" in [row.message for row in caplog.records]
