"""``tiku record``: a review from a script."""

from __future__ import annotations

from typing import Annotated

import typer

from tiku.commands import tr
from tiku.commands.output import JSON, document, note
from tiku.commands.show import Ident, Seed
from tiku.commands.workbench import workspace
from tiku.errors import UsageError
from tiku.model import RATINGS, Rating
from tiku.store.event import Review
from tiku.study.day import iso
from tiku.text import nearest

ZH = "给出 --rating，或用 --hit 逐个给出说到的要点（评级由此得出），或两者都给。"
EN = "Give --rating, or --hit for each point that was said (the rating follows from them), or both."

RatingOption = Annotated[
    str | None, typer.Option("--rating", metavar="again|hard|good|easy", help=tr("评级", "the rating"))
]
Hits = Annotated[
    list[str] | None,
    typer.Option("--hit", metavar="POINT", help=tr("说到的要点，可多次", "a point that was said; repeatable")),
]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help=tr("什么时候答的", "when it was answered"))]
Seconds = Annotated[
    float, typer.Option("--seconds", min=0, metavar="S", help=tr("用了几秒", "how many seconds it took"))
]


def run(
    ctx: typer.Context,
    ident: Ident,
    rating: RatingOption = None,
    hit: Hits = None,
    at: At = None,
    seconds: Seconds = 0.0,
    seed: Seed = 0,
    json: JSON = False,
) -> None:
    """Record one review."""
    if rating is None and hit is None:
        raise UsageError("没有评级", "there is no rating", "给 --rating 或 --hit", "give --rating or --hit")
    chosen = _rating(rating)
    with workspace(ctx, writes=True) as work:
        question = work.question(ident)
        hits = work.point_ids(question, hit) if hit is not None else None
        derived = work.rating_of(question, hits) if hits is not None else None
        final = chosen or derived or "again"
        points = tuple((point.id, point.id in hits) for point in question.marked) if hits is not None else None
        kept_seed = seed if question.kind == "numeric" else None
        review = Review(
            question.id, final, points, work.digest(question.id), seconds, "script", "script",
            moved=derived is not None and final != derived, seed=kept_seed,
        )  # fmt: skip
        event = work.record(review, at=at)
        card = work.card(question.id)
        due = iso(card.due) if card is not None and card.due is not None else None
        if json:
            document({"id": question.id, "event": event.id, "rating": final, "day": iso(event.day), "due": due})
        else:
            note(tr(f"{question.id}: {final}，下次 {due}", f"{question.id}: {final}, back on {due}"))


def _rating(text: str | None) -> Rating | None:
    if text is None:
        return None
    for rating in RATINGS:
        if text == rating:
            return rating
    near = nearest(text, RATINGS)
    raise UsageError(
        f"没有评级 {text!r}",
        f"there is no rating {text!r}",
        f"是否指 {near}？" if near else "可取: again, hard, good, easy",
        f"did you mean {near}?" if near else "choose again, hard, good or easy",
    )
