"""Parameters of a JSON-RPC call. An explicit null means the same as an absent value."""

from dataclasses import dataclass

from solders.pubkey import Pubkey

from chain.node.encoding import base58
from chain.node.errors import invalid_params
from chain.node.state.ledger import Commitment

_COMMITMENTS = {
    "processed": Commitment.PROCESSED,
    "recent": Commitment.PROCESSED,
    "confirmed": Commitment.CONFIRMED,
    "single": Commitment.CONFIRMED,
    "singleGossip": Commitment.CONFIRMED,
    "finalized": Commitment.FINALIZED,
    "max": Commitment.FINALIZED,
    "root": Commitment.FINALIZED,
}


@dataclass(frozen=True, slots=True)
class Config:
    """The options object of a call."""

    values: dict[str, object]

    def get(self, name: str) -> object:
        """Return an option; None if absent."""
        return self.values.get(name)

    def text(self, name: str, default: str, allowed: tuple[str, ...] = ()) -> str:
        """Return a text option, one of `allowed` if that is given."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, str) or (allowed and value not in allowed):
            raise invalid_params(f"{name} must be one of {', '.join(allowed)}")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """Return a boolean option."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise invalid_params(f"{name} must be true or false")
        return value

    def count(self, name: str, default: int, low: int, high: int) -> int:
        """Return an integer option inside a closed range."""
        value = self.values.get(name)
        return default if value is None else _integer(value, name, low, high)

    def required_count(self, name: str, low: int, high: int) -> int:
        """Return an integer option that must be there, inside a closed range."""
        return _integer(self.values.get(name), name, low, high)

    def commitment(self) -> Commitment:
        """Return the wanted commitment, `confirmed` unless given."""
        value = self.values.get("commitment")
        if value is None:
            return Commitment.CONFIRMED
        if not isinstance(value, str) or value not in _COMMITMENTS:
            raise invalid_params("commitment must be processed, confirmed or finalized")
        return _COMMITMENTS[value]


@dataclass(frozen=True, slots=True)
class Params:
    """The positional parameters of a call."""

    values: list[object]

    def get(self, index: int) -> object:
        """Return a parameter; None if absent."""
        return self.values[index] if index < len(self.values) else None

    def text(self, index: int, name: str) -> str:
        """Return a required text."""
        value = self.get(index)
        if not isinstance(value, str):
            raise invalid_params(f"parameter {index + 1} ({name}) must be a string")
        return value

    def address(self, index: int, name: str) -> Pubkey:
        """Return a required address."""
        return read_address(self.text(index, name), name)

    def signature(self, index: int) -> bytes:
        """Return a required transaction signature."""
        return read_signature(self.text(index, "signature"))

    def count(self, index: int, name: str, low: int, high: int) -> int:
        """Return a required integer inside a closed range."""
        return _integer(self.get(index), name, low, high)

    def texts(self, index: int, name: str, count_max: int) -> list[str]:
        """Return a required list of texts of bounded length."""
        value = self.get(index)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise invalid_params(f"parameter {index + 1} ({name}) must be a list of strings")
        if len(value) > count_max:
            raise invalid_params(f"Too many inputs provided; max {count_max}")
        return value

    def config(self, index: int) -> Config:
        """Return the options object, empty if absent."""
        value = self.get(index)
        if value is None:
            return Config({})
        if not isinstance(value, dict):
            raise invalid_params(f"parameter {index + 1} must be an object")
        return Config({name: item for name, item in value.items() if item is not None})


def read_address(text: str, name: str) -> Pubkey:
    """Read a base58 address."""
    try:
        return Pubkey.from_string(text)
    except ValueError:
        raise invalid_params(f"{name} is not a base58 address of 32 bytes") from None


def read_signature(text: str) -> bytes:
    """Read a base58 transaction signature."""
    if len(text) <= 88:
        try:
            signature = base58.decode(text)
        except ValueError:
            signature = b""
        if len(signature) == 64:
            return signature
    raise invalid_params("signature is not base58 text of 64 bytes")


def _integer(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise invalid_params(f"{name} must be an integer from {low} to {high}")
    return value
