"""Whether a standalone book contradicts itself."""

from engine.core.book.alone cimport IS_ALONE  # first: what follows depends on it
from engine.core.book.commands cimport Core
from engine.core.book.ledger cimport Ledger
from libc.stdint cimport int64_t

cdef int check_core(const Core *core) except -1
cdef int check_ledger(const Core *core, const Ledger *ledger, int64_t granted_e6) except -1
