"""What a mutant is, and how its wrong gets into a source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong: a piece of a source that stands there exactly once, and what takes its place.

    `tests` are the likely killers, by the names of their files without `test_`. A `reason` says why
    the change is not observable; it is listed here so that it is not added again.
    """

    name: str
    path: str
    before: str
    after: str
    breaks: str
    tests: tuple[str, ...]
    reason: str = ""

    def apply(self, source: str) -> str:
        """Return a source with the wrong in it."""
        found = source.count(self.before)
        if found != 1:
            raise ValueError(f"{self.name}: its piece appears {found} times in {self.path}")
        return source.replace(self.before, self.after)
