cdef enum:
    SIGNATURE = 64
    KEY = 32

# `crypto_sign_open`: message and its length (both may be NULL), signed message, key.
ctypedef int (*Open)(
    unsigned char *, unsigned long long *, const unsigned char *, unsigned long long,
    const unsigned char *,
) noexcept nogil

cdef Open OPEN
