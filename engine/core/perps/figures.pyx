"""Figures of a trade's quote as words: a form writes them, a row is made when asked for."""

from libc.stdint cimport int64_t, uint64_t

from engine.core.views import TradeQuote

cdef enum:
    FIRST = 2  # place of the first figure: behind the truth value and the reasons
    NOTIONAL = 3


cdef TradeFigures new_figures(tuple reasons):
    cdef TradeFigures figures = TradeFigures.__new__(TradeFigures)
    figures.reasons = reasons
    figures.count = FIRST
    return figures


cdef class TradeFigures(Figures):
    """A quote as words: the fields of `TradeQuote` in their places."""

    @property
    def is_executable(self):
        """Return whether nothing is against the trade."""
        return not self.reasons

    @property
    def notional_delta_e6(self):
        """Return the notional of the trade, signed as its size."""
        return self.values[NOTIONAL]

    def quote(self):
        """Return the row."""
        cdef int place
        figures = [
            None if self.unknown >> place & 1 else self.values[place]
            for place in range(FIRST, self.count)
        ]
        return TradeQuote(self.is_executable, self.reasons, *figures)

    cdef int put(self, int64_t value) except -1:
        """Add the next figure."""
        self.values[self.count] = value
        self.count += 1
        return 0

    cdef int put_if(self, bint is_known, int64_t value) except -1:
        if not is_known:
            self.unknown |= <uint64_t> 1 << self.count
        return self.put(value)
