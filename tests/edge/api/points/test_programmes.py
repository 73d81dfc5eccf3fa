"""A fact is journaled, folded, and its outcome returned before any later command is applied."""

import pytest

from chain.client.wallet import address_of
from edge.api.programmes import record, refusals
from edge.http.errors import ApiError
from engine.core.generated import messages as m


async def test_a_fact_is_told_as_the_programmes_took_it(service):
    context = service.context
    user = address_of(await service.world.user())
    book = context.programmes
    assert book.sequence == context.sequencer.sequence
    asked = m.GenerateReferralCode(user=user, code="Acre-1")

    async def code() -> tuple[str | None, int]:
        def read(applied):
            return book.ledger.referrals.of(user).code, applied.command.seq - book.sequence

        return await record(context, asked, read)

    with pytest.raises(ApiError) as refused:
        await code()
    assert (refused.value.code, refused.value.status) == ("NOT_PARTICIPATING", 409)
    with pytest.raises(ApiError) as checked, refusals():
        book.ledger.referrals.check_generate(user, "x" * 21)
    assert (checked.value.code, checked.value.status, checked.value.message) == (
        "REFERRAL_CODE_TOO_LONG",
        400,
        "The referral code cannot be longer than 20 characters",
    )
    await record(context, m.Participate(user=user, programme=3), lambda applied: None)
    assert await code() == ("Acre-1", 0)
    with pytest.raises(ApiError) as taken:
        await code()
    assert taken.value.code == "REFERRAL_CODE_TAKEN"
    with pytest.raises(ApiError) as closed:
        await record(context, m.Participate(user=user, programme=2), lambda applied: None)
    assert (closed.value.code, closed.value.details) == ("SEASON_CLOSED", {"programme": "ppps2"})
    with pytest.raises(ApiError) as bad:
        await record(context, m.JoinContest(user=user, contest_id="Royale"), lambda applied: None)
    assert (bad.value.code, bad.value.status) == ("VALIDATION", 400)
