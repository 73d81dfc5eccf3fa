"""Margin accounts: create, close, deposit, withdraw, delegate."""

from engine.core.generated.records cimport (
    CloseMarginAccountC, CreateMarginAccountC, DepositMarginC, SetDelegateC, WithdrawMarginC,
)
from engine.core.state.state cimport State
from libc.stdint cimport uint16_t

cdef int create_margin_account(State *st, const CreateMarginAccountC *command) except -1 nogil
cdef int close_margin_account(State *st, const CloseMarginAccountC *command) except -1 nogil
cdef int deposit_margin(State *st, const DepositMarginC *command) except -1 nogil
cdef int withdraw_margin(State *st, const WithdrawMarginC *command) except -1 nogil
cdef int set_delegate(State *st, const SetDelegateC *command) except -1 nogil
cdef int is_screened(State *st, const unsigned char *record, uint16_t tag) noexcept nogil
