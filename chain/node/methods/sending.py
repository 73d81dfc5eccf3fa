"""RPC methods that execute: send, simulate, airdrop, and the fee of a message."""

from collections.abc import Callable
from typing import NamedTuple

from solders.compute_budget import set_compute_unit_limit
from solders.hash import Hash
from solders.message import Message, from_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import SimulatedTransactionInfo, SimulateResult

from chain.node.encoding import base58
from chain.node.encoding.accounts import AccountFormat, encode_account
from chain.node.encoding.meta import Json, inner_instructions, return_data
from chain.node.encoding.wire import Decoded, decode, from_text, verify_signatures
from chain.node.errors import invalid_params
from chain.node.limits import ACCOUNTS_PER_CALL_MAX, AIRDROP_LAMPORTS_MAX
from chain.node.methods.answer_budget import AnswerBudget
from chain.node.methods.context import context_slot, with_context
from chain.node.methods.params import Config, Params, read_address
from chain.node.state.bank import error_of
from chain.node.state.ledger import Ledger

_TRANSFER_UNITS = 1_000
_ENCODINGS = ("base58", "base64")


class Sending(NamedTuple):
    """A transaction to be executed, and the options of its call."""

    decoded: Decoded
    config: Config


def send_transaction(ledger: Ledger, params: Params) -> object:
    """Answer sendTransaction."""
    return send(ledger, read_send(params))


def read_send(params: Params) -> Sending:
    """Read the parameters of sendTransaction; raises RpcError."""
    config = params.config(1)
    return Sending(read_transaction(params, config), config)


def send(ledger: Ledger, sending: Sending) -> str:
    """Execute a transaction and return its signature; raises RpcError."""
    decoded, config = sending
    if config.get("minContextSlot") is not None or config.get("commitment") is not None:
        context_slot(ledger, config)
    signature = ledger.submit(decoded, skip_preflight=config.flag("skipPreflight", False))
    return base58.encode(signature)


def simulate_transaction(ledger: Ledger, params: Params) -> object:
    """Answer simulateTransaction; it always runs on the tip."""
    config = params.config(1)
    decoded = read_transaction(params, config)
    slot = context_slot(ledger, config)
    replaces_blockhash = config.flag("replaceRecentBlockhash", False)
    if config.flag("sigVerify", False):
        if replaces_blockhash:
            raise invalid_params("sigVerify may not be used with replaceRecentBlockhash")
        verify_signatures(decoded)
    asks_inner = config.flag("innerInstructions", False)
    wanted = _wanted_accounts(config)
    ledger.bank.account_keys(decoded)
    if not replaces_blockhash and not ledger.is_alive(decoded):
        return with_context(slot, _not_run("BlockhashNotFound"))
    if not replaces_blockhash and ledger.is_processed(decoded):
        return with_context(slot, _not_run("AlreadyProcessed"))
    result = ledger.simulate(decoded)
    answer = _simulated(result)
    if asks_inner:
        answer["innerInstructions"] = inner_instructions(result.meta())
    if wanted is not None:
        answer["accounts"] = _accounts_after(ledger, result, *wanted)
    if replaces_blockhash:
        newest = ledger.timeline.parent(ledger.open_slot)
        answer["replacementBlockhash"] = {
            "blockhash": base58.encode(ledger.blockhashes.newest),
            "lastValidBlockHeight": ledger.last_valid_height(newest),
        }
    return with_context(slot, answer)


def get_fee_for_message(ledger: Ledger, params: Params) -> object:
    """Answer getFeeForMessage; null for a message whose blockhash has expired."""
    raw = from_text(params.text(0, "message"), "base64")
    slot = context_slot(ledger, params.config(1))
    try:
        message = from_bytes_versioned(raw)
        count = message.header.num_required_signatures
        unsigned = VersionedTransaction.populate(message, [Signature.default()] * count)
        decoded = decode(bytes(unsigned))
    except ValueError as error:
        raise invalid_params(f"failed to deserialize message: {error}") from None
    if not ledger.is_alive(decoded):
        return with_context(slot, None)
    return with_context(slot, ledger.simulate(decoded).meta().fee())


def request_airdrop(ledger: Ledger, params: Params) -> object:
    """Answer requestAirdrop with an ordinary transfer from the chain's own account."""
    address = params.address(0, "address")
    lamports = params.count(1, "lamports", 1, AIRDROP_LAMPORTS_MAX)
    payer = ledger.airdrop_keypair
    # The limit only serves to make two equal airdrops of one slot two transactions.
    units = _TRANSFER_UNITS + ledger.transaction_count % 1_000_000
    message = Message.new_with_blockhash(
        [
            set_compute_unit_limit(units),
            transfer(
                TransferParams(from_pubkey=payer.pubkey(), to_pubkey=address, lamports=lamports)
            ),
        ],
        payer.pubkey(),
        Hash.from_bytes(ledger.blockhashes.newest),
    )
    decoded = decode(bytes(VersionedTransaction(message, [payer])))
    return base58.encode(ledger.submit(decoded, skip_preflight=False))


def read_transaction(params: Params, config: Config) -> Decoded:
    """Decode the transaction of a call, base58 unless the options say otherwise."""
    encoding = config.text("encoding", "base58", _ENCODINGS)
    return decode(from_text(params.text(0, "transaction"), encoding))


def _not_run(err: object) -> Json:
    return {
        "accounts": None,
        "err": err,
        "innerInstructions": None,
        "logs": [],
        "replacementBlockhash": None,
        "returnData": None,
        "unitsConsumed": 0,
    }


def _simulated(result: SimulateResult) -> Json:
    meta = result.meta()
    answer = _not_run(error_of(result))
    answer["logs"] = meta.logs()
    answer["returnData"] = return_data(meta)
    answer["unitsConsumed"] = meta.compute_units_consumed()
    answer["fee"] = meta.fee()
    return answer


def _wanted_accounts(config: Config) -> tuple[list[Pubkey], AccountFormat] | None:
    wanted = config.get("accounts")
    if wanted is None:
        return None
    if not isinstance(wanted, dict):
        raise invalid_params("accounts must be an object")
    texts = Params([wanted.get("addresses")]).texts(0, "addresses", ACCOUNTS_PER_CALL_MAX)
    return [read_address(text, "address") for text in texts], AccountFormat.of(
        Config({name: value for name, value in wanted.items() if value is not None}), "base64"
    )


def _accounts_after(
    ledger: Ledger, result: SimulateResult, addresses: list[Pubkey], form: AccountFormat
) -> list[Json | None]:
    if not isinstance(result, SimulatedTransactionInfo):
        return [None for _ in addresses]
    changed = dict(result.post_accounts())
    budget = AnswerBudget()
    answer: list[Json | None] = []
    for address in addresses:
        account = changed.get(address) or ledger.bank.read(address)
        is_gone = account is None or account.lamports == 0
        answer.append(
            None
            if account is None or is_gone
            else encode_account(account, form, ledger.bank.read, budget)
        )
    return answer


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "sendTransaction": send_transaction,
    "simulateTransaction": simulate_transaction,
    "getFeeForMessage": get_fee_for_message,
    "requestAirdrop": request_airdrop,
}
