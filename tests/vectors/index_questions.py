"""Vectors of questions about an index (rule 44): `python -m tests.vectors.index_questions`.

The slow reference of the prediction markets writes `index-question-vectors.json`. Figures are raw
integers; times of questions and prints are seconds from the start.
"""

from pathlib import Path
from typing import Any

from tests.reference.predictions.commands import START_S
from tests.reference.predictions.predictions import NaivePredictions
from tests.reference.rounding import DAY, E8
from tests.vectors.written import document_of

FILE = Path(__file__).with_name("index-question-vectors.json")
Step = tuple[int, str, dict[str, Any]]  # second, command, fields
TIMES = ("opens_at_s", "closes_at_s", "resolves_at_s", "published_at_s")
STRIKE = 250 * E8
PRICES = {"early": 251 * E8, "first": 249 * E8, "second": 252 * E8}


def ask(at: int = 0, closes: int = 100, resolves: int = 200) -> Step:
    """A question whether the index is at its strike or above at a second."""
    times = {"opens_at_s": 0, "closes_at_s": closes, "resolves_at_s": resolves}
    texts = {"title": "Will it?", "description": "", "category": "city", "rules": ""}
    return at, "CreatePrediction", {**texts, "acre_id": 1, "strike_e8": STRIKE, **times}


def post(at: int, price: str, published: int) -> Step:
    fields = {"acre_id": 1, "price_e8": PRICES[price], "published_at_s": published}
    return at, "IndexPrint", fields


def bare(at: int, name: str) -> Step:
    return at, name, {}


END = bare(300 + 2 * DAY, "Tick")
VECTORS: list[tuple[str, str, list[Step]]] = [
    (
        "first-print",
        "the first print published at resolvesAt or later, not one of before, not a later one",
        [ask(), post(199, "early", 199), post(200, "first", 200), post(260, "second", 260), END],
    ),
    (
        "published-not-processed",
        "a print that is posted after resolvesAt but was published before does not decide",
        [ask(), post(220, "early", 199), post(230, "first", 230), post(240, "second", 240), END],
    ),
    (
        "halt",
        "a halt over resolvesAt changes nothing",
        [
            ask(),
            bare(90, "Halt"),
            post(210, "first", 205),
            post(250, "second", 250),
            bare(400, "Resume"),
            END,
        ],
    ),
    (
        "each-its-own",
        "a question that is asked after a print waits for the next one",
        [
            ask(),
            post(210, "first", 210),
            ask(220, closes=230, resolves=240),
            post(260, "second", 260),
            END,
        ],
    ),
    (
        "no-print",
        "without a print it waits, and is voided in the end",
        [ask(), bare(300 + 13 * DAY, "Tick"), bare(300 + 15 * DAY, "Tick")],
    ),
]


def command(step: dict[str, Any]) -> dict[str, Any]:
    """A step as a command of the reference, with times of the calendar."""
    fields = {k: v + START_S if k in TIMES else v for k, v in step["fields"].items()}
    return {"name": step["command"], "time_s": START_S + step["at"], **fields}


def events(received: list[tuple[str, dict[str, Any]]]) -> list[list[Any]]:
    """Names and fields, times from the start."""
    return [
        [name, {k: v - START_S if k.endswith("_at_s") else v for k, v in fields.items()}]
        for name, fields in received
    ]


def vector(name: str, context: str, steps: list[Step]) -> dict[str, Any]:
    naive, answers = NaivePredictions(START_S), []
    given = [{"at": at, "command": kind, "fields": fields} for at, kind, fields in steps]
    for each in given:
        answer = naive.apply(command(each))
        answers.append({"refusal": answer.code, "events": events(answer.all_events)})
    return {
        "id": name,
        "category": "index_question",
        "origin": "derived",
        "source": {
            "repo": "acre",
            "path": "tests/reference/predictions/predictions.py",
            "context": context,
        },
        "inputs": {"steps": given},
        "expected": {"steps": answers},
        "tolerance": "0",
    }


def document() -> str:
    return document_of(
        "Questions about an index (rule 44)",
        "raw integers; seconds from the start",
        [vector(*each) for each in VECTORS],
    )


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
