"""One command after the other: admission, clock step, transition, what it changed."""

from engine.core.framing cimport current_record, is_current
from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_COMMAND_EXPIRED, ERR_DEPOSIT_MISMATCH, ERR_EXCHANGE_HALTED,
    ERR_EXCHANGE_NOT_FOUND, ERR_HIGH_RISK_USER, ERR_NONCE_TOO_LOW, ERR_NOT_OWNER, OK,
    TAG_CLOSE_POSITION, TAG_COMMAND_APPLIED, TAG_COMMAND_IGNORED, TAG_COMMAND_REJECTED,
    TAG_CREATE_EXCHANGE, TAG_CREATE_PREDICTION, TAG_IGNORE_TRANSACTION, TAG_MARKET_UPDATED,
    TAG_MODIFY_POSITION, TAG_PLACE_ORDER, TAG_POOL_UPDATED, TAG_RESUME, TAG_REWIND_CHAIN, TAG_TICK,
    TAG_VOID_PREDICTION, CommandAppliedC, CommandIgnoredC, CommandRejectedC, DepositQuarantinedC,
    HeaderC, IgnoreTransactionC, MarketUpdatedC, PlaceOrderC, PoolUpdatedC, PositionModifiedC,
)
from engine.core.generated.rules cimport carry_out, deposit_e6
from engine.core.numbers.numbers cimport DAY_S, TIME_MAX
from engine.core.orders.runs cimport resume_orders, run_waiting, step_orders
from engine.core.payouts.settlement cimport quarantine
from engine.core.perps.accounting cimport (
    Totals, accrue_market, emit, is_crowding, project, totals_now,
)
from engine.core.perps.fill cimport market_price_e8
from engine.core.perps.funding cimport FundingParts, funding_parts, shown_rate_e12, velocity_e12
from engine.core.perps.oracle cimport floor_to
from engine.core.predictions.index cimport expect_client
from engine.core.predictions.life cimport is_step_needed, step_predictions
from engine.core.state.accounts cimport is_screened
from engine.core.state.flagged cimport end_liquidations, endings_size
from engine.core.state.index cimport (
    expect_account, expect_address, expect_positions, expect_user,
)
from engine.core.state.derived cimport PoolFigures
from engine.core.state.state cimport (
    MARK_CLOCK, MARK_COMMAND, MINT_COLLATERAL, MINT_NONE, MINT_TOKEN, NO_ROW, STATUS_HALTED,
    Market, Pool, Projection, State, begin, edit_user, find_user, keep, market_at,
    market_count, market_rules, order_marked, pool_of, reserve_bytes, roll_back, user_at, user_row,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from engine.schema.commands import COMMANDS
from engine.schema.errors import ErrorCode
from engine.schema.records import Origin

cdef enum:
    KIND_NONE = 0
    KIND_CHAIN = 1
    KIND_OPERATOR = 2
    KIND_EDGE = 3
    KIND_OTHER = 4

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

cdef enum:
    COMING = 4  # commands whose rows are fetched ahead, a step each; a power of two

# A command that follows: what is known of its rows, each found a step later than the one before.
cdef struct Coming:
    const EdgeHead *command  # NULL: not a wallet's
    size_t slot  # of the index of wallets
    uint32_t row
    uint32_t account

cdef struct Ahead:
    size_t offset  # of the record after the last one looked at
    uint32_t turn
    Coming coming[COMING]

cdef uint8_t command_kinds[1000]
cdef char code_names[256][40]


def _load_tables() -> None:
    """Origins of the commands from the one table; names of the codes."""
    kinds = {
        Origin.CHAIN: KIND_CHAIN, Origin.OPERATOR: KIND_OPERATOR, Origin.EDGE: KIND_EDGE,
    }
    for message in COMMANDS:
        command_kinds[message.tag] = kinds.get(message.origin, KIND_OTHER)
    for code in ErrorCode:
        name = code.name.encode("ascii")
        memcpy(code_names[<int> code], <const char *> name, len(name))


_load_tables()


cdef int _invalid(str message) except -1:
    raise ValueError(message)


cdef int is_chain_command(uint32_t tag) noexcept nogil:
    return command_kinds[tag] == KIND_CHAIN


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
    if header.time_s != st.now_s and (
        floor_to(header.time_s, DAY_S) > floor_to(st.now_s, DAY_S)
    ):
        st.now_s = header.time_s
        if pool_of(st).status != STATUS_HALTED:
            for row in range(market_count(st)):
                accrue_market(st, row)
    st.now_s = header.time_s
    if pool_of(st).status != STATUS_HALTED:
        if is_step_needed(st):
            step_predictions(st)
        if st.endings.count:
            step_orders(st)
    return end_liquidations(st) if pool_of(st).first_flagged != NO_ROW else 0


cdef int _is_after_cursor(State *st, const ChainHead *chain) noexcept nogil:
    if chain.slot != st.cursor_slot:
        return chain.slot > st.cursor_slot
    if chain.transaction_index != st.cursor_transaction:
        return chain.transaction_index > st.cursor_transaction
    return chain.instruction_index > st.cursor_instruction


cdef int _check_chain(
    State *st, const unsigned char *record, uint32_t user
) except -1 nogil:
    """Halt, nonce, expiry, the tokens that came along, and the risk of the wallet."""
    cdef const ChainHead *chain = <const ChainHead *> record
    cdef uint64_t last = 0 if user == NO_ROW else user_at(st, user).nonce
    cdef uint8_t mint = MINT_NONE
    cdef int64_t expected = deposit_e6(record, chain.header.tag, &mint)
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


cdef int check_admission(State *st, const unsigned char *record) except -1 nogil:
    """Return the code that refuses a wallet's command before its rule runs, or OK."""
    if not pool_of(st).is_created:
        return ERR_EXCHANGE_NOT_FOUND
    return _check_chain(st, record, find_user(st, (<const ChainHead *> record).user))


cdef int decide(State *st, const unsigned char *record) except -1 nogil:
    """Carry the command out inside the open transaction; the code of its refusal, or OK."""
    cdef uint16_t tag = (<const HeaderC *> record).tag
    cdef int kind = command_kinds[tag]
    cdef int code
    cdef uint32_t user
    st.detail = 0
    if tag == TAG_TICK or tag == TAG_REWIND_CHAIN:  # what a rewind voids, its reader leaves out
        return OK
    if tag == TAG_CREATE_EXCHANGE:
        return carry_out(st, record, tag)
    if not pool_of(st).is_created:
        return ERR_EXCHANGE_NOT_FOUND
    if tag == TAG_IGNORE_TRANSACTION:
        return _ignore(st, <const IgnoreTransactionC *> record)
    if kind == KIND_CHAIN:
        user = find_user(st, (<const ChainHead *> record).user)
        code = _check_chain(st, record, user)
        if code == OK:
            code = carry_out(st, record, tag)
        if code == OK and user == NO_ROW:
            user_row(st, (<const ChainHead *> record).user)  # `finish` writes the nonce there
        return code
    if kind == KIND_OPERATOR and memcmp(
        (<const OperatorHead *> record).operator_address, st.facts.operator_address, 32
    ) != 0:
        return ERR_NOT_OWNER
    if kind == KIND_EDGE and pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    return carry_out(st, record, tag)


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
    _figures(pool_of(st), &st.before)
    if _is_trade((<const HeaderC *> record).tag):
        # Once it is kept, only waiting orders need more memory.
        _reserve_last_events(st)
        st.can_keep = 1
    return finish(st, record, decide(st, record))


cdef int finish(State *st, const unsigned char *record, int code) except -1 nogil:
    """Keep or undo the transaction, then say what happened and what it changed."""
    cdef const ChainHead *chain = <const ChainHead *> record
    cdef uint16_t tag = chain.header.tag
    cdef int is_chain = command_kinds[tag] == KIND_CHAIN
    cdef CommandRejectedC *rejected
    cdef CommandAppliedC *applied
    if st.is_open:
        _reserve_last_events(st)
    if code == OK:
        keep(st)
        if is_chain and tag != TAG_IGNORE_TRANSACTION:  # no copy: nothing undoes it any more
            edit_user(st, find_user(st, chain.user)).nonce = chain.nonce
        if (st.endings.count or st.touched.used) and run_waiting(st):
            _reserve_last_events(st)
        if tag == TAG_RESUME:  # what fell due in the halt, at the end of it (rule 49)
            step_predictions(st)
            if st.before.status == STATUS_HALTED:
                resume_orders(st)
                _reserve_last_events(st)
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
    if pool_of(st).first_flagged != NO_ROW:
        end_liquidations(st)
    _emit_updates(st, tag)
    if code == OK and is_chain and tag != TAG_IGNORE_TRANSACTION and not st.skips_events:
        applied = <CommandAppliedC *> emit(st, TAG_COMMAND_APPLIED, sizeof(CommandAppliedC))
        memcpy(applied.user, chain.user, 32)
        applied.command_tag = tag
        applied.nonce = chain.nonce
    return code


cdef int _reserve_last_events(State *st) except -1 nogil:
    """Room for the event of a trade and all that is said when a command is over."""
    return reserve_bytes(
        &st.events,
        market_count(st) * sizeof(MarketUpdatedC) + sizeof(PoolUpdatedC) + sizeof(CommandAppliedC)
        + sizeof(CommandRejectedC) + sizeof(DepositQuarantinedC) + sizeof(PositionModifiedC)
        + endings_size(st),
    )


cdef inline const EdgeHead *_wallet_command(const unsigned char *record) noexcept nogil:
    """The record if it is a wallet's command of the current version, else NULL.

    Commands of the chain and of the service have the wallet in the same place.
    """
    cdef int kind
    if not is_current(record):
        return NULL
    kind = command_kinds[(<const HeaderC *> record).tag]
    return <const EdgeHead *> record if kind == KIND_CHAIN or kind == KIND_EDGE else NULL


cdef void _look_ahead(
    State *st, const unsigned char *data, size_t total, Ahead *ahead
) noexcept nogil:
    """Fetch what the commands after this one will read, a step of each before every command.

    Tables of a large exchange are beyond the processor's caches, and one row leads to the next: the
    index slot of a wallet, its user, an account and a client id, the account's positions. A row
    that is not the wallet's is fetched in vain. The row of the command that comes now is where the
    search for its wallet begins.
    """
    cdef Coming *coming = &ahead.coming[ahead.turn & (COMING - 1)]
    coming.command = NULL
    coming.row = NO_ROW
    coming.account = NO_ROW
    ahead.turn += 1
    if ahead.offset < total:
        coming.command = _wallet_command(data + ahead.offset)
        ahead.offset += (<const HeaderC *> (data + ahead.offset)).length
    if coming.command != NULL:
        coming.slot = expect_address(st, coming.command.user)
    coming = &ahead.coming[(ahead.turn - 2) & (COMING - 1)]
    if coming.command != NULL:
        coming.row = expect_user(st, coming.slot)
    coming = &ahead.coming[(ahead.turn - 3) & (COMING - 1)]
    if coming.row != NO_ROW:
        if coming.command.header.tag != TAG_PLACE_ORDER:
            coming.account = expect_account(st, coming.row)
        elif (<const PlaceOrderC *> coming.command).client_order_id[0]:
            expect_client(
                st, coming.row, (<const PlaceOrderC *> coming.command).client_order_id
            )
    coming = &ahead.coming[ahead.turn & (COMING - 1)]
    if coming.row != NO_ROW:
        st.recent_user = coming.row
    if coming.account != NO_ROW:
        expect_positions(st, coming.account)


cdef void _begin_ahead(
    State *st, const unsigned char *data, size_t total, Ahead *ahead
) noexcept nogil:
    cdef int place
    cdef int _
    memset(ahead, 0, sizeof(Ahead))
    for place in range(COMING):
        ahead.coming[place].row = NO_ROW
        ahead.coming[place].account = NO_ROW
    for _ in range(COMING - 1):  # the last step comes before the first command
        _look_ahead(st, data, total, ahead)


cdef int apply_records(State *st, const unsigned char *data, size_t total) except -1:
    """Apply consecutive records of known commands, without the GIL.

    Where events are skipped, those that are made are written over those of the command before.
    """
    cdef size_t offset = 0
    cdef const unsigned char *record = data
    cdef size_t length
    cdef Ahead ahead
    cdef bytes read = b""  # keeps an earlier version, as it is read, while it is applied
    _begin_ahead(st, data, total, &ahead)
    while offset < total:
        try:
            with nogil:
                while offset < total:
                    record = data + offset
                    length = (<const HeaderC *> record).length
                    if not is_current(record):
                        with gil:
                            read = current_record(record)
                            record = <const unsigned char *> <char *> read
                    if st.skips_events:
                        st.events.used = 0
                        if st.unshown_at_s >= 0 and not _is_trade((<const HeaderC *> record).tag):
                            _show_unrealized(st)
                    admit(st, record)
                    offset += length
                    _look_ahead(st, data, total, &ahead)
                    apply_admitted(st, record)
        except OverflowError:
            if not st.is_open:
                raise  # not a command's own doing: never refused quietly
            st.detail = 0
            finish(st, record, ERR_AMOUNT_OUT_OF_RANGE)
        except MemoryError:
            if st.is_open:
                roll_back(st)
            raise
    return 0


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
    cdef uint32_t row
    cdef int is_any = 0
    order_marked(st)
    for place in range(st.marked_count):
        row = st.marked[place]
        if st.market_marks[row] & (MARK_CLOCK | MARK_COMMAND):
            is_any = 1
            if not st.skips_events:
                _emit_market(st, row)
        st.market_marks[row] = 0
    st.marked_count = 0
    return is_any


cdef void _figures(const Pool *pool, PoolFigures *figures) noexcept nogil:
    figures.margin_e6 = pool.margin_e6
    figures.lp_balance_e6 = pool.lp_balance_e6
    figures.lp_shares_e6 = pool.lp_shares_e6
    figures.reserve_e6 = pool.reserve_e6
    figures.protocol_fees_e6 = pool.protocol_fees_e6
    figures.unsettled_e6 = pool.unsettled_e6
    figures.quarantined_e6 = pool.quarantined_e6
    figures.cumulative_volume_e6 = pool.cumulative_volume_e6
    figures.cumulative_lp_fee_e6 = pool.cumulative_lp_fee_e6
    figures.status = pool.status


cdef inline int _is_trade(uint16_t tag) noexcept nogil:
    return tag == TAG_MODIFY_POSITION or tag == TAG_CLOSE_POSITION


cdef void _show_unrealized(State *st) noexcept nogil:
    """Store U as of the last trade; no market has changed since."""
    cdef int64_t own = st.now_s
    cdef Totals totals
    st.now_s = st.unshown_at_s
    totals_now(st, &totals)
    st.now_s = own
    st.shown_unrealized_e6 = totals.unrealized_e6
    st.unshown_at_s = -1


cdef int replay_records(State *st, const unsigned char *data, size_t total) except -1:
    """Apply records without emitting trade events; the resulting state is identical."""
    st.skips_events = 1
    try:
        return apply_records(st, data, total)
    finally:
        if st.unshown_at_s >= 0:
            _show_unrealized(st)
        st.skips_events = 0


cdef int _emit_updates(State *st, uint16_t tag) except -1 nogil:
    """Every market that changed, then the pool when a figure of it did.

    A replay defers U: only its value after the last trade in a row is ever stored.
    """
    cdef Pool *pool = pool_of(st)
    cdef PoolUpdatedC *event
    cdef Totals totals
    cdef int is_any = _emit_markets(st)
    if not (is_any or _figures_differ(pool, &st.before)):
        return 0
    if st.skips_events and _is_trade(tag):
        st.unshown_at_s = st.now_s
        return 0
    st.unshown_at_s = -1
    totals_now(st, &totals)
    if not _figures_differ(pool, &st.before) and totals.unrealized_e6 == st.shown_unrealized_e6:
        return 0
    st.shown_unrealized_e6 = totals.unrealized_e6
    if st.skips_events:
        return 0
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


cdef int _figures_differ(const Pool *now, const PoolFigures *before) noexcept nogil:
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
    event.holding_rate_e12 = shown_rate_e12(parts.holding_e18)
    memcpy(event.holding_per_unit_e18, &now.holding_e18, 16)
    event.level_e8 = market.level_e8
    event.is_paused = market.is_paused
    return 0
