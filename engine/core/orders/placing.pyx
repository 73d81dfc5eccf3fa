"""Commands of waiting orders: place, amend, cancel, the bracket of a trade (rules 53-55)."""

from engine.core.generated.records cimport (
    ENDED_CANCELED, ERR_AMOUNT_OUT_OF_RANGE, ERR_BAD_EXPIRY, ERR_DELEGATE_EXPIRED,
    ERR_DELEGATE_MARKET, ERR_HIGH_RISK_USER, ERR_INSUFFICIENT_MARGIN, ERR_IN_LIQUIDATION,
    ERR_MARGIN_ACCOUNT_NOT_FOUND, ERR_MARKET_NOT_FOUND, ERR_MARKET_PAUSED, ERR_NOT_OWNER,
    ERR_NO_POSITION, ERR_ORDER_LOCKED, ERR_ORDER_NOT_FOUND, ERR_TOO_MANY_OPEN_ORDERS,
    ERR_TRIGGER_PASSED, ERR_VALIDATION, OK, PERP_ORDER_AUCTION, PERP_ORDER_LIMIT, PERP_ORDER_STOP,
    PERP_ORDER_TRAILING, SOURCE_INDEX, SOURCE_MARKET, TAG_PERP_ORDER_AMENDED, AmendPerpOrderC,
    CancelPerpOrderC, CancelPerpOrdersC, PerpOrderAmendedC, PlacePerpOrderC,
)
from engine.core.numbers.numbers cimport POSITION_MAX, PRICE_MAX
from engine.core.orders.rows cimport (
    ACCOUNT_MARKET_ORDERS_MAX, ACCOUNT_ORDERS_MAX, LONGEST_S, MARKET_ORDERS_MAX,
    add_bracket, add_order,
    end_order, find_perp_order, is_order_locked, order_slots,
)
from engine.core.orders.waiting cimport is_met, source_price_e8, trailed_e8
from engine.core.perps.accounting cimport emit, is_in_liquidation, withdrawable_e6
from engine.core.perps.delegate cimport has_ended, is_market_allowed
from engine.core.perps.oracle cimport schedule_at_s
from engine.core.perps.positions cimport size_in
from engine.core.state.state cimport (
    NO_ROW, Account, PerpOrder, State, account_at, edit_perp_order, find_account, find_user,
    is_high_risk, market_at, market_count, market_rules, owner_or_user, perp_order_at, user_at,
)
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    RATE_ONE = 1_000_000

# Who acts for which account; `delegate` is NO_ROW where the owner does.
cdef struct Subject:
    uint32_t owner
    uint32_t account
    uint32_t delegate


cdef int _find_subject(
    State *st, const unsigned char *owner, const unsigned char *actor, uint32_t account_id,
    Subject *subject
) noexcept nogil:
    """Rights and account, in the order of rule 54."""
    subject.owner = find_user(st, owner)
    subject.delegate = NO_ROW
    if memcmp(actor, owner, 32) != 0:
        if subject.owner == NO_ROW:
            return ERR_NOT_OWNER
        subject.delegate = user_at(st, subject.owner).delegate
        if subject.delegate == NO_ROW or (
            memcmp(user_at(st, subject.delegate).address, actor, 32) != 0
        ):
            return ERR_NOT_OWNER
        if has_ended(user_at(st, subject.owner), st.now_s):
            st.detail = user_at(st, subject.owner).delegate_until_s
            return ERR_DELEGATE_EXPIRED
    subject.account = (
        NO_ROW if subject.owner == NO_ROW else find_account(st, subject.owner, account_id)
    )
    if subject.account == NO_ROW or not account_at(st, subject.account).is_open:
        st.detail = account_id
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    return OK


cdef int _may_act_in(State *st, const Subject *subject, uint32_t market) noexcept nogil:
    if subject.delegate != NO_ROW and not is_market_allowed(
        user_at(st, subject.owner), market + 1
    ):
        st.detail = market + 1
        return ERR_DELEGATE_MARKET
    return OK


# Input.

cdef inline int _price_code(int64_t price_e8, int is_needed) noexcept nogil:
    if price_e8 > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    return ERR_VALIDATION if price_e8 < is_needed else OK


