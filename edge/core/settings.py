"""Settings: every environment variable that Acre reads, validated at start."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from solders.hash import Hash, ParseHashError

from chain.catalogue.catalogue import CATALOGUES, DEFAULT_CATALOGUE
from chain.catalogue.statistics import day_start_s
from chain.client.addresses import from_base58
from chain.client.cluster import LOCALNET, MAINNET, chain_of
from chain.oracle.options import OracleOptions
from edge.core.cluster_settings import ALL, CORE, EDGE, ClusterSettings, cluster_settings
from edge.core.network_settings import LOOPBACK_LISTEN, NetworkSettings, network_settings
from edge.core.observe_settings import DRAIN_S_MAX, LOG_FORMATS, PERCENT_MAX, TEXT, ObserveSettings
from edge.database.embedded import embedded_database_url
from edge.operator.list_paths import ListPaths

VERSION = "0.1.0"
LOCAL = "local"
ENVIRONMENTS = (LOCAL, "dev", "staging", MAINNET)
COMMITMENTS = ("confirmed", "finalized")
TIME_RATES = {"demo": 1440, "test": 1440, "plain": 1}
TIME_RATE_MAX = 86_400
DEFAULT_PORT = 8080
NODE_PORT_OFFSET = 10
OWN_PORT_OFFSET = 12  # of the core and the web processes, after the ports of the node
EDGE_WORKERS_MAX = 32
EDGE_WORKERS_DEFAULT_MAX = 4  # each holds 16 connections; PostgreSQL takes 100 by default
DEFAULT_SLOT_MS = 400
SLOT_MS_MAX = 10_000
RATE_SCALE_MAX = 100_000
DEFAULT_ROOT_INTERVAL_S = 3_600
ROOT_INTERVAL_S_MAX = 86_400
PREDICTION_INDEXES = {"demo": 8, "test": 0, "plain": 0}
PREDICTION_INDEXES_MAX = 10
DEMO_TRADERS = 12
DEMO_TRADERS_MAX = 20
SWITCH = ("off", "on")
CUSTODIES = ("key", "delegate")
FORMER_KEYS_MAX = 64
ADDRESS_CHARACTERS_MAX = 44
PORT_MAX = 65_535
ORACLES = ("replay", "hermes", "csv", "hermes+csv")
ORACLE_TOLERANCE_BP = 50
HERMES_URL = "https://pyth.dourolabs.app/hermes"  # docs.pyth.network, Hermes-compatible API
LOOPBACK = ("127.0.0.1", "::1", "localhost")
DIGITS_MAX = 12
DRAIN_S = 5  # outside `local`: two looks of a load balancer
TEST_PREFIX = "ACRE_TEST_"  # variables of tests and tools, which may start the platform
IGNORED = ("ACRE_LIFELINE",)  # of the supervisor, for its children
NAME_SHOWN_MAX = 64
_HOST_AND_PORT = re.compile(r"(?:\[[0-9A-Fa-f:.%]+\]|[^\[\]\s\\:@]+)(?::[0-9]{1,5})?")
PROJECT_ROOT = Path(__file__).resolve().parents[2]


class SettingsError(Exception):
    """A variable of the environment has a value that Acre cannot use; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSettings:
    """The chain node in use, and its trust level."""

    url: str
    ws_url: str
    is_embedded: bool  # started with the platform
    chain_name: str  # in memos and sign-in texts
    genesis: bytes | None  # the only chain that may be used, where it is pinned
    commitment: str  # at which the sequencer takes commands
    mints: tuple[bytes, bytes] | None  # collateral and ACRE token; None: made on a local chain


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one installation; made by `from_environment` in the composition roots."""

    env: str
    profile: str
    home: Path
    port: int
    node_port: int
    node: NodeSettings
    network: NetworkSettings
    data_dir: Path | None
    catalogue: str  # of those that come with Acre; without effect beside `data_dir`
    demo_start_s: int | None  # the first day of the replay; None: that of the catalogue
    time_rate: int
    slot_ms: int
    second_node_url: str  # of another provider, which must agree about every block; empty: none
    rate_scale: int
    custody: str
    custody_multisig: bytes | None  # the vault's authority, where custody is "delegate"
    custody_former_keys: tuple[bytes, ...]
    prediction_indexes: int  # the schedule asks about so many; 0: it is off
    has_demo_contests: bool
    has_demo_maker: bool
    demo_traders: int  # so many wallets trade in the demo; 0: none
    edge_workers: int  # processes that serve the web; 0: the core does
    cluster: ClusterSettings
    accepted_journal_end: int | None  # a journal that ends here may be shorter than is known
    root_interval_s: int  # real seconds between two state roots on the chain
    oracle: OracleOptions
    lists: ListPaths  # of the operator
    database_url: str
    database_is_embedded: bool
    web_dist: Path
    observe: ObserveSettings
    version: str

    @property
    def node_url(self) -> str:
        """The chain node's JSON-RPC address."""
        return self.node.url

    @property
    def node_ws_url(self) -> str:
        """The chain node's websocket address."""
        return self.node.ws_url

    @property
    def has_play_money(self) -> bool:
        """Whether this installation makes its own tokens and airdrops: never off a local chain."""
        return self.env == LOCAL and self.node.mints is None

    @property
    def url(self) -> str:
        """The address at which programs of this machine find the platform."""
        return f"http://{LOOPBACK_LISTEN}:{self.port}"

    def own_port(self, number: int) -> int:
        """Return the port on 127.0.0.1 of a web process; number 0 is the core."""
        return self.port + OWN_PORT_OFFSET + number

    @property
    def has_edges(self) -> bool:
        """Whether processes of their own serve the web, here or elsewhere."""
        return self.edge_workers > 0 or self.cluster.is_cluster

    @property
    def core_drain_s(self) -> int:
        """How long the core drains: not at all where other processes serve the web."""
        return 0 if self.has_edges else self.observe.drain_s

    @property
    def core_hosts(self) -> tuple[str, ...]:
        """The addresses on which the core listens."""
        return (LOOPBACK_LISTEN,) if self.has_edges else self.network.hosts

    @property
    def core_port(self) -> int:
        """The port of the core: that of everybody, where it serves the web itself."""
        return self.own_port(0) if self.has_edges else self.port

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read and check the variables; raises SettingsError, whose sentence names the variable."""
        source = _Source(os.environ if environ is None else environ)
        profile = _choice(source, "ACRE_PROFILE", tuple(TIME_RATES), "demo")
        home = _path(source, "ACRE_HOME", ".acre")
        port = _integer(source, "ACRE_PORT", DEFAULT_PORT, 1, PORT_MAX)
        node_default = port + NODE_PORT_OFFSET
        node_port = _integer(source, "ACRE_NODE_PORT", node_default, 1, PORT_MAX - 1)
        env = _choice(source, "ACRE_ENV", ENVIRONMENTS, LOCAL)
        cluster, edge_workers = _cluster(source, env)
        node = _node(source, env, node_port, is_cluster=cluster.is_cluster)
        if node.is_embedded and port in (node_port, node_port + 1):
            raise SettingsError(
                f"ACRE_PORT {port} collides with the chain node, which uses the ports {node_port} "
                f"and {node_port + 1} (ACRE_NODE_PORT); choose numbers that differ."
            )
        database_url = _database_url(source)
        custody = _custody(source, env)
        time_rate = _integer(source, "ACRE_TIME_RATE", TIME_RATES[profile], 1, TIME_RATE_MAX)
        is_today = profile == "plain" and time_rate == 1
        oracle = _oracle(source, is_today=is_today)
        is_known = not is_today or "replay" in oracle.sources
        if MAINNET in (env, node.chain_name) and is_known:
            raise SettingsError(
                "On mainnet the next price must not be known: set ACRE_PROFILE=plain, leave "
                "ACRE_TIME_RATE at 1, and name hermes, csv or hermes+csv in ACRE_ORACLE."
            )
        settings = cls(
            env=env,
            profile=profile,
            home=home,
            port=port,
            node_port=node_port,
            node=node,
            network=_network(source, env, port),
            data_dir=_data_dir(source),
            catalogue=_choice(source, "ACRE_CATALOGUE", tuple(CATALOGUES), DEFAULT_CATALOGUE),
            demo_start_s=_demo_start_s(source, profile),
            time_rate=time_rate,
            slot_ms=_integer(source, "ACRE_SLOT_MS", DEFAULT_SLOT_MS, 1, SLOT_MS_MAX),
            second_node_url=_second_node_url(source),
            rate_scale=_integer(source, "ACRE_RATE_SCALE", 1, 1, RATE_SCALE_MAX),
            custody=custody,
            custody_multisig=_multisig(source, custody),
            custody_former_keys=_former_keys(source),
            prediction_indexes=_integer(
                source,
                "ACRE_PREDICTION_SCHEDULE",
                PREDICTION_INDEXES[profile],
                0,
                PREDICTION_INDEXES_MAX,
            ),
            has_demo_contests=_has_demo_contests(source, profile),
            has_demo_maker=_has_demo_maker(source, profile),
            demo_traders=_demo_traders(source, profile, env),
            edge_workers=edge_workers,
            cluster=cluster,
            accepted_journal_end=_optional_integer(source, "ACRE_ACCEPT_JOURNAL_END"),
            root_interval_s=_integer(
                source, "ACRE_ROOT_INTERVAL_S", DEFAULT_ROOT_INTERVAL_S, 1, ROOT_INTERVAL_S_MAX
            ),
            oracle=oracle,
            lists=ListPaths(
                risk=_optional_path(source, "ACRE_RISK_LIST"),
                airdrop=_optional_path(source, "ACRE_AIRDROP"),
                badges=_optional_path(source, "ACRE_BADGES"),
            ),
            database_url=database_url or embedded_database_url(home),
            database_is_embedded=not database_url,
            web_dist=_path(source, "ACRE_WEB_DIST", str(PROJECT_ROOT / "web" / "dist")),
            observe=_observe(source, env),
            version=VERSION,
        )
        _refuse_unknown(source)
        return settings


class _Source(dict[str, str]):
    """The environment; it remembers which variables were asked for."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        super().__init__(environ)
        self.asked: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        """Return a variable."""
        self.asked.add(name)
        return super().get(name, default)


