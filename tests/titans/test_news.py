"""News, crises and consequences (T-030 to T-054)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.titans.playing import Play, codes, kit_with, rows


def news(id: str, kind: str, **card: Any) -> dict[str, Any]:
    return {"id": id, "kind": kind, "text": "…", **card}


def consequence(id: str, success: list[Any], fail: list[Any], **card: Any) -> dict[str, Any]:
    return {"id": id, "success": success, "fail": fail, **card}


def with_news(ops: list[Any], **changes: Any) -> dict[str, Any]:
    return kit_with(bank_total=1000, news_deck=[news("NX", "positive", ops=ops)], **changes)


def in_news(kit: dict[str, Any], sides: str = "ABV", first: str = "A", **options: Any) -> Play:
    """Return a table in the news phase of turn 2."""
    s = Play(sides, first=first, kit=kit, **options)
    s.put("turn", 2)
    s.at("news")
    return s


FEWEST = [{"op": "money", "who": {"only": "fewest", "of": "agencies"}, "n": 10}]
EACH_5 = [{"op": "money", "who": "all", "n": 5}]
ALL_BUT_LEADER_5 = [{"op": "money", "who": "all_but_leader", "n": -5}]


def crisis(
    n: int = 11,
    sides: str = "ABV",
    success: list[Any] | None = None,
    fail: list[Any] | None = None,
    card: dict[str, Any] | None = None,
    require: dict[str, Any] | None = None,
    **options: Any,
) -> Play:
    """Return a table in a crisis, before its pledges."""
    kit = kit_with(
        bank_total=1000,
        news_deck=[news("NX", "crisis", require=require or {"resource": "money", "mode": "sum", "n": n})],
        consequence_deck=[
            consequence(
                "CX", EACH_5 if success is None else success, ALL_BUT_LEADER_5 if fail is None else fail, **(card or {})
            )
        ],
    )
    s = in_news(kit, sides, **options)
    s.do("A", "draw_news", card="NX")
    return s


def run_crisis(s: Play, **pledges: int) -> Play:
    """Reveal the pledges and apply the consequence."""
    s.do("referee", "reveal_pledges", pledges=pledges)
    s.do("A", "draw_consequence", card="CX")
    s.do("referee", "apply_consequence")
    return s


# ---- news -----------------------------------------------------------------------------------------


@pytest.mark.clause("T-031", "T-035")
def test_the_first_player_draws_and_the_card_is_gone() -> None:
    s = in_news(kit_with(bank_total=1000))
    left = s.state["decks"]["news"]
    assert s.refused("B", "draw_news", card="NW1") == "E_NOT_YOUR_STEP"
    assert s.refused("A", "draw_news", card="NW99") == "E_UNKNOWN"
    s.do("A", "draw_news", card="NW1")
    assert s.state["decks"]["news"] == left - 1
    s.at("news")
    assert s.refused("A", "draw_news", card="NW1") == "E_CARD_USED"


@pytest.mark.clause("T-032", "T-033")
def test_neutral_news_change_nothing() -> None:
    s = in_news(kit_with(bank_total=1000))
    before = s.state
    s.do("A", "draw_news", card={"kind": "neutral", "headline": "Тишина"})
    after = s.state
    assert after["phase"] == "choose"
    changed = {key for key in before if before[key] != after[key]}
    assert changed <= {"decks", "phase", "news", "queue"}


@pytest.mark.clause("T-034", "T-140", "T-142")
def test_positive_news_ask_each_side_clockwise() -> None:
    s = in_news(with_news([{"op": "take_staff", "who": "all", "n": 1, "colour": "any"}]), first="A")
    s.own("A", AG1={}, AG3={})
    s.own("B", "AG2")
    s.do("A", "draw_news", card="NX")
    # Ваня has no agency: there is nothing to ask, the employee is lost (A-60)
    assert (s.state["phase"], s.state["queue"]) == ("news_staff", ["A", "B"])
    assert s.refused("B", "place_staff", placements=[]) == "E_NOT_YOUR_STEP"
    assert s.refused("referee", "reveal_actions", actions={}) == "E_PHASE"
    s.do("A", "place_staff", placements=rows(("AG3", "media", 1)))
    s.do("B", "place_staff", placements=rows(("AG2", "media", 1)))
    assert s.state["phase"] == "choose"
    assert s.state["staff"]["A"]["AG3"] == {"media": 1}
    assert s.state["reserve"]["media"] == 0
    assert s.state["market"]["media"] == 4


@pytest.mark.clause("T-036")
def test_the_one_with_fewest_agencies() -> None:  # V-04, V-05
    for third, delta in ((3, 10), (1, 0)):
        s = in_news(with_news(FEWEST))
        s.own("A", "AG1", "AG2")
        s.own("B", "AG3")
        s.know("agency", *(f"X{at}" for at in range(third)))
        s.put("staff.V", {f"X{at}": {} for at in range(third)})
        s.do("A", "draw_news", card="NX")
        assert s.state["money"] == {"A": 65, "B": 65 + delta, "V": 65}


def test_titans_count_as_agencies_only_by_option() -> None:  # A-21
    for option, money in ((False, {"A": 65, "B": 75}), (True, {"A": 75, "B": 65})):
        s = in_news(with_news(FEWEST), "AB", titans_as_agencies=option)
        s.own("A", "AG1")
        s.add_titan("TT9")
        s.put("titans.B", ["TT2", "TT9"])
        s.do("A", "draw_news", card="NX")
        assert s.state["money"] == money


@pytest.mark.parametrize(
    ("of", "setting", "winner"),
    [
        ("money", {"money": 5}, "A"),
        ("score", {"score": 3}, "A"),
        ("staff", {}, "B"),
        ("staff:media", {}, "B"),
        ("tenders_todo", {}, "V"),
        ("tenders_done", {}, "V"),
        ("titans", {}, "V"),
    ],
)
@pytest.mark.clause("T-036")
def test_every_metric_of_an_extreme(of: str, setting: dict[str, int], winner: str) -> None:
    s = in_news(with_news([{"op": "points", "who": {"only": "most", "of": of}, "n": 2}]))
    s.own("B", AG2={"media": 1})
    s.put("tenders_todo.V", ["TN1"])
    s.put("tenders_done.V", {"TN2": "flipped"})
    s.put("titans.V", ["TT2"])
    if setting:
        s.give("A", **setting)
    before = s.state["score"]
    s.do("A", "draw_news", card="NX")
    assert {side: s.state["score"][side] - before[side] for side in "ABV"} == {
        side: 2 * (side == winner) for side in "ABV"
    }


def test_choices_and_exchanges_in_news_are_made_by_each_side() -> None:  # amendment 3
    options = [[{"op": "money", "n": 6}], [{"op": "take_staff", "n": 1}]]
    s = in_news(with_news([{"op": "choice", "options": options}]))
    s.own("B", "AG2")
    s.do("A", "draw_news", card="NX")
    assert s.refused("A", "resolve_choice", option=3) == "E_BAD_NUMBER"
    assert s.refused("A", "resolve_choice", option=0) == "E_BAD_NUMBER"
    assert s.refused("A", "resolve_choice") == "E_BAD_NUMBER"
    assert s.refused("A", "place_staff", placements=[]) == "E_PHASE"
    s.do("A", "resolve_choice", option=1)
    s.do("B", "resolve_choice", option=2)
    s.do("B", "place_staff", placements=rows(("AG2", "creative", 1)))
    s.do("V", "resolve_choice", option=1)
    assert s.state["money"] == {"A": 71, "B": 65, "V": 71}
    assert s.state["phase"] == "choose"


def test_an_exchange_in_news_may_be_declined() -> None:
    pay = {"op": "exchange", "cost": [{"op": "money", "n": -7}], "gain": [{"op": "points", "n": 1}], "times": 1}
    s = in_news(with_news([pay]))
    s.give("V", money=-60)
    s.do("A", "draw_news", card="NX")
    assert s.refused("A", "resolve_choice", times=2) == "E_BAD_NUMBER"
    s.do("A", "resolve_choice", times=1)
    step = s.do("B", "resolve_choice", times=0)
    assert "N_CANNOT_PAY" in codes(step)  # Ваня has 5
    assert s.state["money"] == {"A": 58, "B": 65, "V": 5}
    assert s.state["score"] == {"A": 1, "B": 0, "V": 0}
    assert s.state["phase"] == "choose"


def test_what_cannot_be_computed_is_a_reminder() -> None:
    s = in_news(with_news([{"op": "manual", "text": "Поменяйтесь местами."}]))
    assert codes(s.do("A", "draw_news", card="NX")) == ["N_MANUAL"]
    s.at("news")
    step = s.do("A", "draw_news", card={"kind": "positive", "headline": "Сюрприз", "text": "Все поют."})
    assert codes(step) == ["N_KIT_ADDED", "N_MANUAL"]


# ---- pledges --------------------------------------------------------------------------------------


@pytest.mark.clause("T-037")
def test_a_crisis_leads_to_pledges_and_needs_a_figure() -> None:
    s = crisis()
    assert (s.state["phase"], s.state["crisis"]["n"]) == ("pledges", 11)
    s = in_news(kit_with(bank_total=1000))
    assert s.refused("A", "draw_news", card={"kind": "crisis", "headline": "Беда"}) == "E_MISSING"
    s.do("A", "draw_news", card={"kind": "crisis", "headline": "Беда", "n": 9})
    assert s.state["crisis"]["n"] == 9


@pytest.mark.clause("T-038")
def test_promises_are_kept_for_the_debrief_and_bind_nobody() -> None:
    s = crisis(record_promises=True)
    assert s.refused("referee", "record_promises", promises={"A": -1}) == "E_BAD_NUMBER"
    assert s.refused("referee", "record_promises", promises={"Z": 1}) == "E_UNKNOWN"
    s.do("referee", "record_promises", promises={"A": 5, "B": 3, "V": 3})
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    assert s.state["crisis"]["promises"] == {"A": 5, "B": 3, "V": 3}
    assert s.refused("referee", "record_promises", promises={"A": 5}) == "E_PHASE"


@pytest.mark.clause("T-039", "T-048")
def test_a_joint_demand_is_met_by_the_sum() -> None:
    for last, met in ((5, True), (4, False), (6, True)):
        s = crisis(15)
        s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 5, "V": last})
        assert s.state["crisis"]["met"] is met


def test_a_demand_of_each_is_met_by_the_least() -> None:  # A-16, amendment 2
    for last, met in ((2, True), (1, False)):
        s = crisis(require={"resource": "money", "mode": "each", "n": 2})
        s.do("referee", "reveal_pledges", pledges={"A": 9, "B": 2, "V": last})
        assert s.state["crisis"]["met"] is met


def test_a_demand_may_depend_on_the_number_of_sides() -> None:  # A-18
    require = {"resource": "money", "mode": "sum", "n": 10, "n_by_sides": {"2": 8, "3": 10, "4": 12}}
    for sides, n in (("AB", 8), ("ABV", 10), ("ABVG", 12)):
        assert crisis(sides=sides, require=require).state["crisis"]["n"] == n


@pytest.mark.clause("T-040", "T-042")
def test_pledges_come_in_together() -> None:
    s = crisis()
    assert s.refused("referee", "reveal_pledges", pledges={"A": 5, "B": 3}) == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_pledges") == "E_NOT_ALL_IN"
    assert s.state["crisis"]["pledges"] == {}
    assert s.refused("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0, "Z": 1}) == "E_UNKNOWN"


@pytest.mark.clause("T-041")
def test_a_pledge_is_a_whole_number_from_zero() -> None:
    s = crisis()
    for wrong in (-1, 1.5, "5", None, True, [1]):
        assert s.refused("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": wrong}) == "E_BAD_NUMBER"
    assert s.refused("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 66}) == "E_NO_MONEY"
    s.do("referee", "reveal_pledges", pledges={"A": 0, "B": 0, "V": 0})


def test_a_pledge_above_the_money_may_count_as_all_of_it() -> None:  # A-14
    s = crisis(pledge_over="cap")
    step = s.do("referee", "reveal_pledges", pledges={"A": 100, "B": 3, "V": 0})
    assert s.state["money"] == {"A": 0, "B": 62, "V": 65}
    assert s.state["crisis"]["pledges"]["A"] == 65
    assert "N_PLEDGE_CUT" in codes(step)


@pytest.mark.clause("T-043", "T-044")
def test_the_highest_pledge_alone_leads() -> None:
    for pledges, leader in (((5, 3, 0), "A"), ((4, 4, 1), ""), ((0, 0, 0), ""), ((1, 1, 2), "V")):
        s = crisis()
        s.do("referee", "reveal_pledges", pledges=dict(zip("ABV", pledges, strict=True)))
        assert s.state["crisis"]["leader"] == leader


@pytest.mark.clause("T-045", "T-046")
def test_everybody_gives_what_was_written_also_in_vain() -> None:
    s = crisis()
    bank = s.state["bank"]
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    assert s.state["money"] == {"A": 60, "B": 62, "V": 65}
    assert s.state["bank"] == bank + 8


# ---- consequences ---------------------------------------------------------------------------------


@pytest.mark.clause("T-047")
def test_a_consequence_is_drawn_in_any_case() -> None:
    for pledges in ((5, 3, 0), (5, 3, 3)):
        s = crisis()
        assert s.refused("A", "draw_consequence", card="CX") == "E_PHASE"
        s.do("referee", "reveal_pledges", pledges=dict(zip("ABV", pledges, strict=True)))
        left = s.state["decks"]["consequence"]
        assert s.refused("B", "draw_consequence", card="CX") == "E_NOT_YOUR_STEP"
        s.do("A", "draw_consequence", card="CX")
        assert s.state["decks"]["consequence"] == left - 1
        assert s.state["phase"] == "consequence_apply"


@pytest.mark.clause("T-054", "T-043", "T-051", "T-048")
def test_crisis_of_the_rulebook() -> None:  # V-06
    s = crisis()
    bank = s.state["bank"]
    run_crisis(s, A=5, B=3, V=0)
    assert s.state["crisis"]["total"] == 8
    assert s.state["money"] == {"A": 60, "B": 57, "V": 60}
    assert s.state["bank"] == bank + 18
    assert s.state["phase"] == "choose"


@pytest.mark.clause("T-049", "T-050")
def test_the_same_crisis_with_all_promises_kept() -> None:  # V-07
    s = crisis()
    bank = s.state["bank"]
    run_crisis(s, A=5, B=3, V=3)
    assert s.state["money"] == {"A": 65, "B": 67, "V": 67}
    assert s.state["bank"] == bank - 4


@pytest.mark.clause("T-044", "T-052")
def test_without_a_leader_it_hits_everyone() -> None:  # V-08, V-09
    assert run_crisis(crisis(), A=0, B=0, V=0).state["money"] == {"A": 60, "B": 60, "V": 60}
    assert run_crisis(crisis(), A=4, B=4, V=1).state["money"] == {"A": 56, "B": 56, "V": 59}


@pytest.mark.clause("T-053")
def test_nobody_loses_more_than_he_has() -> None:  # V-10
    s = crisis()
    for side, money in (("A", 20), ("B", 4), ("V", 20)):
        s.give(side, money=money - 65)
    assert run_crisis(s, A=2, B=1, V=0).state["money"] == {"A": 18, "B": 0, "V": 15}


@pytest.mark.clause("T-045")
def test_too_much_is_not_given_back() -> None:  # V-11
    assert run_crisis(crisis(), A=10, B=5, V=3).state["money"] == {"A": 60, "B": 65, "V": 67}


def test_the_leader_is_spared_unless_the_card_says_otherwise() -> None:  # A-12
    hit_all = [{"op": "money", "who": "all", "n": -7}]
    assert run_crisis(crisis(fail=hit_all), A=5, B=3, V=0).state["money"] == {"A": 60, "B": 55, "V": 58}
    s = crisis(fail=hit_all, card={"leader_exempt": False})
    assert run_crisis(s, A=5, B=3, V=0).state["money"] == {"A": 53, "B": 55, "V": 58}
    richest = [{"op": "money", "who": {"only": "most", "of": "money"}, "n": -15}]
    s = crisis(fail=richest)
    s.give("A", money=50)
    assert run_crisis(s, A=5, B=3, V=0).state["money"] == {"A": 110, "B": 62, "V": 65}


def test_the_leader_may_be_rewarded() -> None:
    s = crisis(success=[{"op": "points", "who": "leader", "n": 1}])
    assert run_crisis(s, A=9, B=3, V=0).state["score"] == {"A": 1, "B": 0, "V": 0}
    s = crisis(success=[{"op": "points", "who": "leader", "n": 1}])
    assert run_crisis(s, A=6, B=6, V=0).state["score"] == {"A": 0, "B": 0, "V": 0}


@pytest.mark.clause("T-053", "T-109", "T-111")
def test_employees_are_lost_by_the_owners_choice() -> None:
    lose = [{"op": "lose_staff", "who": "all_but_leader", "n": 2, "colour": "any"}]
    s = crisis(fail=lose)
    s.own("B", AG2={"media": 2, "creative": 1})
    s.own("V", AG3={"media": 1})
    run_crisis(s, A=5, B=3, V=0)
    assert (s.state["phase"], s.state["queue"]) == ("news_staff", ["B", "V"])
    assert s.refused("B", "discard_staff", discards=rows(("AG2", "media", 1))) == "E_NOT_ENOUGH_STAFF"
    assert s.refused("B", "discard_staff", discards=rows(("AG2", "media", 2), ("AG2", "creative", 1))) == "E_TOO_MANY"
    assert s.refused("B", "discard_staff", discards=rows(("AG2", "creative", 2))) == "E_NOT_ENOUGH_STAFF"
    assert s.refused("B", "discard_staff", discards=rows(("AG3", "media", 1))) == "E_NOT_YOUR_AGENCY"
    s.do("B", "discard_staff", discards=rows(("AG2", "media", 1), ("AG2", "creative", 1)))
    assert s.state["queue"] == ["V"]
    # one employee, a loss of two: all there is
    s.do("V", "discard_staff", discards=rows(("AG3", "media", 1)))
    assert s.state["staff"] == {"A": {}, "B": {"AG2": {"media": 1}}, "V": {"AG3": {}}}
    assert s.state["phase"] == "choose"


def test_one_employee_from_each_agency() -> None:
    lose = [{"op": "lose_staff", "who": "all_but_leader", "n": 1, "from": "each_agency"}]
    s = crisis(fail=lose)
    s.own("B", AG2={"media": 2}, AG3={"production": 1}, AG6={})
    run_crisis(s, A=5, B=3, V=0)
    assert s.refused("B", "discard_staff", discards=rows(("AG2", "media", 2))) == "E_TOO_MANY"
    assert s.refused("B", "discard_staff", discards=rows(("AG2", "media", 1))) == "E_NOT_ENOUGH_STAFF"
    s.do("B", "discard_staff", discards=rows(("AG2", "media", 1), ("AG3", "production", 1)))
    assert s.state["staff"]["B"] == {"AG2": {"media": 1}, "AG3": {}, "AG6": {}}


@pytest.mark.clause("T-046", "T-111")
def test_a_staff_crisis_is_pledged_in_numbers() -> None:  # V-52, amendment 2
    s = crisis(require={"resource": "staff", "mode": "sum", "n": 3})
    s.own("A", AG2={"media": 3})
    s.own("B", AG3={"production": 1})
    before = dict(s.state["market"])
    assert s.refused("referee", "reveal_pledges", pledges={"A": 2, "B": 2, "V": 0}) == "E_NOT_ENOUGH_STAFF"
    s.do("referee", "reveal_pledges", pledges={"A": 2, "B": 1, "V": 0})
    assert s.state["crisis"]["met"] is True
    assert s.state["crisis"]["leader"] == "A"
    assert s.state["phase"] == "news_staff"
    s.do("A", "discard_staff", discards=rows(("AG2", "media", 2)))
    s.do("B", "discard_staff", discards=rows(("AG3", "production", 1)))
    assert sum(s.state["market"].values()) == sum(before.values()) + 3
    assert s.state["phase"] == "consequence"


def test_a_staff_crisis_may_ask_for_a_colour() -> None:
    s = crisis(require={"resource": "staff", "mode": "sum", "n": 1, "colour": "media"})
    s.own("A", AG2={"media": 1, "creative": 1})
    assert s.refused("referee", "reveal_pledges", pledges={"A": 2, "B": 0, "V": 0}) == "E_NOT_ENOUGH_STAFF"
    s.do("referee", "reveal_pledges", pledges={"A": 1, "B": 0, "V": 0})
    assert s.refused("A", "discard_staff", discards=rows(("AG2", "creative", 1))) == "E_TOO_MANY"
    s.do("A", "discard_staff", discards=rows(("AG2", "media", 1)))
    assert s.state["phase"] == "consequence"


def test_a_choice_in_a_consequence_is_made_by_each_side_hit() -> None:  # amendment 3
    options = [[{"op": "money", "n": -9}], [{"op": "lose_staff", "n": 2}]]
    s = crisis(fail=[{"op": "choice", "options": options}])
    s.own("V", AG2={"media": 2})
    run_crisis(s, A=5, B=3, V=0)
    assert s.state["queue"] == ["B", "V"]
    s.do("B", "resolve_choice", option=1)
    s.do("V", "resolve_choice", option=2)
    s.do("V", "discard_staff", discards=rows(("AG2", "media", 2)))
    assert s.state["money"] == {"A": 60, "B": 53, "V": 65}


def test_used_consequences_are_shuffled_again() -> None:  # A-20, amendment 8
    for reshuffle in (True, False):
        s = crisis(reshuffle=reshuffle)
        run_crisis(s, A=5, B=3, V=0)
        s.put("decks.consequence", 0)
        s.at("news")
        s.do("A", "draw_news", card="NW4")
        step = s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
        if reshuffle:
            assert "N_RESHUFFLED" in codes(s.do("A", "draw_consequence", card="CX"))
            assert s.state["decks"]["consequence"] == 0
        else:
            assert "N_NO_CONSEQUENCE" in codes(step)
            assert s.state["phase"] == "choose"


def test_who_loses_what_is_shown_before() -> None:
    s = crisis(fail=[*ALL_BUT_LEADER_5, {"op": "lose_staff", "who": "all", "n": 1}])
    s.own("V", AG2={"media": 2})
    s.give("B", money=-60)
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    assert s.state["crisis"]["preview"] == {"B": {"money": -2}, "V": {"money": -5, "staff": -1}}
    assert s.state["money"] == {"A": 60, "B": 2, "V": 65}
