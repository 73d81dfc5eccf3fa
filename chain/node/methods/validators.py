"""RPC methods about validators: one leads each slot, without stake, votes or gossip."""

from collections.abc import Callable
from functools import cache

import orjson

from chain.node.encoding.meta import Json
from chain.node.errors import NO_SNAPSHOT, RpcError, invalid_params
from chain.node.limits import (
    ACCOUNTS_PER_CALL_MAX,
    LEADERS_PER_CALL_MAX,
    PERFORMANCE_SAMPLES_MAX,
    SLOTS_PER_EPOCH,
)
from chain.node.methods.context import API_VERSION, context_slot, with_context
from chain.node.methods.params import Config, Params, read_address
from chain.node.state.ledger import Commitment, Ledger

_SLOT_MAX = 2**43
_EPOCHS_KNOWN = 2  # the leaders of this epoch and of the next one are known
_LOCKOUTS = 32
_STAKE_MINIMUM = 1_000_000_000  # of the virtual machine's stake program


def get_identity(ledger: Ledger, _params: Params) -> object:
    """Answer getIdentity."""
    return {"identity": _identity(ledger)}


def get_cluster_nodes(ledger: Ledger, _params: Params) -> object:
    """Answer getClusterNodes: no other node can connect to this one."""
    places = ("gossip", "pubsub", "rpc", "serveRepair", "tpu", "tpuForwards", "tpuForwardsQuic",
              "tpuQuic", "tpuVote", "tvu")  # fmt: skip
    node: Json = {
        "pubkey": _identity(ledger),
        **dict.fromkeys(places),
        "version": API_VERSION,
        "featureSet": 0,
        "shredVersion": 0,
    }
    return [node]


def get_slot_leader(ledger: Ledger, params: Params) -> object:
    """Answer getSlotLeader."""
    context_slot(ledger, params.config(0))
    return _identity(ledger)


def get_slot_leaders(ledger: Ledger, params: Params) -> object:
    """Answer getSlotLeaders."""
    first = params.count(0, "start slot", 0, _SLOT_MAX)
    count = params.count(1, "limit", 1, LEADERS_PER_CALL_MAX)
    if not _knows_leaders(ledger, first + count - 1):
        raise invalid_params("Invalid slot range: leader schedule for that epoch is unavailable")
    return [_identity(ledger)] * count


def get_leader_schedule(ledger: Ledger, params: Params) -> object:
    """Answer getLeaderSchedule: slots by their place in an epoch; null where it is not known."""
    has_slot = isinstance(params.get(0), int)
    config = params.config(1 if has_slot or params.get(0) is None else 0)
    slot = context_slot(ledger, config)
    wanted = _wanted(config)
    if has_slot:
        slot = params.count(0, "slot", 0, _SLOT_MAX)
    if not _knows_leaders(ledger, slot):
        return None
    identity = _identity(ledger)
    return {identity: _whole_epoch()} if wanted in {None, identity} else {}


def get_block_production(ledger: Ledger, params: Params) -> object:
    """Answer getBlockProduction, of this epoch unless a range is given."""
    config = params.config(0)
    slot = context_slot(ledger, config)
    wanted = _wanted(config)
    first, last = _range(config, slot)
    identity = _identity(ledger)
    blocks = _blocks_to(ledger, last) - _blocks_to(ledger, first - 1)
    produced = {identity: [last - first + 1, blocks]} if wanted in {None, identity} else {}
    value = {"byIdentity": produced, "range": {"firstSlot": first, "lastSlot": last}}
    return with_context(slot, value)


def get_block_commitment(ledger: Ledger, params: Params) -> object:
    """Answer getBlockCommitment: no stake votes; null for a block that is final or that is not."""
    slot = params.count(0, "slot", 0, _SLOT_MAX)
    is_open = ledger.finalized_slot < slot <= ledger.open_slot and ledger.timeline.has_block(slot)
    return {"commitment": [0] * _LOCKOUTS if is_open else None, "totalStake": 0}


def get_vote_accounts(_ledger: Ledger, _params: Params) -> object:
    """Answer getVoteAccounts."""
    return {"current": [], "delinquent": []}


def get_inflation_governor(_ledger: Ledger, _params: Params) -> object:
    """Answer getInflationGovernor: nothing is issued."""
    names = ("initial", "terminal", "taper", "foundation", "foundationTerm")
    return dict.fromkeys(names, 0.0)


