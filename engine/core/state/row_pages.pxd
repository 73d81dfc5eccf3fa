"""One page of rows in order of (maturity, owner, number), chosen in one pass over a list."""

from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memmove

cdef enum:
    ROW_PAGE_MAX = 256

cdef struct RowKey:
    int64_t maturity_s
    const unsigned char *owner
    uint64_t number

cdef struct RowPage:
    size_t limit
    size_t count
    int sign  # -1: the last in order come first
    bint has_after
    RowKey after
    RowKey keys[ROW_PAGE_MAX]
    uint32_t rows[ROW_PAGE_MAX]


cdef inline void begin_page(RowPage *page, size_t limit, bint is_descending) noexcept nogil:
    page.limit = limit if limit < ROW_PAGE_MAX else ROW_PAGE_MAX
    page.count = 0
    page.sign = -1 if is_descending else 1
    page.has_after = False


cdef inline void begin_owner_page(
    RowPage *page, RowKey *key, const unsigned char *owner, size_t limit, bint is_descending
) noexcept nogil:
    """A page of one owner's rows, whose keys differ in maturity and number only."""
    begin_page(page, limit, is_descending)
    key.owner = owner
    page.after.owner = owner


cdef inline int compared(const RowKey *one, const RowKey *other) noexcept nogil:
    cdef int owners
    if one.maturity_s != other.maturity_s:
        return -1 if one.maturity_s < other.maturity_s else 1
    owners = memcmp(one.owner, other.owner, 32)
    if owners != 0:
        return owners
    if one.number == other.number:
        return 0
    return -1 if one.number < other.number else 1


cdef inline void offer_row(RowPage *page, const RowKey *key, uint32_t row) noexcept nogil:
    """Take a row that belongs to the page as far as is known by now."""
    cdef size_t low = 0
    cdef size_t high = page.count
    cdef size_t middle
    if page.limit == 0 or (page.has_after and page.sign * compared(key, &page.after) <= 0):
        return
    if page.count == page.limit:
        if page.sign * compared(key, &page.keys[page.count - 1]) > 0:
            return
        page.count -= 1
        high = page.count
    while low < high:
        middle = (low + high) // 2
        if page.sign * compared(key, &page.keys[middle]) < 0:
            high = middle
        else:
            low = middle + 1
    memmove(&page.keys[low + 1], &page.keys[low], (page.count - low) * sizeof(RowKey))
    memmove(&page.rows[low + 1], &page.rows[low], (page.count - low) * sizeof(uint32_t))
    page.keys[low] = key[0]
    page.rows[low] = row
    page.count += 1
