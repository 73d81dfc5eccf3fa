"""The engine agrees with the reference's vectors of questions about an index."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.prediction_twin import ELSEWHERE, described, genesis, message
from tests.vectors.index_questions import FILE, command, document, events

READ = json.loads(FILE.read_text(encoding="utf-8"))
VECTORS: dict[str, dict[str, Any]] = {vector["id"]: vector for vector in READ["vectors"]}


def test_the_file_is_what_the_reference_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == document()
    assert len(VECTORS) == READ["meta"]["count"] >= 5


@pytest.mark.parametrize("key", VECTORS)
def test_vector(key: str) -> None:
    vector = VECTORS[key]
    exchange = Exchange()
    number = genesis(exchange)
    steps, expected = vector["inputs"]["steps"], vector["expected"]["steps"]
    for seq, (step, answer) in enumerate(zip(steps, expected, strict=True), number + 1):
        seen = exchange.apply(replace(message(command(step)), seq=seq))
        codes = [ErrorCode(e.code).name for e in seen if isinstance(e, m.CommandRejected)]
        assert codes == ([answer["refusal"]] if answer["refusal"] else [])
        said = events([described(e) for e in seen if not isinstance(e, ELSEWHERE)])
        assert said == answer["events"], step
