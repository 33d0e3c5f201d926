"""Years of a gate: daily scores, edits, verdicts and what follows from them, many at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from benchmarks.gate_twin import Tested, gls_rows, learn_rows, welch_rows
from chaff.gate.budget import fresh_budget
from chaff.gate.history import LONGEST_DAYS

YEAR = 365
WINDOW = 14
WEEKDAYS = np.array([0.1, 0.2, 0.2, 0.1, 0.0, -0.3, -0.3])
"""What a Monday, a Tuesday … is above or below other days, in points."""
_WORST = 3
"""Days of a bad week that are named as what led to the edit."""


@dataclass(frozen=True)
class Rule:
    """A way to decide, and when the next edit may be made."""

    name: str
    test: Literal["welch", "gls"]
    queue: bool
    """One edit at a time; else another as often as the world's cadence lets."""
    alpha: float
    lift_percent: float = 5.0
    reverts: bool = True
    """A REVERT takes the edit out by itself."""
    knows_rho: bool = False
    """The autocorrelation is known, not estimated."""
    rest_days: int = 0
    """Days after a REVERT without an edit, so that no baseline is used twice."""


ARTICLE = Rule("article", "welch", queue=False, alpha=0.10, reverts=False)
ARTICLE_REVERTS = Rule("article, on_overlap: revert", "welch", queue=False, alpha=0.10)
QUEUE = Rule("queue, the article's test", "welch", queue=True, alpha=0.10)


def attributable(budget: float = 1.0) -> Rule:
    """Return the preset: the level is the same for every test of a year, budget / slots."""
    alpha = fresh_budget(budget, WINDOW).alpha
    return Rule("attributable", "gls", queue=True, alpha=alpha)


@dataclass(frozen=True)
class World:
    """What scores are made of, and which edits there are."""

    rho: float
    sd: float = 0.6
    baseline: float = 7.0
    history: int = LONGEST_DAYS
    """Days that were scored before the first edit, all with one text."""
    years: int = 1
    cadence_days: int = 3
    """Between two edits where there is no queue."""
    weekdays: bool = True
    good: float = 0.0
    """Share of the edits that raise the score by `effect_percent`, and of those that lower it."""
    bad: float = 0.0
    effect_percent: float = 0.0
    trigger: Literal["calendar", "bad week"] = "calendar"
    """Edits come as soon as they may, or after a week in the lowest tenth."""
    leave_out: bool = False
    """The three worst days of that week are named as what led to the edit."""


@dataclass
class Verdicts:
    """All verdicts: the row they belong to, the day of the edit, its true effect, the outcome."""

    rows: list[np.ndarray] = field(default_factory=list)
    days: list[np.ndarray] = field(default_factory=list)
    effects: list[np.ndarray] = field(default_factory=list)
    outcomes: list[np.ndarray] = field(default_factory=list)

    def add(self, rows: np.ndarray, day: int, effects: np.ndarray, outcomes: np.ndarray) -> None:
        """Enter the verdicts of a day."""
        self.rows.append(rows)
        self.days.append(np.full(len(rows), day))
        self.effects.append(effects)
        self.outcomes.append(outcomes)

    def all(self) -> tuple[np.ndarray, ...]:
        """Return them in four arrays."""
        lists = (self.rows, self.days, self.effects, self.outcomes)
        return tuple(np.concatenate(each) if each else np.empty(0) for each in lists)


def noise(generator: np.random.Generator, shape: tuple[int, int], world: World) -> np.ndarray:
    """Return scores without any edit: AR(1) around the baseline, with what weekdays do."""
    n_rows, n_days = shape
    values = generator.standard_normal((n_days, n_rows))
    fresh = (1 - world.rho**2) ** 0.5
    for day in range(1, n_days):
        values[day] = world.rho * values[day - 1] + fresh * values[day]
    offsets = WEEKDAYS[np.arange(n_days) % 7] if world.weekdays else 0.0
    return world.baseline + world.sd * values.T + offsets


