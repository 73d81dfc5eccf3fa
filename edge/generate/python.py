"""The Python client: one model for each schema, one method for each call."""

import json
import keyword
import re
from collections.abc import Callable, Mapping
from textwrap import indent, wrap

import msgspec

from edge.generate.shapes import (
    NOTICE,
    Operation,
    Shape,
    asked_names,
    name_of,
    operations,
    parts_of,
    schemas,
)
from edge.http.errors import MESSAGE_OF
from edge.http.route import Base

_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_IMPORTS = """\
from decimal import Decimal
from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from acre_sdk.models import Model, Raw
"""


def models_module(documents: Mapping[Base, Shape]) -> str:
    """Return the text of `models.py`."""
    lines = [f'"""Requests and answers of both bases. {NOTICE}"""', "", _IMPORTS]
    asked, shapes = asked_names(documents), schemas(documents)
    names = {name for shape in shapes.values() for name in shape.get("properties", {})}
    for name, shape in _in_order(shapes).items():
        lines += ["", f"class {name}(Model):", indent(f'"""{_docstring(shape, names)}"""', "    ")]
        fields = _fields(shape, _asked_type if name in asked else _type)
        lines += (["", *fields] if fields else []) + [""]
    return "\n".join(lines)


def _docstring(shape: Shape, names: set[str]) -> str:
    """Return what a type is and what each field means, as `help` and editors show it."""
    properties = shape.get("properties", {})
    lines = _spelled(shape["description"], names).split("\n")
    lines += ["", "Attributes:"] if properties else []
    for name in _by_need(shape):
        text = f"{_attribute(name)}: {_spelled(properties[name]['description'], names)}."
        lines += wrap(text, 92, initial_indent="    ", subsequent_indent=" " * 8)
    return "\n".join([*lines, ""] if len(lines) > 1 else lines)


def _spelled(text: str, names: set[str]) -> str:
    """Return a text with the names of fields and absent values as Python has them."""
    text = re.sub(
        r"`(\w+)`",
        lambda found: f"`{_attribute(found[1])}`" if found[1] in names else found[0],
        text,
    )
    return re.sub(r"\bnull\b", "None", text)


def _in_order(shapes: Mapping[str, Shape]) -> dict[str, Shape]:
    """Return the types so that each follows those that it names."""
    ordered: dict[str, Shape] = {}

    def add(name: str) -> None:
        for other in re.findall(r"#/components/schemas/(\w+)", str(shapes[name])):
            if other not in ordered:
                add(other)
        ordered.setdefault(name, shapes[name])

    for name in shapes:
        add(name)
    return ordered


def _fields(shape: Shape, type_of: Callable[[Shape], str]) -> list[str]:
    """Return the lines of the fields, required ones first."""
    lines = []
    properties = shape.get("properties", {})
    for name in _by_need(shape):
        kind = properties[name]
        type_ = type_of(kind)
        attribute = _attribute(name)
        renamed = f'name="{name}"' if msgspec_name(attribute) != name else ""
        if name in shape.get("required", ()):
            default = f" = field({renamed})" if renamed else ""
            lines.append(f"    {attribute}: {type_}{default}")
        else:
            default = f"field(default=UNSET, {renamed})" if renamed else "UNSET"
            lines.append(f"    {attribute}: {type_} | UnsetType = {default}")
    return lines


def _by_need(shape: Shape) -> list[str]:
    """Return the names of the fields, required ones first."""
    required = set(shape.get("required", ()))
    return sorted(shape.get("properties", {}), key=lambda name: name not in required)


def msgspec_name(attribute: str) -> str:
    """Return how a field of a model is called on the wire."""
    probe = msgspec.defstruct("Probe", [(attribute, int)], rename="camel")
    return str(probe.__struct_encode_fields__[0])


