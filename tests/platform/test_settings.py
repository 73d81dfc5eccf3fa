from datetime import UTC, datetime
from pathlib import Path

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey

from chain.oracle.options import OracleOptions
from edge.core.settings import Settings, SettingsError
from edge.operator.list_paths import ListPaths


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
    assert (settings.catalogue, settings.demo_start_s) == ("us", None)
    assert settings.lists == ListPaths(risk=None, airdrop=None, badges=None)
    assert (settings.time_rate, settings.slot_ms, settings.rate_scale) == (1440, 400, 1)
    assert (settings.prediction_indexes, settings.has_demo_maker) == (8, True)
    assert settings.database_is_embedded
    assert settings.web_dist.parts[-2:] == ("web", "dist")
    assert settings.url == "http://127.0.0.1:8080"
    assert settings.node_url == "http://127.0.0.1:8090"
    assert settings.node_ws_url == "ws://127.0.0.1:8091"


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("ACRE_EDGE_WORKER", "did you mean ACRE_EDGE_WORKERS?"),
        ("ACRE_ORACEL", "did you mean ACRE_ORACLE?"),
        ("ACRE_X", "README.md lists those there are."),
        ("ACRE_" + "X" * 500, "README.md lists those there are."),
    ],
)
def test_an_unknown_variable_of_ours_is_refused(name, advice):
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({name: "1"})
    assert str(caught.value) == f"{name[:64]} is no setting of Acre; {advice}"


def test_variables_of_others_and_of_tests_are_none_of_ours():
    Settings.from_environment({"ACRE_TEST_SIM_SEEDS": "1", "ACRE_LIFELINE": "1 2", "NATS": "x"})


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
            "ACRE_CATALOGUE": "texas",
            "ACRE_RISK_LIST": str(tmp_path / "risk.txt"),  # lists may come later
            "ACRE_AIRDROP": str(tmp_path / "airdrop.csv"),
            "ACRE_BADGES": str(tmp_path / "badges.csv"),
            "DATABASE_URL": "postgresql://db.example/acre",
        }
    )
    assert settings.home == tmp_path / "state"
    assert (settings.port, settings.node_port, settings.time_rate) == (9000, 9010, 1)
    assert (settings.data_dir, settings.rate_scale) == (tmp_path, 500)
    assert settings.catalogue == "texas"
    names = ("risk.txt", "airdrop.csv", "badges.csv")
    assert settings.lists == ListPaths(*(tmp_path / name for name in names))
    assert settings.database_url == "postgresql://db.example/acre"
    assert not settings.database_is_embedded


def test_the_first_day_of_a_demo_is_that_day_in_utc_and_only_a_demo_has_one():
    day = {"ACRE_DEMO_START": "2008-09-15"}
    for profile in ("demo", "test"):
        settings = Settings.from_environment({**day, "ACRE_PROFILE": profile})
        assert settings.demo_start_s == datetime(2008, 9, 15, tzinfo=UTC).timestamp()
    assert Settings.from_environment({}).demo_start_s is None
    with pytest.raises(SettingsError, match="ACRE_DEMO_START is set, but the profile plain is no"):
        Settings.from_environment({**day, "ACRE_PROFILE": "plain"})


