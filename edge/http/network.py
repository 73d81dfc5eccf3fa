"""Request origin: client addresses behind trusted proxies, and page origins."""

import re
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from ipaddress import IPv4Network as _IPv4Network
from urllib.parse import urlsplit

from aiohttp import web

Network = _IPv4Network | IPv6Network
FORWARDED_FOR = "X-Forwarded-For"
FORWARDED_BYTES_MAX = 2_048
FORWARDED_HOPS_MAX = 32
IPV6_SITE_BITS = 64  # a subscriber has so many addresses of its own that they count as one
FORWARDING_HEADERS = (
    FORWARDED_FOR,
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "Forwarded",
    "Via",
)
PORT_MAX = 65_535
DEFAULT_PORTS = {"http": 80, "https": 443}
# Client address whose share a history read uses; None: internal or shared reads, no share.
reader: ContextVar[str | None] = ContextVar("reader", default=None)
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def parse_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address, an IPv4 address where IPv6 only wraps one; None for other text."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


_HOP = re.compile(
    r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([0-9]{1,3}(?:\.[0-9]{1,3}){3}))(?::([0-9]{1,5}))?"
)


def parse_hop(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address of an `X-Forwarded-For` entry; some proxies add the client's port."""
    found = _HOP.fullmatch(text)
    if found is None:
        return parse_ip(text)
    is_ipv6, port = found[1] is not None, found[3]
    if port is not None and int(port) > PORT_MAX:
        return None
    address = parse_ip(found[1] or found[2])
    return address if not is_ipv6 or ":" in found[1] else None


@lru_cache(maxsize=4_096)
def client_key(text: str) -> str:
    """Return the name of an address in rates and bounds: IPv6 counts by its /64 network."""
    found = parse_ip(text.partition("%")[0])
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, IPV6_SITE_BITS), strict=False))
    return text if found is None else str(found)


@dataclass(frozen=True, slots=True)
class TrustedProxies:
    """The networks whose X-Forwarded-For header is believed; none by default."""

    networks: tuple[Network, ...] = ()

    def trust(self, text: str) -> bool:
        """Return whether an address is a trusted proxy's."""
        found = parse_ip(text)
        return found is not None and any(found in network for network in self.networks)

    def client_of(self, peer: str, headers: Sequence[str]) -> str:
        """Return the client's address: the rightmost hop that is no trusted proxy.

        Entries to its left came from the client and are not read. A missing or malformed
        header gives the proxy's own address.
        """
        if not self.networks or not self.trust(peer):
            return client_key(peer)
        text = ",".join(headers)
        hops = text.split(",")
        if len(text) > FORWARDED_BYTES_MAX or len(hops) > FORWARDED_HOPS_MAX:
            return client_key(peer)
        client = peer
        for hop in reversed(hops):
            found = parse_hop(hop.strip())
            if found is None:
                return client_key(peer)
            client = str(found)
            if not self.trust(client):
                break
        return client_key(client)


def client_of(proxies: TrustedProxies, request: web.BaseRequest) -> str:
    """Return the address of the client of a request, as rates and bounds know it."""
    peer = request.remote or ""
    if not proxies.networks:
        return client_key(peer)
    return proxies.client_of(peer, request.headers.getall(FORWARDED_FOR, ()))


def is_direct_loopback(request: web.BaseRequest) -> bool:
    """Return whether a program of this machine asks, and no proxy passes the request on."""
    found = parse_ip(request.remote or "")
    is_forwarded = any(name in request.headers for name in FORWARDING_HEADERS)
    return found is not None and found.is_loopback and not is_forwarded


@lru_cache(maxsize=1_024)
def parse_origin(text: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an origin (RFC 6454), None for what is none."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    is_bare = text.lower() == f"{parts.scheme}://{parts.netloc.lower()}"
    if parts.scheme not in DEFAULT_PORTS or not is_bare or not parts.hostname:
        return None
    if parts.username is not None or not text.isprintable() or set(text) & set(" \\%"):
        return None
    return parts.scheme, parts.hostname, DEFAULT_PORTS[parts.scheme] if port is None else port
