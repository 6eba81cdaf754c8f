"""What is stored. One file for each thing; nothing here plays a game."""

from trainer.models.user import SignInLink, User

__all__ = ["SignInLink", "User"]