def test_every_role_computes_the_same_database_address(tmp_path):
    environ = {"ACRE_HOME": str(tmp_path)}
    first, second = (Settings.from_environment(environ) for _ in range(2))
    assert first.database_url == second.database_url
    other = Settings.from_environment({"ACRE_HOME": str(tmp_path / "other")})
    assert first.database_url != other.database_url


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ACRE_LOG_FORMAT", "xml", "must be one of: text, json."),
        ("ACRE_ACCESS_LOG", "yes", "must be one of: off, on."),
        ("ACRE_TRACES_URL", "localhost:4318", "must be an address that begins with http://"),
        ("ACRE_TRACES_PERCENT", "0", "a number from 1 to 100"),
        ("ACRE_DRAIN_S", "61", "a number from 0 to 60"),
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
        ("ACRE_ENV", "moon", "it must be one of: local, dev, staging, mainnet."),
        ("ACRE_ENV", "mainnet", "'mainnet', which needs a chain node in ACRE_NODE_URL."),
        ("ACRE_NODE_URL", "127.0.0.1:8899", "must be an address that begins with http://"),
        ("ACRE_NODE_URL", "http://127.0.0.1:99999", "must be an address that begins with http://"),
        ("ACRE_NODE_URL", "https://api.devnet.solana.com", "names a node of devnet"),
        ("ACRE_NODE_URL", "https://rpc.example/key", "names a node of mainnet"),
        ("ACRE_NODE_WS_URL", "http://127.0.0.1", "must be an address that begins with ws://"),
        ("ACRE_GENESIS_HASH", "0Il", "ACRE_GENESIS_HASH is '0Il', which is no base58 hash"),
        ("ACRE_COMMITMENT", "processed", "it must be one of: confirmed, finalized."),
        ("ACRE_COLLATERAL_MINT", "1" * 32, "must both be base58 addresses of mints"),
        ("ACRE_TOKEN_MINT", "mint", "must both be base58 addresses of mints"),
        ("ACRE_CUSTODY", "none", "it must be one of: key, delegate."),
        ("ACRE_CUSTODY_MULTISIG", "1" * 32, "is set, but ACRE_CUSTODY is 'key'."),
        ("ACRE_CUSTODY_FORMER_KEYS", "1,2", "holds '1', which is no address."),
        ("ACRE_TIME_RATE", "0", "a number from 1 to 86400"),
        ("ACRE_SLOT_MS", "10001", "a number from 1 to 10000"),
        ("ACRE_SECOND_NODE_URL", "ws://key@host", "must begin with http:// or https://."),
        ("ACRE_PREDICTION_SCHEDULE", "11", "a number from 0 to 10"),
        ("ACRE_PREDICTION_SCHEDULE", "on", "a number from 0 to 10"),
        ("ACRE_DEMO_MAKER", "1", "it must be one of: off, on."),
        ("ACRE_DEMO_TRADERS", "21", "it must be a number from 0 to 20."),
        ("ACRE_CONTEST_SCHEDULE", "2", "it must be one of: off, on."),
        ("ACRE_DATA_DIR", "no/such/place", "there is no such directory"),
        ("ACRE_CATALOGUE", "france", "us, texas"),
        ("ACRE_DEMO_START", "2008-02-30", "not a day like 2008-09-15."),
        ("ACRE_DEMO_START", "soon", "not a day"),
        ("ACRE_DEMO_START", "\u0662008-09-15", "not a day"),
        ("ACRE_ORACLE", "chainlink", "it must be one of: replay, hermes, csv, hermes+csv."),
        ("ACRE_ORACLE", "replay+csv", "it must be one of: replay, hermes, csv, hermes+csv."),
        ("ACRE_ORACLE", "hermes", "ACRE_ORACLE is 'hermes', but engine time is not today's; set "),
        ("ACRE_ORACLE", "csv", "ACRE_PRINTS must name the file or directory with the prints."),
        ("ACRE_ORACLE_QUORUM", "2", "a number from 1 to 1"),
        ("ACRE_ORACLE_TOLERANCE_BP", "0.5", "a number from 0 to 1000"),
        ("ACRE_HERMES_URL", "http://hermes.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "ftp://127.0.0.1", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://key@hermes.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://hermes.example?key=1", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://[", "must be an https:// address"),
        ("DATABASE_URL", "mysql://db", "DATABASE_URL must begin with postgresql://"),
        # zeros before a number do not hide how large it is
        ("ACRE_ORACLE_TOLERANCE_BP", "0" * 12 + "9999", "a number from 0 to 1000"),
        ("ACRE_PREDICTION_SCHEDULE", "0" * 12 + "11", "a number from 0 to 10"),
        ("ACRE_HERMES_URL", "https://hermes.example:99999", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://hermes.example:0", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://two words", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://hermes..example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "https://hermes.example/\x1b[2J", "must be an https:// address"),
        # a host that only begins like this machine: the key would leave it in the clear
        ("ACRE_HERMES_URL", "http://[::1].evil.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "http://localhost:80\\.evil.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "http://127.0.0.1@evil.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "http://@evil.example", "must be an https:// address"),
        ("ACRE_HERMES_URL", "http://127.0.0.1.evil.example", "must be an https:// address"),
        ("ACRE_NODE_URL", "http://two localhost", "must be an address that begins with http://"),
        ("ACRE_NODE_URL", "http://a..localhost", "must be an address that begins with http://"),
        ("ACRE_NODE_URL", "http://localhost\\a", "must be an address that begins with http://"),
        ("ACRE_NODE_WS_URL", "ws://localhost:+1", "must be an address that begins with ws://"),
        ("ACRE_HOME", "~no-such-user/acre", "ACRE_HOME is '~no-such-user/acre', "),
        ("ACRE_HOME", "a\x00b", "which is no path."),
        ("ACRE_HERMES_KEY_FILE", "a\x00b", "which is no path."),
        ("ACRE_PRINTS", "~no-such-user/prints", "which is no path."),
        ("ACRE_DATA_DIR", "a\x00b", "which is no path."),
        ("ACRE_RISK_LIST", "a\x00b", "which is no path."),
        ("ACRE_AIRDROP", "a\x00b", "which is no path."),
        ("ACRE_BADGES", "a\x00b", "which is no path."),
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
    assert Settings.from_environment({}).demo_traders == 12
    for text, count in (("off", 0), ("0", 0), ("on", 12), ("4", 4)):
        assert Settings.from_environment({"ACRE_DEMO_TRADERS": text}).demo_traders == count
    assert Settings.from_environment({"ACRE_ENV": "local"}).demo_traders == 12
    assert Settings.from_environment({"ACRE_PROFILE": "test"}).demo_traders == 0
    asked = {"ACRE_PROFILE": "test", "ACRE_DEMO_TRADERS": "20"}
    assert Settings.from_environment(asked).demo_traders == 20
    with pytest.raises(SettingsError, match="only a demo in the environment local has them"):
        Settings.from_environment({"ACRE_PROFILE": "plain", "ACRE_DEMO_TRADERS": "1"})
    off = {"ACRE_DEMO_MAKER": "off", "ACRE_PREDICTION_SCHEDULE": "0"}
    settings = Settings.from_environment(off)
    assert (settings.prediction_indexes, settings.has_demo_maker) == (0, False)
    with pytest.raises(SettingsError, match="profile plain has no demo participants"):
        Settings.from_environment({"ACRE_PROFILE": "plain", "ACRE_DEMO_MAKER": "on"})


def test_only_the_demo_has_contests_by_itself():
    for profile, expected in (("demo", True), ("test", False), ("plain", False)):
        settings = Settings.from_environment({"ACRE_PROFILE": profile})
        assert settings.has_demo_contests is expected
    for switch, expected in (("on", True), ("off", False)):
        wanted = {"ACRE_PROFILE": "test", "ACRE_CONTEST_SCHEDULE": switch}
        assert Settings.from_environment(wanted).has_demo_contests is expected
    with pytest.raises(SettingsError, match="profile plain has no demo contests"):
        Settings.from_environment({"ACRE_PROFILE": "plain", "ACRE_CONTEST_SCHEDULE": "on"})


def test_the_oracle_is_a_replay_unless_sources_are_named(tmp_path):
    assert Settings.from_environment({}).oracle == OracleOptions(
        sources=("replay",), hermes_url="https://pyth.dourolabs.app/hermes"
    )
    settings = Settings.from_environment(
        {
            "ACRE_PROFILE": "plain",
            "ACRE_ORACLE": "hermes+csv",
            "ACRE_ORACLE_TOLERANCE_BP": "25",
            "ACRE_HERMES_URL": "http://127.0.0.1:9/token",
            "ACRE_HERMES_KEY_FILE": str(tmp_path / "key"),
            "ACRE_PRINTS": str(tmp_path),
        }
    )
    assert settings.oracle == OracleOptions(
        sources=("hermes", "csv"),
        quorum=2,
        tolerance_bp=25,
        hermes_url="http://127.0.0.1:9/token",
        hermes_key_file=tmp_path / "key",
        prints=tmp_path,
    )


@pytest.mark.parametrize("profile", ["demo", "test"])
def test_prices_of_today_need_a_clock_of_today(profile):
    # at the rate 1 as well: engine time of these profiles begins where the history does
    asked = {"ACRE_ORACLE": "hermes", "ACRE_PROFILE": profile, "ACRE_TIME_RATE": "1"}
    with pytest.raises(SettingsError, match="set ACRE_PROFILE=plain and leave ACRE_TIME_RATE"):
        Settings.from_environment(asked)


def test_the_home_directory_may_begin_with_a_tilde():
    assert Settings.from_environment({"ACRE_HOME": "~/acre"}).home == Path.home() / "acre"


COLLATERAL, TOKEN = str(Pubkey.from_bytes(bytes([1]) * 32)), str(Pubkey.from_bytes(bytes([2]) * 32))
OUTSIDE = {
    "ACRE_ENV": "dev",
    "ACRE_NODE_URL": "https://api.devnet.solana.com",
    "ACRE_COLLATERAL_MINT": COLLATERAL,
    "ACRE_TOKEN_MINT": TOKEN,
    "ACRE_PUBLIC_URL": "https://acre.example",
    "ACRE_TRUSTED_PROXIES": "127.0.0.1",
}


def test_the_embedded_node_is_a_local_chain_with_play_money():
    node = Settings.from_environment({"ACRE_PORT": "9000"}).node
    assert (node.url, node.ws_url) == ("http://127.0.0.1:9010", "ws://127.0.0.1:9011")
    assert node.is_embedded
    assert (node.chain_name, node.commitment) == ("localnet", "confirmed")
    assert node.genesis is None
    assert node.mints is None


def test_a_node_of_others_is_used_by_its_address():
    settings = Settings.from_environment({"ACRE_NODE_URL": "http://127.0.0.1:8899/"})
    assert not settings.node.is_embedded
    assert settings.node_url == "http://127.0.0.1:8899/"
    assert settings.node_ws_url == "ws://127.0.0.1:8900/"  # where Solana clients look for it
    assert settings.has_play_money
    own = {"ACRE_NODE_URL": "http://localhost:8899", "ACRE_NODE_WS_URL": "ws://localhost:1234/ws"}
    assert Settings.from_environment(own).node_ws_url == "ws://localhost:1234/ws"
    mints = {"ACRE_COLLATERAL_MINT": COLLATERAL, "ACRE_TOKEN_MINT": TOKEN}
    assert not Settings.from_environment(mints).has_play_money
    # the ports of the embedded node are free then
    beside = {"ACRE_NODE_URL": "http://127.0.0.1:8899", "ACRE_NODE_PORT": "8080"}
    assert Settings.from_environment(beside).port == 8080


def test_off_the_local_chain_commands_count_when_they_are_final():
    settings = Settings.from_environment(OUTSIDE)
    assert (settings.env, settings.node.chain_name) == ("dev", "devnet")
    assert settings.node_ws_url == "wss://api.devnet.solana.com"
    assert settings.node.commitment == "finalized"
    assert settings.node.mints == (bytes([1]) * 32, bytes([2]) * 32)
    assert not settings.has_play_money
    early = {**OUTSIDE, "ACRE_COMMITMENT": "confirmed", "ACRE_GENESIS_HASH": "1" * 32}
    node = Settings.from_environment(early).node
    assert (node.commitment, node.genesis) == ("confirmed", bytes(32))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ACRE_NODE_URL": ""}, "'dev', which needs a chain node in ACRE_NODE_URL."),
        ({"ACRE_COLLATERAL_MINT": "", "ACRE_TOKEN_MINT": ""}, "cannot make its own tokens"),
        ({"ACRE_TOKEN_MINT": ""}, "must both be base58 addresses of mints"),
        ({"ACRE_TOKEN_MINT": COLLATERAL}, "must differ"),
        ({"ACRE_PUBLIC_URL": ""}, "ACRE_PUBLIC_URL must name the address that users see"),
        ({"ACRE_PUBLIC_URL": "http://acre.example"}, "ACRE_PUBLIC_URL must begin with https://"),
        ({"ACRE_TRUSTED_PROXIES": ""}, "ACRE_TRUSTED_PROXIES must name the address of the reverse"),
        ({"ACRE_ENV": "mainnet"}, "ACRE_ENV is 'mainnet', but ACRE_NODE_URL names devnet."),
    ],
)
def test_missing_settings_of_a_public_chain_are_named(change, expected):
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({**OUTSIDE, **change})
    assert expected in str(refusal.value)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"ACRE_PROFILE": "test"},
        {"ACRE_ENV": "staging"},  # its money is as real
        {"ACRE_PROFILE": "plain"},  # the replay is the default
        {"ACRE_PROFILE": "plain", "ACRE_ORACLE": "csv", "ACRE_TIME_RATE": "2"},
        {"ACRE_ORACLE": "csv", "ACRE_TIME_RATE": "1"},  # engine time of the demo is not today's
    ],
)
def test_real_money_is_never_traded_on_prices_that_are_history(tmp_path, change):
    mainnet = {**OUTSIDE, "ACRE_ENV": "mainnet", "ACRE_NODE_URL": "https://rpc.example/key"}
    mainnet |= {"ACRE_PRINTS": str(tmp_path)}
    with pytest.raises(
        SettingsError, match="On mainnet the next price must not be known: set ACRE_PROFILE=plain"
    ):
        Settings.from_environment({**mainnet, **change})
    for oracle in ("csv", "hermes", "hermes+csv"):
        good = Settings.from_environment(
            {**mainnet, "ACRE_PROFILE": "plain", "ACRE_ORACLE": oracle}
        )
        assert (good.env, good.time_rate, good.oracle.sources) == (
            "mainnet",
            1,
            tuple(oracle.split("+")),
        )
    assert Settings.from_environment(OUTSIDE).profile == "demo"  # tokens of a test network


