"""The body of `set-delegate`: the delegate, its limits, SOL for its fees."""

import msgspec
from solders.pubkey import Pubkey

from chain.builders.builders import TOP_UP_MAX, TOP_UP_MIN
from chain.commands.lines import FieldValue
from edge.api.transactions.requests import DelegateBody
from edge.http.addresses import parse_address
from edge.http.amounts import Limit, parse_amount, parse_positive
from edge.http.errors import invalid

LIFE_MAX_S = 365 * 86_400  # the engine's own bound, refused here with the field's name


def delegate_of(body: DelegateBody, user: bytes) -> bytes | None:
    """Return the delegate, None to remove it; refuse the wallet itself."""
    text = body.delegate
    if text is msgspec.UNSET:
        raise invalid("delegate", "is required")
    delegate = parse_address(text, "delegate") if isinstance(text, str) else None
    if delegate == user:
        raise invalid("delegate", "must differ from the wallet")
    return delegate


def terms_of(body: DelegateBody, now_s: int) -> dict[str, FieldValue | None]:
    """Return the limits as values of the memo's lines."""
    until_s, limit = body.expires_at, body.notional_per_day
    if until_s is not None and not now_s < until_s <= now_s + LIFE_MAX_S:
        raise invalid("expiresAt", "must be in the next 365 days")
    limit_e6 = None if limit is None else parse_positive(limit, "notionalPerDay", Limit.COLLATERAL)
    terms: dict[str, FieldValue | None] = {
        "until": until_s,
        "notional_per_day": limit_e6,
        "markets": tuple(body.markets or ()),
    }
    if body.delegate is None and any(terms.values()):
        raise invalid("delegate", "limits need a delegate")
    return terms


def top_up_of(body: DelegateBody, delegate: bytes | None) -> int:
    """Return the lamports that go to the delegate for its fees, 0 for none."""
    if body.delegate_top_up is None:
        return 0
    lamports = parse_amount(body.delegate_top_up, "delegateTopUp", Limit.COLLATERAL)
    if not TOP_UP_MIN <= lamports <= TOP_UP_MAX:
        raise invalid("delegateTopUp", f"must be {TOP_UP_MIN} to {TOP_UP_MAX} lamports")
    if delegate is None:
        raise invalid("delegate", "a top-up needs a delegate")
    if not Pubkey(delegate).is_on_curve():
        raise invalid("delegate", "is no key that can sign, so that its SOL would be lost")
    return lamports
