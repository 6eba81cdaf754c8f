"""A referee at the screen of a table, through the test client: what a browser would send, with and without htmx."""

import html
import json
import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from trainer.models import Session
from trainer.positions import table_of


@dataclass
class Referee:
    """One browser at one table. `page` loads the screen and remembers its form: request id and revision."""

    client: Client
    session: Session
    htmx: bool = True
    op: str = ""
    rev: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"trainer:{name}", args=[self.session.key, *args])

    def get(self, name: str = "referee", *args: Any, htmx: bool = False, **query: Any) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.get(self.url(name, *args), query, headers=headers)

    def page(self, **query: Any) -> Any:
        answer = self.get(**query)
        self.op, self.rev = str(answer.context["op"]), answer.context["rev"]
        return answer

    def send(self, **data: Any) -> Any:
        """Post a form of the screen as it was loaded last."""
        headers = {"HX-Request": "true"} if self.htmx else {}
        return self.client.post(self.url("record"), {"op": self.op, "rev": self.rev, **data}, headers=headers)

    def press(self, actor: str, move: str, **params: Any) -> Any:
        """Load the screen and press a button that records at once."""
        self.page()
        return self.again(actor, move, **params)

    def again(self, actor: str, move: str, **params: Any) -> Any:
        """Press a button of the screen as it was loaded last."""
        return self.send(do=json.dumps([actor, move, params]))

    def fill(self, actor: str, move: str, fixed: dict[str, Any] | None = None, **fields: Any) -> Any:
        """Send the form of an offer as it was loaded last."""
        key = json.dumps(fixed or {}, sort_keys=True, ensure_ascii=False)
        return self.send(form="1", actor=actor, move=move, fixed=key, **fields)

    @property
    def table(self) -> Any:
        """The table as it stands in the database."""
        self.session.refresh_from_db()
        return table_of(self.session)

    def profits(self, team: str) -> int:
        return self.table.state.players[team].profits

    def actions(self) -> list[str]:
        """What stands in the log, row by row."""
        return [row.action for row in self.session.rows.all()]


def new_op() -> str:
    return str(uuid.uuid4())


def text(answer: Any) -> str:
    """The words of a page: without tags, white space as single spaces."""
    body = re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(body).replace("\xa0", " ").split())


def buttons(answer: Any) -> list[list[Any]]:
    """What the buttons of a page record: [actor, move, parameters]."""
    found = re.findall(r'name="do" value="(\[[^"]*)"', answer.content.decode())
    return [json.loads(html.unescape(value)) for value in found]
