"""Strategies of the command line: names of shipped ones, and files of the user's own."""

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.backtest.calls import compiled
from engine.backtest.limits import CANDIDATES_MAX, PARAMS_MAX, STRATEGIES_MAX
from engine.backtest.run import Strategy
from engine.backtest.strategies import SHIPPED

FILE_BYTES_MAX = 1 << 20


def strategies_of(words: Sequence[str]) -> tuple[Strategy, ...]:
    """Return the strategies named, in order; all shipped ones when none is."""
    shipped = {strategy.name: strategy for strategy in SHIPPED}
    found = [
        read_strategy(Path(word)) if word.endswith(".py") else _shipped(shipped, word)
        for word in words
    ]
    names = [strategy.name for strategy in found]
    if len(found) > STRATEGIES_MAX or len(set(names)) < len(names):
        raise ValueError(f"a backtest has at most {STRATEGIES_MAX} strategies, each once.")
    return tuple(found) or SHIPPED


def _shipped(shipped: Mapping[str, Strategy], name: str) -> Strategy:
    if name not in shipped:
        raise ValueError(
            f"there is no strategy {name!r}: name a file that ends in .py, or one of"
            f" {', '.join(shipped)}."
        )
    return shipped[name]


def read_strategy(path: Path) -> Strategy:
    """Run a file of the user's and return its strategy; ValueError says what it lacks.

    The file is a program and runs with all rights of its user.
    """
    if not path.is_file() or path.stat().st_size > FILE_BYTES_MAX:
        raise ValueError(f"{path} is no file of at most 1 MiB.")
    module = _run(path)
    target = getattr(module, "target", None)
    if not callable(target):
        raise ValueError(f"{path} has no function target(view, params).")
    params = getattr(module, "PARAMS", {})
    grid = getattr(module, "GRID", {})
    if not _are_numbers(params, lambda value: [value]) or not _are_numbers(grid, list):
        raise ValueError(
            f"{path}: PARAMS must be at most {PARAMS_MAX} numbers by name, GRID lists of at most"
            f" {CANDIDATES_MAX} numbers."
        )
    summary = (module.__doc__ or "").strip().split("\n")[0]
    return Strategy(
        path.stem,
        summary[:200],
        target if hasattr(target, "py_func") else compiled(target),
        dict(params),
        {name: tuple(values) for name, values in grid.items()},
    )


def _run(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"strategy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} cannot be imported.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{path}: {type(error).__name__}: {error}") from error
    return module


def _are_numbers(table: object, values_of: Callable[[Any], list[Any]]) -> bool:
    if not isinstance(table, Mapping) or len(table) > PARAMS_MAX:
        return False
    for name, found in table.items():
        if not (isinstance(name, str) and name.isidentifier() and not name.startswith("_")):
            return False
        if values_of is list and not isinstance(found, list | tuple):
            return False
        values = values_of(found)
        if not 1 <= len(values) <= CANDIDATES_MAX:
            return False
        if any(not isinstance(each, int | float) or not isfinite(each) for each in values):
            return False
    return True
