"""The topic of a subscription: method and parameters, validated once."""

from collections.abc import Callable
from dataclasses import dataclass

from solders.pubkey import Pubkey

from chain.node.encoding.accounts import AccountFormat
from chain.node.errors import METHOD_NOT_FOUND, RpcError, invalid_params
from chain.node.methods.account_filters import AccountFilter, read_filters
from chain.node.methods.params import Params, read_address
from chain.node.state.ledger import Commitment


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Equal topics have equal notifications, which are encoded once."""

    kind: str
    commitment: Commitment = Commitment.CONFIRMED
    address: Pubkey | None = None
    signature: bytes | None = None
    form: AccountFormat | None = None
    filters: tuple[AccountFilter, ...] = ()
    wants_received: bool = False


def read_topic(method: str, params: Params) -> Topic:
    """Read a subscribe call; raises RpcError for an unknown method or a malformed parameter."""
    reader = _READERS.get(method)
    if reader is None:
        raise RpcError(METHOD_NOT_FOUND, "Method not found")
    return reader(params)


def _account(params: Params) -> Topic:
    config = params.config(1)
    return Topic(
        kind="account",
        address=params.address(0, "address"),
        commitment=config.commitment(),
        form=AccountFormat.of(config),
    )


def _program(params: Params) -> Topic:
    config = params.config(1)
    return Topic(
        kind="program",
        address=params.address(0, "program"),
        commitment=config.commitment(),
        form=AccountFormat.of(config),
        filters=read_filters(config),
    )


def _logs(params: Params) -> Topic:
    commitment = params.config(1).commitment()
    wanted = params.get(0)
    if wanted in ("all", "allWithVotes"):
        return Topic(kind="logs", commitment=commitment)
    mentions = wanted.get("mentions") if isinstance(wanted, dict) else None
    if not isinstance(mentions, list) or len(mentions) != 1 or not isinstance(mentions[0], str):
        raise invalid_params("logs filter must be `all` or mention exactly one address")
    address = read_address(mentions[0], "mentions")
    return Topic(kind="logs", commitment=commitment, address=address)


def _signature(params: Params) -> Topic:
    config = params.config(1)
    return Topic(
        kind="signature",
        signature=params.signature(0),
        commitment=config.commitment(),
        wants_received=config.flag("enableReceivedNotification", False),
    )


# blockSubscribe and voteSubscribe are unknown, as on a cluster that did not switch them on.
_READERS: dict[str, Callable[[Params], Topic]] = {
    "accountSubscribe": _account,
    "logsSubscribe": _logs,
    "programSubscribe": _program,
    "rootSubscribe": lambda _params: Topic(kind="root"),
    "signatureSubscribe": _signature,
    "slotSubscribe": lambda _params: Topic(kind="slot"),
    "slotsUpdatesSubscribe": lambda _params: Topic(kind="slotsUpdates"),
}
UNSUBSCRIBERS = frozenset(method.replace("Subscribe", "Unsubscribe") for method in _READERS)
