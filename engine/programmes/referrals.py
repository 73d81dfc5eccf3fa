"""Referral codes: who made which, who used whose (API 4.5, 7.4)."""

import re
from dataclasses import dataclass, field

from engine.programmes.errors import ProgrammeError
from engine.programmes.facts import Participated, ReferralCodeGenerated, ReferralUsed

CODE_LENGTH_MIN = 3
CODE_LENGTH_MAX = 20
USE_WINDOW_S = 7 * 86_400
_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(slots=True)
class ReferralUser:
    """A user in the referral tree; times are `None` until they are."""

    participated_at_s: int | None = None
    code: str | None = None
    referred_by: bytes | None = None
    referred_by_code: str | None = None
    referred_at_s: int | None = None
    referees: list[bytes] = field(default_factory=list)


class ReferralBook:
    """A fold of participation, codes and their use. `check_*` refuse before a fact is made."""

    def __init__(self, use_window_s: int = USE_WINDOW_S) -> None:
        self._use_window_s = use_window_s
        self._users: dict[bytes, ReferralUser] = {}
        self._owners: dict[str, bytes] = {}

    def save(self) -> dict[bytes, ReferralUser]:
        """Return everything that was folded, by user."""
        return self._users

    def load(self, saved: dict[bytes, ReferralUser]) -> None:
        """Take over what was saved; raise ValueError when it is no tree."""
        self._users = saved
        self._owners = {one.code.lower(): user for user, one in saved.items() if one.code}
        under = {referee: user for user, one in saved.items() for referee in one.referees}
        above = {user: one.referred_by for user, one in saved.items() if one.referred_by}
        if under != above or not _is_forest(above):
            raise ValueError("the referrals contradict one another")

    def of(self, user: bytes) -> ReferralUser:
        """Return what is known of a user; an empty record for one never seen."""
        return self._users.get(user) or ReferralUser()

    def owner_of(self, code: str) -> bytes | None:
        """Return whose code this is, whatever the case of its letters; a code is ASCII."""
        text = code.strip()
        return self._owners.get(text.lower()) if text.isascii() else None

    def check_generate(self, user: bytes, code: str) -> str:
        """Return the code as it will be stored; raise ProgrammeError in the contract's order."""
        text = code.strip()
        if len(text) > CODE_LENGTH_MAX:
            raise ProgrammeError(
                "REFERRAL_CODE_TOO_LONG", "The referral code cannot be longer than 20 characters"
            )
        if not text:
            details = {"field": "referralCode"}
            raise ProgrammeError("VALIDATION", "Referral code is required", details)
        if len(text) < CODE_LENGTH_MIN or not _ALLOWED.fullmatch(text):
            raise ProgrammeError("INVALID_REFERRAL_CODE")
        known = self.of(user)
        if known.participated_at_s is None:
            raise ProgrammeError("NOT_PARTICIPATING")
        if self.owner_of(text) is not None:
            raise ProgrammeError("REFERRAL_CODE_TAKEN")
        if known.code is not None:
            raise ProgrammeError("REFERRAL_CODE_EXISTS")
        return text

    def check_use(self, user: bytes, code: str, now_s: int) -> bytes:
        """Return the owner of the code; raise ProgrammeError in the contract's order.

        The window counts from the first participation, its last second included; a user who does
        not participate yet is inside it.
        """
        text = code.strip()
        if len(text) > CODE_LENGTH_MAX:
            raise ProgrammeError(
                "REFERRAL_CODE_TOO_LONG", "Referral codes cannot be longer than 20 characters"
            )
        owner = self.owner_of(text)
        if owner is None:
            raise ProgrammeError("REFERRAL_CODE_NOT_FOUND")
        if owner == user:
            raise ProgrammeError("SELF_REFERRAL")
        known = self.of(user)
        if known.referred_by is not None:
            raise ProgrammeError("REFERRAL_ALREADY_USED")
        if self._is_ancestor(user, owner):
            raise ProgrammeError("REFERRAL_CYCLE")
        joined_s = known.participated_at_s
        if joined_s is not None and now_s - joined_s > self._use_window_s:
            raise ProgrammeError("REFERRAL_WINDOW_CLOSED")
        return owner

    def _is_ancestor(self, user: bytes, of_user: bytes) -> bool:
        """Return whether `user` referred `of_user`, at any depth; the tree has no cycle."""
        above = self.of(of_user).referred_by
        while above is not None and above != user:
            above = self.of(above).referred_by
        return above is not None

    def participate(self, fact: Participated) -> None:
        """Keep the first participation of a user."""
        record = self._edit(fact.user)
        if record.participated_at_s is None:
            record.participated_at_s = fact.time_s

    def generate(self, fact: ReferralCodeGenerated) -> None:
        """Give a user their code; raise what `check_generate` raises."""
        text = self.check_generate(fact.user, fact.code)
        self._edit(fact.user).code = text
        self._owners[text.lower()] = fact.user

    def use(self, fact: ReferralUsed) -> bytes:
        """Put a user under the owner of a code, who is returned; raise as `check_use`."""
        owner = self.check_use(fact.user, fact.code, fact.time_s)
        record = self._edit(fact.user)
        record.referred_by = owner
        record.referred_by_code = self.of(owner).code
        record.referred_at_s = fact.time_s
        self._edit(owner).referees.append(fact.user)
        return owner

    def _edit(self, user: bytes) -> ReferralUser:
        return self._users.setdefault(user, ReferralUser())


def _is_forest(above: dict[bytes, bytes]) -> bool:
    """Return whether every way up ends."""
    ending: set[bytes] = set()
    for user in above:
        way: dict[bytes, None] = {}
        place: bytes | None = user
        while place is not None and place not in ending:
            if place in way:
                return False
            way[place] = None
            place = above.get(place)
        ending.update(way)
    return True
