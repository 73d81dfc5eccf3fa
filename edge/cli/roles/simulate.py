"""The role `simulate`: the market simulation over the catalogue's history, in the foreground."""

import argparse
import sys
import time
from pathlib import Path

from chain.catalogue import CatalogueError, load_catalogue
from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import Settings
from edge.simulation.history import load_file, load_history
from edge.simulation.jsonl import json_lines
from edge.simulation.page import page_html
from edge.simulation.parameters import read_changes
from edge.simulation.report import Report, report_lines
from engine.simulation.lone import measure
from engine.simulation.options import DESIGNS, Agent, Forecast, Options
from engine.simulation.prints import History
from engine.simulation.run import Simulation


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the simulation and print its report; returns the exit status."""
    started = time.monotonic()
    try:
        options = _options(parsed)
        history = _history(settings, parsed)
        for name in filter(None, (parsed.html, parsed.json)):
            _check_writable(Path(name))
        result = Simulation(history, options).run()
        report = Report.of(result, options, measure(history, options))
    except (CatalogueError, ValueError) as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    print("\n".join(report_lines(report)))
    print(f"\n{result.commands:,} commands in {time.monotonic() - started:.1f} s")
    if parsed.html:
        Path(parsed.html).write_text(page_html(report), encoding="utf-8")
        print(f"Page: {parsed.html}")
    if parsed.json:
        Path(parsed.json).write_text("\n".join(json_lines(report)) + "\n", encoding="utf-8")
        print(f"JSON lines: {parsed.json}")
    return 0


def _check_writable(path: Path) -> None:
    """Fail before the run, not after it."""
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


def _history(settings: Settings, parsed: argparse.Namespace) -> History:
    if parsed.history is not None:
        return load_file(Path(parsed.history), parsed.markets, parsed.years)
    catalogue = load_catalogue(settings.data_dir, settings.catalogue)
    return load_history(catalogue, parsed.markets, parsed.years)


def _options(parsed: argparse.Namespace) -> Options:
    if parsed.design not in DESIGNS:
        raise ValueError(
            f"there is no design {parsed.design!r}; the parameters of the engine can express: "
            f"{', '.join(DESIGNS)}."
        )
    return Options(
        seed=parsed.seed,
        noise=parsed.noise,
        is_mean_reverting=parsed.mean_reverting,
        organic=parsed.organic,
        forecast=Forecast(parsed.forecast),
        design=parsed.design,
        agents=_agents(parsed.agents),
        acts_at_print=parsed.act_at_print,
        auction_share=parsed.auction_share,
        changes=read_changes(parsed.set),
    )


def _agents(text: str) -> tuple[Agent, ...]:
    """Return the agents of a list, each once, in the order of the table."""
    if text == "none":
        return ()
    names = text.split(",")
    for name in names:
        if name not in list(Agent):
            raise ValueError(f"there is no agent {name!r}; there are {', '.join(Agent)}.")
    return tuple(agent for agent in Agent if agent in names)
