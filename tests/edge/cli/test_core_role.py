"""How the core's process ends: by an exit status for the supervisor."""

import pytest

from chain.follower.follower import FinalizedForkError
from edge.cli.main import EXIT_CONFIGURATION
from edge.cli.roles import core as core_role
from edge.core.settings import Settings
from engine.sequencer import ChainRewoundError


def run_with(monkeypatch, error: Exception) -> int:
    async def ends(_settings) -> None:
        raise error

    def in_foreground(work, *_limits, **_options) -> int:
        work.send(None)
        return 0

    monkeypatch.setattr(core_role, "run_core", ends)
    monkeypatch.setattr(core_role, "run_in_foreground", in_foreground)
    return core_role.run(Settings.from_environment({}), None)


def group(error: Exception) -> Exception:
    return ExceptionGroup("tasks", [ExceptionGroup("more tasks", [error])])


@pytest.mark.parametrize("wrapped", [lambda error: error, group])
def test_a_rewind_asks_for_a_new_start(monkeypatch, capsys, wrapped):
    status = run_with(monkeypatch, wrapped(ChainRewoundError(77)))
    assert status == core_role.EXIT_REWOUND != EXIT_CONFIGURATION
    assert "abandoned blocks after slot 77" in capsys.readouterr().err


@pytest.mark.parametrize("wrapped", [lambda error: error, group])
def test_a_fork_of_finalized_blocks_is_not_started_again(monkeypatch, capsys, wrapped):
    status = run_with(monkeypatch, wrapped(FinalizedForkError("The chain is another one.")))
    assert status == EXIT_CONFIGURATION
    assert capsys.readouterr().err == "acre: The chain is another one.\n"


def test_any_other_error_keeps_its_trace(monkeypatch):
    with pytest.raises(ExceptionGroup):
        run_with(monkeypatch, group(RuntimeError("surprise")))
