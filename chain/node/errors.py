"""JSON-RPC errors of the node, with the codes and words that Solana clients look for."""

import re

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
PREFLIGHT_FAILURE = -32002
SIGNATURE_FAILURE = -32003
BLOCK_NOT_AVAILABLE = -32004
NODE_UNHEALTHY = -32005
SLOT_SKIPPED = -32007
NO_SNAPSHOT = -32008
UNSUPPORTED_VERSION = -32015
MIN_CONTEXT_SLOT = -32016

_PLAIN_TEXTS = {
    "AccountNotFound": "Attempt to debit an account but found no record of a prior credit.",
    "AlreadyProcessed": "This transaction has already been processed",
    "BlockhashNotFound": "Blockhash not found",
    "InsufficientFundsForFee": "Insufficient funds for fee",
    "InvalidAccountForFee": "This account may not be used to pay transaction fees",
    "ProgramAccountNotFound": "Attempt to load a program that does not exist",
}


class RpcError(Exception):
    """A refusal that the caller sees as a JSON-RPC error object."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def to_json(self) -> dict[str, object]:
        """Render the `error` member of a JSON-RPC response."""
        body: dict[str, object] = {"code": self.code, "message": self.message}
        if self.data is not None:
            body["data"] = self.data
        return body


def invalid_params(message: str) -> RpcError:
    """Build the error for parameters that cannot be understood."""
    return RpcError(INVALID_PARAMS, f"Invalid params: {message}")


def unhealthy(message: str) -> RpcError:
    """Build the error of a node that cannot take this now; clients read its data."""
    return RpcError(NODE_UNHEALTHY, message, {"numSlotsBehind": None})


def describe_transaction_error(err: object) -> str:
    """Put a transaction error (its JSON form) into words."""
    if isinstance(err, str):
        return _PLAIN_TEXTS.get(err, _in_words(err))
    if isinstance(err, dict) and "InstructionError" in err:
        index, reason = err["InstructionError"]
        if isinstance(reason, dict) and "Custom" in reason:
            words = f"custom program error: {reason['Custom']:#x}"
        else:
            words = _in_words(str(reason)).lower()
        return f"Error processing Instruction {index}: {words}"
    if isinstance(err, dict) and "InsufficientFundsForRent" in err:
        index = err["InsufficientFundsForRent"]["account_index"]
        return f"Transaction results in an account ({index}) with insufficient funds for rent"
    return str(err)


def _in_words(camel_case: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", camel_case).capitalize()
