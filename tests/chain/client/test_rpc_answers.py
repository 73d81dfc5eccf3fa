"""What a node answers is believed only as far as it was checked."""

import base64

import orjson
import pytest
from solders.hash import Hash
from solders.signature import Signature

from chain.client.errors import ChainError
from chain.client.rpc import Account, Rpc, RpcError
from chain.custody.receiver import ReceiverState, state_of

HASH = str(Hash.default())
SIGNATURE = str(Signature.default())
CONTEXT = {"slot": 7}


class AnsweringRpc(Rpc):
    """Gives the same result to every call."""

    def __init__(self, result):
        super().__init__("http://127.0.0.1:1")
        self.result = result

    async def call(self, method, params=()):
        return self.result


def blockhash(value):
    return {"context": CONTEXT, "value": value}


def status(**changes):
    value = {"slot": 5, "err": None, "confirmationStatus": "finalized", **changes}
    return {"context": CONTEXT, "value": [value]}


async def refused(reading):
    with pytest.raises(ChainError) as refusal:
        await reading
    return refusal.value.code == "NODE_UNAVAILABLE"


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "x",
        [],
        blockhash(None),
        blockhash({"blockhash": "zz", "lastValidBlockHeight": 1}),
        blockhash({"blockhash": 5, "lastValidBlockHeight": 1}),
        blockhash({"blockhash": HASH, "lastValidBlockHeight": -5}),
        blockhash({"blockhash": HASH, "lastValidBlockHeight": 2**64}),
        blockhash({"blockhash": HASH}),
        {"context": {"slot": "x"}, "value": {"blockhash": HASH, "lastValidBlockHeight": 1}},
    ],
)
async def test_a_malformed_blockhash_is_no_blockhash(answer):
    assert await refused(AnsweringRpc(answer).latest_blockhash())


@pytest.mark.parametrize(
    "answer",
    [
        None,
        {"value": []},
        {"value": ["x"]},
        {"value": [{}]},
        status(slot=None),
        status(slot="5"),
        status(slot=-1),
        status(slot=2**64),
        status(confirmationStatus="certain"),
        {"value": [{"slot": 5, "confirmationStatus": "finalized"}]},
    ],
)
async def test_a_malformed_status_is_no_status(answer):
    assert await refused(AnsweringRpc(answer).signature_statuses([SIGNATURE]))


async def test_malformed_signatures_and_accounts_are_refused():
    assert await refused(AnsweringRpc("zz").send(b""))
    assert await refused(AnsweringRpc(5).genesis_hash())
    for rows in (None, [1], [{"err": None}], [{"signature": "!!", "err": None}]):
        assert await refused(AnsweringRpc(rows).successful_signatures(bytes(32), 1))
    for account in ({"lamports": -1, "owner": "x", "data": ["AA==", "base64"]}, {"data": 1}, "x"):
        answer = {"context": CONTEXT, "value": account}
        assert await refused(AnsweringRpc(answer).account(bytes(32)))


async def test_well_formed_answers_are_read():
    answer = blockhash({"blockhash": HASH, "lastValidBlockHeight": 9})
    assert await AnsweringRpc(answer).latest_blockhash() == (HASH, 9, 7)
    assert await AnsweringRpc({"value": [None]}).signature_statuses([SIGNATURE]) == [None]
    (value,) = await AnsweringRpc(status()).signature_statuses([SIGNATURE])
    assert value == {"slot": 5, "err": None, "confirmationStatus": "finalized"}
    rows = [{"signature": SIGNATURE, "err": None}, {"signature": SIGNATURE, "err": "x"}]
    assert await AnsweringRpc(rows).successful_signatures(bytes(32), 9) == ([SIGNATURE], True)
    assert await AnsweringRpc(rows).successful_signatures(bytes(32), 3) == ([SIGNATURE], True)
    # a failed transaction fills the page, too: more may stand behind it
    assert await AnsweringRpc(rows).successful_signatures(bytes(32), 2) == ([SIGNATURE], False)


TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
MINT, OWNER = bytes([1]) * 32, bytes([2]) * 32


def token_data(mint=MINT, owner=OWNER, state=1, size=165):
    return (mint + owner + bytes(44) + bytes([state])).ljust(size, b"\0")


@pytest.mark.parametrize(
    ("program", "data", "state"),
    [
        (TOKEN, token_data(), ReceiverState.USABLE),
        ("1" * 32, b"", ReceiverState.MISSING),
        ("1" * 32, b"\0", ReceiverState.UNUSABLE),
        (TOKEN, token_data(mint=OWNER), ReceiverState.UNUSABLE),
        (TOKEN, token_data(owner=MINT), ReceiverState.UNUSABLE),
        (TOKEN, token_data(state=0), ReceiverState.UNUSABLE),
        (TOKEN, token_data(state=2), ReceiverState.UNUSABLE),
        (TOKEN, b"", ReceiverState.UNUSABLE),
        ("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", token_data(), ReceiverState.UNUSABLE),
    ],
)
def test_only_the_owners_own_working_account_can_be_paid(program, data, state):
    assert state_of(Account(1, program, data, 1), OWNER, MINT) is state
    assert state_of(None, OWNER, MINT) is ReceiverState.MISSING


class PostingRpc(Rpc):
    """Gives the same body to every request and keeps what was asked."""

    def __init__(self, answer):
        super().__init__("http://127.0.0.1:1")
        self.answer = answer
        self.asked = []

    async def _post(self, method, body):
        self.asked.append(orjson.loads(body))
        return self.answer(self.asked[-1])


def accepted(rows):
    return [{"jsonrpc": "2.0", "id": row["id"], "result": SIGNATURE} for row in rows]


async def test_transactions_are_handed_over_in_order_and_in_bounded_requests():
    rpc = PostingRpc(accepted)
    sent = [bytes([number]) for number in range(120)]
    assert await rpc.send_all(sent) == [SIGNATURE] * 120
    assert [len(rows) for rows in rpc.asked] == [50, 50, 20]
    wires = [base64.b64decode(row["params"][0]) for rows in rpc.asked for row in rows]
    assert wires == sent
    assert await rpc.send_all([]) == []


@pytest.mark.parametrize(
    "answer", [None, {}, [], [1, 2], [{"result": SIGNATURE}], [{}, {}], [{"result": 5}] * 2]
)
async def test_a_malformed_answer_to_several_transactions_is_none(answer):
    assert await refused(PostingRpc(lambda _rows: answer).send_all([b"a", b"b"]))


async def test_the_first_refused_transaction_of_several_is_named():
    answer = [{"result": SIGNATURE}, {"error": {"code": -32002, "message": "no"}}]
    with pytest.raises(RpcError) as refusal:
        await PostingRpc(lambda _rows: answer).send_all([b"a", b"b"])
    assert refusal.value.code == -32002
