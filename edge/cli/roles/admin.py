"""The role `admin`: one signed command of the operator to the running core."""

import argparse
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from chain.client.wallet import address_of
from chain.operator_key import OperatorCommand, sign_operator_command
from edge.cli.key_files import KeyFileError, private_key
from edge.cli.main import EXIT_CONFIGURATION, EXIT_UNAVAILABLE
from edge.core.settings import Settings
from edge.operator.admin.build import build_command, describe
from edge.operator.admin.client import AdminConnection, OutcomeUnknownError, UnreachableError
from edge.operator.admin.preview import preview_lines
from edge.operator.admin.refusals import refusal_sentence
from edge.operator.admin.values import InputError, figure_text, time_text
from engine.core.generated.messages import (
    AdoptParameters,
    CreateContest,
    GrantSnapshotBoost,
    SetExclusion,
    SetFinalRow,
    SetProgramme,
)

# They leave the exchange unchanged, so it emits no event.
FOR_PROGRAMMES = (CreateContest, SetProgramme, SetFinalRow, GrantSnapshotBoost, SetExclusion)

EXIT_REFUSED = 1
EXIT_INPUT = 2
EXIT_UNKNOWN = 75  # sysexits.h


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Build, sign and send the command; returns the exit status."""
    try:
        with ExitStack() as stack:
            return _run(settings, parsed, _Core(settings.home, stack))
    except InputError as error:
        return _say(str(error), EXIT_INPUT)
    except KeyFileError as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except UnreachableError as error:
        return _say(str(error), EXIT_UNAVAILABLE)
    except OutcomeUnknownError as error:
        return _say(str(error), EXIT_UNKNOWN)


class _Core:
    """The running core, connected to when it is first needed."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self._home = home
        self._stack = stack
        self._connection: AdminConnection | None = None

    @property
    def connection(self) -> AdminConnection:
        if self._connection is None:
            self._connection = self._stack.enter_context(AdminConnection.open(self._home))
        return self._connection

    def now_s(self) -> int:
        return self.connection.hello.now_s


def _run(settings: Settings, parsed: argparse.Namespace, core: _Core) -> int:
    command = build_command(parsed.admin_command, vars(parsed), core.now_s)
    if parsed.dry_run and not isinstance(command, AdoptParameters):
        print("\n".join([*describe(command), "Nothing was sent."]))
        return 0
    path = Path(parsed.key).expanduser() if parsed.key else settings.home / "keys/operator.json"
    key = private_key(path)
    if core.connection.hello.operator != address_of(key):
        raise KeyFileError(f"{path} is not the key of this exchange's operator; nothing was sent.")
    if parsed.dry_run and isinstance(command, AdoptParameters):
        named = replace(command, operator=address_of(key))
        return _report_preview(named, core.connection.preview(named, key))
    signed = sign_operator_command(command, key)
    return _report(signed, core.connection.send(signed, key))


def _report(command: OperatorCommand, answer: Mapping[str, Any]) -> int:
    status = answer.get("status")
    if status == "applied":
        place = f"command {answer['sequence']} at {time_text(answer['time'])}"
        print(f"Done: {command.WIRE}, {place}.")
        for event in answer["events"]:
            print(f"  {_event_text(event)}")
        if isinstance(command, FOR_PROGRAMMES):
            print("  The programmes have taken it.")
        elif not answer["events"]:
            print("  It changed nothing: it was so already.")
        return 0
    if status == "refused":
        sentence = refusal_sentence(command, dict(answer))
        return _say(f"{sentence} Nothing changed.", EXIT_REFUSED)
    if status == "unknown":
        return _say(f"The outcome is not known: {answer['message']}", EXIT_UNKNOWN)
    return _say(str(answer.get("message", "The core gave no reason.")), EXIT_REFUSED)


def _report_preview(command: AdoptParameters, answer: Mapping[str, Any]) -> int:
    """Print what the command would change; refusals as for the command itself."""
    if answer.get("status") != "preview":
        return _report(command, answer)
    print("\n".join([*describe(command), *preview_lines(answer), "Nothing was changed."]))
    return 0


def _event_text(event: Mapping[str, object]) -> str:
    fields = {name: value for name, value in event.items() if name != "kind"}
    shown = {
        name: figure_text(name, value) if isinstance(value, int) else value
        for name, value in fields.items()
    }
    return " ".join([str(event["kind"]), *(f"{name}={text}" for name, text in shown.items())])


def _say(sentence: str, status: int) -> int:
    print(f"acre: {sentence}", file=sys.stderr)
    return status
