"""Queries and bodies into structs, with the contract's errors."""

import json
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

import msgspec
from aiohttp import web
from msgspec import inspect as types

from edge.http.addresses import parse_user
from edge.http.errors import ApiError, invalid
from edge.http.schema.base import Request

Coerce = Callable[[str], object]
_INTEGER_DIGITS_MAX = 19
_CONTAINERS = frozenset({dict, list})
_WALLETS = frozenset({"user", "address"})  # of a request
_NAME_MAX = 64  # of a name that a refusal repeats


def _integer(text: str) -> int:
    digits = text[1:] if text.startswith("-") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _INTEGER_DIGITS_MAX):
        raise ValueError("expected an integer")
    return int(text)


_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def _boolean(text: str) -> bool:
    value = _BOOLEANS.get(text.lower())
    if value is None:
        raise ValueError("expected true, false, 1 or 0")
    return value


def _choice(values: Iterable[Any]) -> Coerce:
    table = {str(value).lower(): value for value in values}

    def coerce(text: str) -> Any:  # noqa: ANN401 - the values are the query's own
        value = table.get(text.lower())
        if value is None:
            raise ValueError(f"expected one of {', '.join(table.values())}")
        return value

    return coerce


def _comma_list(item: Coerce) -> Coerce:
    def coerce(text: str) -> list[object]:
        parts = (part.strip() for part in text.split(","))
        return list(dict.fromkeys(item(part) for part in parts if part))

    return coerce


def _coerce_of(kind: types.Type) -> Coerce:
    if isinstance(kind, types.Metadata):
        return _coerce_of(kind.type)
    if isinstance(kind, types.UnionType):
        return _coerce_of(next(t for t in kind.types if not isinstance(t, types.NoneType)))
    if isinstance(kind, types.IntType):
        return _integer
    if isinstance(kind, types.BoolType):
        return _boolean
    if isinstance(kind, types.LiteralType):
        return _choice(kind.values)
    if isinstance(kind, types.ListType):
        return _comma_list(_coerce_of(kind.item_type))
    return str


def query_parser(struct: type[Request]) -> Callable[[web.Request], Request]:
    """Return the parser of one query type; built once, at registration.

    A parameter that the type does not have is refused: a misspelled filter would filter nothing.
    """
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    fields = {item.encode_name: _coerce_of(item.type) for item in kind.fields}
    check_wallets = _wallet_check(kind)
    needs_nothing = not any(item.required for item in kind.fields)

    def parse(request: web.Request) -> Request:
        values: dict[str, object] = {}
        query = request.query
        if not query and needs_nothing:
            found = struct()
            check_wallets(found)
            return found
        for name, text in _given(query, fields).items():
            try:
                values[name] = fields[name](text)
            except ValueError as error:
                raise invalid(name, str(error)) from None
        try:
            found = msgspec.convert(values, type=struct)
        except msgspec.ValidationError as error:
            refused = validation(error)
            field = refused.details["field"].partition("[")[0]  # of a list, not of its item
            raise invalid(field, refused.message.partition(": ")[2]) from None
        check_wallets(found)
        return found

    return parse


def _given(query: Mapping[str, str], known: Container[str]) -> dict[str, str]:
    """Return the parameters of a query by name; refuse unknown and repeated ones."""
    names = [name for name, _ in query.items()]
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise invalid(unknown[:_NAME_MAX], "is not a parameter of this call")
    given = dict(query.items())
    if len(given) < len(names):
        repeated = next(name for name in names if names.count(name) > 1)
        raise invalid(repeated, "is given more than once")
    return given


def _has_mark(kind: types.Type, mark: str) -> bool:
    return isinstance(kind, types.Metadata) and mark in (kind.extra_json_schema or {})


def _wallet_check(kind: types.StructType) -> Callable[[Request], None]:
    """Return what refuses a request whose wallet is none, or that lacks one it has to name."""
    wallets = [
        (item.name, _has_mark(item.type, "x-wallet"))
        for item in kind.fields
        if item.name in _WALLETS
    ]

    if not wallets:
        return _nothing_to_check

    def check(request: Request) -> None:
        for name, is_needed in wallets:
            text = getattr(request, name)
            if is_needed or isinstance(text, str):
                parse_user(text, name)

    return check


def _nothing_to_check(_request: Request) -> None:
    """Accept a request that has no wallet."""


def _choices(struct: type[Request]) -> dict[str, str]:
    """Return the allowed values, as text, of every field that takes one of a few."""
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    found = {}
    for item in kind.fields:
        parts = item.type.types if isinstance(item.type, types.UnionType) else (item.type,)
        for part in parts:
            if isinstance(part, types.LiteralType):
                found[item.encode_name] = ", ".join(map(str, part.values))
    return found


def body_parser(struct: type[Request]) -> Callable[[bytes], Request]:
    decoder = msgspec.json.Decoder(struct)
    choices = _choices(struct)
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    check_wallets = _wallet_check(kind)

    def parse(raw: bytes) -> Request:
        try:
            value = msgspec.json.decode(raw)
            if not (type(value) is dict and len(value) == raw.count(b":")):
                _check_keys(raw, value)
            found = decoder.decode(raw)
        except msgspec.ValidationError as error:
            refused = validation(error)
            values = choices.get(refused.details["field"])
            if values is not None and str(error).startswith("Invalid enum value"):
                refused = invalid(refused.details["field"], f"expected one of {values}")
            raise refused from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise ApiError("BAD_JSON") from None
        check_wallets(found)
        return found

    return parse


def _check_keys(raw: bytes, value: object) -> None:
    """Refuse a key that an object of a JSON text has twice: others might read the other value.

    Each key has a colon; where there are more colons than keys, some may be in texts.
    """
    if raw.count(b":") == _keys_in(value):
        return
    repeated: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                repeated.append(name)
            seen.add(name)

    json.loads(raw, object_pairs_hook=note)
    if repeated:
        raise invalid(repeated[0][:_NAME_MAX], "is given more than once")


def _keys_in(value: Any) -> int:  # noqa: ANN401 - any decoded JSON
    kind, found = type(value), 0
    if kind is dict:
        found, value = len(value), value.values()
    elif kind is not list:
        return 0
    for item in value:
        if type(item) in _CONTAINERS:
            found += _keys_in(item)
    return found


def validation(error: msgspec.ValidationError) -> ApiError:
    """Turn the decoder's sentence into 400 VALIDATION with the field's name."""
    text, _, path = str(error).partition(" - at `")
    field = path.rstrip("`").removeprefix("$").lstrip(".")
    if text.startswith("Object missing required field `"):
        name = text.split("`")[1]
        field = f"{field}.{name}" if field else name
        text = "is required"
    return invalid(field or "body", text.replace("`", ""))
