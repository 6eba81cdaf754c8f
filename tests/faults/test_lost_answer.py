"""An answer that never arrives: whoever sends again gets the first result; whoever comes too late is told in words."""

import time
import uuid

from tests.faults.house import House, gift


def test_a_form_sent_again_after_a_lost_answer_is_recorded_once(any_house: House) -> None:
    with any_house.server(2) as web:
        hand, path = web.hand(), web.record_path(0)
        ops = [uuid.uuid4() for _form in range(20)]
        for rev, op in enumerate(ops):
            giver, taker = ("A", "B") if rev % 2 == 0 else ("B", "A")
            form = gift(rev, giver, taker, op)
            hand.lose(path, form)
            if rev % 2:  # half of them are sent again when the first is recorded, half while it may be on its way
                wait_for_rows(any_house, rev + 1)
            assert hand.post(path, form).status == 302
            assert hand.post(path, form).status == 302
    assert any_house.rows(0) == [(seq, str(op)) for seq, op in enumerate(ops, 1)]
    any_house.check()


def wait_for_rows(house: House, count: int) -> None:
    for _try in range(500):
        if len(house.rows(0)) == count:
            return
        time.sleep(0.01)
    raise AssertionError(f"never {count} rows")


def test_who_comes_too_late_reads_what_was_recorded_meanwhile(house: House) -> None:
    with house.laptop() as web:
        hand, path = web.hand(), web.record_path(0)
        hand.language = "en"
        assert hand.post(path, gift(0)).status == 302
        late = hand.post(path, gift(0, "B", "C", profits=2))
        assert late.status == 409
        assert "While the form was open" in late.text
        assert "&quot;profits&quot;: 2" in late.text, "what he typed is still there, to be sent again"
    assert len(house.rows(0)) == 1


def test_another_content_under_the_same_form_is_told_and_changes_nothing(house: House) -> None:
    op = uuid.uuid4()
    with house.laptop() as web:
        hand, path = web.hand(), web.record_path(0)
        hand.language = "en"
        assert hand.post(path, gift(0, op=op)).status == 302
        other = hand.post(path, gift(0, op=op, profits=3))
        assert other.status == 409
        assert "Already recorded from this form" in other.text
    assert house.rows(0) == [(1, str(op))]
