"""One command after the other: admission, clock step, transition, what it changed."""

from engine.core.generated.records cimport (
    ERR_COMMAND_EXPIRED, ERR_DEPOSIT_MISMATCH, ERR_EXCHANGE_HALTED, ERR_EXCHANGE_NOT_FOUND,
    ERR_HIGH_RISK_USER, ERR_NONCE_TOO_LOW, ERR_NOT_OWNER, ERR_VALIDATION, OK, TAG_ADD_LIQUIDITY,
    TAG_AUTHORISE_PAYOUT, TAG_CLAIM_DEPOSIT, TAG_CLOSE_MARGIN_ACCOUNT, TAG_CLOSE_POSITION,
    TAG_COMMAND_APPLIED, TAG_COMMAND_IGNORED, TAG_COMMAND_REJECTED, TAG_CONFIRM_PRINT,
    TAG_CREATE_EXCHANGE, TAG_CREATE_MARGIN_ACCOUNT, TAG_CREATE_MARKET, TAG_DEPOSIT_MARGIN,
    TAG_EXPIRE_PAYOUT, TAG_HALT, TAG_IGNORE_TRANSACTION, TAG_MARKET_UPDATED, TAG_MODIFY_POSITION,
    TAG_PAUSE_EXCHANGE, TAG_PAUSE_MARKET, TAG_POOL_UPDATED, TAG_POST_PRINT,
    TAG_PROCESS_SETTLEMENT_REQUESTS, TAG_RECORD_PAYOUT, TAG_RESUME, TAG_SET_DELEGATE, TAG_TICK,
    TAG_UNPAUSE_EXCHANGE, TAG_UNPAUSE_MARKET, TAG_WITHDRAW_MARGIN, AddLiquidityC, AuthorisePayoutC,
    ClaimDepositC, CloseMarginAccountC, ClosePositionC, CommandAppliedC, CommandIgnoredC,
    CommandRejectedC, ConfirmPrintC, CreateExchangeC, CreateMarginAccountC, CreateMarketC,
    DepositMarginC, DepositQuarantinedC, ExpirePayoutC, HeaderC, IgnoreTransactionC, MarketUpdatedC,
    ModifyPositionC, PauseMarketC, PoolUpdatedC, PostPrintC, ProcessSettlementRequestsC,
    RecordPayoutC, SetDelegateC, UnpauseMarketC, WithdrawMarginC, TAG_SET_MARKET_PARAMETER,
    TAG_SET_EXCHANGE_PARAMETER, TAG_SET_AUTHORIZED_LIQUIDATOR, TAG_COLLECT_FEES, TAG_SET_RISK,
    TAG_GRANT_LP_ACCOUNT, TAG_SET_VESTING, TAG_LIQUIDATE, TAG_REMOVE_LIQUIDITY,
    TAG_CLOSE_LP_POSITION, TAG_UPGRADE_LP_ACCOUNT, TAG_CREATE_STAKE_ACCOUNT, TAG_STAKE, TAG_UNSTAKE,
    TAG_WITHDRAW_STAKE, SetMarketParameterC, SetExchangeParameterC, SetAuthorizedLiquidatorC,
    CollectFeesC, SetRiskC, GrantLpAccountC, SetVestingC, LiquidateC, RemoveLiquidityC,
    CloseLpPositionC, UpgradeLpAccountC, CreateStakeAccountC, StakeC, UnstakeC, WithdrawStakeC,
    TAG_CREATE_PREDICTION, TAG_RESOLVE_PREDICTION, TAG_VOID_PREDICTION, TAG_PARTICIPATE,
    TAG_GRANT_POINTS, TAG_PLACE_ORDER, TAG_CANCEL_ORDER, TAG_CANCEL_ALL_ORDERS, TAG_AMEND_ORDER,
    TAG_SET_CANCEL_AFTER, TAG_REWIND_CHAIN, CreatePredictionC, ResolvePredictionC, VoidPredictionC,
    ParticipateC, GrantPointsC, PlaceOrderC, CancelOrderC, CancelAllOrdersC, AmendOrderC,
    SetCancelAfterC, SettleMarketC, TAG_SETTLE_MARKET,
)
from engine.core.numbers.numbers cimport DAY_S, TIME_MAX
from engine.core.operations cimport (
    collect_fees, create_exchange, create_market, halt, pause_exchange, resume,
    set_authorized_liquidator, set_exchange_parameter, set_market_parameter, set_market_pause,
    set_risk, unpause_exchange,
)
from engine.core.payouts.settlement cimport (
    authorise_payout, claim_deposit, expire_payout, process_requests, quarantine, record_payout,
)
from engine.core.perps.accounting cimport (
    Totals,
    accrue_market,
    emit,
    is_crowding,
    project,
    totals_now,
)
from engine.core.perps.fill cimport market_price_e8
from engine.core.perps.funding cimport FundingParts, funding_parts, shown_rate_e12, velocity_e12
from engine.core.perps.liquidation cimport liquidate
from engine.core.perps.market_end cimport settle_market
from engine.core.perps.oracle cimport floor_to
from engine.core.perps.prints cimport confirm_print, post_print
from engine.core.perps.trading cimport Trade, run_trade
from engine.core.pool.liquidity cimport (
    add_liquidity, close_lp_position, grant_lp_account, remove_liquidity, upgrade_lp_account,
)
from engine.core.pool.staking cimport (
    create_stake_account,
    set_vesting,
    stake,
    unstake,
    withdraw_stake,
)
from engine.core.predictions.life cimport (
    create_prediction, resolve_prediction, step_predictions, void_prediction,
)
from engine.core.predictions.orders cimport (
    amend_order, cancel_all_orders, cancel_order, place_order, set_cancel_after,
)
from engine.core.predictions.points cimport grant_points, participate
from engine.core.programmes cimport check_fact
from engine.core.state.accounts cimport (
    close_margin_account, create_margin_account, deposit_margin, is_screened, set_delegate,
    withdraw_margin,
)
from engine.core.state.flagged cimport end_liquidations, endings_size
from engine.core.state.state cimport (
    MARK_CLOCK, MARK_COMMAND, MINT_COLLATERAL, MINT_NONE, MINT_TOKEN, NO_ROW, STATUS_HALTED, Market,
    Pool, Projection, State, begin, edit_user, find_user, keep, market_at, market_count,
    market_rules, pool_of, reserve_bytes, roll_back, user_at, user_row,
)
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from engine.schema.commands import COMMANDS, Origin
from engine.schema.errors import ErrorCode

