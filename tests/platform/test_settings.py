from pathlib import Path

import pytest

from edge.settings import Settings, SettingsError


def test_an_empty_environment_gives_the_defaults(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings.from_environment({})
    assert (settings.env, settings.profile, settings.port, settings.node_port) == (
        "local",
        "demo",
        8080,
        8090,
    )
    assert settings.home == tmp_path / ".acre"
    assert settings.data_dir is None
    assert (settings.time_rate, settings.slot_ms, settings.rate_scale) == (1440, 400, 1)
    assert (settings.prediction_indexes, settings.has_demo_maker) == (8, True)
    assert settings.database_is_embedded
    assert settings.web_dist.parts[-2:] == ("web", "dist")
    assert settings.url == "http://127.0.0.1:8080"
    assert settings.node_url == "http://127.0.0.1:8090"
    assert settings.node_ws_url == "ws://127.0.0.1:8091"


def test_empty_variables_count_as_unset():
    settings = Settings.from_environment({"ACRE_PORT": "", "DATABASE_URL": " ", "ACRE_PROFILE": ""})
    assert (settings.port, settings.profile, settings.database_is_embedded) == (8080, "demo", True)


def test_variables_override_the_defaults(tmp_path):
    settings = Settings.from_environment(
        {
            "ACRE_HOME": str(tmp_path / "state"),
            "ACRE_PORT": "9000",
            "ACRE_PROFILE": "plain",
            "ACRE_RATE_SCALE": "500",
            "ACRE_DATA_DIR": str(tmp_path),
            "DATABASE_URL": "postgresql://db.example/acre",
        }
    )
    assert settings.home == tmp_path / "state"
    assert (settings.port, settings.node_port, settings.time_rate) == (9000, 9010, 1)
    assert (settings.data_dir, settings.rate_scale) == (tmp_path, 500)
    assert settings.database_url == "postgresql://db.example/acre"
    assert not settings.database_is_embedded


def test_every_role_computes_the_same_database_address(tmp_path):
    environ = {"ACRE_HOME": str(tmp_path)}
    first, second = (Settings.from_environment(environ) for _ in range(2))
    assert first.database_url == second.database_url
    other = Settings.from_environment({"ACRE_HOME": str(tmp_path / "other")})
    assert first.database_url != other.database_url


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ACRE_PORT", "0", "ACRE_PORT is '0', but it must be a number from 1 to 65535."),
        ("ACRE_PORT", "65536", "a number from 1 to 65535"),
        ("ACRE_PORT", "-1", "a number from 1 to 65535"),
        ("ACRE_PORT", "80.5", "a number from 1 to 65535"),
        ("ACRE_PORT", "eighty", "a number from 1 to 65535"),
        ("ACRE_PORT", "٨٠", "a number from 1 to 65535"),
        ("ACRE_PORT", "9" * 5000, "a number from 1 to 65535"),
        ("ACRE_PORT", "65530", "ACRE_NODE_PORT is '65540', but it must be a number"),
        ("ACRE_NODE_PORT", "8079", "ACRE_PORT 8080 collides with the chain node"),
        ("ACRE_NODE_PORT", "8080", "ACRE_PORT 8080 collides with the chain node"),
        ("ACRE_PROFILE", "live", "it must be one of: demo, test, plain."),
        ("ACRE_ENV", "mainnet", "it must be one of: local."),
        ("ACRE_TIME_RATE", "0", "a number from 1 to 86400"),
        ("ACRE_SLOT_MS", "10001", "a number from 1 to 10000"),
        ("ACRE_PREDICTION_SCHEDULE", "11", "a number from 0 to 10"),
        ("ACRE_PREDICTION_SCHEDULE", "on", "a number from 0 to 10"),
        ("ACRE_DEMO_MAKER", "1", "it must be one of: off, on."),
        ("ACRE_DATA_DIR", "no/such/place", "there is no such directory"),
        ("DATABASE_URL", "mysql://db", "DATABASE_URL must begin with postgresql://"),
    ],
)
def test_a_bad_value_is_refused_with_a_sentence_that_names_the_variable(name, value, expected):
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({name: value})
    assert expected in str(refusal.value)


def test_only_the_demo_has_a_schedule_and_a_maker_unless_asked_for():
    for profile in ("test", "plain"):
        settings = Settings.from_environment({"ACRE_PROFILE": profile})
        assert (settings.prediction_indexes, settings.has_demo_maker) == (0, False)
    asked = {"ACRE_PROFILE": "test", "ACRE_DEMO_MAKER": "on", "ACRE_PREDICTION_SCHEDULE": "3"}
    settings = Settings.from_environment(asked)
    assert (settings.prediction_indexes, settings.has_demo_maker) == (3, True)
    off = {"ACRE_DEMO_MAKER": "off", "ACRE_PREDICTION_SCHEDULE": "0"}
    settings = Settings.from_environment(off)
    assert (settings.prediction_indexes, settings.has_demo_maker) == (0, False)
    with pytest.raises(SettingsError, match="profile plain has no demo participants"):
        Settings.from_environment({"ACRE_PROFILE": "plain", "ACRE_DEMO_MAKER": "on"})


def test_the_home_directory_may_begin_with_a_tilde():
    assert Settings.from_environment({"ACRE_HOME": "~/acre"}).home == Path.home() / "acre"