cdef int check_input(const PerpOrder *order) noexcept nogil:
    """Fields that do not go together (rule 54)."""
    cdef int has_trigger = order.kind != PERP_ORDER_AUCTION and order.kind != PERP_ORDER_TRAILING
    cdef int code
    if (
        order.kind > PERP_ORDER_TRAILING or order.source > SOURCE_MARKET
        or order.is_reduce_only > 1 or order.is_whole > order.is_reduce_only
        or (order.size_e6 == 0) != order.is_whole
        or (order.kind == PERP_ORDER_AUCTION and order.source != SOURCE_INDEX)
        or (order.trigger_e8 != 0) != has_trigger
        or (order.trail_e6 != 0) != (order.kind == PERP_ORDER_TRAILING)
        or not 0 <= order.trail_e6 < RATE_ONE
        or (order.worst_e8 == 0 and not order.is_reduce_only and order.kind != PERP_ORDER_LIMIT)
    ):
        return ERR_VALIDATION
    if order.size_e6 > POSITION_MAX or order.size_e6 < -POSITION_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    code = _price_code(order.trigger_e8, has_trigger)
    if code == OK:
        code = _price_code(order.worst_e8, 0)
    if code == OK:
        code = _price_code(order.stop_e8, 0)
    if code == OK:
        code = _price_code(order.target_e8, 0)
    return code


cdef int _check_prices(State *st, const PerpOrder *order) noexcept nogil:
    """A worst price that can never be met, a bracket on the wrong sides."""
    cdef int64_t base = order.trigger_e8
    cdef int is_fillable = 1
    if order.kind == PERP_ORDER_LIMIT:
        is_fillable = order.worst_e8 == 0 or order.worst_e8 == order.trigger_e8
    elif order.kind == PERP_ORDER_STOP and order.worst_e8:
        is_fillable = (
            order.worst_e8 >= order.trigger_e8 if order.is_buy
            else order.worst_e8 <= order.trigger_e8
        )
    if not is_fillable:
        return ERR_VALIDATION
    if order.stop_e8 == 0 and order.target_e8 == 0:
        return OK
    if order.is_reduce_only:
        return ERR_VALIDATION
    if base == 0:
        base = market_at(st, order.market).price_e8
    if order.stop_e8 and (order.stop_e8 >= base if order.is_buy else order.stop_e8 <= base):
        return ERR_VALIDATION
    if order.target_e8 and (order.target_e8 <= base if order.is_buy else order.target_e8 >= base):
        return ERR_VALIDATION
    return OK


cdef int _check_state(State *st, PerpOrder *order) noexcept nogil:
    """Account, position, expiry, trigger; completes trailing and limit orders."""
    cdef Account *account = account_at(st, order.account)
    if market_at(st, order.market).settled_at_s:
        return ERR_MARKET_PAUSED
    if not order.is_reduce_only:
        if is_in_liquidation(st, account):
            return ERR_IN_LIQUIDATION
        if is_high_risk(st, account.user) or is_high_risk(st, order.delegate):
            return ERR_HIGH_RISK_USER
    if order.is_whole and size_in(st, account, order.market) == 0:
        return ERR_NO_POSITION
    if not st.now_s < order.expires_at_s <= st.now_s + LONGEST_S:
        st.detail = st.now_s + LONGEST_S
        return ERR_BAD_EXPIRY
    if order.kind == PERP_ORDER_LIMIT:
        order.worst_e8 = order.trigger_e8
    if order.kind == PERP_ORDER_TRAILING:
        order.best_e8 = source_price_e8(st, order.market, order.source)
        order.trigger_e8 = trailed_e8(order)
    if (
        order.kind != PERP_ORDER_AUCTION
        and not (order.kind == PERP_ORDER_LIMIT and order.source == SOURCE_INDEX)
        and is_met(order, source_price_e8(st, order.market, order.source))
    ):
        st.detail = source_price_e8(st, order.market, order.source)
        return ERR_TRIGGER_PASSED
    return OK


