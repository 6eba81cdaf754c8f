"""The recorded game of three turns, played to its end as § 8 of the rules describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "conformance" / "titans.json"
RECORDED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))

#: (actor, action, params, refusal code or "")
STEPS: list[tuple[str, str, dict[str, Any], str]] = [
    ("V", "use_totem", {"totem": "TM1"}, "E_TOTEM_USED"),
    ("referee", "apply_consequence", {}, ""),
    ("referee", "reveal_actions", {"actions": {"A": [2, 3], "B": [2, 4], "V": [2, 4]}}, ""),
    ("V", "buy_card", {"slot": 1, "refill": "AG4"}, ""),
    ("V", "buy_card", {"slot": 2, "refill": "AG5"}, "E_NOT_YOUR_STEP"),
    ("A", "buy_card", {"slot": 2, "refill": "AG1"}, "E_CARD_USED"),
    ("A", "buy_card", {"slot": 2, "refill": None}, "E_REFILL_REQUIRED"),
    ("A", "buy_card", {"slot": 2, "refill": "AG5"}, ""),
    ("B", "buy_card", {"slot": 3, "refill": "AG6"}, ""),
    ("A", "hire", {"agency": "AG1", "staff": {"creative": 1}}, "E_NOT_YOUR_AGENCY"),
    ("A", "hire", {"agency": "AG2", "staff": {"creative": 1, "media": 3}}, ""),
    ("V", "take_tender", {"slot": 1}, "E_AUCTION_NEEDED"),
    ("referee", "reveal_claims", {"claims": {"V": 1}}, "E_NOT_ALL_IN"),
    ("referee", "reveal_claims", {"claims": {"V": 1, "B": 1}}, ""),
    ("referee", "reveal_bids", {"slot": 1, "bids": {"V": 11, "B": 17}}, "E_BID_LOW"),
    ("referee", "reveal_bids", {"slot": 1, "bids": {"V": 12, "B": 17}}, ""),
    ("V", "step_done", {}, ""),
    (
        "A",
        "fulfil",
        {
            "tender": "TN1",
            "staff": [{"agency": "AG2", "colour": "creative", "n": 1}, {"agency": "AG2", "colour": "media", "n": 3}],
        },
        "E_TOO_MANY",
    ),
    (
        "A",
        "fulfil",
        {
            "tender": "TN1",
            "staff": [{"agency": "AG2", "colour": "creative", "n": 1}, {"agency": "AG2", "colour": "media", "n": 2}],
            "titans": [],
        },
        "",
    ),
    ("A", "fulfil", {"tender": "TN1", "staff": [], "titans": []}, "E_TENDER_DONE"),
    ("A", "step_done", {}, ""),
    (
        "B",
        "fulfil",
        {
            "tender": "TN2",
            "staff": [{"agency": "AG1", "colour": "creative", "n": 1}],
            "titans": [{"titan": "TT2", "colour": "production", "n": 1}],
        },
        "",
    ),
    ("B", "step_done", {}, ""),
    ("V", "step_done", {}, ""),
    (
        "A",
        "apply_effect",
        {"tender": "TN1", "placements": [{"agency": "AG2", "colour": "strategy", "n": 1}]},
        "E_CAPACITY",
    ),
    ("A", "apply_effect", {"tender": "TN1", "placements": [{"agency": "AG2", "colour": "media", "n": 1}]}, ""),
    ("A", "apply_effect", {"tender": "TN1"}, "E_EFFECT_SPENT"),
    ("A", "step_done", {}, ""),
    ("B", "apply_effect", {"tender": "TN2"}, ""),
    ("B", "apply_effect", {"tender": "TN2"}, "E_EFFECT_SPENT"),
    ("B", "step_done", {}, ""),
    ("referee", "apply_combos", {}, ""),
    ("referee", "refill_tender", {"slot": 2, "card": "TN4"}, "E_SLOT_FULL"),
    ("referee", "refill_tender", {"slot": 1, "card": "TN4"}, ""),
    ("referee", "end_turn", {}, ""),
    ("A", "draw_news", {"card": "NW4"}, "E_CARD_USED"),
    ("A", "draw_news", {"card": "NW2"}, ""),
    ("B", "place_staff", {"placements": []}, "E_NOT_YOUR_STEP"),
    ("A", "place_staff", {"placements": [{"agency": "AG2", "colour": "creative", "n": 1}]}, ""),
    ("B", "place_staff", {"placements": [{"agency": "AG1", "colour": "creative", "n": 2}]}, "E_CAPACITY"),
    ("B", "place_staff", {"placements": [{"agency": "AG1", "colour": "creative", "n": 1}]}, ""),
    ("V", "place_staff", {"placements": [{"agency": "AG3", "colour": "media", "n": 1}]}, ""),
    ("referee", "reveal_actions", {"actions": {"A": [2, 4], "B": [2, 4], "V": [3, 4]}}, ""),
    ("A", "buy_card", {"slot": 3, "refill": "TT1"}, ""),
    ("B", "buy_card", {"slot": 2, "refill": "AG4"}, "E_DECK_EMPTY"),
    ("B", "buy_card", {"slot": 2, "refill": None}, ""),
    ("V", "hire", {"agency": "AG3", "staff": {"production": 2}}, ""),
    ("referee", "reveal_claims", {"claims": {"A": 1, "B": 2, "V": 2}}, "E_NO_MONEY"),
    ("referee", "reveal_claims", {"claims": {"A": 1, "B": 1, "V": 2}}, ""),
    ("referee", "reveal_bids", {"slot": 1, "bids": {"A": 19, "B": 19}}, ""),
    (
        "A",
        "fulfil",
        {
            "tender": "TN4",
            "staff": [{"agency": "AG2", "colour": "media", "n": 1}, {"agency": "AG2", "colour": "creative", "n": 1}],
        },
        "",
    ),
    ("A", "step_done", {}, ""),
    ("B", "step_done", {}, ""),
    ("V", "fulfil", {"tender": "TN5", "staff": [{"agency": "AG3", "colour": "production", "n": 2}]}, ""),
    ("V", "step_done", {}, ""),
    ("A", "apply_effect", {"tender": "TN4"}, ""),
    ("A", "step_done", {}, ""),
    ("B", "apply_effect", {"tender": "TN2"}, ""),
    ("B", "step_done", {}, ""),
    ("V", "decline_effect", {"tender": "TN5"}, ""),
    ("V", "apply_effect", {"tender": "TN5"}, "E_EFFECT_SPENT"),
    ("referee", "adjust", {"side": "V", "money": 1, "reason": ""}, "E_REASON"),
    ("referee", "adjust", {"side": "V", "money": 1, "reason": "лишняя единица при пересчёте жетонов"}, ""),
    ("V", "step_done", {}, ""),
    ("referee", "apply_combos", {}, ""),
    ("referee", "end_turn", {}, "E_GAME_OVER"),
]


def whole_game() -> dict[str, Any]:
    """Return the record of the whole game; each added step says in `expect` whether it is refused."""
    last = RECORDED["steps"][-1]["n"]
    added = [
        {
            "n": last + at,
            "actor": actor,
            "action": action,
            "params": params,
            "expect": {"ok": False, "error": code} if code else {"ok": True},
        }
        for at, (actor, action, params, code) in enumerate(STEPS, 1)
    ]
    return {**RECORDED, "steps": [*RECORDED["steps"], *added]}
