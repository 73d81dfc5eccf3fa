"""Hints to the processor and the kernel about memory; none changes a result."""

from libc.stddef cimport size_t

cdef extern from *:
    """
    #ifndef ACRE_MEMORY
    #define ACRE_MEMORY
    #include <stddef.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    #define ACRE_HUGE_PAGE ((uintptr_t)1 << 21)
    #if defined(__GNUC__) || defined(__clang__)
    #define ACRE_PREFETCH(address) __builtin_prefetch(address)
    #else
    #define ACRE_PREFETCH(address) ((void)(address))
    #endif
    static inline void acre_use_huge_pages(void *data, size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        const uintptr_t first = ((uintptr_t)data + ACRE_HUGE_PAGE - 1) & ~(ACRE_HUGE_PAGE - 1);
        const uintptr_t end = ((uintptr_t)data + size) & ~(ACRE_HUGE_PAGE - 1);
        if (end > first)
            (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
    #else
        (void)data;
        (void)size;
    #endif
    }
    /* Huge pages are requested before the copy, which would otherwise fault in small ones. */
    static inline void *acre_larger_array(void *old, size_t old_size, size_t size) {
        void *data;
        if (posix_memalign(&data, ACRE_HUGE_PAGE, size)) return NULL;
        acre_use_huge_pages(data, size);
        if (old_size) memcpy(data, old, old_size);
        free(old);
        return data;
    }
    #endif
    """
    void prefetch "ACRE_PREFETCH"(const void *address) noexcept nogil
    # Large arrays that are met at random: fewer misses of the address translation, fewer faults.
    # Only whole huge pages inside the array take part; small arrays stay as they are.
    void use_huge_pages "acre_use_huge_pages"(void *data, size_t size) noexcept nogil
    # A copy of an array of malloc in more memory, whose rest is not touched; frees the old one.
    # NULL: there is none, and the old one stays.
    void *larger_array "acre_larger_array"(void *old, size_t old_size, size_t size) noexcept nogil
