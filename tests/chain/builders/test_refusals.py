"""Which funds a wallet lacks, by what the simulation says."""

from chain.builders.simulation import failure

SHORT = {"InstructionError": [2, {"Custom": 1}]}


def test_lamports_missing_inside_the_transaction_are_sol():
    refused = failure(SHORT, ["Transfer: insufficient lamports 5, need 2039280"])
    assert refused.code == "INSUFFICIENT_COLLATERAL"
    assert refused.details["asset"] == "SOL"


def test_tokens_that_are_missing_are_not_sol():
    refused = failure(SHORT, ["Program log: Error: insufficient funds"])
    assert refused.code == "INSUFFICIENT_COLLATERAL"
    assert "asset" not in refused.details