cdef enum:
    KIND_NONE = 0
    KIND_CHAIN = 1
    KIND_OPERATOR = 2
    KIND_SETTLER = 3
    KIND_OTHER = 4
    KIND_EDGE = 5

# What every chain command begins with.
cdef packed struct ChainHead:
    HeaderC header
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot
    int64_t attached_e6
    uint8_t attached_mint

cdef packed struct OperatorHead:
    HeaderC header
    unsigned char operator_address[32]
    unsigned char operator_signature[64]

# What every command of the service begins with.
cdef packed struct EdgeHead:
    HeaderC header
    unsigned char user[32]

cdef uint8_t command_kinds[1000]
cdef char code_names[256][40]
cdef unsigned char ZERO_ADDRESS[32]


def _load_tables() -> None:
    """Origins of the commands from the one table; names of the codes."""
    memset(ZERO_ADDRESS, 0, 32)
    if sizeof(ClosePositionC) != sizeof(ModifyPositionC):  # _trade reads both as one
        raise RuntimeError("close-position no longer has the fields of modify-position")
    kinds = {
        Origin.CHAIN: KIND_CHAIN, Origin.OPERATOR: KIND_OPERATOR, Origin.SETTLER: KIND_SETTLER,
        Origin.EDGE: KIND_EDGE,
    }
    for message in COMMANDS:
        command_kinds[message.tag] = kinds.get(message.origin, KIND_OTHER)
    for code in ErrorCode:
        name = code.name.encode("ascii")
        memcpy(code_names[<int> code], <const char *> name, len(name))


_load_tables()


cdef int _invalid(str message) except -1:
    raise ValueError(message)


