"""File descriptors of the process: the soft limit is raised to the hard one at start."""

import resource

DESCRIPTORS_MIN = 4_096
DESCRIPTORS_MAX = 1_048_576  # some systems name no limit, which none can be computed from
# Kept free of client connections: journal, database, proxied sockets and calls, logs.
DESCRIPTORS_RESERVED = 1_536


class DescriptorError(Exception):
    """The system allows too few open files; the message is a sentence."""


def raise_descriptors() -> int:
    """Raise the soft limit of open files to the hard one and return it; children inherit it."""
    soft, hard = (_known(limit) for limit in resource.getrlimit(resource.RLIMIT_NOFILE))
    wanted = max(soft, hard)
    if wanted < DESCRIPTORS_MIN:
        raise DescriptorError(
            f"This system allows {wanted} open files, but Acre needs {DESCRIPTORS_MIN}: raise the "
            "hard limit (`ulimit -Hn`, or LimitNOFILE= of the service)."
        )
    if soft < wanted:
        _, kept = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, kept))
    return wanted


def _known(limit: int) -> int:
    return DESCRIPTORS_MAX if limit == resource.RLIM_INFINITY else min(limit, DESCRIPTORS_MAX)