def test_no_refusal_shows_the_address_of_a_node_which_may_hold_an_access_key():
    for change in ({"ACRE_NODE_URL": "ftp://x/SECRET"}, {"ACRE_NODE_WS_URL": "ftp://x/SECRET"}):
        with pytest.raises(SettingsError) as refusal:
            Settings.from_environment({**OUTSIDE, **change})
        assert "SECRET" not in str(refusal.value)


@pytest.mark.parametrize("name", ["ACRE_CUSTODY_FORMER_KEYS", "ACRE_CUSTODY_MULTISIG"])
def test_a_secret_key_in_place_of_an_address_is_not_shown(name):
    secret = str(Keypair.from_seed(bytes(range(32))))
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"ACRE_CUSTODY": "delegate", name: secret})
    assert str(refusal.value) == f"{name} holds {len(secret)} characters, which is no address."


def test_outside_local_no_single_key_holds_the_vault():
    multisig = "1" * 32
    settings = Settings.from_environment({})
    assert (settings.custody, settings.custody_multisig) == ("key", None)
    settings = Settings.from_environment({**OUTSIDE, "ACRE_CUSTODY_MULTISIG": multisig})
    assert (settings.custody, settings.custody_multisig) == ("delegate", bytes(32))
    with pytest.raises(SettingsError, match="outside 'local' no single key may hold the vault"):
        Settings.from_environment({**OUTSIDE, "ACRE_CUSTODY": "key"})