def _attribute(name: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def _type(shape: Shape) -> str:
    return " | ".join(dict.fromkeys(_type_of_one(one) for one in parts_of(shape)))


def _asked_type(shape: Shape) -> str:
    """Return the type of a field of a body: amounts are sent as they are given."""
    return _type(shape).replace("Decimal", "str").replace("Raw", "str")


def _type_of_one(shape: Shape) -> str:
    if "$ref" in shape:
        return name_of(shape)
    if "enum" in shape:
        return f"Literal[{', '.join(repr(value) for value in shape['enum'])}]".replace("'", '"')
    kind = shape.get("type")
    if kind == "string" and "x-decimals" in shape:
        return "Raw"
    if kind == "string" and shape.get("format") == "decimal":
        return "Decimal"
    if kind == "array":
        return f"list[{_type(shape.get('items', {}))}]"
    if kind == "object":
        return "dict[str, Any]"
    return _PLAIN.get(str(kind), "Any")


def api_module(base: Base, document: Shape) -> str:
    """Return the text of the module with the calls of one base."""
    name = f"{base.name.title()}Api"
    lines = [
        f'"""Every call below `{base}`. {NOTICE}"""',
        "",
        "$typing",
        "",
        "from acre_sdk.calls import Calls, Page",
        "from acre_sdk.generated import models as m",
        "from acre_sdk.transport import part",
        "",
        "",
        f"class {name}(Calls):",
        f'    """The calls of the {base.name.lower()} base; see `Calls`."""',
    ]
    for operation in operations(document):
        lines += ["", *_method(operation)]
    text = "\n".join(lines) + "\n"
    used = [name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", text)]
    return text.replace("$typing", f"from typing import {', '.join(used)}")


def _method(operation: Operation) -> list[str]:
    content, kind, key, returned = operation.content, *_answer(operation)
    path_names = [(one["name"], _type(one["schema"])) for one in operation.parameters("path")]
    queries = [one for one in operation.parameters("query") if one["name"] != "format"]
    arguments = ["self", *(f"{_attribute(name)}: {type_}" for name, type_ in path_names)]
    if operation.body is not None:
        is_needed = content["requestBody"]["required"]
        arguments.append(f"body: m.{operation.body}" + ("" if is_needed else " | None = None"))
    is_keyed = any(one["name"] == "Idempotency-Key" for one in operation.parameters("header"))
    named = [
        f"{_attribute(one['name'])}: {_asked_type(one['schema'])}"
        + ("" if one["required"] else " | None = None")
        for one in sorted(queries, key=lambda one: not one["required"])
    ]
    named += ["idempotency_key: str | None = None"] if is_keyed else []
    arguments += ["*", *named] if named else []
    path = re.sub(r"\{(\w+)\}", lambda found: f"{{part({_attribute(found[1])})}}", operation.path)
    lines = [
        f"    async def {_attribute(content['operationId'])}(",
        *(f"        {argument}," for argument in arguments),
        f"    ) -> {returned}:",
        f'        """{content["summary"]}.{_ends(content)}"""',
        f"        answer: {returned} = await self.{'_page' if key == 'page' else '_read'}(",
        f'            "{operation.method}",',
        f'            {"f" if path_names else ""}"{path}",',
        f"            {kind},",
    ]
    lines += [f'            key="{_key_of(operation)}",'] if key is not None else []
    if queries:
        pairs = ", ".join(f'"{one["name"]}": {_attribute(one["name"])}' for one in queries)
        lines.append(f"            query={{{pairs}}},")
    lines += ["            body=body,"] if operation.body is not None else []
    lines += ["            idempotency_key=idempotency_key,"] if is_keyed else []
    lines += ["            is_private=True,"] if content.get("security") == [{"bearer": []}] else []
    return [*lines, "        )", "        return answer"]


def _ends(content: Shape) -> str:
    mark = content.get("x-deprecation")
    if mark is None:
        return ""
    return f" Deprecated since {mark['since']}: use `{mark['successor']}`."


def _key_of(operation: Operation) -> str:
    assert operation.answer is not None
    return str(next(iter(operation.answer["properties"])))


def _answer(operation: Operation) -> tuple[str, str | None, str]:
    """Return what is decoded, under what (`page`: of a page), and what the call returns."""
    shape = operation.answer
    if shape is None:
        return "None", None, "None"
    properties = shape.get("properties")
    if "$ref" in shape or properties is None:
        kind = _qualified(shape)
        return kind, None, kind
    inner = next(iter(properties.values()))
    kind = _qualified(inner)
    if len(properties) == 1:
        return kind, "only", kind
    return kind, "page", f"Page[{_qualified(inner['items'])}]"


def _qualified(shape: Shape) -> str:
    if "$ref" in shape:
        return f"m.{name_of(shape)}"
    if shape.get("type") == "array":
        return f"list[{_qualified(shape['items'])}]"
    if "anyOf" in shape:
        return " | ".join(_qualified(one) for one in shape["anyOf"])
    return _type(shape)


def words_module() -> str:
    """Return the text of `words.py`: what each code of a refusal means."""
    rows = [
        f"    {json.dumps(code)}: {json.dumps(MESSAGE_OF[code])},\n" for code in sorted(MESSAGE_OF)
    ]
    source = "Generated from edge/http/errors.py by edge/generate; do not edit."
    head = f'"""The words of each code of a refusal. {source}"""\n\nfrom typing import Final\n\n'
    return f"{head}WORDS: Final[dict[str, str]] = {{\n{''.join(rows)}}}\n"
