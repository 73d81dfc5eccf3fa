"""Base58 text for byte strings of any length."""

from solders.pubkey import Pubkey
from solders.signature import Signature

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_GROUP_DIGITS = 10
_GROUP = 58**_GROUP_DIGITS
_DIGIT = {character: value for value, character in enumerate(_ALPHABET)}


def encode(data: bytes) -> str:
    """Render bytes as base58 text, one leading `1` per leading zero byte."""
    if len(data) == Signature.LENGTH:
        return str(Signature(data))
    if len(data) == Pubkey.LENGTH:
        return str(Pubkey(data))
    zeros = len(data) - len(data.lstrip(b"\0"))
    number = int.from_bytes(data, "big")
    digits: list[str] = []
    while number:
        number, group = divmod(number, _GROUP)  # few divisions of the long number
        for _ in range(_GROUP_DIGITS):
            group, digit = divmod(group, 58)
            digits.append(_ALPHABET[digit])
    return "1" * zeros + "".join(reversed(digits)).lstrip("1")


def decode(text: str) -> bytes:
    """Read base58 text; raise ValueError on any other character."""
    number = 0
    for character in text:
        digit = _DIGIT.get(character)
        if digit is None:
            raise ValueError(f"{character!r} is not a base58 character")
        number = number * 58 + digit
    zeros = len(text) - len(text.lstrip("1"))
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
