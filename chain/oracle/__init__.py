from chain.oracle.replay_oracle import OracleStatus, ReplayOracle

__all__ = ["OracleStatus", "ReplayOracle"]
