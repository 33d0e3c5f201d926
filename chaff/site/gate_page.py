"""The dashboard of one gate as a page of its own, within the site or alone."""

from __future__ import annotations

from chaff.site import gate_plots
from chaff.site.gate import Dashboard, can_detect, tally
from chaff.site.template import page


def dashboard(view: Dashboard, *, path: str = "") -> str:
    """Return a gate's page; without a `path` in the site it stands alone, without links."""
    found = {
        "view": view,
        "year": gate_plots.year("year", view) if view.series.days else "",
        "detect": can_detect(view),
        "tally": tally(view.marks),
        "letters": gate_plots.LETTERS,
    }
    return page(path, "dashboard.html", found)
