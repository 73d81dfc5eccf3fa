"""The commands of a prediction stream as the journal's own, and events in the reference's form."""

from collections.abc import Callable
from dataclasses import fields, replace

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.reference.predictions.commands import FIRST_PRICES_E8, START_S, PredictionWorld
from tests.reference.predictions.figures import Happened, settled
from tests.reference.predictions.predictions import NaivePredictions
from tests.reference.world import create_exchange, create_market

OPERATOR = b"o" * 32
HEADER = {"seq", "time_s"}
# The events that the reference emits; an engine also emits index events.
EVENTS = {
    *("ParticipationStarted", "PointsGranted", "PredictionCreated", "PredictionOpened"),
    *("PredictionClosed", "ResolutionRecorded", "PredictionResolved", "PredictionVoided"),
    *("PredictionPaid", "OrderOpened", "PredictionTraded", "OrderUpdated", "CancelAfterSet"),
}


def genesis() -> list[m.Command]:
    """Return what an engine needs before a stream: the exchange and the markets of its indexes.

    The markets have the ids 1 to 3 and begin with the stream's first three prints.
    """
    commands: list[m.Command] = [create_exchange(START_S)]
    for acre_id, price_e8 in FIRST_PRICES_E8.items():
        market = create_market(f"I{acre_id}", price_e8, START_S)
        commands.append(replace(market, acre_id=acre_id))
    return [replace(command, seq=seq) for seq, command in enumerate(commands, 1)]


def message(command: dict, seq: int) -> m.Command:
    """Return a command as a message; an index print is posted for the market of its index."""
    values = {name: value for name, value in command.items() if name not in ("name", "acre_id")}
    if command["name"] == "IndexPrint":
        return m.PostPrint(seq=seq, market_id=command["acre_id"], **values)
    if "acre_id" in command:
        values["acre_id"] = command["acre_id"]
    kind = getattr(m, command["name"])
    if "operator" in {field.name for field in fields(kind)}:
        values["operator"] = OPERATOR
    return kind(seq=seq, **values)


def messages(commands: list[dict]) -> list[m.Command]:
    """Return a whole stream; its first prints are in `genesis`, so message 5 is command 3."""
    before = genesis()
    rest = commands[len(FIRST_PRICES_E8) :]
    return before + [message(c, seq) for seq, c in enumerate(rest, len(before) + 1)]


def happened(events: list[m.Event]) -> list[Happened]:
    """Return an engine's events of predictions as the reference writes them."""
    return [
        (type(e).__name__, {f.name: getattr(e, f.name) for f in fields(e) if f.name not in HEADER})
        for e in events
        if type(e).__name__ in EVENTS
    ]


def answer_of(events: list[m.Event]) -> tuple[str, list[Happened]]:
    """Return an engine's refusal code, "" without one, and its prediction events."""
    codes = [ErrorCode(e.code).name for e in events if isinstance(e, m.CommandRejected)]
    return codes[0] if codes else "", settled(happened(events))


def first_difference(apply: Callable[[m.Command], list[m.Event]], seed: int, count: int) -> str:
    """Drive an engine and the reference with one stream; return where they part, "" if nowhere.

    `apply` is that of a fresh engine. Of an order's updates within a command the last counts.
    """
    for command in genesis():
        code, _ = answer_of(apply(command))
        assert code == ""
    exchange = NaivePredictions(START_S)
    world = PredictionWorld(seed, exchange)
    for number in range(count):
        command = world()
        answer = exchange.apply(command)
        if number < len(FIRST_PRICES_E8):
            continue
        theirs = answer_of(apply(message(command, number + 2)))
        ours = (answer.code, settled(answer.all_events))
        if ours != theirs:
            return "\n".join(
                [
                    f"seed {seed}, command {number}: {command}",
                    *(f"only the reference: {x}" for x in parts(ours) if x not in parts(theirs)),
                    *(f"only the engine: {x}" for x in parts(theirs) if x not in parts(ours)),
                    f"in the reference's order: {parts(ours)}",
                    f"in the engine's order: {parts(theirs)}",
                ]
            )
    return ""


def parts(answer: tuple[str, list[Happened]]) -> list[object]:
    return [answer[0], *answer[1]]
