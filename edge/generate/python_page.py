"""`docs/reference/python-sdk.md`: every call of the Python client, and what it returns."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args

from acre_sdk import calls, history, models, orders, predictions, results, stream


def _words(kind: object) -> str:
    """Return the words of a `Literal`."""
    *first, last = (f'`"{word}"`' for word in get_args(kind))
    return f"{', '.join(first)} or {last}"


_HEAD: Final = f"""\
# Calls of the Python client

Generated from sdk/python/acre_sdk/client.py and its groups by `python -m edge.generate`; do not
edit. [The client](../developers/client-python.md).

`Client` has the calls as they are printed. `AcreClient` has the same: await them, and use `async
for` where an `Iterator` is returned. `client.main` and `client.express` have every call of the
[HTTP API](api/README.md) by its path: `client.express.get_market_by_symbol("MIA")`.

| Type | Meaning |
|---|---|
| `Amount` | `Decimal`, `int` or text in whole units, never a float: `"0.25"`, `500` |
| `Direction` | {_words(results.Direction)} |
| `Status` | State of prediction orders: {_words(predictions.Status)} |
| `Window` | Span that ends now: {_words(history.Window)} |
| `Raw` | An `int` in the smallest unit: with 8 decimals 31050000000 is 310.5 |
| `m.…` | Types of the HTTP API, in `acre_sdk.generated.models`; their amounts are `Raw` |

| Parameter | Meaning |
|---|---|
| `symbol` | Market, as in `"MIA"` |
| `notional`, `size` | What to trade: USD at the index price, or an area; one of the two |
| `account` | Number of the margin account; without it the open one of the lowest number |
| `slippage` | How much worse than the quote the price may be; `"0.01"`: 1 % |
| `worst_price` | Worst price that is accepted, USD; instead of `slippage` |
| `stop`, `target` | Index prices, USD, at which the position is closed at a loss or at a profit |
| `days` | Days until a waiting order or a delegate ends |
"""
_CLIENT: Final = """\
One wallet's access to one server: `with Client(url, key) as client`, or `async with
AcreClient(url, key) as client`."""
# Class of the generated module, and how a program reaches it.
_GROUPS: Final = {
    "ClientCalls": "client",
    "Perps": "client.perps",
    "Margin": "client.margin",
    "Delegates": "client.delegates",
    "Keeper": "client.keeper",
    "Predictions": "client.predictions",
    "History": "client.history",
}
_TYPES: Final = (results, models, orders, predictions, history, stream, calls)
_WIDTH: Final = 92
_BAR: Final = "\\|"  # in the cell of a table
Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_page(sync: str, generated: str) -> str:
    """Return the page of the generated `sync.py` with types of the generated `models.py`."""
    groups = {one.name: one for one in ast.parse(sync).body if isinstance(one, ast.ClassDef)}
    lines, used = [_HEAD], []
    for name, path in _GROUPS.items():
        doc = _CLIENT if path == "client" else ast.get_docstring(groups[name]) or ""
        lines += [f"## {path}", "", doc, ""]
        for one in _public(groups[name]):
            lines += [f"### {path}.{one.name}", "", *_signature(one), ""]
            lines += [ast.get_docstring(one) or "", ""]
            used += list(_names(one))
    lines += ["## Types", ""]
    lines += _types(used, _classes(generated))
    return "\n".join(lines).rstrip() + "\n"


def _public(node: ast.ClassDef) -> Iterator[Function]:
    for one in node.body:
        if isinstance(one, Function) and not one.name.startswith("_"):
            yield one


def _signature(node: Function) -> Iterator[str]:
    """Write a signature as code, a parameter in a line where it is too long for one."""
    node.args.args = node.args.args[1:]
    returned = ast.unparse(node.returns or ast.Constant(None))
    parameters = list(_parameters(node.args))
    whole = f"{node.name}({', '.join(parameters)}) -> {returned}"
    yield "```python"
    if len(whole) <= _WIDTH:
        yield whole
    else:
        yield f"{node.name}("
        yield from (f"    {one}," for one in parameters)
        yield f") -> {returned}"
    yield "```"


def _parameters(asked: ast.arguments) -> Iterator[str]:
    padding: list[ast.expr | None] = [None] * (len(asked.args) - len(asked.defaults))
    rows = list(zip(asked.args, [*padding, *asked.defaults], strict=True))
    for one, default in rows:
        yield _parameter(one, default)
    if asked.vararg is not None:
        yield f"*{_parameter(asked.vararg, None)}"
    elif asked.kwonlyargs:
        yield "*"
    for one, default in zip(asked.kwonlyargs, asked.kw_defaults, strict=True):
        yield _parameter(one, default)


def _parameter(one: ast.arg, default: ast.expr | None) -> str:
    kind = f": {ast.unparse(one.annotation)}" if one.annotation is not None else ""
    text = f"{one.arg}{kind}" + (f" = {ast.unparse(default)}" if default is not None else "")
    return text.replace("'", '"')


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names of types in the annotations of a call or a field; `m.X` of the API."""
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            yield f"{one.value.id}.{one.attr}"
        elif isinstance(one, ast.Name):
            yield one.id


def _classes(generated: str) -> dict[str, ast.ClassDef]:
    """Return the classes of the client by name, those of the HTTP API with `m.` before it."""
    texts = [("m.", generated), *(("", inspect.getsource(module)) for module in _TYPES)]
    return {
        f"{prefix}{one.name}": one
        for prefix, text in texts
        for one in ast.parse(text).body
        if isinstance(one, ast.ClassDef)
    }


def _types(used: Iterable[str], classes: Mapping[str, ast.ClassDef]) -> Iterator[str]:
    """Write the types that calls take and return, and the types of their fields."""
    waiting, seen = list(dict.fromkeys(used)), set()
    while waiting:
        name = waiting.pop(0)
        node = classes.get(name)
        if node is None or name in seen:
            continue
        seen.add(name)
        yield from (f"### {name}", "", meanings(node)[0], "")
        rows = list(_fields(name, node, classes))
        if rows:
            yield from ("| Field | Type | Meaning |", "|---|---|---|")
            yield from (*(row for row, _names in rows), "")
        waiting += [inner for _row, names in rows for inner in names]


def meanings(node: ast.ClassDef) -> tuple[str, dict[str, str]]:
    """Return what the docstring of a class says of it and, by name, of its fields."""
    words, _, rows = (ast.get_docstring(node) or "").partition("\n\nAttributes:\n")
    joined = re.sub(r"\n {8}", " ", rows)
    fields = (line.strip().partition(": ") for line in joined.splitlines())
    return words, {name: text.removesuffix(".") for name, _, text in fields}


def _fields(
    name: str, node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> Iterator[tuple[str, list[str]]]:
    """Yield a row for each field, those of a base class first, and the types that it names."""
    for base in node.bases:
        if (inherited := classes.get(ast.unparse(base))) is not None:
            yield from _fields(name, inherited, classes)
    said = meanings(node)[1]
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            names = list(_names(one.annotation))
            kind = ast.unparse(one.annotation).replace("'", '"')
            if name.startswith("m."):
                names = [f"m.{inner}" for inner in names]
                for inner in set(names) & classes.keys():
                    kind = re.sub(rf"\b{inner.removeprefix('m.')}\b", inner, kind)
            cells = (f"`{one.target.id}`", f"`{kind}`", said[one.target.id])
            yield f"| {' | '.join(cell.replace('|', _BAR) for cell in cells)} |", names
