"""What the environment says: every variable that Acre reads, in one place, checked at start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from edge.database.embedded import embedded_database_url

VERSION = "0.1.0"
ENVIRONMENTS = ("local",)
TIME_RATES = {"demo": 1440, "test": 1440, "plain": 1}
TIME_RATE_MAX = 86_400
DEFAULT_PORT = 8080
NODE_PORT_OFFSET = 10
DEFAULT_SLOT_MS = 400
SLOT_MS_MAX = 10_000
RATE_SCALE_MAX = 100_000
PREDICTION_INDEXES = {"demo": 8, "test": 0, "plain": 0}
PREDICTION_INDEXES_MAX = 10
SWITCH = ("off", "on")
PORT_MAX = 65_535
PROJECT_ROOT = Path(__file__).resolve().parent.parent


class SettingsError(Exception):
    """A variable of the environment has a value that Acre cannot use; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one installation; made by `from_environment` in the composition roots."""

    env: str
    profile: str
    home: Path
    port: int
    node_port: int
    data_dir: Path | None
    time_rate: int
    slot_ms: int
    rate_scale: int
    prediction_indexes: int  # the schedule asks about so many; 0: it is off
    has_demo_maker: bool
    database_url: str
    database_is_embedded: bool
    web_dist: Path
    version: str

    @property
    def node_url(self) -> str:
        """The chain node's JSON-RPC address."""
        return f"http://127.0.0.1:{self.node_port}"

    @property
    def node_ws_url(self) -> str:
        """The chain node's websocket address."""
        return f"ws://127.0.0.1:{self.node_port + 1}"

    @property
    def url(self) -> str:
        """The address at which a browser finds the platform."""
        return f"http://127.0.0.1:{self.port}"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read and check the variables; raises SettingsError, whose sentence names the variable."""
        source = os.environ if environ is None else environ
        profile = _choice(source, "ACRE_PROFILE", tuple(TIME_RATES), "demo")
        home = Path(_text(source, "ACRE_HOME", ".acre")).expanduser().resolve()
        port = _integer(source, "ACRE_PORT", DEFAULT_PORT, 1, PORT_MAX)
        node_default = port + NODE_PORT_OFFSET
        node_port = _integer(source, "ACRE_NODE_PORT", node_default, 1, PORT_MAX - 1)
        if port in (node_port, node_port + 1):
            raise SettingsError(
                f"ACRE_PORT {port} collides with the chain node, which uses the ports {node_port} "
                f"and {node_port + 1} (ACRE_NODE_PORT); choose numbers that differ."
            )
        database_url = _database_url(source)
        return cls(
            env=_choice(source, "ACRE_ENV", ENVIRONMENTS, "local"),
            profile=profile,
            home=home,
            port=port,
            node_port=node_port,
            data_dir=_data_dir(source),
            time_rate=_integer(source, "ACRE_TIME_RATE", TIME_RATES[profile], 1, TIME_RATE_MAX),
            slot_ms=_integer(source, "ACRE_SLOT_MS", DEFAULT_SLOT_MS, 1, SLOT_MS_MAX),
            rate_scale=_integer(source, "ACRE_RATE_SCALE", 1, 1, RATE_SCALE_MAX),
            prediction_indexes=_integer(
                source,
                "ACRE_PREDICTION_SCHEDULE",
                PREDICTION_INDEXES[profile],
                0,
                PREDICTION_INDEXES_MAX,
            ),
            has_demo_maker=_has_demo_maker(source, profile),
            database_url=database_url or embedded_database_url(home),
            database_is_embedded=not database_url,
            web_dist=_path(source, "ACRE_WEB_DIST", PROJECT_ROOT / "web" / "dist"),
            version=VERSION,
        )


def _text(source: Mapping[str, str], name: str, default: str) -> str:
    return source.get(name, "").strip() or default


def _path(source: Mapping[str, str], name: str, default: Path) -> Path:
    return Path(_text(source, name, str(default))).expanduser().resolve()


def _choice(source: Mapping[str, str], name: str, choices: tuple[str, ...], default: str) -> str:
    value = _text(source, name, default)
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}, but it must be one of: {', '.join(choices)}.")
    return value


def _integer(source: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = _text(source, name, str(default))
    if not (text.isascii() and text.isdigit() and low <= int(text[:12]) <= high):
        raise SettingsError(f"{name} is {text!r}, but it must be a number from {low} to {high}.")
    return int(text)


def _has_demo_maker(source: Mapping[str, str], profile: str) -> bool:
    """The maker bot is a participant of the demo; in real time it would be nobody's."""
    default = SWITCH[profile == "demo"]
    is_on = _choice(source, "ACRE_DEMO_MAKER", SWITCH, default) == "on"
    if is_on and profile == "plain":
        raise SettingsError(
            "ACRE_DEMO_MAKER is 'on', but the profile plain has no demo participants; run "
            "`acre maker` with a key of your own."
        )
    return is_on


def _data_dir(source: Mapping[str, str]) -> Path | None:
    text = _text(source, "ACRE_DATA_DIR", "")
    if not text:
        return None
    path = Path(text).expanduser().resolve()
    if not path.is_dir():
        raise SettingsError(f"ACRE_DATA_DIR names {text}, but there is no such directory.")
    return path


def _database_url(source: Mapping[str, str]) -> str:
    url = _text(source, "DATABASE_URL", "")
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise SettingsError(
            "DATABASE_URL must begin with postgresql:// (it names a server to use)."
        )
    return url
