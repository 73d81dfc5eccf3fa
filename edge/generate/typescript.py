"""The types of the package and the web: an interface for each schema, an entry for each call."""

import json
from collections.abc import Mapping
from textwrap import wrap

from edge.generate.shapes import NOTICE, Operation, Shape, name_of, operations, parts_of, schemas
from edge.http.errors import MESSAGE_OF
from edge.http.route import Base

_WIDTH = 100
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def types_module(documents: Mapping[Base, Shape]) -> str:
    """Return the text of `api.ts`."""
    lines = [
        f"// {NOTICE}",
        "// Types alone: nothing of this file is in the bundle.",
        "",
    ]
    for name, shape in schemas(documents).items():
        lines += [declared(name, shape), ""]
    for base, document in documents.items():
        lines += [f"/** Calls below `{base}`. */", f"export interface {base.name.title()}Calls {{"]
        for operation in operations(document):
            lines += _call(operation)
        lines += ["}", ""]
    return "\n".join(lines)


def types_again(module: str) -> str:
    """Return the text of a module that hands on the types of another one."""
    return f'// {NOTICE}\nexport type * from "{module}";\n'


def words_of_codes() -> str:
    """Return the text of `words.ts`: what each code of a refusal means."""
    rows = [f"  {code}: {json.dumps(MESSAGE_OF[code])},\n" for code in sorted(MESSAGE_OF)]
    head = "// Generated from edge/http/errors.py by edge/generate; do not edit.\n\n"
    head += "/** The words of each code of a refusal. */\n"
    return f"{head}export const WORDS: Readonly<Record<string, string>> = {{\n{''.join(rows)}}};\n"


def declared(name: str, shape: Shape) -> str:
    """Return the interface of a schema."""
    lines = _comment(shape["description"]) if "description" in shape else []
    return "\n".join([*lines, f"export interface {name} {members(shape)}"])


def _comment(text: str, indent: str = "") -> list[str]:
    """Return the lines of a comment above a type or a field."""
    if "\n" not in text and len(whole := f"{indent}/** {text} */") <= _WIDTH:
        return [whole]
    width = _WIDTH - len(indent) - len(" * ")
    lines = [line for part in text.split("\n") for line in wrap(part, width) or [""]]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _call(operation: Operation) -> list[str]:
    answer = "null" if operation.answer is None else _type(operation.answer)
    codes = sorted({code for codes in operation.content["x-codes"].values() for code in codes})
    said = [f"{' | '.join(json.dumps(code) for code in codes)}"]
    body = operation.body
    return [
        *_call_comment(operation.content),
        f'  readonly "{operation.method} {operation.path}": {{',
        *_parameters("path", operation),
        *_parameters("query", operation),
        f"    readonly body: {body if body is not None else 'null'};",
        f"    readonly answer: {answer};",
        f"    readonly code: {said[0]};",
        "  };",
    ]


def _call_comment(content: Shape) -> list[str]:
    mark = content.get("x-deprecation")
    if mark is None:
        return _comment(f"{content['summary']}.", "  ")
    return [
        "  /**",
        f"   * {content['summary']}.",
        f"   * @deprecated since {mark['since']}, may end on {mark['sunset']}: use",
        f"   * `{mark['successor']}`.",
        "   */",
    ]


def _parameters(place: str, operation: Operation) -> list[str]:
    """Return the lines of the parameters in a place."""
    parameters = operation.parameters(place)
    if not parameters:
        return [f"    readonly {place}: Readonly<Record<never, never>>;"]
    lines = [f"    readonly {place}: {{"]
    for one in parameters:
        lines += _comment(f"{one['description']}.", "      ")
        need = "" if one["required"] else "?"
        lines.append(f"      readonly {_key(one['name'])}{need}: {_type(one['schema'])};")
    return [*lines, "    };"]


def members(shape: Shape) -> str:
    """Return the fields of a schema, in braces."""
    required = set(shape.get("required", ()))
    lines = []
    for name, field in shape.get("properties", {}).items():
        lines += _comment(f"{field['description']}.", "  ")
        lines.append(f"  readonly {_key(name)}{'' if name in required else '?'}: {_type(field)};")
    return "\n".join(["{", *lines, "}"]) if lines else "{}"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _type(shape: Shape) -> str:
    kinds = [_type_of_one(one) for one in parts_of(shape)]
    return " | ".join(dict.fromkeys(kinds))


def _type_of_one(shape: Shape) -> str:
    if "$ref" in shape:
        return name_of(shape)
    if "enum" in shape:
        return " | ".join(json.dumps(value) for value in shape["enum"])
    kind = shape.get("type")
    if kind == "null":
        return "null"
    if kind == "array":
        inner = _type(shape.get("items", {}))
        return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
    if kind == "object" and "properties" in shape:
        return _inline(shape)
    if kind == "object":
        return "Readonly<Record<string, unknown>>"
    return _PLAIN.get(str(kind), "unknown")


def _inline(shape: Shape) -> str:
    required = set(shape.get("required", ()))
    members = [
        f"readonly {_key(name)}{'' if name in required else '?'}: {_type(field)}"
        for name, field in shape["properties"].items()
    ]
    return f"{{ {'; '.join(members)} }}"
