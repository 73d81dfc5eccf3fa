"""Whatever well-framed bytes arrive, the exchange refuses or applies them and stays balanced."""

from random import Random

import pytest

from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS
from engine.schema.fields import Kind
from engine.schema.records import ORIGIN_FIELDS
from tests.engine.core.support.world import DAY_S, E6, OPERATOR, World, assert_vault, wallet

EDGES = {
    Kind.U8: [0, 1, 2, 8, 9, 255],
    Kind.U16: [0, 2**16 - 1],
    Kind.U32: [0, 1, 2, 2**32 - 2, 2**32 - 1],
    Kind.U64: [0, 1, 2, 2**63, 2**64 - 1],
    Kind.I64: [
        -(2**63), -(9 * 10**18), -(10**13), -E6, -1, 0, 1, 2_500, E6, 10**13, 10**13 + 1,
        9 * 10**18, 2**63 - 1,
    ],
}  # fmt: skip


def any_value(random: Random, kind: Kind) -> object:
    match kind:
        case Kind.ADDRESS:
            return random.choice([bytes(32), wallet(1), wallet(2), OPERATOR, b"\xff" * 32])
        case Kind.SIGNATURE:
            return random.randbytes(64)
        case Kind.HASH:
            return random.randbytes(32)
        case Kind.IDS8:
            return tuple(random.choice(EDGES[Kind.U64]) for _ in range(8))
        case Kind.I64S8:
            return tuple(random.choice(EDGES[Kind.I64]) for _ in range(8))
        case Kind.TEXT12 | Kind.TEXT32 | Kind.TEXT36 | Kind.TEXT40 | Kind.TEXT80 | Kind.TEXT400:
            return random.choice(["", "A", "TX", "a b", "\x7f", "tab\t"])
        case _:
            return random.choice(EDGES[kind])


@pytest.mark.parametrize("seed", range(6))
def test_any_command_leaves_a_balanced_exchange(seed):
    random = Random(seed)
    world = World()
    world.add_liquidity()
    world.market()
    world.account()
    for _ in range(600):
        schema = random.choice(COMMANDS)
        assert schema.origin is not None
        fields = (*ORIGIN_FIELDS[schema.origin], *schema.fields)
        values = {field.name: any_value(random, field.kind) for field in fields}
        kind = getattr(m, schema.name)
        if "nonce" in values:
            world.slot += 1
            values |= {"slot": world.slot, "expires_slot": 2**63}
            user = random.choice([wallet(1), wallet(2)])
            nonce = world.exchange.user_view(user).nonce + 1
            values |= {"user": user, "nonce": nonce}
            amount = values.get("amount_e6", 0)
            if random.random() < 0.8:
                values |= {"attached_e6": amount, "attached_mint": 1 if amount else 0}
        if "operator" in values and random.random() < 0.8:
            values["operator"] = OPERATOR
        world.now_s += random.choice([0, 0, 1, 900, DAY_S])
        events = world.send(kind(**values))
        assert all(event.seq == world.seq for event in events)
        assert_vault(world)
        points = world.exchange.prediction_totals()
        held_e6 = points.available_e6 + points.reserved_e6 + 100 * E6 * points.pairs
        assert points.granted_e6 - points.burned_e6 == held_e6
        world.see(1)
        for owner in (wallet(1), wallet(2)):
            for account_id in world.exchange.user_view(owner).margin_account_ids:
                assert world.view(owner, account_id).collateral_e6 >= 0


def test_odd_bytes_in_a_reason_do_not_reach_an_event():
    world = World()
    command = world.stamp(m.IgnoreTransaction, wallet(1), 5, reason="odd")
    record = bytearray(m.encode(command))
    record[record.index(b"odd")] = 0xFF
    record[8:16] = (world.seq + 1).to_bytes(8, "little")
    record[16:24] = world.now_s.to_bytes(8, "little")
    ignored, quarantined, _ = world.exchange.apply_record(bytes(record))
    assert ignored.reason == quarantined.reason == "?dd"
