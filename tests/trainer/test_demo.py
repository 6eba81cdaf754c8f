"""The demo: its finished games hold what their questions ask about."""

from collections import Counter

import pytest

from trainer.demo import demo_table, whole_game
from trainer.models import User, Workshop


@pytest.mark.django_db
def test_the_finished_game_of_market_is_worth_a_debrief(owner: User) -> None:
    """§ 8 asks about monopolies, refused cards, loans, insurance, enterprises, deals of owners and insolvency."""
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    steps = whole_game(demo_table(workshop, "market", 4), 700)
    moves = Counter(step.action for step in steps)
    assert steps[-1].action == "final_settlement"
    assert min(moves[one] for one in ("antimonopoly_sell", "issue_note", "take_credit", "buy_insurance")) > 1
    assert moves["declare_bankrupt"] == 1
    cards = [step.move for step in steps if step.action == "buy_card"]
    assert sum(card.outcome == "refused" and any(card.commissions.values()) for card in cards) > 1
    assert sum(any(card.commissions.values()) for card in cards if card.outcome == "bought") > 3
    whys = Counter(posting.why for step in steps for posting in step.postings)
    assert whys["output_price"] > 1
    assert whys["surprise_loss"] > 1