cdef int _check_limits(
    State *st, uint32_t account, uint32_t market, uint32_t slots, int holds_margin
) noexcept nogil:
    """Numbers of orders, then the margin that one of them holds (rule 53)."""
    cdef uint32_t row = account_at(st, account).first_order
    cdef uint32_t here = slots
    while row != NO_ROW:
        if perp_order_at(st, row).market == market:
            here += order_slots(perp_order_at(st, row))
        row = perp_order_at(st, row).next
    if here > ACCOUNT_MARKET_ORDERS_MAX:
        st.detail = ACCOUNT_MARKET_ORDERS_MAX
        return ERR_TOO_MANY_OPEN_ORDERS
    if account_at(st, account).order_count + slots > ACCOUNT_ORDERS_MAX:
        st.detail = ACCOUNT_ORDERS_MAX
        return ERR_TOO_MANY_OPEN_ORDERS
    if st.watches[market].order_count + slots > MARKET_ORDERS_MAX:
        st.detail = MARKET_ORDERS_MAX
        return ERR_TOO_MANY_OPEN_ORDERS
    if holds_margin and withdrawable_e6(st, account_at(st, account)) < st.rules.order_margin_e6:
        st.detail = st.rules.order_margin_e6
        return ERR_INSUFFICIENT_MARGIN
    return OK


cdef int place_perp_order(State *st, const PlacePerpOrderC *command) except -1 nogil:
    cdef Subject subject
    cdef PerpOrder order
    cdef int code
    memset(&order, 0, sizeof(PerpOrder))
    order.kind = command.kind
    order.source = command.source
    order.is_reduce_only = command.is_reduce_only
    order.is_whole = command.is_whole
    order.size_e6 = command.size_e6
    order.trigger_e8 = command.trigger_e8
    order.trail_e6 = command.trail_e6
    order.worst_e8 = command.worst_e8
    order.group = command.group
    order.expires_at_s = command.expires_at_s
    order.stop_e8 = command.stop_e8
    order.target_e8 = command.target_e8
    order.is_buy = order.size_e6 > 0
    code = check_input(&order)
    if code == OK:
        code = _find_subject(
            st, owner_or_user(command.owner, command.user), command.user, command.account_id,
            &subject,
        )
    if code != OK:
        return code
    if command.market_id == 0 or command.market_id > market_count(st):
        st.detail = command.market_id
        return ERR_MARKET_NOT_FOUND
    order.account = subject.account
    order.market = command.market_id - 1
    order.delegate = subject.delegate
    code = _may_act_in(st, &subject, order.market)
    if code != OK:
        return code
    if order.is_whole:
        order.is_buy = size_in(st, account_at(st, order.account), order.market) < 0
    code = _check_prices(st, &order)
    if code == OK:
        code = _check_state(st, &order)
    if code == OK:
        code = _check_limits(
            st, order.account, order.market, order_slots(&order), not order.is_reduce_only
        )
    if code == OK:
        add_order(st, &order, 0)
    return code


cdef int place_bracket(
    State *st, const unsigned char *actor, const unsigned char *owner, uint32_t account,
    uint32_t market, int64_t stop_e8, int64_t target_e8
) except -1 nogil:
    """Stop and target on the position that a trade leaves; OK or the refusal."""
    cdef int64_t size = size_in(st, account_at(st, account), market)
    cdef int64_t price = market_at(st, market).price_e8
    cdef uint32_t delegate = NO_ROW
    cdef int code = _price_code(stop_e8, 0)
    if code == OK:
        code = _price_code(target_e8, 0)
    if code != OK:
        return code
    if size == 0:
        return ERR_NO_POSITION
    if (stop_e8 and (stop_e8 >= price if size > 0 else stop_e8 <= price)) or (
        target_e8 and (target_e8 <= price if size > 0 else target_e8 >= price)
    ):
        st.detail = price
        return ERR_TRIGGER_PASSED
    code = _check_limits(st, account, market, (stop_e8 != 0) + (target_e8 != 0), 0)
    if code != OK:
        return code
    if memcmp(actor, owner, 32) != 0:
        delegate = find_user(st, actor)
    return add_bracket(st, account, market, delegate, size > 0, stop_e8, target_e8, 0)


