#!/usr/bin/env python3
"""fan_in_power_, initialise_ and audit on plain modules; works with PyTorch 1.13 and later.

Usage: check_initialisation.py      exit 77 where there is no PyTorch
"""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1])]
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch")
    sys.exit(77)
from torch import nn

from sextant.torch import audit, init, initialise_, tune_gamma


def refuses(error, text, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except error as problem:
        assert text in str(problem), f"'{problem}' does not contain '{text}'"
    else:
        raise AssertionError(f"{call} accepted {args} {kwargs}")


class Small(nn.Module):
    def __init__(self, layers=2):
        super().__init__()
        self.word_embeddings = nn.Embedding(60, 48, padding_idx=3)
        self.pos_embed = nn.Parameter(torch.empty(1, 40, 48))
        layer = [nn.TransformerEncoderLayer(48, 4, 96, batch_first=True) for _ in range(layers)]
        self.blocks = nn.ModuleList(layer)
        self.patch = nn.Conv2d(3, 48, 4)
        self.classifier = nn.Linear(48, 30)

    def forward(self, tokens):
        x = self.word_embeddings(tokens) + self.pos_embed[0, :tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.classifier(x.mean(1))


def test_fan_in_power_has_the_deviation():
    weight = torch.empty(300, 200)
    init.fan_in_power_(weight, 0.7, generator=torch.Generator().manual_seed(1))
    assert abs(weight.std().item() / 200 ** -0.7 - 1) < 0.02
    again = init.fan_in_power_(torch.empty(300, 200), 0.7, torch.Generator().manual_seed(1))
    assert torch.equal(weight, again)
    half = init.fan_in_power_(torch.empty(300, 200, dtype=torch.bfloat16), 0.7, torch.Generator().manual_seed(1))
    assert torch.equal(half, weight.bfloat16())  # the same numbers, rounded
    kernel = init.fan_in_power_(torch.empty(64, 32, 3, 3), 0.5)
    assert abs(kernel.std().item() * (32 * 9) ** 0.5 - 1) < 0.05


def test_initialise_gives_every_tensor_its_law():
    model = Small()
    starts = initialise_(model, gamma=0.8, sigma=0.1, by_role={"key": 1.2}, seed=5)
    roles = {start.name: start.role for start in starts}
    assert roles["blocks.0.self_attn.in_proj_weight"] == "query+key+value", roles
    assert roles["pos_embed"] == "position" and roles["blocks.1.linear2.weight"] == "feed_forward_out"
    joint = dict(model.named_parameters())["blocks.0.self_attn.in_proj_weight"]
    for third, gamma in enumerate((0.8, 1.2, 0.8)):
        assert abs(joint[48 * third:48 * third + 48].std().item() * 48 ** gamma - 1) < 0.1
    assert abs(model.pos_embed.std().item() / 0.1 - 1) < 0.1
    assert not model.word_embeddings.weight[3].any()  # padding
    assert audit(model).require().passed
    assert audit(model, gamma=0.8, sigma=0.1, by_role={"key": 1.2}).passed
    assert not audit(model, gamma=0.5).passed


def test_adding_a_layer_moves_no_other():
    short, long = Small(1), Small(3)
    initialise_(short, gamma=0.6, seed=2)
    initialise_(long, gamma=0.6, seed=2)
    other = dict(long.named_parameters())
    for name, parameter in short.named_parameters():
        assert torch.equal(parameter, other[name]), name
    initialise_(long, gamma=0.6, seed=3)
    assert not torch.equal(short.classifier.weight, long.classifier.weight)


def test_audit_finds_the_layer_nobody_initialised():
    model = Small()
    initialise_(model, gamma=0.8)
    model.late = nn.Linear(48, 48)
    assert [row.name for row in audit(model).faults] == ["late.weight", "late.bias"]
    model = Small()
    initialise_(model, gamma=0.8)
    with torch.no_grad():
        model.blocks[1].linear1.weight.mul_(1.2)
        model.blocks[0].norm1.weight[7] = 2
    assert {row.name for row in audit(model).faults} == {"blocks.1.linear1.weight", "blocks.0.norm1.weight"}
    with torch.no_grad():
        model.classifier.weight[0, 0] = float("nan")
    assert "not finite" in next(row.fault for row in audit(model) if row.name == "classifier.weight")


def test_unknown_and_frozen_parameters_are_reported():
    model = nn.Module()
    model.odd = nn.Parameter(torch.zeros(20, 20))
    model.frozen = nn.Linear(20, 20)
    model.frozen.requires_grad_(False)
    before = model.frozen.weight.clone()
    starts = {start.name: start for start in initialise_(model, gamma=0.5)}
    assert not starts["odd"].laws and "rules=" in starts["odd"].reason
    assert starts["frozen.weight"].reason == "frozen" and torch.equal(before, model.frozen.weight)
    assert [row.name for row in audit(model).faults] == ["odd"]
    initialise_(model, gamma=0.5, rules={"odd": "readout"})
    assert audit(model, gamma=0.5, rules={"odd": "readout"}).passed


def test_bad_input():
    refuses(ValueError, "finite", init.fan_in_power_, torch.empty(3, 3), float("nan"))
    refuses(ValueError, "no fan-in", init.fan_in_power_, torch.empty(3), 0.5)
    refuses(ValueError, "no role 'keys'", initialise_, Small(), by_role={"keys": 1.0})
    refuses(ValueError, "sigma", initialise_, Small(), sigma=-1)
    refuses(ValueError, "uniform or zero", initialise_, Small(), bias="none")
    refuses(ValueError, "call initialise_", audit, Small())


def test_tune_gamma_finds_the_best_and_spends_less_than_the_grid():
    ran = []

    def train_and_score(model, seed):
        deviation = model.weight.std().item()
        ran.append(seed)
        if deviation > 0.45:
            raise FloatingPointError("diverged")
        return -abs(deviation - 64 ** -0.7) + 0.001 * seed

    gammas = (0.1, 0.3, 0.5, 0.7, 0.9, 1.1)
    tuned = tune_gamma(lambda: nn.Linear(64, 64), train_and_score, gammas, seeds=4)
    assert tuned.gamma == 0.7 and tuned.confidence > 0.9, tuned
    assert tuned.runs == len(ran) < len(gammas) * 4 and tuned.rounds[0] == list(gammas)
    assert tuned.table()[0][0] == 0.7 and len(tuned.rounds[-1]) == 2  # the best has a rival on all seeds
    assert [len(tuned.scores[gamma]) for gamma in tuned.rounds[-1]] == [4, 4]
    alone = tune_gamma(lambda: nn.Linear(64, 64), train_and_score, (0.5, 0.7), seeds=1)
    assert alone.confidence != alone.confidence  # one seed tells nothing
    refuses(RuntimeError, "0.1, 0.05", tune_gamma, lambda: nn.Linear(64, 64), train_and_score, (0.1, 0.05), seeds=2)


if __name__ == "__main__":
    torch.manual_seed(0)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"passed {name}")
