"""Records of earlier versions are read with defaults; newer ones are refused by a sentence."""

import importlib.util
import json
import lzma
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from solders.keypair import Keypair

import engine.schema.commands as schema
import engine.schema.events as event_table
import engine.schema.generate as generate
from chain.operator_key import is_record_signed, sign_operator_command
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema import parameters
from engine.schema.fields import Field, Kind
from engine.schema.records import HEADER, ORIGIN_FIELDS
from tests.engine.core.support.world import OPERATOR, exchange_parameters

FIXTURE = Path(__file__).parents[2] / "journal" / "fixtures" / "eb41df2.json.xz"
OLD: dict[str, Any] = json.loads(lzma.decompress(FIXTURE.read_bytes()))


def with_version(message: Any, version: int) -> bytes:
    record = bytearray(m.encode(message))
    record[6:8] = version.to_bytes(2, "little")
    return bytes(record)


def test_no_layout_of_an_earlier_version_has_changed():
    for name, tag, version, layout in OLD["formats"]:
        assert m.BY_TAG[tag].__name__ == name
        assert m.record_struct(tag, version).format == layout, name


def test_ids_of_parameters_are_never_changed_or_reused():
    tables = {
        "exchange": parameters.EXCHANGE_PARAMETER_ROWS,
        "market": parameters.MARKET_PARAMETER_ROWS,
    }
    for level, rows in tables.items():
        ids = {row.id: row.name for row in rows}
        assert len(ids) == len({row.name for row in rows}) == len(rows)
        assert [ids[number] for number in range(1, len(OLD["parameters"][level]) + 1)] == (
            OLD["parameters"][level]
        )


def test_blocks_of_origins_have_no_versions():
    """They are in every record of their origin, whose versions follow from its own fields."""
    for fields in (HEADER, *ORIGIN_FIELDS.values()):
        assert all(field.since == 1 and field.until is None for field in fields)
    assert m.RewindChain.VERSION == 1  # found in a journal by how its records begin


@pytest.mark.parametrize("read", [m.decode, Exchange().apply_record])
def test_a_newer_version_is_refused_by_a_sentence(read):
    with pytest.raises(ValueError, match=r"Tick of version 2 was written by a newer program.*run"):
        read(with_version(m.Tick(seq=1), 2))
    with pytest.raises(ValueError, match="Tick has no version 0"):
        read(with_version(m.Tick(seq=1), 0))
    unknown = bytearray(m.encode(m.Tick(seq=1)))
    unknown[4:6] = (999).to_bytes(2, "little")
    with pytest.raises(ValueError, match=r"no message has tag 999.*newer program"):
        read(bytes(unknown))


def test_nothing_of_a_batch_with_a_newer_record_is_applied():
    exchange = Exchange()
    create = m.CreateExchange(seq=1, operator=OPERATOR, **exchange_parameters())
    with pytest.raises(ValueError, match="newer program"):
        exchange.apply_batch(m.encode(create) + with_version(m.Tick(seq=2), 9))
    assert exchange.sequence == 0


def test_an_operators_signature_is_verified_over_the_bytes_of_the_record():
    key = Keypair()
    signed = sign_operator_command(m.PauseMarket(market_id=3), key)
    record = m.encode(replace(signed, seq=9, time_s=77))
    assert is_record_signed(record)
    for place in (6, 24, 60, len(record) - 1):  # version, address, signature, market
        wrong = bytearray(record)
        wrong[place] ^= 1
        assert not is_record_signed(bytes(wrong)), place


# The recipes of docs/changing.md, followed on a copy of the tables.


def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **tables: Any) -> Any:
    """Return the codecs that are generated from changed tables."""
    for name, rows in tables.items():
        monkeypatch.setattr(generate, name, rows)
    path = tmp_path / "changed_messages.py"
    path.write_text(generate.python_codecs())
    spec = importlib.util.spec_from_file_location("changed_messages", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "changed_messages", module)
    spec.loader.exec_module(module)
    return module


def changed(messages: tuple[Any, ...], name: str, *rows: Any) -> tuple[Any, ...]:
    return tuple(
        replace(one, rows=(*one.rows, *rows)) if one.name == name else one for one in messages
    )


def test_the_recipe_of_a_parameter_and_an_event_field_reads_old_journals(tmp_path, monkeypatch):
    version = next(one for one in schema.COMMANDS if one.name == "CreateMarket").version
    parameter = Field("new_rate_e12", Kind.I64, since=version + 1, before=42)
    event_field = Field("fresh_e6", Kind.I64, since=2, before=-7)
    new = generated(
        tmp_path,
        monkeypatch,
        COMMANDS=changed(schema.COMMANDS, "CreateMarket", parameter),
        EVENTS=changed(event_table.EVENTS, "RiskSet", event_field),
    )
    assert version + 1 == new.CreateMarket.VERSION
    seen = 0
    for journal in OLD["journals"]:
        for text in journal["records"]:
            record = bytes.fromhex(text)
            one, before = new.decode(record), m.decode(record)
            assert type(one).__name__ == type(before).__name__
            if isinstance(before, m.CreateMarket):
                seen += 1
                assert one.new_rate_e12 == 42
                current = new.to_current(record)
                assert len(current) == len(m.to_current(record)) + 8
                assert new.decode(current) == one
    assert seen > len(OLD["journals"])
    old_event = m.encode(m.RiskSet(user=b"u" * 32, is_high_risk=1, seq=5))
    new_event = new.encode(new.RiskSet(user=b"u" * 32, is_high_risk=1, seq=6, fresh_e6=3))
    assert [e.fresh_e6 for e in new.decode_all(old_event + new_event)] == [-7, 3]
    with pytest.raises(ValueError, match="RiskSet of version 2 was written by a newer program"):
        m.decode(new_event)


def test_a_field_that_ends_stays_readable(tmp_path, monkeypatch):
    tables = tuple(
        replace(one, rows=tuple(replace(row, until=1) for row in one.rows))
        if one.name == "WithdrawStake"
        else one
        for one in schema.COMMANDS
    )
    new = generated(tmp_path, monkeypatch, COMMANDS=tables)
    assert new.WithdrawStake.VERSION == 2
    old = m.WithdrawStake(user=b"u" * 32, amount_e6=7, nonce=3)
    assert new.decode(m.encode(old)) == new.WithdrawStake(user=b"u" * 32, nonce=3)


def test_a_delegate_of_an_earlier_version_has_no_limits():
    current = m.encode(m.SetDelegate(user=b"u" * 32, delegate=b"d" * 32, nonce=3))
    added = 8 + 8 + 1 + 64  # end, notional, count and ids of markets
    old = bytearray(current[:-added])
    old[:4] = len(old).to_bytes(4, "little")
    old[6:8] = (1).to_bytes(2, "little")
    assert m.decode(bytes(old)) == m.SetDelegate(user=b"u" * 32, delegate=b"d" * 32, nonce=3)
    assert m.to_current(bytes(old)) == current
