"""A migration never changes after it has landed: a database that has applied it would not start."""

import hashlib

from tests.tidy.tree import ROOT

# The first 16 digits of each SHA-256; a new migration adds a row, no row ever changes.
LANDED = {
    "0001_projection.sql": "d0ea21f5cd2633e0",
    "0002_series.sql": "84d6e295d1ddc72e",
    "0003_session.sql": "ba225defbcc07aaa",
    "0004_liquidation.sql": "2a5bc44c3ef9b3ec",
    "0005_predictions.sql": "15b3510baba58159",
    "0006_idempotent_answers.sql": "11cba0cad19dfa46",
    "0007_profile.sql": "298e5e5d30885046",
    "0008_idempotency_keys.sql": "faa78310b26f81da",
    "0009_account_value.sql": "94bf52288eeb5d89",
    "0010_prediction_trade_by_market.sql": "6fcb5e517457defb",
    "0011_session_list.sql": "eb6ffb8a7f3df383",
    "0012_lp_event_by_sequence.sql": "5e62d852152d0f09",
    "0013_unfilled_orders.sql": "8f6d45314112e254",
    "0014_session_revoked.sql": "3056f3d624c81534",
    "0015_command_log.sql": "04aca1bd0483894c",
    "0016_wallet_ledger.sql": "48c94d4583ff31a1",
    "0017_profile_is_demo.sql": "8b614bce680d26e7",
    "0018_alerts.sql": "cfd5d59ab26241b6",
    "0019_position_realized.sql": "19ed315fb16ea20e",
    "0020_perp_order.sql": "8f13514852163b37",
    "0021_holding_charge.sql": "a44be202f09641ac",
    "0022_report_views.sql": "c7835d091b8103fc",
}


def test_a_landed_migration_has_the_bytes_it_landed_with():
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted((ROOT / "edge" / "store" / "migrations").glob("*.sql"))
    }
    assert found == LANDED
