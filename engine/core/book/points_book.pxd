"""What the points layer gives other modules: nothing that they use."""

from engine.core.book.alone cimport IS_ALONE  # first: what follows depends on it
from engine.core.book.book cimport BookEvent, EventTail
from engine.core.book.commands cimport BookCommand, Core

# `run_other` of this layer. Its name leaves the module, so that the loop calls it.
cdef BookEvent *run_apart(
    Core *core, const BookCommand *command, EventTail tail, BookEvent *out, BookEvent *end
) noexcept nogil
