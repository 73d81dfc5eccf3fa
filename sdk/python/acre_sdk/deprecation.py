"""A warning for each deprecated call that a program makes, once: the server says which are."""

import re
import warnings
from collections.abc import Mapping

WARNED_MAX = 64
_PARAMETER = re.compile(r"(?<=/)(?:\d+|[1-9A-HJ-NP-Za-km-z]{32,44})(?=/|$)")  # an id or a wallet
_warned: set[str] = set()


class DeprecatedCall(FutureWarning):
    """The server will stop to answer a call that the program makes."""


def warn_if_deprecated(method: str, path: str, headers: Mapping[str, str]) -> None:
    """Warn of a call whose answer is marked (RFC 9745), the first time in this process."""
    if "Deprecation" not in headers:
        return
    call = f"{method} {_PARAMETER.sub('…', path)}"
    if call in _warned or len(_warned) >= WARNED_MAX:
        return
    _warned.add(call)
    end = f" and may end on {headers['Sunset']}" if "Sunset" in headers else ""
    link = headers.get("Link", "")
    page = f"; see {link}" if 'rel="deprecation"' in link else ""
    warnings.warn(f"{call} is deprecated{end}{page}", DeprecatedCall, stacklevel=2)