class Years:
    """Runs years; one row each. Days count from 0; the first edit may come after the history."""

    def __init__(self, rule: Rule, world: World, n_rows: int, seed: int) -> None:
        self.rule, self.world, self.n_rows = rule, world, n_rows
        self.generator = np.random.Generator(np.random.PCG64(seed))
        self.n_days = world.history + world.years * YEAR + WINDOW + 2
        self.scores = noise(self.generator, (n_rows, self.n_days), world)
        self.text = np.zeros((n_rows, self.n_days), dtype=np.int32)
        """The text in force all of a day; −1 if it changed."""
        self.current = np.zeros(n_rows, dtype=np.int32)
        self.made = np.zeros(n_rows, dtype=np.int32)
        self.level = np.zeros(n_rows)
        self.effect = np.full((n_rows, self.n_days), np.nan)
        """Of the edit made on a day; NaN if none was."""
        self.before = np.zeros((n_rows, self.n_days), dtype=np.int32)
        self.left_out = np.zeros((n_rows, self.n_days), dtype=bool)
        self.verdicts = Verdicts()
        self.last_edit = np.full(n_rows, -1000)
        self.is_open = np.zeros(n_rows, dtype=bool)
        self.named: dict[tuple[int, int], tuple[int, ...]] = {}
        """By row and day of the edit, the days that led to it."""
        self.rests_until = np.zeros(n_rows, dtype=int)
        self.bad_week = self._bad_week()

    def run(self) -> Verdicts:
        """Live through all days: verdicts in the morning, then edits, then the day's score."""
        last_edit = self.world.history + self.world.years * YEAR
        for day in range(self.n_days):
            changed = np.zeros(self.n_rows, dtype=bool)
            edit_day = day - WINDOW - 1
            if edit_day >= 0:
                changed |= self.judge(edit_day)
            if self.world.history <= day < last_edit:
                changed |= self._edit(day)
            self.text[:, day] = np.where(changed, -1, self.current)
            self.scores[:, day] += self.level
        return self.verdicts

    def _edit(self, day: int) -> np.ndarray:
        idle = ~self.is_open if self.rule.queue else day - self.last_edit >= self.world.cadence_days
        idle &= day >= self.rests_until
        if self.world.trigger == "bad week":
            week = self.scores[:, day - 7 : day]
            now = idle & (week.mean(axis=1) - self.level < self.bad_week)
            if self.world.leave_out:
                worst = np.argsort(week, axis=1)[:, :_WORST] + day - 7
                rows = np.flatnonzero(now)
                self.left_out[rows[:, None], worst[rows]] = True
                self.named |= {(int(row), day): tuple(worst[row]) for row in rows}
        else:
            now = idle
        draw = self.generator.random(self.n_rows)
        size = self.world.baseline * self.world.effect_percent / 100
        sign = np.where(draw < self.world.good, 1.0, 0.0)
        sign = np.where(draw > 1 - self.world.bad, -1.0, sign)
        self.effect[now, day] = (sign * size)[now]
        self.before[now, day] = self.current[now]
        self.level[now] += (sign * size)[now]
        self.made[now] += 1
        self.current[now] = self.made[now]
        self.last_edit[now] = day
        self.is_open |= now
        return now

    def judge(self, edit_day: int) -> np.ndarray:
        """Enter the verdicts on the edits of a day; return the rows whose text that changes."""
        rows = np.flatnonzero(~np.isnan(self.effect[:, edit_day]))
        changed = np.zeros(self.n_rows, dtype=bool)
        if not len(rows):
            return changed
        outcomes = np.zeros(len(rows), dtype=int)
        for part, tested in self._tested(rows, edit_day):
            outcomes[part] = tested.outcomes(self.rule.alpha, self.rule.lift_percent)
        effects = self.effect[rows, edit_day]
        self.verdicts.add(rows, edit_day, effects, outcomes)
        self.is_open[rows] = False
        self.left_out[rows] &= not self.rule.queue
        if self.rule.reverts:
            back = rows[outcomes < 0]
            self.level[back] -= self.effect[back, edit_day]
            changed[back] = True
            self.rests_until[back] = edit_day + WINDOW + 1 + self.rule.rest_days
            if self.rule.queue:
                self.current[back] = self.before[back, edit_day]
        return changed

    def _tested(self, rows: np.ndarray, edit_day: int):
        """Yield the rows by their number of days before, and what their test says."""
        post = self.scores[rows, edit_day + 1 : edit_day + 1 + WINDOW]
        candidates = ~self.left_out[rows, :edit_day]
        if self.rule.test == "gls":
            candidates &= self.text[rows, :edit_day] == self.before[rows, edit_day][:, None]
        else:
            candidates[:, : max(edit_day - WINDOW, 0)] = False
        rank = np.cumsum(candidates[:, ::-1], axis=1)[:, ::-1]
        used = candidates & (rank <= WINDOW)
        sizes = used.sum(axis=1)
        for size in range(10, WINDOW + 1):
            part = np.flatnonzero(sizes == size)
            if not len(part):
                continue
            days = np.nonzero(used[part])[1].reshape(len(part), size)
            pre = self.scores[rows[part][:, None], days]
            if self.rule.test == "welch":
                yield part, welch_rows(pre, post[part])
            else:
                yield part, self._gls(rows[part], edit_day, days, pre, post[part])

    def _gls(
        self, rows: np.ndarray, edit_day: int, days: np.ndarray, pre: np.ndarray, post: np.ndarray
    ) -> Tested:
        first = max(edit_day - LONGEST_DAYS, 0)
        span = np.arange(first, edit_day)
        text = self.text[rows, first:edit_day]
        starts = np.ones_like(text, dtype=bool)
        starts[:, 1:] = text[:, 1:] != text[:, :-1]
        runs = np.where(text >= 0, np.cumsum(starts & (text >= 0), axis=1) - 1, -1)
        rho, offsets = learn_rows(self.scores[rows, first:edit_day], runs, span % 7)
        if self.rule.knows_rho:
            rho = np.full(len(rows), self.world.rho)
        after = np.broadcast_to(edit_day + 1 + np.arange(WINDOW), (len(rows), WINDOW))
        positions = np.concatenate([days, after], axis=1)
        adjusted = np.concatenate([pre, post], axis=1)
        adjusted = adjusted - np.take_along_axis(offsets, positions % 7, axis=1)
        return gls_rows(positions, adjusted, pre.shape[1], rho)

    def _bad_week(self) -> float:
        """Return the mean of a week below which a tenth of all weeks lie."""
        lags = np.abs(np.subtract.outer(np.arange(7), np.arange(7)))
        sd = self.world.sd * float(np.sqrt((self.world.rho**lags).mean()))
        return self.world.baseline - 1.2816 * sd


