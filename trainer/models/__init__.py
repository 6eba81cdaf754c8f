"""What is stored. One file for each thing; nothing here plays a game."""

from trainer.models.log import LogRow, Mark, OnlyAdded, RefusedAttempt
from trainer.models.session import RefereeAccess, Session, SessionTeam
from trainer.models.user import BrowserSession, SignInLink, User
from trainer.models.workshop import TrainerKit, Workshop

__all__ = [
    "BrowserSession",
    "LogRow",
    "Mark",
    "OnlyAdded",
    "RefereeAccess",
    "RefusedAttempt",
    "Session",
    "SessionTeam",
    "SignInLink",
    "TrainerKit",
    "User",
    "Workshop",
]
