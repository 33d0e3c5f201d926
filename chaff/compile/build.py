"""Turns the values of specs into what is committed: experiments with their hashes, a rule.

Pure: values in, shapes out. `chaff.compile.project` reads the specs and writes the files.
"""

from __future__ import annotations

from typing import Any, Final

from chaff.battery.prompt import wrapper
from chaff.battery.tools import BUILTIN_TOOLS
from chaff.compile.arms import build_arms
from chaff.compile.audit import audit
from chaff.compile.examples import require_examples, require_patterns
from chaff.compile.requests import require_prices, require_requests
from chaff.compile.screens import screen
from chaff.errors import BadInputError, CompileRefusal, SpecError
from chaff.lint.narrow import deciding
from chaff.money import nano_usd, prices_of
from chaff.shapes.base import S, Shape, convert
from chaff.shapes.compiled import CompiledRule, ItemNotes
from chaff.shapes.config import (
    ConfigBattery,
    ConfigItem,
    EvalConfig,
    battery_hash,
    config_hash,
    request_hash,
)
from chaff.shapes.program import CompiledProgram, Model, Pricing, Program
from chaff.shapes.rule import Battery, Item, Rule

RESERVED: Final = ("gates", "program")
"""Names in generated/ and of tasks that no rule may take."""


class Built(Shape, frozen=True, kw_only=True):
    """A compiled rule: its experiment, the one for practice models, and what readers need."""

    config: EvalConfig
    practice: EvalConfig | None
    rule: CompiledRule


def spec_as(value: Any, shape: type[S], *, where: str) -> S:
    """Return a spec's value as a shape, or raise SpecError naming the field."""
    try:
        return convert(value, shape, where=where)
    except BadInputError as error:
        raise SpecError(error.problem, where=where) from None


def build_program(program: Program, pricing: Pricing) -> CompiledProgram:
    """Return program and prices with all money as integers, or raise CompileRefusal."""
    require_requests(program)
    require_prices(program, pricing.models)
    prices = {
        model: prices_of(price, where=f"pricing of {model}")
        for model, price in pricing.models.items()
    }
    return CompiledProgram(
        schema="chaff.program/1",
        program=program,
        rule_cap_nano_usd=nano_usd(program.caps.rule_usd),
        program_cap_nano_usd=nano_usd(program.caps.program_usd),
        prices_as_of=pricing.as_of,
        prices=prices,
        min_cacheable_tokens={
            model: price.min_cacheable_tokens for model, price in pricing.models.items()
        },
    )


def build_rule(rule: Rule, program: Program) -> Built:
    """Return a rule's experiments, or raise CompileRefusal for the first thing unsound in it."""
    if rule.id in RESERVED:
        raise CompileRefusal(
            "rule-id", f"a rule may not be called {rule.id!r}", where="id", remedy="rename it"
        )
    if rule.buried and rule.tier == "enforced":
        problem = "a buried rule cannot be enforced"
        remedy = "take `buried` or `tier` out; `doit promote:RULE` does both"
        raise CompileRefusal("buried-enforced", problem, where="buried", remedy=remedy)
    require_requests(program)
    require_patterns(rule.detect)
    require_examples(rule.detect, rule.fix, rule.valid, rule.invalid)
    models = program.models
    main = _config(rule, rule.battery, program, (models.primary, models.confirmation))
    practice = None
    if rule.practice is not None:
        practice = _practice_config(rule, rule.practice, program)
    return Built(config=main, practice=practice, rule=compiled_rule(rule))


def _practice_config(rule: Rule, battery: Battery, program: Program) -> EvalConfig:
    try:
        return _config(rule, battery, program, program.models.practice, practice=True)
    except CompileRefusal as refusal:
        where = f"practice: {refusal.where}"
        raise CompileRefusal(
            refusal.code, refusal.problem, where=where, remedy=refusal.remedy
        ) from None


def _config(
    rule: Rule,
    battery: Battery,
    program: Program,
    models: tuple[Model, ...],
    *,
    practice: bool = False,
) -> EvalConfig:
    audit(battery, program.admission)
    arms = build_arms(battery, rule.detect, rule.fix, program.admission)
    hashed = config_battery(battery)
    requests = {model: program.requests[model] for model in models}
    return EvalConfig(
        schema="chaff.eval-config/1",
        rule=rule.id,
        practice=practice,
        battery_hash=battery_hash(hashed),
        config_hash=config_hash(
            hashed, rule.detect, rule.fix, arms, battery.repeats, program.admission
        ),
        request_hash={model: request_hash(settings) for model, settings in requests.items()},
        battery=hashed,
        detect=rule.detect,
        fix=rule.fix,
        arms=arms,
        repeats=battery.repeats,
        admission=program.admission,
        requests=requests,
    )


def config_battery(battery: Battery) -> ConfigBattery:
    """Return the part of a battery that a model or a scorer can tell apart."""
    offered = {tool for item in battery.items for tool in item.tools}
    return ConfigBattery(
        delivery=battery.delivery,
        wrapper=wrapper(battery.delivery, battery.path),
        path=battery.path,
        file=battery.file,
        repository=battery.repository,
        tool_definitions=battery.tools,
        builtin_tools={name: BUILTIN_TOOLS[name] for name in BUILTIN_TOOLS if name in offered},
        commands=battery.commands,
        items=tuple(_config_item(item) for item in battery.items),
        control_candidates=battery.control_candidates,
    )


def _config_item(item: Item) -> ConfigItem:
    return ConfigItem(
        id=item.id,
        prompt=item.prompt,
        tools=item.tools,
        max_turns=item.max_turns,
        scorer=item.scorer,
    )


def compiled_rule(rule: Rule) -> CompiledRule:
    """Return the part of a rule that is for readers."""
    return CompiledRule(
        schema="chaff.rule/1",
        id=rule.id,
        title=rule.title,
        rationale=rule.rationale,
        tier=rule.tier,
        detect=rule.detect,
        fix=rule.fix,
        valid=rule.valid,
        invalid=rule.invalid,
        items=_notes(rule.battery),
        practice_items=_notes(rule.practice) if rule.practice else {},
        message=rule.message,
        buried=rule.buried,
        fix_safety=rule.fix_safety,
        readings=rule.readings,
        screens=tuple(map(screen, deciding(rule.detect))),
    )


def _notes(battery: Battery) -> dict[str, ItemNotes]:
    return {
        item.id: ItemNotes(misled=item.misled, required=item.required) for item in battery.items
    }