def _refuse_unknown(source: _Source) -> None:
    """Refuse a variable of ours that nothing reads: a typing error would go unnoticed."""
    others = (*IGNORED, TEST_PREFIX)
    for name in sorted(source.keys() - source.asked):
        if name.startswith("ACRE_") and not name.startswith(others):
            close = get_close_matches(name, sorted(source.asked), n=1, cutoff=0.75)
            advice = f"did you mean {close[0]}?" if close else "README.md lists those there are."
            raise SettingsError(f"{name[:NAME_SHOWN_MAX]} is no setting of Acre; {advice}")


def default_edge_workers(env: str, role: str, processors: int) -> int:
    """Return how many processes serve the web by default (docs/scale.md has the measurements)."""
    if role == EDGE:
        return 1
    if role != ALL or env == LOCAL or processors == 1:
        return 0
    return 2 if processors == 2 else min(processors - 1, EDGE_WORKERS_DEFAULT_MAX)


def _cluster(source: Mapping[str, str], env: str) -> tuple[ClusterSettings, int]:
    """Return the part of a cluster that this machine is, and its processes that serve the web."""
    role = _text(source, "ACRE_ROLE", ALL)
    default = default_edge_workers(env, role, _processors())
    workers = _integer(source, "ACRE_EDGE_WORKERS", default, 0, EDGE_WORKERS_MAX)
    try:
        cluster = cluster_settings(
            role=role,
            nats_url=_text(source, "NATS_URL", ""),
            has_database=bool(_text(source, "DATABASE_URL", "")),
            has_node=bool(_text(source, "ACRE_NODE_URL", "")),
            edge_workers=workers,
        )
    except ValueError as error:
        raise SettingsError(str(error)) from None
    if role == EDGE and not workers:
        raise SettingsError("ACRE_EDGE_WORKERS is 0, but ACRE_ROLE is 'edge': nothing would serve.")
    if role == CORE and _text(source, "ACRE_COMMITMENT", COMMITMENTS[1]) == COMMITMENTS[0]:
        raise SettingsError(
            "ACRE_COMMITMENT is 'confirmed', but a writer of a cluster takes finalized blocks "
            "only: the next writer could not undo a block that the chain abandons."
        )
    return cluster, workers


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _observe(source: Mapping[str, str], env: str) -> ObserveSettings:
    """Read what a process says of itself; a machine of a developer stops at once."""
    traces_url = _text(source, "ACRE_TRACES_URL", "")
    if traces_url:
        _url_parts(traces_url, "ACRE_TRACES_URL", ("http", "https"))
    return ObserveSettings(
        log_format=_choice(source, "ACRE_LOG_FORMAT", LOG_FORMATS, TEXT),
        has_access_log=_choice(source, "ACRE_ACCESS_LOG", SWITCH, SWITCH[0]) == SWITCH[1],
        traces_url=traces_url,
        traces_percent=_integer(source, "ACRE_TRACES_PERCENT", PERCENT_MAX, 1, PERCENT_MAX),
        drain_s=_integer(source, "ACRE_DRAIN_S", 0 if env == LOCAL else DRAIN_S, 0, DRAIN_S_MAX),
    )


