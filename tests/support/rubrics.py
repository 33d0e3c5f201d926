"""The default rubric, as the repository's own spec has it."""

from functools import lru_cache

from chaff.compile.build import spec_as
from chaff.compile.jsonnet import evaluate
from chaff.shapes.gate import Rubric
from tests.support.project import REPOSITORY


@lru_cache
def default_rubric() -> Rubric:
    path = "specs/lib/rubric.libsonnet"
    return spec_as(evaluate(REPOSITORY, path).value, Rubric, where=path)
