"""A server that builds something else than was asked for: the client signs nothing."""

import base64
import json

import pytest
import pytest_asyncio
from solders.keypair import Keypair
from solders.pubkey import Pubkey

from acre_sdk import AcreClient, AcreError, OutcomeUnknown, UnsafeTransaction, Venue
from acre_sdk.errors import ANSWER_LOST
from acre_sdk.trading import commands
from chain.client.addresses import token_account
from chain.client.balances import sol_balance
from chain.client.instructions import memo, transfer_lamports, transfer_tokens, unsigned
from tests.chain.custody.test_custody import collateral
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.hostile_endpoint import HostileEndpoint
from tests.edge.keeper.test_hostile_endpoint import decoded
from tests.edge.service_world import running_service

USD = 10**6
THIEF = bytes(Keypair().pubkey())
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    home, url = tmp_path_factory.mktemp("hostile"), postgres_cluster.create_database("hostile")
    async with running_service(home, url) as service, following(service):
        yield service


@pytest_asyncio.fixture(loop_scope="module")
async def cheated(live):
    """A client behind a proxy of its server, with an account; the node is the true one."""
    async with HostileEndpoint(url_of(live)) as endpoint:
        node = live.world.node.url
        async with AcreClient(endpoint.url, Keypair(), rpc=node) as client:
            await client.faucet()
            await client.margin.create(500)
            yield endpoint, client


def swap(endpoint, change) -> None:
    """Let the server build another transaction: `change` takes message and instructions."""

    def rule(path, answer):
        if "/transaction/" not in path or answer[0] != 200:
            return answer
        built = answer[1]["info"]
        message, rows = decoded(built)
        payer, rows = change(bytes(message.account_keys[0]), rows)
        raw = unsigned(rows, payer, str(message.recent_blockhash))
        return 200, {"info": {**built, "tx": base64.b64encode(raw).decode()}}

    endpoint.rule = rule


def saying(old: str, new: str):
    """Change the text of the memo."""

    def change(wallet, rows):
        text = bytes(rows[-1].data).decode()
        assert old in text
        return wallet, [*rows[:-1], memo(text.replace(old, new, 1), wallet)]

    return change


def moving(live, what):
    """Add a transfer to the thief."""
    mint = live.world.facts.collateral_mint

    def change(wallet, rows):
        tokens = transfer_tokens(wallet, token_account(THIEF, mint), mint, USD)
        return wallet, [transfer_lamports(wallet, THIEF, 10**6) if what == "sol" else tokens, *rows]

    return change


def replacing(live):
    """Send the deposit to the thief."""
    mint = live.world.facts.collateral_mint

    def change(wallet, rows):
        stolen = transfer_tokens(wallet, token_account(THIEF, mint), mint, 100 * USD)
        return wallet, [stolen if row.program_id == stolen.program_id else row for row in rows]

    return change


async def assert_refused(live, client, call, reason):
    wallet = bytes(client._key.pubkey())
    rpc = live.world.rpc
    before = await sol_balance(rpc, wallet), await collateral(live.world, wallet)
    with pytest.raises(UnsafeTransaction) as refused:
        await call()
    assert refused.value.message == reason
    assert (await sol_balance(rpc, wallet), await collateral(live.world, wallet)) == before


ELSEWHERE = "its tokens do not go from the wallet to the vault"


async def test_a_deposit_goes_nowhere_else(live, cheated):
    endpoint, client = cheated

    def call():
        return client.margin.deposit(100)

    for change, reason in (
        (replacing(live), ELSEWHERE),
        (moving(live, "sol"), "it calls 11111111111111111111111111111111"),
        (moving(live, "tokens"), "it moves tokens otherwise than by the transfer of the deposit"),
        (saying("amount 100", "amount 001"), "its memo has another amount than was asked for"),
        (saying("account 1", "account 2"), "its memo has another account than was asked for"),
        (
            saying("account 1", f"owner {Pubkey(THIEF)}\naccount 1"),
            "its memo has other fields than were asked for",
        ),
        (lambda _wallet, rows: (THIEF, rows), "it asks for signatures of others"),
    ):
        swap(endpoint, change)
        await assert_refused(live, client, call, reason)


async def test_an_order_is_the_one_that_was_asked_for(live, cheated):
    endpoint, client = cheated
    symbol, other = [row.metadata.symbol for row in (await client.perps.markets())[:2]]

    def call():
        return client.perps.open(symbol, "long", size="1.5", stop="1")

    for old, new, line in (
        ("size +1.500000", "size -1.500000", "size"),
        ("size +1.500000", "size +9.500000", "size"),
        (f"market {symbol}", f"market {other}", "market"),
        ("limit ", "limit 9", "limit"),
        ("stop 1", "target 1", "stop"),
    ):
        swap(endpoint, saying(old, new))
        await assert_refused(live, client, call, f"its memo has another {line} than was asked for")
    swap(endpoint, saying("modify-position", "close-position"))
    reason = "its memo is another command than modify-position"
    await assert_refused(live, client, call, reason)


