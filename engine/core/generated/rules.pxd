"""The rule of every command."""

# Generated from engine/schema/commands.py by engine/schema/generate.py; do not edit.

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint8_t, uint16_t

# The code of a refusal, or OK.
cdef int carry_out(State *st, const unsigned char *record, uint16_t tag) except -1 nogil

# The tokens that must come with a command, and their mint; 0 and no mint for most.
cdef int64_t deposit_e6(const unsigned char *record, uint16_t tag, uint8_t *mint) noexcept nogil
