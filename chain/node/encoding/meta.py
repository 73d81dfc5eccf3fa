"""The `meta` of an executed transaction, in the shape that JSON-RPC clients read."""

import base64
from collections.abc import Callable, Sequence

from solders.account import Account
from solders.pubkey import Pubkey
from solders.transaction_metadata import TransactionMetadata

from chain.node.encoding import base58
from chain.node.encoding.tokens import TOKEN_PROGRAMS, read_mint, read_token_account, ui_amount
from chain.node.encoding.wire import AccountKeys

Json = dict[str, object]


def build_meta(
    result: TransactionMetadata,
    err: object,
    keys: AccountKeys,
    before: Sequence[Account | None],
    after: Sequence[Account | None],
    read_account: Callable[[Pubkey], Account | None],
) -> Json:
    """Describe what a transaction did; `err` is None for success."""
    assert len(before) == len(after) == len(keys.all)
    pre_tokens = _token_balances(before, read_account)
    post_tokens = _token_balances(after, read_account)
    meta: Json = {
        "err": err,
        "status": {"Ok": None} if err is None else {"Err": err},
        "fee": result.fee(),
        "preBalances": [0 if account is None else account.lamports for account in before],
        "postBalances": [0 if account is None else account.lamports for account in after],
        "innerInstructions": inner_instructions(result),
        "logMessages": result.logs(),
        "preTokenBalances": pre_tokens,
        "postTokenBalances": post_tokens,
        "rewards": [],
        "loadedAddresses": {
            "writable": [str(key) for key in keys.loaded_writable],
            "readonly": [str(key) for key in keys.loaded_readonly],
        },
        "computeUnitsConsumed": result.compute_units_consumed(),
    }
    returned = return_data(result)
    if returned is not None:
        meta["returnData"] = returned
    return meta


def inner_instructions(result: TransactionMetadata) -> list[Json]:
    """List the instructions that programs called, by top-level instruction."""
    return [
        {
            "index": index,
            "instructions": [
                {
                    "programIdIndex": inner.instruction().program_id_index,
                    "accounts": list(inner.instruction().accounts),
                    "data": base58.encode(inner.instruction().data),
                    "stackHeight": inner.stack_height(),
                }
                for inner in group
            ],
        }
        for index, group in enumerate(result.inner_instructions())
        if group
    ]


def return_data(result: TransactionMetadata) -> Json | None:
    """Return the last program's return data, if any."""
    returned = result.return_data()
    if not returned.data:
        return None
    data = base64.b64encode(returned.data).decode()
    return {"programId": str(returned.program_id), "data": [data, "base64"]}


def _token_balances(
    accounts: Sequence[Account | None], read_account: Callable[[Pubkey], Account | None]
) -> list[Json]:
    balances: list[Json] = []
    for index, account in enumerate(accounts):
        if account is None or account.owner not in TOKEN_PROGRAMS:
            continue
        holding = read_token_account(account)
        if holding is None:
            continue
        mint_account = read_account(holding.mint)
        mint = None if mint_account is None else read_mint(mint_account)
        if mint is None:
            continue
        balances.append(
            {
                "accountIndex": index,
                "mint": str(holding.mint),
                "owner": str(holding.owner),
                "programId": str(account.owner),
                "uiTokenAmount": ui_amount(holding.amount, mint.decimals),
            }
        )
    return balances
