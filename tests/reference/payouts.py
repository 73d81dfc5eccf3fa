"""Payouts of the slow reference: requests, their order, the outflow limiter, the freeze."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Figures, Refused, Request
from tests.reference.rounding import E12, down, q

PENDING, PAYABLE, AUTHORISED, SETTLED = range(4)
COLLATERAL, TOKEN = 1, 2
KIND_LIQUIDITY = 1
KIND_CLAIMED_DEPOSIT = 2
WINDOWS = [("outflow_hourly_rate_e12", 3600), ("outflow_daily_rate_e12", 86_400)]


class Payouts(Figures):
    """What leaves the vault, in which order (rules/pool.md; rules 23, 24, 39, 43)."""

    def create_request(self, owner: bytes, request: Request) -> None:
        requests = self.user(owner).requests
        requests[len(requests) + 1] = request
        if request.mint == COLLATERAL:
            self.unsettled += request.amount
        else:
            self.token_unsettled += request.amount

    def pay_at_once(self, owner: bytes, amount: int, kind: int, mint: int = COLLATERAL) -> None:
        """Make a request without delay and tip."""
        self.create_request(owner, Request(amount, 0, self.now, mint=mint, kind=kind))
        self.make_payable(owner, len(self.user(owner).requests))

    def make_payable(self, owner: bytes, request_id: int) -> None:
        request = self.user(owner).requests[request_id]
        request.state = PAYABLE
        if request.mint == COLLATERAL and not self.is_beside_line(request):
            request.lined = True
            self.queue.append((owner, request_id))

    def is_beside_line(self, request: Request) -> bool:
        """Whether quarantined tokens go back while the vault covers all that is claimed."""
        return request.kind == KIND_CLAIMED_DEPOSIT and self.lp_balance >= 0

    def price_again(self, request: Request) -> None:
        raise NotImplementedError

    def removals_wait(self) -> bool:
        raise NotImplementedError

    def _ProcessSettlementRequests(self, c: m.ProcessSettlementRequests) -> None:
        if not 1 <= c.request_count <= 8:
            raise Refused(E.VALIDATION)
        user = self.users.get(c.owner)
        done = 0
        for request_id in c.request_ids[: c.request_count]:
            request = user.requests.get(request_id) if user else None
            if request is None or request.state != PENDING or self.now < request.maturity:
                continue
            if request.kind == KIND_LIQUIDITY and self.removals_wait():
                continue
            done += 1
            self.price_again(request)
            if c.user == c.owner:
                request.tip = 0
            if request.amount:
                self.make_payable(c.owner, request_id)
            else:
                request.state = SETTLED
        if not done:
            raise Refused(E.NOTHING_TO_SETTLE)

    def _ClaimDeposit(self, c: m.ClaimDeposit) -> None:
        user = self.users.get(c.user)
        row = user.deposits.get(c.deposit_id) if user else None
        if row is None or row[2]:
            raise Refused(E.DEPOSIT_NOT_FOUND)
        self.check_request(c.user)
        amount, mint, _ = row
        row[2] = 1
        if mint == COLLATERAL:
            self.quarantined -= amount
        else:
            self.token_quarantined -= amount
        self.pay_at_once(c.user, amount, KIND_CLAIMED_DEPOSIT, mint)

    # settler ---------------------------------------------------------------------------------
    def requested(self, owner: bytes, request_id: int, state: int) -> Request:
        user = self.users.get(owner)
        request = user.requests.get(request_id) if user else None
        if request is None or request.state != state:
            raise Refused(E.NOTHING_TO_SETTLE)
        return request

    def _AuthorisePayout(self, c: m.AuthorisePayout) -> None:
        self.only_when_not_halted()
        request = self.requested(c.owner, c.request_id, PAYABLE)
        if request.mint == COLLATERAL and not request.lined:
            if self.lp_balance < 0:
                self.check_freeze(request.amount)
            if request.amount > self.vault:
                raise Refused(E.OUTFLOW_FROZEN)
        elif request.mint == COLLATERAL and not request.counted:
            self.check_outflow(c.owner, c.request_id, request.amount)
            self.queue.pop(0)
            self.outflows.append((self.now, request.amount))
            request.counted = True
        elif request.mint == COLLATERAL:
            self.check_freeze(request.amount)
        request.state, request.signature = AUTHORISED, c.payout_signature

    def check_outflow(self, owner: bytes, request_id: int, amount: int) -> None:
        if self.queue[0] != (owner, request_id):
            raise Refused(E.OUTFLOW_LIMIT)
        self.check_freeze(amount)
        tvl = max(0, self.margin_sum() + self.lp_balance)
        for rate, seconds in WINDOWS:
            paid = [x for at, x in self.outflows if self.now - at < seconds]
            limit = max(down(q(tvl * self.p[rate], E12)), self.p["outflow_floor_e6"])
            if paid and sum(paid) + amount > limit:
                raise Refused(E.OUTFLOW_LIMIT)

    def check_freeze(self, amount: int) -> None:
        if self.negative_equity() > self.reserve or amount > self.vault:
            raise Refused(E.OUTFLOW_FROZEN)

    def negative_equity(self) -> int:
        """Return what accounts outside liquidation owe beyond their margin."""
        accounts = (a for u in self.users.values() for a in u.accounts.values())
        return sum(max(0, -self.available(a)) for a in accounts if not a.in_liquidation)

    def _ExpirePayout(self, c: m.ExpirePayout) -> None:
        self.requested(c.owner, c.request_id, AUTHORISED).state = PAYABLE

    def _RecordPayout(self, c: m.RecordPayout) -> None:
        request = self.requested(c.owner, c.request_id, AUTHORISED)
        if request.signature != c.payout_signature:
            raise Refused(E.VALIDATION)
        request.state = SETTLED
        if request.mint == COLLATERAL:
            self.unsettled -= request.amount
            self.vault -= request.amount
        else:
            self.token_unsettled -= request.amount
            self.token_vault -= request.amount