async def test_a_delegate_is_the_one_that_was_asked_for(live, cheated):
    endpoint, client = cheated

    def call():
        return client.delegates.create(days=3)

    def to_thief(wallet, rows):
        return wallet, [
            transfer_lamports(wallet, THIEF, 10**7) if str(row.program_id) == "1" * 32 else row
            for row in rows
        ]

    swap(endpoint, to_thief)
    await assert_refused(live, client, call, "its lamports do not go to the delegate")
    swap(endpoint, saying("until 2", "until 9"))
    await assert_refused(live, client, call, "its memo has another until than was asked for")


async def test_the_vault_is_the_one_that_the_wallet_knows(live):
    facts = live.world.facts
    thieves = str(Pubkey(token_account(THIEF, facts.collateral_mint)))

    async with HostileEndpoint(url_of(live)) as endpoint:

        def rule(path, answer):
            if path.endswith("/account/exchange"):
                answer[1]["info"]["specification"]["collateralVault"] = thieves
            return answer

        endpoint.rule = rule
        venue = Venue(
            chain="localnet",
            collateral_mint=str(Pubkey(facts.collateral_mint)),
            collateral_vault=str(Pubkey(facts.collateral_vault)),
        )
        node = live.world.node.url
        async with AcreClient(endpoint.url, Keypair(), rpc=node, venue=venue) as client:
            await client.faucet()
            await client.margin.create(5)
        async with AcreClient(endpoint.url, Keypair(), rpc=node) as client:
            await client.faucet()
            with pytest.raises(UnsafeTransaction):  # an honest transaction, another vault
                await client.margin.create(5)


async def test_a_quote_of_another_size_is_not_signed(live, cheated):
    endpoint, client = cheated
    (market, *_) = await client.perps.markets()

    def lying(change):
        def rule(path, answer):
            if "/quote/" in path:
                change(answer[1]["info"])
            return answer

        endpoint.rule = rule

    def larger(info):
        info["openInterestDelta"]["size"] = str(10 * int(info["openInterestDelta"]["size"]))

    def dear(info):
        info["fillPrice"] = str(2 * int(info["fillPrice"]))

    for lie in (larger, dear):
        lying(lie)
        with pytest.raises(AcreError) as refused:
            await client.perps.open(market.metadata.symbol, "long", notional=100)
        assert refused.value.code == "BAD_ANSWER"


async def test_an_outcome_that_does_not_come_is_unknown(live, cheated, monkeypatch):
    endpoint, client = cheated
    monkeypatch.setattr(commands, "OUTCOME_MAX_S", 0.5)

    def rule(path, answer):
        return (404, {"code": "NOT_FOUND"}) if path.endswith("/commands") else answer

    endpoint.rule = rule
    with pytest.raises(OutcomeUnknown) as unknown:
        await client.margin.deposit(1)
    assert unknown.value.signature in str(unknown.value)


async def test_the_key_is_in_no_error_and_no_text(live, cheated):
    endpoint, client = cheated
    swap(endpoint, moving(live, "sol"))
    with pytest.raises(UnsafeTransaction) as refused:
        await client.margin.deposit(1)
    secret = str(client._key)
    for text in (repr(client), str(refused.value), repr(refused.value), json.dumps(endpoint.asked)):
        assert secret not in text


async def test_a_build_whose_answer_is_lost_is_asked_for_again(live, cheated):
    endpoint, client = cheated
    lost = []

    def rule(path, answer):
        if "/transaction/" in path and not lost:
            lost.append(path)
            return None
        return answer

    endpoint.rule = rule
    await client.margin.deposit(1)
    assert len(lost) == 1
    (account,) = await client.margin.accounts()
    assert account.margin_collateral == 501 * USD


async def test_a_send_whose_answer_is_lost_is_followed(live, cheated, monkeypatch):
    _, client = cheated
    node = client.margin._commands._node
    true_send = node.send

    async def lost(transaction):
        await true_send(transaction)
        raise AcreError(ANSWER_LOST, "the connection broke")

    monkeypatch.setattr(node, "send", lost)
    await client.margin.deposit(1)


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_client_that_is_closed_meanwhile_says_what_may_have_happened(
    live, cheated, monkeypatch, is_sent
):
    _, client = cheated
    node = client.margin._commands._node
    true_send = node.send

    async def closing(transaction):
        if is_sent:
            await true_send(transaction)
        await client.__aexit__(None, None, None)
        if not is_sent:
            await true_send(transaction)

    monkeypatch.setattr(node, "send", closing)
    with pytest.raises(AcreError) as ended:
        await client.margin.deposit(1)
    assert ended.value.code == ("OUTCOME_UNKNOWN" if is_sent else "CLIENT_CLOSED")
    assert isinstance(ended.value, OutcomeUnknown) == is_sent
    with pytest.raises(AcreError, match="CLIENT_CLOSED"):
        await client.margin.deposit(1)
