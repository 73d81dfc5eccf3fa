"""Signatures that another thread verifies, without the interpreter's lock, ahead of their use.

What the thread has not begun when it is asked for is left to the caller. While the thread is at
what is asked for, the caller verifies another one.
"""

import threading

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdlib cimport calloc, free

from engine.signatures.batch cimport KEY, OPEN, SIGNATURE

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutex_t:
        pass
    ctypedef struct pthread_cond_t:
        pass
    int pthread_mutex_init(pthread_mutex_t *, void *)
    int pthread_mutex_lock(pthread_mutex_t *)
    int pthread_mutex_unlock(pthread_mutex_t *)
    int pthread_mutex_destroy(pthread_mutex_t *)
    int pthread_cond_init(pthread_cond_t *, void *)
    int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *)
    int pthread_cond_broadcast(pthread_cond_t *)
    int pthread_cond_destroy(pthread_cond_t *)

cdef enum:
    ALONE = 1  # a single signature is not worth waking the thread

cdef enum State:
    FREE, WAITING, TAKEN, VALID, INVALID


cdef struct Row:
    const unsigned char *signed
    unsigned long long length
    const unsigned char *key
    State state


cdef class Ahead:
    """A thread that verifies what is added, in its order, and a bounded line of that."""

    cdef Py_ssize_t room
    cdef Row *rows
    cdef list kept  # the bytes that the rows point to
    cdef unsigned long long begun, end  # tickets: the thread's next one, and that of the next row
    cdef bint stopped
    cdef pthread_mutex_t lock
    cdef pthread_cond_t changed
    cdef object thread

    def __cinit__(self, Py_ssize_t room):
        if room < 1:
            raise ValueError("there is room for at least one signature")
        pthread_mutex_init(&self.lock, NULL)
        pthread_cond_init(&self.changed, NULL)
        self.rows = <Row *>calloc(room, sizeof(Row))
        if self.rows == NULL:
            raise MemoryError
        self.room = room
        self.kept = [None] * room
        self.begun = self.end = 0

    def __init__(self, Py_ssize_t room):
        self.thread = threading.Thread(target=self._verify_all, name="signatures", daemon=True)
        self.thread.start()

    def __dealloc__(self):
        free(self.rows)
        pthread_cond_destroy(&self.changed)
        pthread_mutex_destroy(&self.lock)

    def __len__(self):
        """Return how many signatures the thread has not begun."""
        pthread_mutex_lock(&self.lock)
        count = self.end - self.begun
        pthread_mutex_unlock(&self.lock)
        return count

    def add(self, bytes signed not None, bytes key not None):
        """Let a signature with the message behind it be verified; return its ticket, -1: no room.

        Each ticket is to be given to `is_valid` once.
        """
        cdef Row *row = &self.rows[self.end % self.room]
        cdef bint wakes
        if PyBytes_GET_SIZE(key) != KEY or PyBytes_GET_SIZE(signed) < SIGNATURE:
            raise ValueError("a key has 32 bytes and a signature 64")
        if row.state != FREE or self.stopped:  # only this thread makes rows free
            return -1
        self.kept[self.end % self.room] = signed, key
        row.signed = <const unsigned char *>PyBytes_AS_STRING(signed)
        row.length = PyBytes_GET_SIZE(signed)
        row.key = <const unsigned char *>PyBytes_AS_STRING(key)
        pthread_mutex_lock(&self.lock)
        row.state = WAITING
        self.end += 1
        wakes = self.end - self.begun > ALONE
        pthread_mutex_unlock(&self.lock)
        if wakes:
            pthread_cond_broadcast(&self.changed)
        return self.end - 1

    def is_valid(self, unsigned long long ticket):
        """Return whether the signature is known to be valid; else the caller has to verify it.

        A signature that another library takes and libsodium does not is not known to be valid; none
        is that Solana's strict rule refuses.
        """
        cdef Row *row = &self.rows[ticket % self.room]
        cdef State state
        if ticket >= self.end or self.end - ticket > <unsigned long long>self.room:
            raise ValueError("a ticket of no signature")
        if row.state == FREE:
            raise ValueError("a ticket that was given back")
        with nogil:
            pthread_mutex_lock(&self.lock)
            while row.state == TAKEN:  # the thread is at it: verify another one meanwhile
                if not self.verify_next():
                    pthread_cond_wait(&self.changed, &self.lock)
            state = row.state
            row.state = FREE
            if state == WAITING and ticket == self.begun:
                self.begun += 1
            pthread_mutex_unlock(&self.lock)
        self.kept[ticket % self.room] = None
        return state == VALID

    def close(self):
        """End the thread; what was added can still be asked for."""
        pthread_mutex_lock(&self.lock)
        self.stopped = True
        pthread_cond_broadcast(&self.changed)
        pthread_mutex_unlock(&self.lock)
        self.thread.join()

    def _verify_all(self):
        with nogil:
            self.verify_all()

    cdef void verify_all(self) noexcept nogil:
        pthread_mutex_lock(&self.lock)
        while not self.stopped:
            if not self.verify_next():
                pthread_cond_wait(&self.changed, &self.lock)
        pthread_mutex_unlock(&self.lock)

    cdef bint verify_next(self) noexcept nogil:
        """Verify the next waiting signature; the lock is released while libsodium runs.

        Returns whether there was one.
        """
        cdef Row *row
        cdef State state
        while self.begun != self.end:
            row = &self.rows[self.begun % self.room]
            self.begun += 1
            if row.state != WAITING:
                continue
            row.state = TAKEN
            pthread_mutex_unlock(&self.lock)
            state = VALID if OPEN(NULL, NULL, row.signed, row.length, row.key) == 0 else INVALID
            pthread_mutex_lock(&self.lock)
            row.state = state
            pthread_cond_broadcast(&self.changed)
            return True
        return False
