"""Ranges of the facts that are journaled for the programmes; the state does not change."""

from libc.stdint cimport uint16_t

# The code of a fact's refusal, or OK; VALIDATION for what is no fact.
cdef int check_fact(const unsigned char *record, uint16_t tag) noexcept nogil