cdef int amend_perp_order(State *st, const AmendPerpOrderC *command) except -1 nogil:
    cdef Subject subject
    cdef PerpOrder wanted
    cdef PerpOrder *order
    cdef PerpOrderAmendedC *event
    cdef uint32_t row
    cdef int code = _find_subject(
        st, owner_or_user(command.owner, command.user), command.user, command.account_id, &subject
    )
    if code != OK:
        return code
    row = find_perp_order(st, subject.account, command.order_id)
    if row == NO_ROW or command.order_id == 0:
        return ERR_ORDER_NOT_FOUND
    wanted = perp_order_at(st, row)[0]
    code = _may_act_in(st, &subject, wanted.market)
    if code != OK:
        return code
    if is_order_locked(st, &wanted):
        return ERR_ORDER_LOCKED
    wanted.size_e6 = command.size_e6
    wanted.trigger_e8 = command.trigger_e8
    wanted.trail_e6 = command.trail_e6
    wanted.worst_e8 = command.worst_e8
    wanted.expires_at_s = command.expires_at_s
    if not wanted.is_whole:
        wanted.is_buy = wanted.size_e6 > 0
    wanted.delegate = subject.delegate
    code = check_input(&wanted)
    if code == OK:
        code = _check_prices(st, &wanted)
    if code == OK:
        code = _check_state(st, &wanted)
    if code != OK:
        return code
    order = edit_perp_order(st, row)
    order.size_e6 = wanted.size_e6
    order.trigger_e8 = wanted.trigger_e8
    order.trail_e6 = wanted.trail_e6
    order.worst_e8 = wanted.worst_e8
    order.best_e8 = wanted.best_e8
    order.expires_at_s = wanted.expires_at_s
    order.delegate = wanted.delegate
    order.is_buy = wanted.is_buy
    order.is_parked = 0
    order.code = 0
    order.from_schedule_s = schedule_at_s(st.now_s, market_rules(st, order.market))
    event = <PerpOrderAmendedC *> emit(st, TAG_PERP_ORDER_AMENDED, sizeof(PerpOrderAmendedC))
    memcpy(event.owner, user_at(st, subject.owner).address, 32)
    event.account_id = command.account_id
    event.market_id = order.market + 1
    event.order_id = order.order_id
    event.size_e6 = order.size_e6
    event.trigger_e8 = order.trigger_e8
    event.trail_e6 = order.trail_e6
    event.worst_e8 = order.worst_e8
    event.expires_at_s = order.expires_at_s
    return OK


cdef int cancel_perp_order(State *st, const CancelPerpOrderC *command) except -1 nogil:
    cdef Subject subject
    cdef uint32_t row
    cdef int code = _find_subject(
        st, owner_or_user(command.owner, command.user), command.user, command.account_id, &subject
    )
    if code != OK:
        return code
    row = find_perp_order(st, subject.account, command.order_id)
    if row == NO_ROW or command.order_id == 0:
        return ERR_ORDER_NOT_FOUND
    code = _may_act_in(st, &subject, perp_order_at(st, row).market)
    if code != OK:
        return code
    if is_order_locked(st, perp_order_at(st, row)):
        return ERR_ORDER_LOCKED
    return end_order(st, row, ENDED_CANCELED, 0)


cdef int cancel_perp_orders(State *st, const CancelPerpOrdersC *command) except -1 nogil:
    """All of an account, or of one market; what is locked stays."""
    cdef Subject subject
    cdef uint32_t row
    cdef uint32_t following
    cdef PerpOrder *order
    cdef int code = _find_subject(
        st, owner_or_user(command.owner, command.user), command.user, command.account_id, &subject
    )
    if code != OK:
        return code
    if command.market_id > market_count(st):
        st.detail = command.market_id
        return ERR_MARKET_NOT_FOUND
    row = account_at(st, subject.account).first_order
    while row != NO_ROW and perp_order_at(st, row).next != NO_ROW:
        row = perp_order_at(st, row).next
    while row != NO_ROW:
        order = perp_order_at(st, row)
        following = order.last
        if (
            (command.market_id == 0 or order.market == command.market_id - 1)
            and _may_act_in(st, &subject, order.market) == OK
            and not is_order_locked(st, order)
        ):
            end_order(st, row, ENDED_CANCELED, 0)
        row = following
    st.detail = 0
    return OK
