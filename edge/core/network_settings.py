"""Network settings: public address, trusted proxies, listening address."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from edge.http.network import LOCAL_HOSTS, Network, TrustedProxies, parse_ip, parse_origin

LOOPBACK_LISTEN = "127.0.0.1"
EVERY_IPV4 = "0.0.0.0"  # noqa: S104 - an operator may choose it
PROXIES_MAX = 32
PREFIX_MIN = {4: 8, 6: 16}  # wider than any real set of proxies
URL_CHARACTERS_MAX = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSettings:
    """Public and listening addresses of the platform."""

    public_url: str  # scheme, host and port that a browser shows
    proxies: TrustedProxies
    listen: str

    @property
    def domain(self) -> str:
        """Host and port, as sign-in texts name them."""
        return self.public_url.partition("://")[2]

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses to listen on; programs of this machine always find 127.0.0.1."""
        if self.listen in (LOOPBACK_LISTEN, EVERY_IPV4):
            return (self.listen,)
        return self.listen, LOOPBACK_LISTEN


def network_settings(
    *, public_url: str, proxies: str, listen: str, is_local: bool, port: int
) -> NetworkSettings:
    """Check the three texts; raises ValueError, whose sentence names the variable."""
    own_url = f"http://127.0.0.1:{port}"
    if not public_url and not is_local:
        raise ValueError(
            "ACRE_PUBLIC_URL must name the address that users see, such as https://acre.example, "
            "outside the environment local."
        )
    url = _public_url(public_url, is_local=is_local) if public_url else own_url
    trusted = _proxies(proxies)
    if url.startswith("https://") and not trusted.networks:
        raise ValueError(
            "ACRE_TRUSTED_PROXIES must name the address of the reverse proxy that serves "
            "ACRE_PUBLIC_URL, such as 127.0.0.1: Acre itself does not serve https."
        )
    return NetworkSettings(public_url=url, proxies=trusted, listen=_listen(listen))


def _public_url(text: str, *, is_local: bool) -> str:
    origin = parse_origin(text) if len(text) <= URL_CHARACTERS_MAX else None
    if origin is None or not urlsplit(text).netloc.isascii():
        raise ValueError(
            "ACRE_PUBLIC_URL must be scheme, host and port only, such as https://acre.example."
        )
    scheme, host, _ = origin
    if scheme == "http" and host not in LOCAL_HOSTS and not is_local:
        raise ValueError(
            "ACRE_PUBLIC_URL must begin with https:// (http:// only for this machine, or in the "
            "environment local)."
        )
    netloc = urlsplit(text).netloc.lower()
    default = ":443" if scheme == "https" else ":80"
    return f"{scheme}://{netloc.removesuffix(default)}"


def _proxies(text: str) -> TrustedProxies:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) > PROXIES_MAX:
        raise ValueError(f"ACRE_TRUSTED_PROXIES names more than {PROXIES_MAX} networks.")
    return TrustedProxies(tuple(_proxy(name) for name in names))


def _proxy(name: str) -> Network:
    try:
        network = ipaddress.ip_network(name)
    except ValueError:
        raise ValueError(
            f"ACRE_TRUSTED_PROXIES holds {name[:64]!r}, which is no address or network "
            "in CIDR form."
        ) from None
    if network.prefixlen < PREFIX_MIN[network.version]:
        raise ValueError(
            f"ACRE_TRUSTED_PROXIES holds {name!r}, which is too large a network: the prefix must "
            f"have {PREFIX_MIN[network.version]} bits or more."
        )
    return network


def _listen(text: str) -> str:
    if parse_ip(text) is None:
        raise ValueError(
            f"ACRE_LISTEN is {text[:64]!r}, but it must be an IP address of this machine, such as "
            "127.0.0.1 or 0.0.0.0."
        )
    return text
