"""The one pass over a replay that a debrief is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.log import Row, standing
from games.engine.replay import Origin, opening, play_on
from games.engine.table import Step
from reports.debrief import LedgerLine, MoveLine, RulingLine
from reports.words import clock, say
from trainer.accounts import posting_words


class Pass:
    """The one pass over the replay. After it: findings, ledger, moves, rulings, places, totals per round, turnings."""

    def __init__(self, game: Game[Any], origin: Origin, rows: Sequence[Row], by: Mapping[int, str]) -> None:
        self.game = game
        self.by = by
        stand = standing(rows)
        self.entries = {entry.n: entry for entry in stand.entries}
        self.ledger: list[LedgerLine] = []
        self.moves: list[MoveLine] = []
        self.rulings: list[RulingLine] = []
        #: per round that was played: its number and the totals at its end
        self.rounds: list[tuple[int, dict[str, int]]] = []
        #: (entry, round, sole leader or "", totals) after every step
        self.trail: list[tuple[MoveLine, str, dict[str, int]]] = []
        self.table = opening(game, origin, stand.start)
        self.names = self.table.names
        self.round = game.now(self.table).round
        self.collector = game.collector(self.table)
        play_on(game, self.table, stand.entries, self.see)
        if self.trail and (not self.rounds or self.rounds[-1][0] != self.round):
            self.rounds.append((self.round, self.trail[-1][2]))
        self.places = game.standings(self.table)
        self.findings = self.collector.findings(self.table)

    def see(self, step: Step, t: Any) -> None:
        """Take what one step leaves behind. A move belongs to the round in which it was made."""
        self.collector.see(step, t)
        line = self._line(step, t)
        self.moves.append(line)
        self.ledger += [self._posting(step, posting, t) for posting in step.postings]
        if self.entries[step.n].ruling:
            self.rulings.append(self._ruling(step, line))
        places = self.game.standings(t)
        totals = {place.team: place.total for place in places}
        first = [place.team for place in places if place.rank == 1]
        self.trail.append((line, first[0] if len(first) == 1 else "", totals))
        round_now = self.game.now(t).round
        if round_now != self.round:
            self.rounds.append((self.round, totals))
            self.round = round_now

    def _line(self, step: Step, t: Any) -> MoveLine:
        entry = self.entries[step.n]
        mark = _("ruling") if entry.ruling else _("corrected") if entry.row != entry.n else ""
        team = step.actor if step.actor in self.names else ""
        move = self.game.actions[step.action]
        label = say(Words(move.label)) if move.label else step.action
        words = say(self.game.tell(t, step))
        by = self.by.get(entry.row, "")
        routine = move.routine and not mark and not step.notices
        return MoveLine(step.n, self.round, clock(step.at), by, team, label, words, mark, routine)

    def _posting(self, step: Step, posting: Any, t: Any) -> LedgerLine:
        told = posting_words(self.game, t, posting)
        return LedgerLine(
            step.n,
            self.round,
            told.source,
            told.to,
            told.what,
            posting.amount,
            told.why,
            told.ref,
            posting.from_ if posting.from_ in self.names else "",
            posting.to if posting.to in self.names else "",
        )

    def _ruling(self, step: Step, line: MoveLine) -> RulingLine:
        ruling = self.entries[step.n].ruling
        codes = ruling.codes if ruling else step.ruled
        rules = []
        for code in codes:
            rule = self.game.rule(code)
            rules.append((say(Words(rule.rule or rule.text)) if rule.rule or rule.text else code, rule.clause))
        clause, reason = (ruling.clause, ruling.reason) if ruling else ("", "")
        return RulingLine(step.n, line.words, rules, clause, reason, line.by, line.at)
