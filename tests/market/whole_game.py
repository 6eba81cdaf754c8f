"""The recorded three-player game, carried on to its end: what stands in the checks of § 1 and the figures of § 8.1.

The first 40 steps are the conformance file. Each further step is (actor, action, params, refusal code or "").
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "conformance" / "market.json"

REST: list[tuple[str, str, dict[str, Any], str]] = [
    # T8
    ("p2", "take_credit", {}, "E_CREDIT_AGREE"),  # 41
    ("p2", "take_credit", {"rate": 12}, "E_CREDIT_RATE"),
    ("p2", "take_credit", {"rate": 20}, ""),
    ("p2", "roll", {"dice": [1, 2]}, ""),
    ("p2", "buy_share", {"company": "trade"}, ""),
    ("p2", "end_turn", {}, ""),
    # T9
    ("p3", "roll", {"dice": [1, 4]}, ""),  # 47
    ("p3", "end_turn", {}, "E_MUST_RESOLVE"),
    ("p3", "draw_surprise", {"card": 5, "amount": -300000}, ""),
    ("p3", "end_turn", {}, ""),
    # T10
    ("p1", "roll", {"dice": [1, 2]}, ""),  # 51
    ("p1", "buy_card", {"plot": 2, "kind": "materials"}, "E_NO_RIGHT"),
    ("p1", "buy_card", {"plot": 2, "kind": "personnel"}, ""),
    ("p2", "demand_note", {"note": 1}, ""),
    ("p1", "end_turn", {}, ""),
    # T11
    ("p2", "roll", {"dice": [4, 5]}, ""),  # 56
    ("p2", "end_turn", {}, "E_MUST_RESOLVE"),
    ("p2", "antimonopoly_sell", {"company": "exchange", "lots": []}, "E_ANTIMONO_CHOICE"),
    ("p2", "antimonopoly_sell", {"company": "trade", "lots": []}, "E_ANTIMONO_COUNT"),
    ("p2", "antimonopoly_sell", {"company": "trade", "lots": [{"winner": "p2", "price": 70000}]}, "E_BIDDER_SELLER"),
    ("p2", "antimonopoly_sell", {"company": "trade", "lots": [{"winner": "p1", "price": 65000}]}, "E_BID_LOW"),
    ("p2", "antimonopoly_sell", {"company": "trade", "lots": [{"winner": "p1", "price": 76050}]}, "E_BID_STEP"),
    ("p2", "antimonopoly_sell", {"company": "trade", "lots": [{"winner": "p1", "price": 76000}]}, ""),  # 63
    ("p2", "end_turn", {}, ""),
    # T12
    ("p3", "roll", {"dice": [2, 2]}, ""),
    ("p3", "buy_share", {"company": "insurance"}, ""),
    ("p3", "end_turn", {}, ""),
    # T13
    ("p1", "issue_note", {"lender": "p3", "amount": 50000, "percent": 10, "due_turn": 30}, ""),  # 68
    ("p1", "roll", {"dice": [2, 3]}, ""),
    ("p1", "buy_licence", {"plot": 2, "product": "furniture"}, ""),
    ("p1", "end_turn", {}, ""),
    # T14
    ("p2", "repay_credit", {"rate": 20}, ""),  # 72
    ("p2", "roll", {"dice": [1, 1]}, ""),
    ("p2", "refuse_plot", {"winner": "p2", "price": 45000}, "E_BIDDER_REFUSER"),
    ("p2", "refuse_plot", {"winner": "p1", "price": 46000}, ""),
    ("p2", "end_turn", {}, ""),
    # T15
    ("p3", "roll", {"dice": [1, 2]}, ""),  # 77
    ("p1", "buy_card", {"plot": 4, "kind": "materials"}, "E_LICENCE_FIRST"),
    ("p1", "buy_card", {"plot": 2, "kind": "materials", "commissions": {"p2": 8000}}, ""),
    ("p3", "end_turn", {}, ""),
    # T16
    ("p1", "take_credit", {}, "E_CREDIT_AGREE"),  # 81
    ("p1", "take_credit", {"rate": 15}, ""),
    ("p1", "roll", {"dice": [4, 4]}, ""),
    ("p1", "buy_card", {"plot": 2, "kind": "equipment", "commissions": {"p2": 25000}, "outcome": "refused"}, ""),
    ("p1", "buy_share", {"company": "school"}, "E_RIGHT_USED"),
    ("p1", "end_turn", {}, ""),
    # T17
    ("p2", "take_credit", {"rate": 20}, ""),  # 87
    ("p2", "roll", {"dice": [4, 4]}, ""),
    ("p1", "buy_card", {"plot": 2, "kind": "equipment", "commissions": {"p2": 10000}}, ""),
    ("p2", "end_turn", {}, ""),
    # T18
    ("p3", "roll", {"dice": [3, 3]}, ""),  # 91
    ("p3", "draw_surprise", {"card": 5, "amount": -300000}, ""),
    ("p3", "end_turn", {}, "E_INSOLVENT_BLOCK"),
    ("p3", "take_credit", {}, "E_CREDIT_INSOLVENT"),
    ("p3", "declare_bankrupt", {}, "E_BANKRUPT_ASSETS"),
    ("p3", "sell_share", {"company": "bank", "winner": "p2", "price": 900000}, "E_BIDDER_CASH"),
    ("p3", "sell_share", {"company": "bank", "winner": "p2", "price": 90000}, ""),
    ("p3", "sell_share", {"company": "insurance", "winner": "p2", "price": 40000}, ""),
    ("p3", "sell_share", {"company": "exchange", "winner": "p2", "price": 60000}, ""),
    ("p3", "issue_note", {"lender": "p2", "amount": 30000, "percent": 0}, ""),  # 100
    ("p3", "declare_bankrupt", {}, ""),
    # T19
    ("p3", "repay_credit", {"rate": 10}, "E_PLAYER_OUT"),
    ("p2", "issue_note", {"lender": "p1", "amount": 40000, "percent": 10}, ""),  # 103
    ("p1", "roll", {"dice": [4, 6]}, ""),
    ("p1", "buy_card", {"plot": 2, "kind": "personnel"}, ""),  # 105
    ("p1", "end_turn", {}, "E_FINISHED"),
    ("referee", "final_settlement", {}, ""),  # 107
]


def record(last: int = 107) -> dict[str, Any]:
    """Return the game as a recorded one, up to and including step `last`."""
    game: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    rest = [
        {"n": n, "actor": actor, "action": action, "params": params, "error": code}
        for n, (actor, action, params, code) in enumerate(REST, 41)
    ]
    game["steps"] = [step for step in [*game["steps"], *rest] if step["n"] <= last]
    return game
