"""`manage.py check_sessions`: replay every stored session and say whether it still gives the same table."""

import sys
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from games.engine.log import standing
from games.engine.refusal import Refusal
from games.engine.replay import Broken, replay
from trainer.models import Session
from trainer.positions import game_of, origin_of, rows_of


class Command(BaseCommand):
    """Run it before an upgrade goes live and after it: exit status 1 if a session differs."""

    help = "Replay every session and compare the table with the stored one."

    def handle(self, *args: Any, **options: Any) -> None:
        bad = 0
        for session in Session.objects.exclude(started_at=None).select_related("workshop"):
            found = self._difference(session)
            bad += bool(found)
            self.stdout.write(f"{session.key} {session.workshop.title} / {session.title}: {found or 'ok'}")
        if bad:
            sys.exit(1)

    def _difference(self, session: Session) -> str:
        """Return what differs, in words, or nothing."""
        game = game_of(session)
        rows = rows_of(session)
        try:
            t = replay(game, origin_of(session), standing(rows))
        except Broken as broken:
            return f"entry {broken.entry.n} is refused: {game.message(broken.refusal)}"
        except Refusal as refusal:
            return f"the set-up is refused: {game.message(refusal)}"
        except msgspec.ValidationError as error:
            return f"not readable by this version: {error}"
        if game.write_state(t.state) == session.state:
            return ""
        return f"the table differs (rules version {session.version}, now {game.meta.version}, {len(rows)} entries)"
