"""Who sent the visitor, as `key` and `explain` tell it: campaign, redirectors, who is credited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urlkey.cli.text import visible

if TYPE_CHECKING:
    from urlkey._core import Result


def as_data(found: Result | None) -> dict[str, object]:
    """The members of JSON; null where there is no result."""
    if found is None:
        return {"campaign": None, "unwrapped": None, "credited": None}
    return {
        "campaign": found.campaign,
        "unwrapped": [{"redirector": by, "target": target} for by, target in found.unwrapped],
        "credited": [
            {
                "name": credited.name,
                "value": credited.value,
                "by": credited.by,
                "tier": credited.tier,
                "redirector": credited.redirector,
            }
            for credited in found.credited
        ],
    }


def rows(found: Result) -> list[tuple[str, str]]:
    """A heading and a text for each thing that there is to tell."""
    campaign = [f"{name}={value}" for name, value in found.campaign.items()]
    return [
        *([("campaign", visible(", ".join(campaign)))] if campaign else []),
        *(("unwrapped", f"{by} → {target}") for by, target in found.unwrapped),
        *(
            (
                "credited",
                visible(f"{who.name}={who.value} ({who.by}, {who.tier}{within(who.redirector)})"),
            )
            for who in found.credited
        ),
    ]


def within(redirector: str | None) -> str:
    """Where a credit stood, if not in the page's own URL."""
    return "" if redirector is None else f", in {redirector}"
