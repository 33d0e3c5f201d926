import io
import json
import shutil

import pytest

from chaff.cli.main import main
from chaff.cli.power import print_design
from chaff.errors import UsageError
from chaff.stats.item_models import ITEM_MODELS
from tests.support.project import REPOSITORY

FAST = ["--simulations", "200"]


def printed(capsys, *arguments):
    assert main(["power", *arguments]) == 0
    return capsys.readouterr().out


def test_the_label_as_json(capsys):
    found = json.loads(printed(capsys, "--items", "12", "--repeats", "5", "--format", "json"))
    assert (found["items"], found["repeats"], found["simulations"]) == (12, 5, 2000)
    assert list(found["admitted"]) == ["0.10", "0.15", "0.20", "0.25", "0.30", "0.40"]
    reference = {"0.15": 0.45, "0.20": 0.68, "0.25": 0.84, "0.30": 0.94}
    for effect, chance in reference.items():
        assert found["admitted"][effect] == pytest.approx(chance, abs=0.04)
        assert found["with_guards"]["admitted"][effect] < found["admitted"][effect]
    assert found["useless_admitted"] == pytest.approx(0.03, abs=0.015)
    assert 0.2 < found["detectable_80"] < found["with_guards"]["detectable_80"] < 0.35
    assert found["monte_carlo_se"] == pytest.approx(0.0112, abs=1e-4)
    assert found["library"]["useless_expected"] == 100 * found["useless_admitted"]
    assert found["interval"]["normal_theory"] == pytest.approx(0.913, abs=5e-4)
    assert "at most half the time" in found["note"]
    assert [design["cost_ratio"] for design in found["designs"]] == [1, 1, 2, 2]


@pytest.mark.parametrize("model", ITEM_MODELS)
def test_every_item_model_is_stated(capsys, model):
    found = json.loads(printed(capsys, "--item-model", model, "--format", "json", *FAST))
    assert found["item_model"] == model
    assert "Beta(" in found["model"]


def test_the_label_as_text(capsys):
    text = printed(capsys, "--measured", "40", *FAST)
    for part in (
        "12 items, 5 repeats, 3 arms: 180 calls a model",
        "A true +15 points, the threshold itself, is admitted at most half the time, at any size.",
        "If none of 40 rules measured did anything",
        "twice the money on items",
        "it covers 91 % of the time where differences are normal",
    ):
        assert part in text


def test_a_harmful_control_is_not_said_to_be_safe(capsys):
    text = printed(capsys, "--item-model", "harmful-control", *FAST)
    assert "at most half" not in text
    assert "does harm" in text


@pytest.mark.parametrize(
    "arguments",
    [["--items", "11"], ["--repeats", "21"], ["--simulations", "99"], ["--measured", "0"]],
    ids=" ".join,
)
def test_numbers_out_of_range_are_refused(capsys, arguments):
    assert main(["power", *arguments]) == 2
    assert arguments[0] in capsys.readouterr().err


def test_a_rules_own_design(tmp_path):
    shutil.copytree(REPOSITORY / "generated", tmp_path / "generated")
    out = io.StringIO()
    print_design(tmp_path, "history-log", "even", out)
    assert out.getvalue().startswith("history-log:\n12 items, 5 repeats")
    with pytest.raises(UsageError, match="--item-model odd"):
        print_design(tmp_path, "history-log", "odd", out)
