"""`--set kDrift=0.5`: a parameter by its name in the API, its value as people write it."""

from decimal import Decimal, InvalidOperation

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

_SCALES = {"e6": 10**6, "e8": 10**8, "e12": 10**12}
_PARAMETERS = {row.contract: row for row in (*MARKET_PARAMETERS, *EXCHANGE_PARAMETERS)}
# The agents and the accounts of a run count on these.
_FIXED = frozenset({"maxPositionsPerAccount", "maxMarginAccountsPerUser", "maxMarkets"})


class ParameterError(ValueError):
    """A change that cannot be made; the message is a sentence."""


def read_changes(texts: list[str]) -> dict[str, int]:
    """Return raw values by name of the parameter table."""
    changes: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        row = _PARAMETERS.get(name)
        if row is None or name in _FIXED:
            raise ParameterError(f"{name!r} is no parameter that a simulation can change.")
        scale = _SCALES.get(row.name.rsplit("_", 1)[-1], 1)
        try:
            raw = Decimal(value) * scale
        except InvalidOperation:
            raise ParameterError(f"{value!r} is no number for {name}.") from None
        if not raw.is_finite():
            raise ParameterError(f"{value!r} is no number for {name}.")
        if raw != int(raw) or not row.low <= raw <= row.high:
            low, high = Decimal(row.low) / scale, Decimal(row.high) / scale
            raise ParameterError(f"{name} must be from {low} to {high}, not {value}.")
        changes[row.name] = int(raw)
    return changes
