"""The demo: a finished and a half-played workshop, played by bots through the recorder."""

import datetime
import uuid
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.bot import played, turn
from games.engine.game import Game
from games.engine.table import Step
from games.registry import SLUGS
from games.registry import game as find_game
from trainer.models import Mark, Session, User, Workshop
from trainer.positions import table_of
from trainer.preparation import usual_setup
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

NAMES = ["Альфа", "Бета", "Гамма", "Дельта", "Енисей", "Жемчуг"]
#: What the bot leaves alone: entries that only people make, and the ones that would end a demo early.
AVOID = frozenset({"adjust", "stop_game", "final_call", "transfer", "audit", "reveal_money", "fine", "bank_iou"})
#: What it does at one move of `RARELY` only: legal at any time, it would do little else.
SELDOM = frozenset({"repay_credit", "issue_note", "demand_note", "repay_note"})
RARELY = 12
#: Where the bot is at its best: options with which it comes to an end, and by how much its seeds are shifted to a game
#: with all that its questions ask about («Рынок»: monopolies, refused cards, notes, credits, losses, a bankrupt).
OPTIONS: dict[str, dict[str, Any]] = {"market": {"enterprises_to_end": 2}, "titans": {"record_promises": True}}
SHIFT = {"market": 15}
#: What the bot does gladly, so that there is something to talk about.
LIKED = frozenset({"buy_plot", "buy_licence", "buy_card"})
#: A game worth debriefing, in moves.
SHORTEST, LONGEST = 100, 700


def demo_create(owner: User, seed: int = 7) -> list[Workshop]:
    """Add the demo workshops to this trainer and return them: one finished, one half-played, every game in both."""
    day = timezone.localdate()
    finished = Workshop.objects.create(
        owner=owner, title=_("Demo: finished workshop"), client=_("Client (demo)"), place=_("Training room"),
        held_on=day - datetime.timedelta(days=1), goals=_("Weigh growth against its cost, decide under uncertainty."),
    )  # fmt: skip
    running = Workshop.objects.create(
        owner=owner, title=_("Demo: half-played workshop"), client=_("Client (demo)"), held_on=day,
        plan=_("10:00 introduction\n10:30 play\n13:00 lunch\n13:40 play\n15:40 debrief\n17:10 results\n17:30"),
    )  # fmt: skip
    for at, slug in enumerate(SLUGS, 1):
        table = demo_table(finished, slug, at)
        record_all(table, whole_game(table, seed * 100))
        record_all(table := demo_table(running, slug, at), whole_game(table, seed * 100 + 50)[:25])
    return [finished, running]


def demo_table(workshop: Workshop, slug: str, at: int) -> Session:
    """Make and start a table with the sample kit and as many teams as have a name."""
    rules = find_game(slug)
    count = min(4, rules.meta.most)
    teams = [{"code": chr(ord("A") + seat), "name": name} for seat, name in enumerate(NAMES[:count])]
    title = _("Table %(number)s") % {"number": at}
    setup = usual_setup(rules, teams)
    options = OPTIONS.get(slug)
    session = session_create(workshop, game=slug, title=title, teams=teams, options=options, setup=setup)
    return session_start(session)


def whole_game(session: Session, seed: int) -> list[Step]:
    """Let the bot play a whole game in memory and return its moves.

    It is the first game that is neither short nor endless and has not lost all players but one.
    """
    rules = find_game(session.game)
    steps: list[Step] = []
    for attempt in range(20):
        number = seed + attempt + SHIFT.get(session.game, 0)
        # a demo is meant to be the same each time
        random, whim = Random(number), Random(number)  # noqa: S311
        t, steps = table_of(session), []
        moves = played(rules, t, random, by_chance(rules, random, whim))
        for t, step in islice(moves, LONGEST):  # noqa: B007 - the last table is looked at below
            steps.append(step)
        lively = sum(not row.out for row in rules.board(t).rows) > 1
        if SHORTEST <= len(steps) < LONGEST and lively:
            break
    return steps


def by_chance(rules: Game[Any], random: Random, whim: Random) -> Callable[[Any, int], tuple[Any, Step]]:
    """Return the bot that picks among the offers: what is legal at any time it does seldom."""

    def move(t: Any, n: int) -> tuple[Any, Step]:
        avoid = AVOID | SELDOM if whim.randrange(RARELY) else AVOID
        return turn(rules, t, n, random, avoid, LIKED)

    return move


def record_all(session: Session, steps: list[Step]) -> None:
    """Record moves one after the other, as a referee would, and star one of them for the debrief."""
    for step in steps:
        request = Request(step.actor, step.action, msgspec.to_builtins(step.move))
        session = record(session.pk, [request], op=uuid.uuid4(), rev=session.rev, by=_("Demo")).session
    Mark.objects.create(session=session, kind=Mark.Kind.STAR, n=len(steps) // 2, by=_("Demo"))