cdef int is_undone(uint32_t tag) noexcept nogil:
    return command_kinds[tag] != KIND_EDGE and not (
        TAG_CREATE_PREDICTION <= tag <= TAG_VOID_PREDICTION
    )


cdef int admit(State *st, const unsigned char *record) except -1 nogil:
    """Take number, time and chain position of a command; a repeated or late one is an error."""
    cdef const HeaderC *header = <const HeaderC *> record
    cdef const ChainHead *chain = <const ChainHead *> record
    cdef uint32_t row
    if header.seq <= st.sequence:
        with gil:
            _invalid("the command's sequence number does not rise")
    if header.time_s < st.now_s:
        with gil:
            _invalid("the command's time is before the engine's")
    if header.time_s > TIME_MAX:
        with gil:
            _invalid("the command's time is beyond what the engine counts")
    if command_kinds[header.tag] == KIND_CHAIN:
        if not _is_after_cursor(st, chain):
            with gil:
                _invalid("the chain position of the command is not after the last one")
        st.cursor_slot = chain.slot
        st.cursor_transaction = chain.transaction_index
        st.cursor_instruction = chain.instruction_index
    st.sequence = header.seq
    # The clock step: the first of each engine day stores every accrual.
    if floor_to(header.time_s, DAY_S) > floor_to(st.now_s, DAY_S):
        st.now_s = header.time_s
        if pool_of(st).status != STATUS_HALTED:
            for row in range(market_count(st)):
                accrue_market(st, row)
    st.now_s = header.time_s
    if pool_of(st).status != STATUS_HALTED:
        step_predictions(st)
    return end_liquidations(st)


cdef int _is_after_cursor(State *st, const ChainHead *chain) noexcept nogil:
    if chain.slot != st.cursor_slot:
        return chain.slot > st.cursor_slot
    if chain.transaction_index != st.cursor_transaction:
        return chain.transaction_index > st.cursor_transaction
    return chain.instruction_index > st.cursor_instruction


cdef int64_t _expected_tokens_e6(const unsigned char *record, uint8_t *mint) noexcept nogil:
    """The tokens that must come with a command, and their mint."""
    cdef uint16_t tag = (<const HeaderC *> record).tag
    mint[0] = MINT_COLLATERAL
    if tag == TAG_CREATE_MARGIN_ACCOUNT:
        return (<const CreateMarginAccountC *> record).amount_e6
    if tag == TAG_DEPOSIT_MARGIN:
        return (<const DepositMarginC *> record).amount_e6
    if tag == TAG_ADD_LIQUIDITY:
        return (<const AddLiquidityC *> record).amount_e6
    if tag == TAG_STAKE:
        mint[0] = MINT_TOKEN
        return (<const StakeC *> record).amount_e6
    return 0


cdef int _check_chain(State *st, const unsigned char *record) except -1 nogil:
    """Halt, nonce, expiry, the tokens that came along, and the risk of the wallet."""
    cdef const ChainHead *chain = <const ChainHead *> record
    cdef uint32_t user = find_user(st, chain.user)
    cdef uint64_t last = 0 if user == NO_ROW else user_at(st, user).nonce
    cdef uint8_t mint = MINT_NONE
    cdef int64_t expected = _expected_tokens_e6(record, &mint)
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if chain.nonce <= last:
        st.detail = <int64_t> last
        return ERR_NONCE_TOO_LOW
    if chain.slot > chain.expires_slot:
        st.detail = <int64_t> chain.expires_slot
        return ERR_COMMAND_EXPIRED
    if chain.attached_e6 != expected or (expected and chain.attached_mint != mint):
        st.detail = chain.attached_e6
        return ERR_DEPOSIT_MISMATCH
    return ERR_HIGH_RISK_USER if is_screened(st, record, chain.header.tag) else OK


