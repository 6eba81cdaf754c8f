"""What a debrief says, against figures counted by hand from a small log."""

from __future__ import annotations

import pytest

from games.engine.evidence import Findings, Moment
from games.engine.i18n import Words
from games.engine.log import Row, Ruling
from games.engine.replay import Broken, Origin
from reports.build import build_debrief
from reports.debrief import Debrief, Edits, FindingEdit, Header, QuestionEdit, Remark
from reports.summary import proposed_findings
from tests.engine.example_game import Options, Setup, Stones, StonesKit
from tests.reports.invented import GAME, TEAMS, header, invented, log


def small(rows: list[Row], *, game: Stones = GAME, heap: int = 100, **values: object) -> Debrief:
    """Return the debrief of a log of the stones game."""
    kit = StonesKit(game="stones", id="box", heap=heap)
    return build_debrief(game, Origin(kit, Options(), TEAMS, Setup()), rows, header(), **values)  # type: ignore[arg-type]


def test_every_posting_is_in_the_ledger_with_its_move_and_names() -> None:
    debrief = small(log([("A", 3), ("B", 1)]))
    assert [(one.n, one.source, one.to, one.amount) for one in debrief.ledger] == [
        (1, "heap", "Альфа", 3),
        (2, "heap", "Бета", 1),
    ]
    assert [(one.take, one.give) for one in debrief.ledger] == [("A", ""), ("B", "")]


def test_a_move_belongs_to_the_round_in_which_it_was_made() -> None:
    # A round of the invented game ends with the seventh stone: the third take brings 3 + 3 + 2.
    debrief = small(log([("A", 3), ("B", 3), ("C", 2), ("A", 1)]))
    assert [(one.n, one.round) for one in debrief.moves] == [(1, 1), (2, 1), (3, 1), (4, 2)]


def test_winner_is_said_with_all_totals() -> None:
    debrief = small(log([("A", 3), ("B", 1), ("C", 2)]), heap=6)
    assert debrief.summary.title == "Победа: Альфа, 3 против 2 и\N{NO-BREAK SPACE}1"
    assert [(one.team, one.rank, one.total) for one in debrief.places] == [("A", 1, 3), ("B", 3, 1), ("C", 2, 2)]


def test_a_draw_has_no_single_winner() -> None:
    debrief = small(log([("A", 2), ("B", 2), ("C", 1)]), heap=5)
    assert debrief.summary.title.startswith("Ничья: Альфа и\N{NO-BREAK SPACE}Бета, по\N{NO-BREAK SPACE}2")


def test_an_unfinished_game_says_so() -> None:
    debrief = small(log([("A", 2)]))
    assert debrief.status == "running"
    assert debrief.summary.title.startswith("Не окончено")


def test_turning_point_is_the_move_that_took_the_lead_kept_to_the_end_of_the_round() -> None:
    debrief = small(log([("A", 3), ("B", 2), ("C", 2), ("A", 1), ("B", 3), ("C", 1), ("A", 1), ("B", 1)]))
    # End of round 1: A3 B2 C2. Move 5 makes it A4 B5; at the end of round 2 B leads.
    (turning,) = debrief.summary.turning
    assert (turning.n, turning.team, turning.before) == (5, "B", "A")


def test_a_tie_at_the_end_of_a_round_is_no_change_of_the_leader() -> None:
    # End of round 1: A3 B2 C2, end of round 2: A4 B5 C5.
    debrief = small(log([("A", 3), ("B", 2), ("C", 2), ("A", 1), ("B", 3), ("C", 3)]))
    assert debrief.summary.turning == []


def test_without_rounds_each_move_is_looked_at() -> None:
    debrief = small(log([("A", 1), ("B", 2), ("C", 1)]), game=Flat())
    assert [(one.n, one.team, one.before) for one in debrief.summary.turning] == [(2, "B", "A")]


class Flat(type(GAME)):  # type: ignore[misc]
    """The invented game without rounds."""

    now = Stones.now


def test_findings_are_the_moments_with_the_largest_effect() -> None:
    findings = invented().summary.findings
    assert [one.moves for one in findings] == [[2], [1], [3]]
    assert findings[0].text == "Влияние на итог: +12."
    assert findings[1].text == "Влияние на итог: −9."


def test_findings_are_of_different_kinds_as_far_as_they_move_the_result() -> None:
    told = [(5, "combo"), (4, "combo"), (3, "combo"), (-1, "unfulfilled"), (0, "leader")]
    moments = [Moment(n, 1, f"m{n}", effect=effect, kind=kind) for n, (effect, kind) in enumerate(told, 1)]
    found = Findings(questions=[], results=[], course=[], answers={}, moments=moments)
    assert [one.moves for one in proposed_findings(found, "points")] == [[1], [4], [2]]


