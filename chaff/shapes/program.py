"""What `specs/program.jsonnet` and `specs/pricing.jsonnet` evaluate to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from chaff.shapes.base import Shape
from chaff.shapes.scorer import NonEmpty

Model = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=100)]
Date = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Role = Literal["primary", "confirmation", "practice"]


class Models(Shape, frozen=True, kw_only=True):
    """Which model plays which part; only the primary one can move a tier."""

    primary: Model
    confirmation: Model
    practice: tuple[Model, ...]


class Admission(Shape, frozen=True, kw_only=True):
    """The thresholds of the admission test; part of every config hash."""

    effect_percent: Annotated[int, Meta(ge=1, le=100)]
    """The least effect, removed minus control, in percentage points of pass rate."""
    draws: Annotated[int, Meta(ge=1000, le=100_000)]
    lower_rank: Annotated[int, Meta(ge=1)]
    """1-based rank, among the sorted draws, of the interval's lower bound."""
    upper_rank: Annotated[int, Meta(ge=1)]
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)]
    sign_numerator: Annotated[int, Meta(ge=1)]
    sign_denominator: Annotated[int, Meta(ge=1)]
    """At least ⌈numerator·n/denominator⌉ items must have removed ≥ control."""
    control_tolerance_percent: Annotated[int, Meta(ge=1, le=50)]
    min_items: Annotated[int, Meta(ge=2)]
    min_repeats: Annotated[int, Meta(ge=1)]
    min_edit_tokens: Annotated[int, Meta(ge=1)]


class Guards(Shape, frozen=True, kw_only=True):
    """The library's own conditions, beside the admission test and never instead of it."""

    mode: Literal["show", "enforce"]
    sign_flip_alpha_ppm: Annotated[int, Meta(ge=1, le=1_000_000)]
    """Sign-flip p times attempts must not exceed this many millionths (25,000 is 0.025)."""


class Caps(Shape, frozen=True, kw_only=True):
    """Spending limits in USD and the day from which the program's spend is counted."""

    rule_usd: Annotated[float, Meta(ge=0, le=100_000)] | int
    program_usd: Annotated[float, Meta(ge=0, le=100_000)] | int
    budget_from: Date


class Program(Shape, frozen=True, kw_only=True):
    """The program of a rule library: models, thresholds, caps, guards."""

    models: Models
    counting_endpoints: tuple[NonEmpty, ...]
    """Endpoints whose runs may move a tier."""
    admission: Admission
    guards: Guards
    max_age_days: Annotated[int, Meta(ge=1)]
    caps: Caps
    main_branch: NonEmpty
    requests: dict[Model, dict[str, Any]]
    """Per model, what goes into every request beside messages, tools and model name."""


class ModelPrice(Shape, frozen=True, kw_only=True):
    """USD per million tokens, as the vendor states them."""

    input: float | int
    output: float | int
    cache_write_5m: float | int
    cache_write_1h: float | int
    cache_read: float | int
    batch_factor: float | int
    min_cacheable_tokens: Annotated[int, Meta(ge=0)] | None
    """Smallest prefix that can be cached; null where the endpoint has no such notion."""
    source: NonEmpty


class Pricing(Shape, frozen=True, kw_only=True):
    """The pricing manifest: a model that is not in it cannot be run."""

    as_of: Date
    models: dict[Model, ModelPrice]


class Prices(Shape, frozen=True, kw_only=True):
    """A model's prices as integers: nano-USD per token, and the batch factor in thousandths."""

    input: Annotated[int, Meta(ge=0)]
    output: Annotated[int, Meta(ge=0)]
    cache_write_5m: Annotated[int, Meta(ge=0)]
    cache_write_1h: Annotated[int, Meta(ge=0)]
    cache_read: Annotated[int, Meta(ge=0)]
    batch_permille: Annotated[int, Meta(ge=0, le=1000)]


class CompiledProgram(Shape, frozen=True, kw_only=True):
    """`generated/program.json`: program and prices, as everything but the compile reads them."""

    schema: Literal["chaff.program/1"]
    program: Program
    rule_cap_nano_usd: Annotated[int, Meta(ge=0)]
    program_cap_nano_usd: Annotated[int, Meta(ge=0)]
    prices_as_of: Date
    prices: dict[Model, Prices]
    min_cacheable_tokens: dict[Model, int | None]