cdef int decide(State *st, const unsigned char *record) except -1 nogil:
    """Carry the command out inside the open transaction; the code of its refusal, or OK."""
    cdef uint16_t tag = (<const HeaderC *> record).tag
    cdef int kind = command_kinds[tag]
    cdef int code
    st.detail = 0
    if tag == TAG_TICK or tag == TAG_REWIND_CHAIN:  # what a rewind voids, its reader leaves out
        return OK
    if tag == TAG_CREATE_EXCHANGE:
        return create_exchange(st, <const CreateExchangeC *> record)
    if not pool_of(st).is_created:
        return ERR_EXCHANGE_NOT_FOUND
    if tag == TAG_IGNORE_TRANSACTION:
        return _ignore(st, <const IgnoreTransactionC *> record)
    if kind == KIND_CHAIN:
        code = _check_chain(st, record)
        if code == OK:
            code = _decide_chain(st, record, tag)
        if code == OK:
            edit_user(st, user_row(st, (<const ChainHead *> record).user)).nonce = (
                <const ChainHead *> record
            ).nonce
        return code
    if kind == KIND_OPERATOR:
        if memcmp(
            (<const OperatorHead *> record).operator_address, st.facts.operator_address, 32
        ) != 0:
            return ERR_NOT_OWNER
        return _decide_operator(st, record, tag)
    if kind == KIND_EDGE:
        if pool_of(st).status == STATUS_HALTED:
            return ERR_EXCHANGE_HALTED
        return _decide_edge(st, record, tag)
    if tag == TAG_POST_PRINT:
        return post_print(st, <const PostPrintC *> record)
    return _decide_settler(st, record, tag)