def get_inflation_rate(ledger: Ledger, _params: Params) -> object:
    """Answer getInflationRate."""
    epoch = ledger.open_slot // SLOTS_PER_EPOCH
    return {"total": 0.0, "validator": 0.0, "foundation": 0.0, "epoch": epoch}


def get_inflation_reward(ledger: Ledger, params: Params) -> object:
    """Answer getInflationReward: no address was ever rewarded."""
    texts = params.texts(0, "addresses", ACCOUNTS_PER_CALL_MAX)
    config = params.config(1)
    config.count("epoch", 0, 0, _SLOT_MAX)
    context_slot(ledger, config)
    for text in texts:
        read_address(text, "address")
    return [None for _ in texts]


def get_stake_minimum_delegation(ledger: Ledger, params: Params) -> object:
    """Answer getStakeMinimumDelegation."""
    return with_context(context_slot(ledger, params.config(0)), _STAKE_MINIMUM)


def get_highest_snapshot_slot(_ledger: Ledger, _params: Params) -> object:
    """Answer getHighestSnapshotSlot: the node makes no snapshots for other nodes."""
    raise RpcError(NO_SNAPSHOT, "No snapshot")


def get_open_slot(ledger: Ledger, _params: Params) -> object:
    """Answer getMaxRetransmitSlot and getMaxShredInsertSlot."""
    return ledger.open_slot


def get_recent_performance_samples(ledger: Ledger, params: Params) -> object:
    """Answer getRecentPerformanceSamples, since the node started, newest first."""
    count = PERFORMANCE_SAMPLES_MAX
    if params.get(0) is not None:
        count = params.count(0, "limit", 0, PERFORMANCE_SAMPLES_MAX)
    return [
        {
            "slot": sample.slot,
            "numTransactions": sample.transactions,
            "numNonVoteTransactions": sample.transactions,
            "numSlots": sample.slots,
            "samplePeriodSecs": sample.seconds,
        }
        for sample in ledger.samples.newest(count)
    ]


@cache
def _whole_epoch() -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(list(range(SLOTS_PER_EPOCH))))


def _identity(ledger: Ledger) -> str:
    return str(ledger.identity)


def _wanted(config: Config) -> str | None:
    """Return the option `identity`."""
    if config.get("identity") is None:
        return None
    return str(read_address(config.text("identity", ""), "identity"))


def _knows_leaders(ledger: Ledger, slot: int) -> bool:
    epoch = ledger.slot_at(Commitment.PROCESSED) // SLOTS_PER_EPOCH
    return slot // SLOTS_PER_EPOCH < epoch + _EPOCHS_KNOWN


def _range(config: Config, newest: int) -> tuple[int, int]:
    """Return the first and last slot of the option `range`, by default of the epoch so far."""
    given = config.get("range")
    if given is None:
        return newest // SLOTS_PER_EPOCH * SLOTS_PER_EPOCH, newest
    if not isinstance(given, dict):
        raise invalid_params("range must be an object")
    options = Config(given)
    first = options.required_count("firstSlot", 0, _SLOT_MAX)
    last = options.count("lastSlot", newest, 0, _SLOT_MAX)
    if last > newest:
        raise invalid_params(f"lastSlot, {last}, is too large; max {newest}")
    if first > last:
        raise invalid_params(f"firstSlot, {first}, cannot be greater than lastSlot, {last}")
    return first, last


def _blocks_to(ledger: Ledger, slot: int) -> int:
    """Return the number of blocks up to a slot."""
    return 0 if slot < 0 else ledger.timeline.block_height(slot) + 1


METHODS: dict[str, Callable[[Ledger, Params], object]] = {
    "getBlockCommitment": get_block_commitment,
    "getBlockProduction": get_block_production,
    "getClusterNodes": get_cluster_nodes,
    "getHighestSnapshotSlot": get_highest_snapshot_slot,
    "getIdentity": get_identity,
    "getInflationGovernor": get_inflation_governor,
    "getInflationRate": get_inflation_rate,
    "getInflationReward": get_inflation_reward,
    "getLeaderSchedule": get_leader_schedule,
    "getMaxRetransmitSlot": get_open_slot,
    "getMaxShredInsertSlot": get_open_slot,
    "getRecentPerformanceSamples": get_recent_performance_samples,
    "getSlotLeader": get_slot_leader,
    "getSlotLeaders": get_slot_leaders,
    "getStakeMinimumDelegation": get_stake_minimum_delegation,
    "getVoteAccounts": get_vote_accounts,
}