def _text(source: Mapping[str, str], name: str, default: str) -> str:
    return source.get(name, "").strip() or default


def _path(source: Mapping[str, str], name: str, default: str) -> Path:
    text = _text(source, name, default)
    try:
        return Path(text).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):  # no such user, a zero byte, a loop of links
        raise SettingsError(f"{name} is {text!r}, which is no path.") from None


def _optional_integer(source: Mapping[str, str], name: str) -> int | None:
    return _integer(source, name, 0, 0, 10**DIGITS_MAX - 1) if _text(source, name, "") else None


def _optional_path(source: Mapping[str, str], name: str) -> Path | None:
    return _path(source, name, "") if _text(source, name, "") else None


def _choice(source: Mapping[str, str], name: str, choices: tuple[str, ...], default: str) -> str:
    value = _text(source, name, default)
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}, but it must be one of: {', '.join(choices)}.")
    return value


def _integer(source: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = _text(source, name, str(default))
    is_number = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    if not (is_number and low <= int(text) <= high):
        raise SettingsError(f"{name} is {text!r}, but it must be a number from {low} to {high}.")
    return int(text)


def _second_node_url(source: Mapping[str, str]) -> str:
    """Return the address; an error does not show it, because it may hold an access key."""
    url = _text(source, "ACRE_SECOND_NODE_URL", "")
    if url and not url.startswith(("http://", "https://")):
        raise SettingsError("ACRE_SECOND_NODE_URL must begin with http:// or https://.")
    return url


def _network(source: Mapping[str, str], env: str, port: int) -> NetworkSettings:
    try:
        return network_settings(
            public_url=_text(source, "ACRE_PUBLIC_URL", ""),
            proxies=_text(source, "ACRE_TRUSTED_PROXIES", ""),
            listen=_text(source, "ACRE_LISTEN", LOOPBACK_LISTEN),
            is_local=env == LOCAL,
            port=port,
        )
    except ValueError as error:
        raise SettingsError(str(error)) from None


def _has_demo_maker(source: Mapping[str, str], profile: str) -> bool:
    """The maker bot is a participant of the demo; in real time it would have no owner."""
    default = SWITCH[profile == "demo"]
    is_on = _choice(source, "ACRE_DEMO_MAKER", SWITCH, default) == "on"
    if is_on and profile == "plain":
        raise SettingsError(
            "ACRE_DEMO_MAKER is 'on', but the profile plain has no demo participants; run "
            "`acre maker` with a key of your own."
        )
    return is_on


def _demo_traders(source: Mapping[str, str], profile: str, env: str) -> int:
    """Traders of the demo live on the faucet, which there is on a local chain only."""
    switch = {"off": "0", "on": str(DEMO_TRADERS)}
    text = _text(source, "ACRE_DEMO_TRADERS", SWITCH[profile == "demo" and env == LOCAL])
    asked = {"ACRE_DEMO_TRADERS": switch.get(text, text)}
    count = _integer(asked, "ACRE_DEMO_TRADERS", 0, 0, DEMO_TRADERS_MAX)
    if count and (profile == "plain" or env != LOCAL):
        raise SettingsError(
            f"ACRE_DEMO_TRADERS is {count}, but only a demo in the environment local has them."
        )
    return count


def _has_demo_contests(source: Mapping[str, str], profile: str) -> bool:
    """The demo's contests are for play money; in real time the operator creates each."""
    default = SWITCH[profile == "demo"]
    is_on = _choice(source, "ACRE_CONTEST_SCHEDULE", SWITCH, default) == "on"
    if is_on and profile == "plain":
        raise SettingsError(
            "ACRE_CONTEST_SCHEDULE is 'on', but the profile plain has no demo contests; create "
            "contests with `acre admin create-contest`."
        )
    return is_on


def _demo_start_s(source: Mapping[str, str], profile: str) -> int | None:
    """Return the first instant of a day; the catalogue knows whether there are prices then."""
    text = _text(source, "ACRE_DEMO_START", "")
    if text and profile == "plain":
        raise SettingsError("ACRE_DEMO_START is set, but the profile plain is no demo.")
    try:
        return day_start_s(text) if text else None
    except ValueError:
        shown = repr(text[:NAME_SHOWN_MAX])
        raise SettingsError(f"ACRE_DEMO_START is {shown}, not a day like 2008-09-15.") from None


def _custody(source: Mapping[str, str], env: str) -> str:
    """A key that has the whole vault may lie on a server only where the money is play money."""
    custody = _choice(source, "ACRE_CUSTODY", CUSTODIES, CUSTODIES[env != "local"])
    if custody == "key" and env != "local":
        raise SettingsError(
            f"ACRE_CUSTODY is 'key', but ACRE_ENV is {env!r}: outside 'local' no single key may "
            "hold the vault. Use 'delegate' and name the multisig in ACRE_CUSTODY_MULTISIG."
        )
    return custody


def _multisig(source: Mapping[str, str], custody: str) -> bytes | None:
    text = _text(source, "ACRE_CUSTODY_MULTISIG", "")
    if custody == "key":
        if text:
            raise SettingsError("ACRE_CUSTODY_MULTISIG is set, but ACRE_CUSTODY is 'key'.")
        return None
    return _address("ACRE_CUSTODY_MULTISIG", text) if text else None


def _former_keys(source: Mapping[str, str]) -> tuple[bytes, ...]:
    name = "ACRE_CUSTODY_FORMER_KEYS"
    texts = [text.strip() for text in _text(source, name, "").split(",") if text.strip()]
    if len(texts) > FORMER_KEYS_MAX:
        raise SettingsError(f"{name} names more than {FORMER_KEYS_MAX} keys.")
    return tuple(_address(name, text) for text in texts)


def _address(name: str, text: str) -> bytes:
    try:
        return from_base58(text)
    except ValueError:
        # a text longer than an address may be a secret key given by mistake
        shown = repr(text) if len(text) <= ADDRESS_CHARACTERS_MAX else f"{len(text)} characters"
        raise SettingsError(f"{name} holds {shown}, which is no address.") from None


def _oracle(source: Mapping[str, str], *, is_today: bool) -> OracleOptions:
    """Live prices need the wall clock; files may hold prices of any time."""
    names = tuple(_choice(source, "ACRE_ORACLE", ORACLES, "replay").split("+"))
    if "hermes" in names and not is_today:
        raise SettingsError(
            f"ACRE_ORACLE is {'+'.join(names)!r}, but engine time is not today's; "
            "set ACRE_PROFILE=plain and leave ACRE_TIME_RATE at 1."
        )
    prints = _optional_path(source, "ACRE_PRINTS")
    if "csv" in names and not prints:
        raise SettingsError("ACRE_PRINTS must name the file or directory with the prints.")
    tolerance_bp = _integer(source, "ACRE_ORACLE_TOLERANCE_BP", ORACLE_TOLERANCE_BP, 0, 1_000)
    return OracleOptions(
        sources=names,
        quorum=_integer(source, "ACRE_ORACLE_QUORUM", len(names), 1, len(names)),
        tolerance_bp=tolerance_bp,
        hermes_url=_hermes_url(source),
        hermes_key_file=_optional_path(source, "ACRE_HERMES_KEY_FILE"),
        prints=prints,
    )


def _hermes_url(source: Mapping[str, str]) -> str:
    """A key does not travel in the clear, except within this machine."""
    url = _text(source, "ACRE_HERMES_URL", HERMES_URL)
    refusal = SettingsError(
        "ACRE_HERMES_URL must be an https:// address without user, query or fragment "
        "(http:// only for this machine)."
    )
    try:
        parts = _url_parts(url, "ACRE_HERMES_URL", ("https", "http"))
    except SettingsError:
        raise refusal from None
    is_safe = parts.scheme == "https" or parts.hostname in LOOPBACK
    if not is_safe or parts.query or parts.fragment or parts.username is not None:
        raise refusal
    return url


def _data_dir(source: Mapping[str, str]) -> Path | None:
    path = _optional_path(source, "ACRE_DATA_DIR")
    if path is not None and not path.is_dir():
        raise SettingsError(f"ACRE_DATA_DIR names {path}, but there is no such directory.")
    return path


def _database_url(source: Mapping[str, str]) -> str:
    url = _text(source, "DATABASE_URL", "")
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise SettingsError(
            "DATABASE_URL must begin with postgresql:// (it names a server to use)."
        )
    return url


def _node(source: Mapping[str, str], env: str, node_port: int, *, is_cluster: bool) -> NodeSettings:
    """Read which node is used: the embedded one, or one that others run.

    The next writer of a cluster lacks the hashes of the last blocks, so it takes final ones.
    """
    is_final = is_cluster or env != LOCAL
    text = _text(source, "ACRE_NODE_URL", "")
    url = text or f"http://127.0.0.1:{node_port}"
    parts = _url_parts(url, "ACRE_NODE_URL", ("http", "https"))
    chain_name = chain_of(url)
    mints = _mints(source)
    if env == LOCAL and chain_name != LOCALNET:
        raise SettingsError(
            f"ACRE_ENV is 'local', but ACRE_NODE_URL names a node of {chain_name}: the environment "
            f"local makes its own money. Choose one of: {', '.join(ENVIRONMENTS[1:])}."
        )
    if env != LOCAL and not text:
        raise SettingsError(f"ACRE_ENV is {env!r}, which needs a chain node in ACRE_NODE_URL.")
    if env != LOCAL and mints is None:
        raise SettingsError(
            f"ACRE_ENV is {env!r}, where the exchange cannot make its own tokens; name them in "
            "ACRE_COLLATERAL_MINT and ACRE_TOKEN_MINT."
        )
    if env == MAINNET and chain_name not in (MAINNET, LOCALNET):
        raise SettingsError(f"ACRE_ENV is 'mainnet', but ACRE_NODE_URL names {chain_name}.")
    ws_url = _text(source, "ACRE_NODE_WS_URL", _derived_ws_url(parts))
    _url_parts(ws_url, "ACRE_NODE_WS_URL", ("ws", "wss"))
    return NodeSettings(
        url=url,
        ws_url=ws_url,
        is_embedded=not text,
        chain_name=chain_name,
        genesis=_hash(source, "ACRE_GENESIS_HASH"),
        commitment=_choice(source, "ACRE_COMMITMENT", COMMITMENTS, COMMITMENTS[is_final]),
        mints=mints,
    )


def _url_parts(url: str, name: str, schemes: tuple[str, ...]) -> SplitResult:
    """Split an address; an error does not show it, because it may hold an access key."""
    begins = " or ".join(f"{scheme}://" for scheme in schemes)
    refusal = SettingsError(f"{name} must be an address that begins with {begins}.")
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")  # no resolver takes an empty or a long label
        is_usable = (
            parts.scheme in schemes
            and url.isprintable()
            and _HOST_AND_PORT.fullmatch(parts.netloc.rpartition("@")[2]) is not None
            and parts.port != 0
        )
    except ValueError:
        raise refusal from None
    if not is_usable:
        raise refusal
    return parts


def _derived_ws_url(parts: SplitResult) -> str:
    """Return where Solana clients look for the websocket: the next port, if one is named."""
    host = parts.netloc
    if parts.port is not None:
        host = f"{host.rpartition(':')[0]}:{parts.port + 1}"
    scheme = "wss" if parts.scheme == "https" else "ws"
    return parts._replace(scheme=scheme, netloc=host).geturl()


def _mints(source: Mapping[str, str]) -> tuple[bytes, bytes] | None:
    texts = [_text(source, name, "") for name in ("ACRE_COLLATERAL_MINT", "ACRE_TOKEN_MINT")]
    if not any(texts):
        return None
    try:
        collateral, token = (from_base58(text) for text in texts)
    except ValueError:
        raise SettingsError(
            "ACRE_COLLATERAL_MINT and ACRE_TOKEN_MINT must both be base58 addresses of mints."
        ) from None
    if collateral == token:
        raise SettingsError("ACRE_COLLATERAL_MINT and ACRE_TOKEN_MINT must differ.")
    return collateral, token


def _hash(source: Mapping[str, str], name: str) -> bytes | None:
    text = _text(source, name, "")
    try:
        return bytes(Hash.from_string(text)) if text else None
    except ParseHashError:
        raise SettingsError(f"{name} is {text!r}, which is no base58 hash of 32 bytes.") from None
