"""Refusals of the engine as sentences for the operator."""

from typing import Any, Final

from chain.operator_key import OperatorCommand
from edge.http.errors import MESSAGE_OF
from edge.operator.admin.values import decimal_text, scale_of, time_text
from engine.core.generated.messages import (
    AdoptParameters,
    CollectFees,
    CreateMarket,
    SetExchangeParameter,
    SetMarketParameter,
    SettleMarket,
)
from engine.schema.parameters import E6, EXCHANGE_PARAMETERS, MARKET_PARAMETERS

# What the rules ask for where the code alone says too little.
_SENTENCES: Final[dict[tuple[str, str], str]] = {
    ("create-market", "VALIDATION"): (
        "The market cannot be listed: its symbol exists already or is not 2 to 12 of A-Z, 0-9 and "
        "-, its first print lies in the future, its parameters do not go together, or the maximum "
        "number of markets is reached"
    ),
    ("create-prediction", "VALIDATION"): (
        "The question cannot be asked: it must open before it closes, close after engine time now "
        "and not after it is resolved, and an exchange takes 4,096 questions in all"
    ),
    ("create-prediction", "MARKET_NOT_FOUND"): "No market lists the index with this --acre-id",
    ("create-prediction", "MARKET_PAUSED"): (
        "The market of this index is settled: no print will decide a question about it"
    ),
    ("resolve-prediction", "VALIDATION"): "The value cannot be published in the future",
    ("resolve-prediction", "MARKET_NOT_CLOSED"): (
        "The question cannot be resolved now: it must be closed, its time of resolution must have "
        "come, and its dispute time must not be over"
    ),
    ("void-prediction", "MARKET_NOT_CLOSED"): "The question is paid or voided already",
    ("confirm-print", "VALIDATION"): "The market holds no print back",
    ("settle-market", "VALIDATION"): (
        "The settlement of a market continues at the price of its first command, with a --limit "
        "from 1 to 256"
    ),
    ("settle-market", "PRICE_BAND"): (
        "The market holds back a print that is younger than oracleMaxAgeDecrease: confirm it, or "
        "wait"
    ),
    ("settle-market", "NOTHING_TO_SETTLE"): "The market is settled and no position is left",
    ("unpause", "MARKET_PAUSED"): "The market is settled and stays paused",
    ("set-parameter", "VALIDATION"): (
        "The value does not go with the other parameters, or cannot be changed while tokens are "
        "staked"
    ),
    ("set-vesting", "VALIDATION"): "A vesting has at least one period, of at least one second",
    ("grant-lp-account", "DEPOSIT_NOT_FOUND"): (
        "The operator's wallet has no unclaimed deposit of collateral with this id"
    ),
    ("create-contest", "VALIDATION"): (
        "The contest cannot be announced: its id is 1 to 40 of a-z, 0-9 and -, it must start "
        "before it ends, the ranks of its prizes follow one another, at most 8 of them"
    ),
    ("set-final-row", "VALIDATION"): "A boost of a final row is from 0 to 10",
    ("set-programme", "SEASON_CLOSED"): "This programme has ended, and does not open again",
    ("set-programme", "SEASON_NOT_FINAL"): "This programme has not ended yet",
    ("grant-snapshot-boost", "SEASON_CLOSED"): "The rows of this season are final",
    ("set-exclusion", "SEASON_CLOSED"): "The rows of this season are final",
    ("collect-fees", "INSUFFICIENT_COLLATERAL"): "There are not so many protocol fees",
}
_CODES: Final = {
    "EXCHANGE_HALTED": "The exchange is halted; `acre admin resume` ends that",
    "MARKET_NOT_FOUND": "There is no index market with this id",
    "PREDICTION_MARKET_NOT_FOUND": "There is no prediction market with this id",
    "MARKET_NOT_CLOSED": "The prediction market is not closed",
    "NOT_PARTICIPATING": "The wallet has not joined this program",
    "NOT_OWNER": "The key is not that of this exchange's operator",
}


def refusal_sentence(command: OperatorCommand, answer: dict[str, Any]) -> str:
    """Return why a journaled command had no effect."""
    code, detail = str(answer["code"]), int(answer["detail"])
    name = command.WIRE.replace("-market-p", "-p").replace("-exchange-p", "-p")
    said = str(answer.get("message", code))  # what the programmes say of themselves
    text = said if said != code else ""
    text = text or _SENTENCES.get((name, code)) or _CODES.get(code) or MESSAGE_OF.get(code, code)
    if code == "VALIDATION" and detail:
        text = _parameter_sentence(command, detail) or text
    if isinstance(command, SettleMarket) and code == "VALIDATION" and detail:
        text = (
            "A market can be settled when no print was accepted for 30 days and for "
            f"oracleMaxAgeDecrease, this one at {time_text(detail)}"
        )
    if isinstance(command, CollectFees) and code == "INSUFFICIENT_COLLATERAL":
        text += f": {decimal_text(detail, E6)} can be collected"
    return f"{text} ({code})."


def _parameter_sentence(command: OperatorCommand, number: int) -> str | None:
    """Return which parameter is out of its range, by its id."""
    if isinstance(command, CreateMarket | SetMarketParameter | AdoptParameters):
        table = MARKET_PARAMETERS
    elif isinstance(command, SetExchangeParameter):
        table = EXCHANGE_PARAMETERS
    else:
        return None
    row = next((row for row in table if row.id == number), None)
    if row is None:
        return None
    scale = scale_of(row.name)
    low, high = decimal_text(row.low, scale), decimal_text(row.high, scale)
    return f"{row.contract} must be from {low} to {high}"