@dataclass(frozen=True)
class Rates:
    """Per year, with standard errors over years; an edit's verdict belongs to the edit's day."""

    verdicts: float
    kept: float
    """Verdicts that the truth does not bear out: KEPT of an edit that does not raise the score."""
    revert: float
    error: float
    """Of the sum of the two."""
    any: float
    """The chance of at least one in a year."""
    found: float
    """Edits with an effect that got the right verdict, of `existing`."""
    existing: float


def rates(verdicts: Verdicts, world: World, n_rows: int, *, year: int = 0) -> Rates:
    """Return what a year holds."""
    rows, days, effects, outcomes = verdicts.all()
    first = world.history + year * YEAR
    inside = (days >= first) & (days < first + YEAR)
    rows, effects, outcomes = (x[inside] for x in (rows, effects, outcomes))
    kept, revert = (outcomes > 0) & (effects <= 0), (outcomes < 0) & (effects >= 0)
    each = np.bincount(rows[kept | revert], minlength=n_rows)
    right = (effects != 0) & (np.sign(effects) == outcomes)
    return Rates(
        verdicts=len(rows) / n_rows,
        kept=kept.sum() / n_rows,
        revert=revert.sum() / n_rows,
        error=float(each.std(ddof=1) / np.sqrt(n_rows)),
        any=float((each > 0).mean()),
        found=right.sum() / n_rows,
        existing=(effects != 0).sum() / n_rows,
    )


def power(rule: Rule, world: World, n_rows: int, seed: int) -> float:
    """Return the chance that the first edit, of the world's effect, is KEPT."""
    single = Years(rule, world, n_rows, seed)
    day = world.history
    single.effect[:, day] = world.baseline * world.effect_percent / 100
    single.text[:, day] = -1
    single.scores[:, day:] += single.effect[:, day : day + 1]
    single.judge(day)
    return float((single.verdicts.outcomes[0] > 0).mean())
