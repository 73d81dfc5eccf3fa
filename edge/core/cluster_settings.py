"""Settings of a cluster: which part of it this machine is, and where its messages go."""

from dataclasses import dataclass
from urllib.parse import urlsplit

ALL, CORE, EDGE, NODE = ROLES = ("all", "core", "edge", "node")
SERVERS_MAX = 16
SCHEMES = ("nats", "tls")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterSettings:
    """`role` says what `acre up` starts here; without NATS servers there is no cluster."""

    role: str
    nats_urls: tuple[str, ...]

    @property
    def is_cluster(self) -> bool:
        """Whether the journal is in the database, and writers and web are machines of their own."""
        return bool(self.nats_urls)


def cluster_settings(
    *, role: str, nats_url: str, has_database: bool, has_node: bool, edge_workers: int
) -> ClusterSettings:
    """Check what belongs together; raises ValueError, whose sentence names the variables."""
    if role not in ROLES:
        raise ValueError(f"ACRE_ROLE is {role!r}, but it must be one of: {', '.join(ROLES)}.")
    urls = tuple(_server(text) for text in nats_url.split(",") if text.strip())
    if len(urls) > SERVERS_MAX:
        raise ValueError(f"NATS_URL names more than {SERVERS_MAX} servers.")
    if urls and role == ALL:
        raise ValueError(
            "NATS_URL is set, so this is one machine of a cluster: say in ACRE_ROLE which part it "
            "is, core or edge."
        )
    if role in (CORE, EDGE):
        missing = [
            name
            for name, is_there in (("DATABASE_URL", has_database), ("NATS_URL", bool(urls)))
            if not is_there
        ]
        if missing:
            raise ValueError(
                f"ACRE_ROLE is {role!r}, which needs {' and '.join(missing)}: the journal and the "
                "messages of a cluster are on servers that all its machines reach."
            )
        if not has_node:
            raise ValueError(
                f"ACRE_ROLE is {role!r}, which needs ACRE_NODE_URL: all machines of a cluster "
                "follow one chain."
            )
    if role in (CORE, NODE) and edge_workers:
        raise ValueError(
            f"ACRE_EDGE_WORKERS is {edge_workers}, but a machine whose ACRE_ROLE is {role!r} "
            "serves no web; set it where ACRE_ROLE is 'edge'."
        )
    if role == NODE and has_node:
        raise ValueError("ACRE_ROLE is 'node', but ACRE_NODE_URL names another node to use.")
    return ClusterSettings(role=role, nats_urls=urls)


def _server(text: str) -> str:
    """Return the address; an error does not show it, because it may hold a password."""
    url = text.strip()
    try:
        parts = urlsplit(url)
        is_usable = (
            parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
            and not (parts.path or parts.query or parts.fragment)
        )  # fmt: skip
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ValueError(
            "NATS_URL must name servers as nats://host:4222 or tls://host:4222, with commas "
            "between them."
        )
    return url