cdef int _decide_operator(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    if tag == TAG_CREATE_MARKET:
        return create_market(st, <const CreateMarketC *> record)
    if tag == TAG_PAUSE_EXCHANGE:
        return pause_exchange(st)
    if tag == TAG_UNPAUSE_EXCHANGE:
        return unpause_exchange(st)
    if tag == TAG_PAUSE_MARKET:
        return set_market_pause(st, (<const PauseMarketC *> record).market_id, 1)
    if tag == TAG_UNPAUSE_MARKET:
        return set_market_pause(st, (<const UnpauseMarketC *> record).market_id, 0)
    if tag == TAG_HALT:
        return halt(st)
    if tag == TAG_RESUME:
        return resume(st)
    if tag == TAG_CONFIRM_PRINT:
        return confirm_print(st, <const ConfirmPrintC *> record)
    if tag == TAG_SET_MARKET_PARAMETER:
        return set_market_parameter(st, <const SetMarketParameterC *> record)
    if tag == TAG_SET_EXCHANGE_PARAMETER:
        return set_exchange_parameter(st, <const SetExchangeParameterC *> record)
    if tag == TAG_SET_AUTHORIZED_LIQUIDATOR:
        return set_authorized_liquidator(st, <const SetAuthorizedLiquidatorC *> record)
    if tag == TAG_COLLECT_FEES:
        return collect_fees(st, <const CollectFeesC *> record)
    if tag == TAG_SET_RISK:
        return set_risk(st, <const SetRiskC *> record)
    if tag == TAG_GRANT_LP_ACCOUNT:
        return grant_lp_account(st, <const GrantLpAccountC *> record)
    if tag == TAG_SET_VESTING:
        return set_vesting(st, <const SetVestingC *> record)
    if tag == TAG_CREATE_PREDICTION:
        return create_prediction(st, <const CreatePredictionC *> record)
    if tag == TAG_RESOLVE_PREDICTION:
        return resolve_prediction(st, <const ResolvePredictionC *> record)
    if tag == TAG_VOID_PREDICTION:
        return void_prediction(st, <const VoidPredictionC *> record)
    if tag == TAG_SETTLE_MARKET:
        return settle_market(st, <const SettleMarketC *> record)
    return check_fact(record, tag)


cdef int _decide_edge(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    """A command of a user whom the service has authenticated."""
    if tag == TAG_PLACE_ORDER:
        return place_order(st, <const PlaceOrderC *> record)
    if tag == TAG_CANCEL_ORDER:
        return cancel_order(st, <const CancelOrderC *> record)
    if tag == TAG_CANCEL_ALL_ORDERS:
        return cancel_all_orders(st, <const CancelAllOrdersC *> record)
    if tag == TAG_AMEND_ORDER:
        return amend_order(st, <const AmendOrderC *> record)
    if tag == TAG_SET_CANCEL_AFTER:
        return set_cancel_after(st, <const SetCancelAfterC *> record)
    if tag == TAG_PARTICIPATE:
        return participate(st, <const ParticipateC *> record)
    if tag == TAG_GRANT_POINTS:
        return grant_points(st, <const GrantPointsC *> record)
    return check_fact(record, tag)


cdef int _decide_settler(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    """A payout that landed or expired is recorded even while halted."""
    if tag == TAG_RECORD_PAYOUT:
        return record_payout(st, <const RecordPayoutC *> record)
    if tag == TAG_EXPIRE_PAYOUT:
        return expire_payout(st, <const ExpirePayoutC *> record)
    if tag != TAG_AUTHORISE_PAYOUT:
        return check_fact(record, tag)
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    return authorise_payout(st, <const AuthorisePayoutC *> record)


cdef int _decide_chain(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    cdef DepositMarginC deposit
    cdef ProcessSettlementRequestsC process
    if tag == TAG_MODIFY_POSITION or tag == TAG_CLOSE_POSITION:
        return _trade(st, record, tag)
    if tag == TAG_CREATE_MARGIN_ACCOUNT:
        return create_margin_account(st, <const CreateMarginAccountC *> record)
    if tag == TAG_CLOSE_MARGIN_ACCOUNT:
        return close_margin_account(st, <const CloseMarginAccountC *> record)
    if tag == TAG_DEPOSIT_MARGIN:
        deposit = (<const DepositMarginC *> record)[0]
        if memcmp(deposit.owner, ZERO_ADDRESS, 32) == 0:
            memcpy(deposit.owner, deposit.user, 32)
        return deposit_margin(st, &deposit)
    if tag == TAG_WITHDRAW_MARGIN:
        return withdraw_margin(st, <const WithdrawMarginC *> record)
    if tag == TAG_SET_DELEGATE:
        return set_delegate(st, <const SetDelegateC *> record)
    if tag == TAG_ADD_LIQUIDITY:
        return add_liquidity(st, <const AddLiquidityC *> record)
    if tag == TAG_PROCESS_SETTLEMENT_REQUESTS:
        process = (<const ProcessSettlementRequestsC *> record)[0]
        if memcmp(process.owner, ZERO_ADDRESS, 32) == 0:
            memcpy(process.owner, process.user, 32)
        return process_requests(st, &process)
    if tag == TAG_LIQUIDATE:
        return liquidate(st, <const LiquidateC *> record)
    if tag == TAG_REMOVE_LIQUIDITY:
        return remove_liquidity(st, <const RemoveLiquidityC *> record)
    if tag == TAG_CLOSE_LP_POSITION:
        return close_lp_position(st, <const CloseLpPositionC *> record)
    if tag == TAG_UPGRADE_LP_ACCOUNT:
        return upgrade_lp_account(st, <const UpgradeLpAccountC *> record)
    if tag == TAG_CREATE_STAKE_ACCOUNT:
        return create_stake_account(st, <const CreateStakeAccountC *> record)
    if tag == TAG_STAKE:
        return stake(st, <const StakeC *> record)
    if tag == TAG_UNSTAKE:
        return unstake(st, <const UnstakeC *> record)
    if tag == TAG_WITHDRAW_STAKE:
        return withdraw_stake(st, <const WithdrawStakeC *> record)
    if tag == TAG_CLAIM_DEPOSIT:
        return claim_deposit(st, <const ClaimDepositC *> record)
    return ERR_VALIDATION


cdef int _trade(State *st, const unsigned char *record, uint16_t tag) except -1 nogil:
    """Owner, account, market, size and limit stand at the same places of both commands."""
    cdef ModifyPositionC *modify = <ModifyPositionC *> record
    cdef Trade trade
    cdef int code
    memset(&trade, 0, sizeof(Trade))
    trade.actor = modify.user
    trade.owner = modify.owner
    if memcmp(modify.owner, ZERO_ADDRESS, 32) == 0:
        trade.owner = modify.user
    trade.account_id = modify.account_id
    trade.market_id = modify.market_id
    trade.limit_e8 = modify.limit_e8
    if tag == TAG_MODIFY_POSITION:
        trade.delta_e6 = modify.size_e6
    else:
        trade.is_close = 1
        trade.close_e6 = modify.size_e6
    code = run_trade(st, &trade)
    st.detail = trade.detail
    return code


cdef int _ignore(State *st, const IgnoreTransactionC *command) except -1 nogil:
    """Note what was no command; keep its tokens for the sender."""
    cdef char reason[81]
    cdef int place = 0
    cdef CommandIgnoredC *event
    memset(reason, 0, 81)
    while place < 80 and command.reason[place] != 0:
        reason[place] = command.reason[place] if 32 <= command.reason[place] <= 126 else b"?"
        place += 1
    event = <CommandIgnoredC *> emit(st, TAG_COMMAND_IGNORED, sizeof(CommandIgnoredC))
    memcpy(event.user, command.user, 32)
    memcpy(event.reason, reason, 80)
    event.has_magic = command.has_magic
    if _has_tokens(<const ChainHead *> command):
        return quarantine(
            st, command.user, command.attached_e6, command.attached_mint, reason
        )
    return OK


cdef int _has_tokens(const ChainHead *chain) noexcept nogil:
    return chain.attached_e6 > 0 and (
        chain.attached_mint == MINT_COLLATERAL or chain.attached_mint == MINT_TOKEN
    )


cdef int apply_admitted(State *st, const unsigned char *record) except -1 nogil:
    """Decide and finish; an OverflowError leaves the transaction open for `finish`."""
    begin(st)
    return finish(st, record, decide(st, record))


cdef int finish(State *st, const unsigned char *record, int code) except -1 nogil:
    """Keep or undo the transaction, then say what happened and what it changed."""
    cdef const ChainHead *chain = <const ChainHead *> record
    cdef uint16_t tag = chain.header.tag
    cdef int is_chain = command_kinds[tag] == KIND_CHAIN
    cdef Pool before
    cdef CommandRejectedC *rejected
    cdef CommandAppliedC *applied
    memcpy(&before, st.undo.data, sizeof(Pool))  # the first copy of a transaction is the pool's
    # Room for all that is said below: once the transaction is kept, nothing raises.
    reserve_bytes(
        &st.events,
        market_count(st) * sizeof(MarketUpdatedC) + sizeof(PoolUpdatedC) + sizeof(CommandAppliedC)
        + sizeof(CommandRejectedC) + sizeof(DepositQuarantinedC) + endings_size(st),
    )
    if code == OK:
        keep(st)
        if tag == TAG_RESUME:  # what fell due in the halt, at the end of it (rule 49)
            step_predictions(st)
    else:
        roll_back(st)
        rejected = <CommandRejectedC *> emit(st, TAG_COMMAND_REJECTED, sizeof(CommandRejectedC))
        rejected.command_tag = tag
        rejected.code = code
        rejected.detail = st.detail
        if command_kinds[tag] == KIND_EDGE:
            memcpy(rejected.user, (<const EdgeHead *> record).user, 32)
        if is_chain:
            memcpy(rejected.user, chain.user, 32)
            rejected.nonce = chain.nonce
            if _has_tokens(chain) and pool_of(st).is_created:
                begin(st)
                quarantine(st, chain.user, chain.attached_e6, chain.attached_mint, code_names[code])
                keep(st)
    end_liquidations(st)
    _emit_updates(st, &before)
    if code == OK and is_chain and tag != TAG_IGNORE_TRANSACTION:
        applied = <CommandAppliedC *> emit(st, TAG_COMMAND_APPLIED, sizeof(CommandAppliedC))
        memcpy(applied.user, chain.user, 32)
        applied.command_tag = tag
        applied.nonce = chain.nonce
    return code


cdef int funding_shown(State *st, uint32_t row, FundingParts *parts) noexcept nogil:
    """The parts of the funding rate at this instant; none in a halt or a settled market."""
    memset(parts, 0, sizeof(FundingParts))
    if pool_of(st).status == STATUS_HALTED or market_at(st, row).settled_at_s:
        return 0
    return funding_parts(
        market_at(st, row), market_rules(st, row), project(st, row).rate_e18,
        is_crowding(st, row), parts,
    )


cdef int _emit_markets(State *st) except -1 nogil:
    """Tell every market that changed, in the order of the ids; whether there was one."""
    cdef uint32_t place
    cdef uint32_t before
    cdef uint32_t row
    cdef int is_any = 0
    for place in range(1, st.marked_count):  # short, or in order already
        row = st.marked[place]
        before = place
        while before > 0 and st.marked[before - 1] > row:
            st.marked[before] = st.marked[before - 1]
            before -= 1
        st.marked[before] = row
    for place in range(st.marked_count):
        row = st.marked[place]
        if st.market_marks[row] & (MARK_CLOCK | MARK_COMMAND):
            is_any = 1
            _emit_market(st, row)
        st.market_marks[row] = 0
    st.marked_count = 0
    return is_any


cdef int _emit_updates(State *st, const Pool *before) except -1 nogil:
    """Every market that changed, then the pool when a figure of it did."""
    cdef Pool *pool = pool_of(st)
    cdef PoolUpdatedC *event
    cdef Totals totals
    cdef int is_any = _emit_markets(st)
    if not (is_any or _figures_differ(pool, before)):
        return 0
    totals_now(st, &totals)
    if not _figures_differ(pool, before) and totals.unrealized_e6 == st.shown_unrealized_e6:
        return 0
    st.shown_unrealized_e6 = totals.unrealized_e6
    event = <PoolUpdatedC *> emit(st, TAG_POOL_UPDATED, sizeof(PoolUpdatedC))
    event.margin_e6 = pool.margin_e6
    event.lp_balance_e6 = pool.lp_balance_e6
    event.unrealized_pnl_e6 = totals.unrealized_e6
    event.lp_shares_e6 = pool.lp_shares_e6
    event.reserve_e6 = pool.reserve_e6
    event.protocol_fees_e6 = pool.protocol_fees_e6
    event.unsettled_e6 = pool.unsettled_e6
    event.quarantined_e6 = pool.quarantined_e6
    event.cumulative_volume_e6 = pool.cumulative_volume_e6
    event.cumulative_lp_fee_e6 = pool.cumulative_lp_fee_e6
    return 0


cdef int _figures_differ(const Pool *now, const Pool *before) noexcept nogil:
    return (
        now.margin_e6 != before.margin_e6
        or now.lp_balance_e6 != before.lp_balance_e6
        or now.lp_shares_e6 != before.lp_shares_e6
        or now.reserve_e6 != before.reserve_e6
        or now.protocol_fees_e6 != before.protocol_fees_e6
        or now.unsettled_e6 != before.unsettled_e6
        or now.quarantined_e6 != before.quarantined_e6
        or now.cumulative_volume_e6 != before.cumulative_volume_e6
        or now.cumulative_lp_fee_e6 != before.cumulative_lp_fee_e6
    )


cdef int _emit_market(State *st, uint32_t row) except -1 nogil:
    cdef Market *market = market_at(st, row)
    cdef int64_t skew = market.long_e6 - market.short_e6
    cdef FundingParts parts
    cdef Projection *now = project(st, row)
    cdef MarketUpdatedC *event = <MarketUpdatedC *> emit(
        st, TAG_MARKET_UPDATED, sizeof(MarketUpdatedC)
    )
    funding_shown(st, row, &parts)
    event.market_id = row + 1
    event.index_price_e8 = market.price_e8
    event.index_price_at_s = market.published_at_s
    event.market_price_e8 = market_price_e8(
        market.price_e8, skew, market_rules(st, row).skew_scale_e6
    )
    event.long_size_e6 = market.long_e6
    event.short_size_e6 = market.short_e6
    event.funding_rate_e12 = (
        shown_rate_e12(parts.drift_e18)
        + shown_rate_e12(parts.crowding_e18)
        + shown_rate_e12(parts.spread_e18)
    )
    event.funding_velocity_e12 = velocity_e12(skew, market_rules(st, row))
    memcpy(event.funding_per_unit_e18, &now.funding_e18, 16)
    event.level_e8 = market.level_e8
    event.is_paused = market.is_paused
    return 0
