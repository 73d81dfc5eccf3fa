"""The synchronous client: each group of calls as a class whose methods wait for the answer."""

import ast
import inspect
from pathlib import Path
from types import ModuleType
from typing import Final

from acre_sdk import client, history, predictions
from acre_sdk.trading import delegates, keeping, margin, perps, waiting

_SOURCE: Final = "Generated from acre_sdk/client.py and its groups by edge/generate; do not edit."
_CCXT_SOURCE: Final = "Generated from acre_sdk/ccxt/adapter.py by edge/generate; do not edit."
_INTERNAL: Final = {"account_of", "deposit_raw", "stream"}
# Class of the text, and the classes and modules whose methods it has.
_GROUPS: Final = (
    ("ClientCalls", "AcreClient", (("AcreClient", client),)),
    ("Predictions", "Predictions", (("Predictions", predictions),)),
    ("Margin", "Margin", (("Margin", margin),)),
    ("Perps", "Perps", (("Perps", perps), ("WaitingOrders", waiting))),
    ("Delegates", "Delegates", (("Delegates", delegates),)),
    ("Keeper", "Keeper", (("Keeper", keeping),)),
    ("History", "History", (("History", history),)),
)
_APIS: Final = ("ExpressApi", "MainApi")
_HEAD: Final = f'''\
"""The calls of every group without `await`. {_SOURCE}"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal

from solders.keypair import Keypair

from acre_sdk import client, history, predictions
from acre_sdk.amounts import Amount
from acre_sdk.calls import Page
from acre_sdk.generated import express, main
from acre_sdk.generated import models as m
from acre_sdk.history import Table, Window
from acre_sdk.models import (
    Clock,
    IndexPrice,
    Market,
    Order,
    OrderBook,
    Participation,
    Portfolio,
    Position,
    Trade,
)
from acre_sdk.orders import NewOrder
from acre_sdk.predictions import BatchResult, Status
from acre_sdk.results import (
    Balances,
    Direction,
    FaucetDrop,
    Fill,
    Keep,
    OpenPosition,
    Outcome,
    Placed,
    Quote,
    Rows,
    Withdrawal,
)
from acre_sdk.runner import Runner
from acre_sdk.stream import StreamMessage
from acre_sdk.trading import delegates, keeping, margin, perps
'''

_CCXT: Final = f'''\
"""The calls of `AsyncAcre` without `await`. {_CCXT_SOURCE}"""

from collections.abc import Sequence
from typing import Any

from acre_sdk.ccxt import adapter
from acre_sdk.ccxt.adapter import Params
from acre_sdk.ccxt.shapes import Structure
from acre_sdk.runner import Runner
'''


def sync_module(apis: dict[str, str]) -> str:
    """Return the text of `sync.py`; `apis` are the texts of the generated asynchronous modules."""
    parts = [_HEAD]
    for name, inner, sources in _GROUPS:
        trees = [(_source(module, of), module) for of, module in sources]
        methods = [row for tree, module in trees for row in _methods(tree, module)]
        holder = sources[0][1].__name__.rsplit(".", 1)[-1]
        parts.append(_group(name, f"{holder}.{inner}", _doc(trees[0][0]), methods))
    for name in _APIS:
        module = name.removesuffix("Api").lower()
        tree = _class(ast.parse(apis[module]), name)
        parts.append(_group(name, f"{module}.{name}", _doc(tree), _methods(tree, None)))
    return "\n\n".join(parts)


def ccxt_module() -> str:
    """Return the text of `ccxt/generated/sync.py`, with both spellings of each method."""
    # Read, not imported: the package of the adapter needs the module that is written here.
    path = Path(client.__file__).with_name("ccxt") / "adapter.py"
    tree = _class(ast.parse(path.read_text()), "AsyncAcre")
    methods = _methods(tree, None, but="close")  # which also ends the thread
    spellings = [
        f"    {ast.unparse(one)}\n"
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name)
    ]
    doc = "The unified methods of `AsyncAcre`, which wait for the answer."
    group = _group("AcreCalls", "adapter.AsyncAcre", doc, methods)
    return f"{_CCXT}\n\n{group}\n{''.join(spellings)}"


def _source(module: ModuleType, name: str) -> ast.ClassDef:
    return _class(ast.parse(inspect.getsource(module)), name)


def _class(tree: ast.Module, name: str) -> ast.ClassDef:
    return next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == name)


def _doc(node: ast.ClassDef) -> str:
    return (ast.get_docstring(node) or "").split("\n")[0]


def _group(name: str, inner: str, doc: str, methods: list[str]) -> str:
    made = f"    def __init__(self, calls: {inner}, runner: Runner) -> None:\n"
    made += "        self._calls, self._runner = calls, runner\n"
    return f'class {name}:\n    """{doc}"""\n\n' + "\n".join([made, *methods])


def _methods(node: ast.ClassDef, module: ModuleType | None, *, but: str = "") -> list[str]:
    """Return the public methods of a class, which wait."""
    return [
        _method(one, module)
        for one in node.body
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        and not one.name.startswith("_")
        and not any(_is_property(decorator) for decorator in one.decorator_list)
        and one.name not in {*_INTERNAL, but}
    ]


def _is_property(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id == "property"


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef, module: ModuleType | None) -> str:
    _spell_out(node.args, module)
    asked, returned = ast.unparse(node.args), ast.unparse(node.returns or ast.Constant(None))
    passed = [one.arg for one in node.args.args[1:]]
    passed += [f"*{node.args.vararg.arg}"] if node.args.vararg else []
    passed += [f"{one.arg}={one.arg}" for one in node.args.kwonlyargs]
    call = f"self._calls.{node.name}({', '.join(passed)})"
    if returned.startswith("AsyncIterator"):
        returned, call = returned.removeprefix("Async"), f"self._runner.iterate({call})"
    elif isinstance(node, ast.AsyncFunctionDef):
        call = f"self._runner.run({call})"
    lines = [
        f"    def {node.name}({asked}) -> {returned}:",
        *_docstring(ast.get_docstring(node) or ""),
        f"        {call}" if returned == "None" else f"        return {call}",
    ]
    return "\n".join(lines) + "\n"


def _docstring(text: str) -> list[str]:
    lines = text.split("\n")
    if len(lines) == 1:
        return [f'        """{text}"""']
    rest = [f"        {line}".rstrip() for line in lines[1:]]
    return [f'        """{lines[0]}', *rest, '        """']


def _spell_out(asked: ast.arguments, module: ModuleType | None) -> None:
    """Write defaults that are names of the module as their values."""
    for defaults in (asked.defaults, asked.kw_defaults):
        for place, default in enumerate(defaults):
            if isinstance(default, ast.Name) and module is not None:
                defaults[place] = ast.Constant(getattr(module, default.id))
