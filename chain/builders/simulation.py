"""Result of a simulation: compute units, or the API error code of its failure."""

from typing import Final

from chain.client.errors import ChainError
from chain.client.rpc import Json

UNITS_DEFAULT: Final = 200_000
UNITS_MAX: Final = 1_400_000
# Wallets append instructions of their own (assertions on balances, a compute budget, a transfer).
UNITS_FOR_WALLETS: Final = 40_000
LOG_LINES_MAX: Final = 20

# Errors of a transaction as a whole that mean the fee payer lacks SOL.
_NO_SOL = ("AccountNotFound", "InsufficientFundsForFee", "InsufficientFundsForRent")
_SYSTEM_INSUFFICIENT = 1  # custom error 1 of the System and the Token program: funds


def limit_units(value: dict[str, Json]) -> int:
    """Return the compute limit, or raise if the simulation failed.

    It is 15 percent above the simulated units, because later state may need more, and leaves room
    for what wallets append.
    """
    error = value.get("err")
    if error is not None:
        raise failure(error, value.get("logs"))
    units = value.get("unitsConsumed")
    if not isinstance(units, int) or units <= 0:
        return UNITS_DEFAULT
    return min(UNITS_MAX, (units * 115 + 99) // 100 + UNITS_FOR_WALLETS)


def failure(error: Json, logs: Json) -> ChainError:
    """Map a simulated failure to a code of the contract."""
    lines = [str(line) for line in logs[-LOG_LINES_MAX:]] if isinstance(logs, list) else []
    name = next(iter(error), "") if isinstance(error, dict) else error
    is_short = _custom_code(error) == _SYSTEM_INSUFFICIENT
    if name in _NO_SOL or (is_short and any("insufficient lamports" in line for line in lines)):
        return ChainError(
            "INSUFFICIENT_COLLATERAL",
            {"asset": "SOL", "reason": "the wallet has not enough SOL for the fee"},
        )
    if is_short:
        return ChainError(
            "INSUFFICIENT_COLLATERAL",
            {"reason": "the wallet has not enough for the transfer", "logs": lines},
        )
    if name == "BlockhashNotFound":
        return ChainError("NODE_UNAVAILABLE", {"reason": "blockhash is not known to the node"})
    return ChainError(
        "VALIDATION", {"reason": "the transaction would fail", "error": error, "logs": lines}
    )


def _custom_code(error: Json) -> int | None:
    """Return n of {"InstructionError": [i, {"Custom": n}]}."""
    try:
        code = error["InstructionError"][1]["Custom"]
    except (KeyError, IndexError, TypeError):
        return None
    return code if isinstance(code, int) else None
