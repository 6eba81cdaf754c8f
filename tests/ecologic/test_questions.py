"""The questions for the group (E-080, § 8)."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext

from games.ecologic.questions import QUESTIONS
from games.engine.i18n import render

PRINTED = [
    "Какие решения в игре соответствуют экстенсивному и интенсивному использованию ресурсов?",
    "Какой тип использования ресурсов более эффективен?",
    "Какой тип использования ресурсов наносит больший вред окружающей среде?",
    "Какова роль экоинициатив в игре? Какие из них наиболее выгодны?",
    "Что такое ТОР? Какова их эффективность в игре?",
    "Предложите наиболее эффективную стратегию в игре?",
    "Как по-вашему соотносится данная деловая игра с реальной жизнью?",
]


@pytest.mark.clause("E-080")
def test_seven_questions_as_printed_and_in_their_order() -> None:
    """Verbatim; the misprint of question 6 is put right."""
    assert [render(question.text, gettext) for question in QUESTIONS if question.printed] == PRINTED
    assert [question.printed for question in QUESTIONS] == [True] * 7 + [False] * 5