def test_the_trainers_findings_replace_those_of_the_programme() -> None:
    edits = Edits(findings=[FindingEdit("Своё", "словами", [1])], lead="Иначе")
    summary = small(log([("A", 1)]), edits=edits).summary
    assert [(one.head, one.moves) for one in summary.findings] == [("Своё", [1])]
    assert summary.lead == "Иначе"


def test_questions_are_ordered_hidden_reworded_and_added() -> None:
    edits = Edits(
        order=["8", "own"],
        questions={
            "1": QuestionEdit(hidden=True),
            "5": QuestionEdit(text="Иначе спрошено", answer="Ответ"),
            "own": QuestionEdit(text="Свой вопрос", evidence=["course.0", "no such piece"], moments=[1, 99]),
        },
    )
    debrief = small(log([("A", 1)]), edits=edits)
    assert [(one.id, one.number) for one in debrief.questions] == [("8", 1), ("own", 2), ("1", 0), ("5", 3)]
    own = debrief.questions[1]
    assert (own.own, len(own.evidence), [one.n for one in own.moments]) == (True, 1, [1])
    assert [one.text for one in debrief.shown()][2] == "Иначе спрошено"


def test_corrections_say_what_was_what_is_why_and_what_it_moved() -> None:
    rows = log([("A", 3), ("B", 2)])
    rows.append(Row(3, "fix", "referee", "amend", '{"changes":{"2":{"params":{"amount":1}}},"reason":"опечатка"}'))
    rows.append(Row(4, "undo", "referee", "undo", '{"n":2}'))
    fix, undo = small(rows, by={3: "Ольга"}).corrections
    assert (fix.kind, fix.by, fix.reason, fix.effect) == ("fix", "Ольга", "опечатка", [("B", 2, 1)])
    assert fix.before == ["№ 2. Бета takes 2"]
    assert fix.after == ["№ 2. Бета takes 1"]
    assert (undo.kind, undo.before, undo.after, undo.effect) == ("undo", ["№ 2. Бета takes 1"], [], [("B", 1, 0)])


def test_a_manual_correction_is_listed_while_it_stands() -> None:
    rows = log([("A", 3)])
    rows.append(Row(2, "move", "referee", "adjust", '{"field":"left","by":2,"reason":"пересчёт"}'))
    (found,) = small(rows).corrections
    assert (found.kind, found.reason) == ("manual", "пересчёт")
    rows.append(Row(3, "undo", "referee", "undo", '{"n":2}'))
    assert [one.kind for one in small(rows).corrections] == ["undo"]


def test_a_ruling_names_the_rule_it_overrides() -> None:
    rows = [Row(1, "move", "B", "take", '{"amount":1}', Ruling(["E_TURN"], "п. 3", "так договорились"))]
    (ruling,) = small(rows).rulings
    assert (ruling.n, ruling.reason, ruling.clause) == (1, "так договорились", "п. 3")
    assert ruling.rules[0][1] == "S-1"


def test_marks_go_where_they_belong() -> None:
    marks = [Remark("star", "разобрать", 1), Remark("note", "шумно", 1), Remark("dispute", "спор", 1, "решено")]
    debrief = small(log([("A", 3)]), marks=marks, refused=4)
    assert [one.words for one in debrief.stars] == ["Альфа takes 3 (разобрать)"]
    assert [one.text for one in debrief.notes] == ["шумно"]
    assert [one.ruling for one in debrief.disputes] == ["решено"]
    assert debrief.refused == 4


def test_options_say_what_differs_from_the_default() -> None:
    kit = StonesKit(game="stones", id="box")
    debrief = build_debrief(GAME, Origin(kit, Options(most=2), TEAMS, Setup()), [], Header())
    (option,) = debrief.options
    assert (option.name, option.value, option.changed) == ("most", "2", True)


def test_badge_is_worn_with_a_sample_kit_only() -> None:
    assert invented().badge == "Пример, не из коробки"
    assert small([]).badge == ""


def test_a_log_that_does_not_replay_is_refused() -> None:
    with pytest.raises(Broken):
        small([Row(1, "move", "B", "take", '{"amount":1}')])


def test_a_log_without_moves_has_a_debrief() -> None:
    debrief = small([])
    assert debrief.moves == []
    assert debrief.summary.chart is None


def test_no_text_of_the_engine_is_left_untranslated_data() -> None:
    def words(thing: object) -> bool:
        if isinstance(thing, Words):
            return True
        if isinstance(thing, (list, tuple)):
            return any(words(one) for one in thing)
        if isinstance(thing, dict):
            return any(words(one) for one in thing.values())
        fields = getattr(thing, "__struct_fields__", ())
        return any(words(getattr(thing, name)) for name in fields)

    assert not words(invented())
