"""Checks what the program sends to each model: settings that would skew or break a run.

Refused: request-settings (none given, a field that is the runner's, no max_tokens),
request-temperature (a temperature other than 1.0, or sampling set for a model of the API, which
refuses it; a library that counts runs on its own servers only may set it), unpriced-model.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NoReturn

from chaff.errors import CompileRefusal
from chaff.shapes.program import Model, Models, Program

API: Final = "anthropic"
SAMPLING: Final = ("temperature", "top_k", "top_p", "min_p", "typical_p", "seed")
RUNNERS: Final = ("model", "messages", "tools", "system", "stream", "stop_sequences")
"""Fields that the runner fills, or that would change what an answer is."""


def require_requests(program: Program) -> None:
    """Raise CompileRefusal unless every model of the program has sound settings."""
    wanted = models_of(program.models)
    for model in wanted:
        if model not in program.requests:
            _refuse("request-settings", "no request settings", model, "state at least max_tokens")
    for model, settings in program.requests.items():
        if model not in wanted:
            remedy = "remove it, or name it among the models"
            _refuse("request-settings", "is none of the program's models", model, remedy)
        own_server = model in program.models.practice or API not in program.counting_endpoints
        _require_settings(model, settings, sampled=own_server)


def require_prices(program: Program, priced: Collection[Model]) -> None:
    """Raise CompileRefusal unless every model of the program is in the pricing manifest."""
    for model in models_of(program.models):
        if model not in priced:
            raise CompileRefusal(
                "unpriced-model",
                f"{model} is not in the pricing manifest, so it cannot be run",
                where="models",
                remedy="add its prices to specs/pricing.jsonnet",
            )


def models_of(models: Models) -> tuple[Model, ...]:
    """Return all models of a program, primary first."""
    return (models.primary, models.confirmation, *models.practice)


def _require_settings(model: Model, settings: dict[str, Any], *, sampled: bool) -> None:
    for field in RUNNERS:
        if field in settings:
            _refuse("request-settings", f"{field} is not a setting", model, "remove it")
    most = settings.get("max_tokens")
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        _refuse("request-settings", f"max_tokens is {most!r}", model, "state a whole number")
    for field in SAMPLING:
        if field in settings and not sampled:
            _refuse(
                "request-temperature",
                f"sets {field}: a model is measured as it is deployed, at its default sampling",
                model,
                "remove it; the current API version refuses it on every model",
            )
    temperature = settings.get("temperature", 1)
    if isinstance(temperature, bool) or temperature != 1:
        _refuse(
            "request-temperature",
            f"temperature is {temperature!r}, not 1.0",
            model,
            "arms are compared at the deployed condition",
        )


def _refuse(code: str, problem: str, model: Model, remedy: str) -> NoReturn:
    raise CompileRefusal(code, problem, where=f"requests[{model!r}]", remedy=remedy)
