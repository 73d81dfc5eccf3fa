"""Memo → command: which word becomes which field, for every command of the table."""

import pytest

from chain.commands.command import UNKNOWN_MARKET_ID, ChainOrigin, to_command
from chain.commands.spec import WALLET_COMMANDS
from engine.core.generated import messages as m
from tests.chain.commands.test_memo import EXAMPLES, OWNER

USER = bytes([9]) * 32
ORIGIN = ChainOrigin(
    user=USER,
    signature=bytes([8]) * 64,
    slot=7,
    transaction_index=6,
    instruction_index=5,
    attached_e6=4,
    attached_mint=2,
)
BY_WIRE = {message.WIRE: message for message in m.BY_TAG.values()}


def command_of(name: str):
    return to_command(EXAMPLES[name], ORIGIN, {"MIA": 3, "HOU": 7}.get)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_command_keeps_its_name_origin_nonce_and_expiry(name):
    memo, command = EXAMPLES[name], command_of(name)
    assert type(command) is BY_WIRE[memo.name]
    assert (command.nonce, command.expires_slot) == (memo.nonce, memo.expires)
    assert {key: getattr(command, key) for key in ORIGIN.as_fields()} == ORIGIN.as_fields()


OWN_FIELDS = {
    "create-margin-account-bare": {"account_id": 0, "name": "", "amount_e6": 0},
    "deposit-margin": {"owner": USER, "account_id": 1, "amount_e6": 1},
    "modify-position": {
        "owner": USER, "account_id": 1, "market_id": 3, "size_e6": 2_500_000,
        "limit_e8": 30_125_000_000,
    },
    "modify-position-delegate": {"owner": OWNER, "market_id": UNKNOWN_MARKET_ID, "size_e6": -1},
    "modify-position-bracket": {"stop_e8": 27_000_000_000, "target_e8": 35_000_000_000},
    "place-perp-order-update": {
        "owner": USER, "account_id": 1, "market_id": 3, "kind": 0, "source": 0,
        "is_reduce_only": 0, "is_whole": 0, "size_e6": 10_000_000, "trigger_e8": 0, "trail_e6": 0,
        "worst_e8": 40_150_000_000, "group": 0, "expires_at_s": 1_798_675_200,
        "stop_e8": 36_000_000_000, "target_e8": 45_000_000_000,
    },
    "place-perp-order-trailing": {
        "owner": OWNER, "account_id": 2, "market_id": UNKNOWN_MARKET_ID, "kind": 4, "source": 1,
        "is_reduce_only": 1, "is_whole": 1, "size_e6": 0, "trigger_e8": 0, "trail_e6": 50_000,
        "worst_e8": 0, "group": 7, "stop_e8": 0, "target_e8": 0,
    },
    "amend-perp-order": {
        "owner": USER, "account_id": 1, "order_id": 2**64 - 1, "size_e6": -1, "trigger_e8": 1,
        "trail_e6": 0, "worst_e8": 39_000_000_000, "expires_at_s": 1_798_675_200,
    },
    "cancel-perp-order": {"owner": USER, "account_id": 1, "order_id": 12},
    "cancel-perp-orders": {"owner": USER, "account_id": 1, "market_id": 0},
    "cancel-perp-orders-market": {"owner": OWNER, "account_id": 1, "market_id": 3},
    "process-settlement-requests": {
        "request_count": 3, "request_ids": (0, 1, 2**64 - 1, 0, 0, 0, 0, 0),
    },
    "set-delegate": {
        "delegate": OWNER, "until_s": 0, "day_notional_e6": 0, "market_count": 0,
        "market_ids": (0,) * 8,
    },
    "set-delegate-terms": {
        "delegate": OWNER, "until_s": 1_796_083_200, "day_notional_e6": 10_000_000_000,
        "market_count": 2, "market_ids": (UNKNOWN_MARKET_ID, 7, 0, 0, 0, 0, 0, 0),
    },
    "liquidate": {"owner": OWNER, "account_id": 3, "has_fee_account": 0, "fee_account_id": 0},
    "liquidate-fee-account": {"account_id": 3, "has_fee_account": 1, "fee_account_id": 0},
    "remove-liquidity": {"lp_position_id": 2**64 - 1, "shares_e6": 2_500_000, "tip_e6": 0},
    "remove-liquidity-tip": {"lp_position_id": 2, "shares_e6": 1, "tip_e6": 1_000},
    "close-lp-position": {"lp_position_id": 2},
    "upgrade-lp-account": {},
    "stake-create": {},
    "stake": {"amount_e6": 10_000_000, "is_creating_account": 0},
    "stake-create-account": {"amount_e6": 1, "is_creating_account": 1},
    "unstake": {"amount_e6": 250_000},
    "stake-withdraw": {"amount_e6": 250_000},
}  # fmt: skip


@pytest.mark.parametrize("name", OWN_FIELDS)
def test_the_fields_of_a_command(name):
    command = command_of(name)
    assert {key: getattr(command, key) for key in OWN_FIELDS[name]} == OWN_FIELDS[name]


@pytest.mark.parametrize("name", WALLET_COMMANDS)
def test_every_memo_command_is_a_record_of_the_engine(name):
    memo = next(memo for memo in EXAMPLES.values() if memo.name == name)
    command = to_command(memo, ORIGIN, {"MIA": 3, "HOU": 7}.get)
    assert list(m.decode_all(m.encode(command))) == [command]
