"""From what was typed to the unsigned command, by the table."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar

from chain.client.addresses import to_base58
from chain.operator_key import OperatorCommand
from edge.operator.admin.contests import check_contest, contest_fields
from edge.operator.admin.table import BY_NAME, Argument, Kind
from edge.operator.admin.values import (
    ADDRESS_NONE,
    InputError,
    figure_text,
    read_address,
    read_decimal,
    read_duration,
    read_number,
    read_parameter_value,
    read_positive,
    read_slug,
    read_text,
    read_time,
    time_text,
)
from engine.core.generated.messages import BY_TAG
from engine.schema.commands import COMMANDS
from engine.schema.fields import Field
from engine.schema.fields import Kind as FieldKind
from engine.schema.parameters import (
    ADOPTED_PARAMETERS,
    E6,
    E8,
    E12,
    EXCHANGE_PARAMETERS,
    MARKET_PARAMETERS,
    Parameter,
)

NowS = Callable[[], int]
Value = int | str | bytes
T = TypeVar("T")
Texts = Mapping[str, Any]
MESSAGES: Final = MappingProxyType({message.name: message for message in COMMANDS})
_LARGEST: Final = MappingProxyType(
    {FieldKind.U8: 2**8 - 1, FieldKind.U32: 2**32 - 1, FieldKind.U64: 2**64 - 1}
)


def build_command(name: str, texts: Texts, now_s: NowS) -> OperatorCommand:
    """Return the command; `texts` is what was typed, by the arguments' names.

    `now_s` returns engine time and is called only for relative times. Raises InputError.
    """
    row = BY_NAME[name]
    is_of_market = bool(row.market_message) and texts.get("market") is not None
    message = MESSAGES[row.market_message if is_of_market else row.message]
    fields = {field.name: field for field in message.fields}
    values: dict[str, Any] = {}
    for argument in row.arguments:
        text = texts.get(argument.name)
        if text is None or argument.kind in (Kind.PLAIN, Kind.PARAMETER):
            continue
        values[argument.field_name] = _read(argument, text, fields[argument.field_name], now_s)
    if name in _OWN:
        values |= _OWN[name](texts, is_of_market)
    if name in _CHECKS:
        _CHECKS[name](values, now_s)
    command: OperatorCommand = BY_TAG[message.tag](**values)  # type: ignore[assignment]
    return command


def describe(command: OperatorCommand) -> list[str]:
    """Return the fields of a command as people read them."""
    fields = MESSAGES[type(command).__name__].fields
    width = max((len(field.name) for field in fields), default=0)
    values = ((field.name, getattr(command, field.name)) for field in fields)
    return [command.WIRE, *(f"  {name:<{width}}  {_shown(name, value)}" for name, value in values)]


def _shown(name: str, value: Value) -> str:
    if isinstance(value, bytes):
        return "none" if value == ADDRESS_NONE else to_base58(value)
    if isinstance(value, str):
        return value or "(none)"
    text = figure_text(name, value)
    return text if text == str(value) else f"{value} ({text})"


def _read(argument: Argument, text: str, field: Field, now_s: NowS) -> Value:
    readers: dict[Kind, Callable[[], Value]] = {
        Kind.NUMBER: lambda: read_number(text, _LARGEST[field.kind]),
        Kind.TEXT: lambda: read_text(text, int(field.kind.removeprefix("text"))),
        Kind.ADDRESS: lambda: read_address(text),
        Kind.ADDRESS_OR_NONE: lambda: ADDRESS_NONE if text == "none" else read_address(text),
        Kind.SLUG: lambda: read_slug(text, int(field.kind.removeprefix("text"))),
        Kind.AMOUNT: lambda: read_decimal(text, E6),
        Kind.RATE: lambda: read_decimal(text, E12),
        Kind.SIZE: lambda: read_positive(text, E6),
        Kind.PRICE: lambda: read_positive(text, E8),
        Kind.TIME: lambda: read_time(text, now_s),
        Kind.DURATION: lambda: read_duration(text),
        Kind.CHOICE: lambda: _choice(argument, text),
    }
    return _of(argument.option, readers[argument.kind])


def _of(option: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except InputError as error:
        raise InputError(f"{option}: {error}.") from None


def _choice(argument: Argument, text: str) -> int:
    choices = dict(argument.choices)
    if text not in choices:
        raise InputError(f"must be {' or '.join(choices)}, not {text!r}")
    return choices[text]


def _parameter(texts: Texts, is_of_market: bool) -> dict[str, object]:
    """A parameter by its name in the API, as its id and its raw value."""
    table = MARKET_PARAMETERS if is_of_market else EXCHANGE_PARAMETERS
    row = _of("--name", partial(_find_parameter, texts["name"], table))
    value = _of("--value", partial(_parameter_value, texts["value"], row))
    return {"parameter": row.id, "value": value}


def _find_parameter(name: str, table: tuple[Parameter, ...]) -> Parameter:
    for row in table:
        if row.contract == name:
            return row
    if any(row.contract == name for row in MARKET_PARAMETERS):
        raise InputError(f"{name} is a parameter of markets; add --market ID")
    if any(row.contract == name for row in EXCHANGE_PARAMETERS):
        raise InputError(f"{name} is a parameter of the exchange; leave --market away")
    known = ", ".join(row.contract for row in table)
    raise InputError(f"there is no parameter {name!r}; there are: {known}")


def _parameter_value(text: str, row: Parameter) -> int:
    return read_parameter_value(text, row.name, row.low, row.high)


def _new_market(texts: Texts, _is_of_market: bool) -> dict[str, object]:
    """Every parameter that has a default, and what --set says instead."""
    values: dict[str, object] = {
        row.name: row.default for row in MARKET_PARAMETERS if row.default is not None
    }
    for row, value in _set_values(texts):
        if row.default is None:
            raise InputError(f"--set: {row.contract} has an option of its own.")
        values[row.name] = value
    return values


def _adopted(texts: Texts, _is_of_market: bool) -> dict[str, object]:
    """The default of each parameter that is adopted, and what --set says instead."""
    values: dict[str, object] = {row.name: row.default for row in ADOPTED_PARAMETERS}
    for row, value in _set_values(texts):
        if row not in ADOPTED_PARAMETERS:
            known = ", ".join(row.contract for row in ADOPTED_PARAMETERS)
            raise InputError(f"--set: {row.contract} is not adopted; these are: {known}.")
        values[row.name] = value
    return values


def _set_values(texts: Texts) -> Iterator[tuple[Parameter, int]]:
    """What the options --set NAME=VALUE say."""
    for text in texts.get("set") or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--set: must be NAME=VALUE, not {text!r}.")
        row = _of("--set", partial(_find_parameter, name, MARKET_PARAMETERS))
        yield row, _of(f"--set {name}", partial(_parameter_value, value, row))


def _prediction_agrees(values: dict[str, Any], _now_s: NowS) -> None:
    if ("acre_id" in values) != ("strike_e8" in values):
        raise InputError("--acre-id and --strike go together; a question has both or none.")
    opens, closes, resolves = (
        values[name] for name in ("opens_at_s", "closes_at_s", "resolves_at_s")
    )
    if not opens < closes <= resolves:
        raise InputError(
            "A question opens, then closes, then is resolved: --opens must be before --closes, "
            f"and --closes not after --resolves. Read were {time_text(opens)}, "
            f"{time_text(closes)} and {time_text(resolves)}."
        )


def _resolution_agrees(values: dict[str, object], _now_s: NowS) -> None:
    if ("value_e8" in values) != ("published_at_s" in values):
        raise InputError("--value and --published-at go together; give both or none.")


# What one value for each option does not cover.
_OWN: Final[Mapping[str, Callable[[Texts, bool], dict[str, object]]]] = MappingProxyType(
    {
        "set-parameter": _parameter,
        "create-market": _new_market,
        "adopt-parameters": _adopted,
        "create-contest": contest_fields,
    }
)
_CHECKS: Final[Mapping[str, Callable[[dict[str, object], NowS], None]]] = MappingProxyType(
    {
        "create-prediction": _prediction_agrees,
        "resolve-prediction": _resolution_agrees,
        "create-contest": check_contest,
    }
)