def test_former_hot_keys_are_addresses_with_commas_between():
    text = f"{'1' * 32}, {'1' * 31}2,"
    settings = Settings.from_environment({"ACRE_CUSTODY_FORMER_KEYS": text})
    assert settings.custody_former_keys == (bytes(32), bytes(31) + b"\x01")
    many = ",".join(["1" * 32] * 65)
    with pytest.raises(SettingsError, match="more than 64 keys"):
        Settings.from_environment({"ACRE_CUSTODY_FORMER_KEYS": many})


def test_the_address_of_the_second_node_is_never_shown():
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"ACRE_SECOND_NODE_URL": "ftp://node.example/?key=secret"})
    assert "secret" not in str(refusal.value)
    url = "https://node.example/?key=secret"
    assert Settings.from_environment({"ACRE_SECOND_NODE_URL": url}).second_node_url == url
    assert Settings.from_environment({}).second_node_url == ""


def test_the_network_of_a_local_run_is_this_machine():
    network = Settings.from_environment({"ACRE_PORT": "9000"}).network
    assert (network.public_url, network.domain) == ("http://127.0.0.1:9000", "127.0.0.1:9000")
    assert (network.hosts, network.proxies.networks) == (("127.0.0.1",), ())


def test_a_deployment_has_its_own_address_proxies_and_listener():
    deployed = {
        **OUTSIDE,
        "ACRE_PUBLIC_URL": "https://Acre.Example:443",
        "ACRE_TRUSTED_PROXIES": "10.0.0.0/8, fd00::/16,127.0.0.1",
        "ACRE_LISTEN": "10.1.2.3",
    }
    settings = Settings.from_environment(deployed)
    assert (settings.network.public_url, settings.network.domain) == (
        "https://acre.example",
        "acre.example",
    )
    assert settings.network.hosts == ("10.1.2.3", "127.0.0.1")
    assert settings.network.proxies.trust("10.255.0.1")
    assert not settings.network.proxies.trust("11.0.0.1")
    assert settings.url == "http://127.0.0.1:8080"  # programs of this machine need no proxy


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ACRE_PUBLIC_URL", "acre.example", "scheme, host and port only"),
        ("ACRE_PUBLIC_URL", "https://acre.example/", "scheme, host and port only"),
        ("ACRE_PUBLIC_URL", "https://user@acre.example", "scheme, host and port only"),
        ("ACRE_PUBLIC_URL", "https://acre.example:99999", "scheme, host and port only"),
        ("ACRE_PUBLIC_URL", "https://a b", "scheme, host and port only"),
        ("ACRE_PUBLIC_URL", f"https://{'a' * 300}", "scheme, host and port only"),
        ("ACRE_TRUSTED_PROXIES", "proxy.example", "which is no address or network"),
        ("ACRE_TRUSTED_PROXIES", "10.0.0.1/8", "which is no address or network"),
        ("ACRE_TRUSTED_PROXIES", "0.0.0.0/0", "which is too large a network"),
        ("ACRE_TRUSTED_PROXIES", "::/0", "which is too large a network"),
        ("ACRE_TRUSTED_PROXIES", ",".join(["10.0.0.1"] * 33), "more than 32 networks"),
        ("ACRE_LISTEN", "localhost", "must be an IP address"),
        ("ACRE_LISTEN", "1.2.3", "must be an IP address"),
    ],
)
def test_the_network_is_checked_where_it_is_read(name, value, expected):
    with pytest.raises(SettingsError, match=name) as refusal:
        Settings.from_environment({name: value})
    assert expected in str(refusal.value)
