"""Methods that `/rpc` forwards to the chain node, and their costs."""

import msgspec

# What wallets and client libraries call. A method in no list is refused: a provider's own methods
# may change its state or cost it, and the embedded node's test methods are not public.
SEND_METHODS = frozenset({"sendTransaction", "sendRawTransaction", "requestAirdrop"})
_CHEAP = """
    getAccountInfo getBalance getBlockCommitment getBlockHeight getBlockProduction getBlockTime
    getClusterNodes getEpochInfo getEpochSchedule getFeeForMessage getFirstAvailableBlock
    getGenesisHash getHealth getHighestSnapshotSlot getIdentity getInflationGovernor
    getInflationRate getLatestBlockhash getMaxRetransmitSlot getMaxShredInsertSlot
    getMinimumBalanceForRentExemption getRecentPerformanceSamples getRecentPrioritizationFees
    getSignatureStatuses getSlot getSlotLeader getStakeMinimumDelegation getSupply
    getTokenAccountBalance getTokenSupply getTransactionCount getVersion isBlockhashValid
    minimumLedgerSlot
    accountUnsubscribe blockUnsubscribe logsUnsubscribe programUnsubscribe rootUnsubscribe
    signatureUnsubscribe slotUnsubscribe slotsUpdatesUnsubscribe voteUnsubscribe
"""
_LARGER = """
    getBlocks getBlocksWithLimit getInflationReward getMultipleAccounts
    getSignaturesForAddress getSlotLeaders getTokenAccountsByDelegate getTokenAccountsByOwner
    getTokenLargestAccounts getTransaction getVoteAccounts simulateTransaction
    accountSubscribe blockSubscribe logsSubscribe programSubscribe rootSubscribe
    signatureSubscribe slotSubscribe slotsUpdatesSubscribe voteSubscribe
"""
_HEAVY = "getBlock getLargestAccounts getLeaderSchedule getProgramAccounts"
COSTS: dict[str, int] = {
    **dict.fromkeys(_CHEAP.split(), 1),
    **dict.fromkeys(_LARGER.split(), 5),
    **dict.fromkeys(_HEAVY.split(), 20),
}
SUBSCRIBE, UNSUBSCRIBE = "Subscribe", "Unsubscribe"
NOT_SERVED = -32601
REFUSED = -32600


def method_of(call: object) -> object:
    """Return the method of a call, None where there is none."""
    return call.get("method") if isinstance(call, dict) else None


def cost_of(call: object) -> int:
    """Return the tokens of the class `public` that a call takes."""
    method = method_of(call)
    return COSTS.get(method, 1) if isinstance(method, str) else 1


def is_send(call: object) -> bool:
    """Return whether a call sends a transaction."""
    method = method_of(call)
    return isinstance(method, str) and method in SEND_METHODS


def is_subscription(call: object) -> bool:
    """Return whether a call begins or ends a subscription."""
    method = method_of(call)
    return isinstance(method, str) and method.endswith((SUBSCRIBE, UNSUBSCRIBE))


def is_served(call: object) -> bool:
    """Return whether a call may reach the node, which refuses what is no call itself."""
    method = method_of(call)
    return not isinstance(method, str) or method in COSTS or method in SEND_METHODS


def error_of(call: object, code: int, message: str) -> dict[str, object]:
    """Return the error that answers a call."""
    call_id = call.get("id") if isinstance(call, dict) else None
    return {"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": call_id}


def refusal_of(body: object) -> bytes | None:
    """Return the answer to a body with a method that is not served, None for any other.

    Of a batch nothing is executed then: each call is answered with an error.
    """
    calls = body if isinstance(body, list) else [body]
    if all(is_served(call) for call in calls):
        return None
    answers = [
        error_of(call, REFUSED, "The batch holds a method that is not served here")
        if is_served(call)
        else error_of(call, NOT_SERVED, "Method not found")
        for call in calls
    ]
    return msgspec.json.encode(answers if isinstance(body, list) else answers[0])
