#!/usr/bin/env python3
"""Every encoding of the engine against sextant.torch: values and gradients, in float64, to 1e-6.

Usage: compare_engine.py WRITE_ENCODINGS      exit 1 at a difference, 77 where there is no PyTorch
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch")
    sys.exit(77)

from sextant.positions import Arrangement
from sextant.torch.encodings import ENCODINGS, make_encoding

TOLERANCE = 1e-6


def read_cases(program):
    with tempfile.TemporaryDirectory() as directory:
        said = subprocess.run([program, directory], capture_output=True, check=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def arrangement_of(case):
    text = case["arrangement"]
    made = {"index": lambda: Arrangement.index(text["count"]), "grid": lambda: Arrangement.grid(*text["extents"]),
            "coordinates": lambda: Arrangement.coordinates(text["table"]),
            "distances": lambda: Arrangement.distances(text["table"]),
            "graph": lambda: Arrangement.graph(text["table"])}[text["kind"]]()
    return made.with_cls() if text["cls"] else made


def tensor(rows):
    return torch.tensor(rows, dtype=torch.float64)


class Comparison:
    def __init__(self, case):
        self.case = case
        options = dict(case["options"], **({"table": case["file"]} if "file" in case else {}))
        self.module = make_encoding(case["kind"], arrangement_of(case), width=case["width"], heads=case["heads"],
                                    head_width=case["head_width"], causal=case["causal"], **options)
        self.worst = 0.0
        if case["kind"] not in ("fixed_table", "mds"):  # their numbers are their own to make
            state = {name: tensor(one["value"]).reshape(self.module.get_parameter(name).shape)
                     for name, one in case["parameters"].items()}
            self.module.load_state_dict(state, strict=True)

    def run(self):
        loss = torch.zeros((), dtype=torch.float64)
        inputs = []
        if "embeddings" in self.case:
            said = self.case["embeddings"]
            output = self.module.embed(tensor(said["input"]))
            self.agree("embeddings", output, said["output"])
            loss = loss + (output * tensor(said["weights"])).sum()
        if "rotation" in self.case:
            loss = loss + self.rotation(inputs)
        if "scores" in self.case:
            loss = loss + self.scores(inputs)
        if "content" in self.case:
            loss = loss + self.content(inputs)
        if loss.requires_grad:
            loss.backward()
        for name, x, wanted in inputs:
            self.agree(name, x.grad if x.grad is not None else torch.zeros_like(x), wanted)
        for name, one in self.case["parameters"].items():
            parameter = self.module.get_parameter(name)
            self.agree(name, parameter, one["value"])
            assert parameter.requires_grad == (one["gradient"] is not None), (self.case["kind"], name)
            if parameter.requires_grad:
                self.agree(f"gradient of {name}", parameter.grad, one["gradient"])
        return self.worst

    def rotation(self, inputs):
        """(length, heads * head_width) -> (heads, length, head_width)"""
        said, heads = self.case["rotation"], self.case["heads"]

        def split(rows):
            return tensor(rows).unflatten(1, (heads, -1)).transpose(0, 1)

        x = split(said["input"]).contiguous().requires_grad_()
        output = self.module.rotate(x)
        self.agree("rotation", output, split(said["output"]))
        inputs.append(("d_input of rotation", x, split(said["d_input"])))
        return (output * split(said["weights"])).sum()

    def scores(self, inputs):
        said = self.case["scores"]
        stack = {name: torch.stack([tensor(head[name]) for head in said]) for name in said[0]}
        queries = stack["queries"].requires_grad_()
        bias = self.module.bias(queries, self.case["scale"])
        if self.case["causal"]:  # what the mask hides is not compared
            bias, stack["output"] = bias.tril(), stack["output"].tril()
        self.agree("scores", bias, stack["output"])
        inputs.append(("queries", queries, stack["d_queries"]))
        return (bias * stack["weights"]).sum()

    def content(self, inputs):
        said = self.case["content"]
        stack = {name: torch.stack([tensor(head[name]) for head in said]) for name in said[0]}
        queries, keys = stack["queries"].requires_grad_(), stack["keys"].requires_grad_()
        x = tensor(self.case["inputs"]).requires_grad_()
        scale = self.case["scale"]
        scores = self.module.transform_scores(scale * queries @ keys.transpose(-1, -2), queries, keys, inputs=x, scale=scale)
        if self.case["causal"]:
            scores, stack["output"] = scores.tril(), stack["output"].tril()
        self.agree("scores of content", scores, stack["output"])
        inputs += [("queries of content", queries, stack["d_queries"]), ("keys of content", keys, stack["d_keys"]),
                   ("inputs of content", x, tensor(self.case["d_inputs"]))]
        return (scores * stack["weights"]).sum()

    def agree(self, what, found, wanted):
        wanted = wanted if isinstance(wanted, torch.Tensor) else tensor(wanted)
        difference = (found.detach().reshape(wanted.shape) - wanted).abs().max().item() / max(1.0, wanted.abs().max().item())
        self.worst = max(self.worst, difference)
        case = self.case
        assert difference <= TOLERANCE, (f"{case['kind']} {case['options']} {case['arrangement']['kind']} causal "
                                         f"{case['causal']} cls {case['arrangement']['cls']}: {what} differs by {difference}")


def main():
    torch.set_default_dtype(torch.float64)
    worst, counts = 0.0, {}
    for case in read_cases(sys.argv[1]):
        worst = max(worst, Comparison(case).run())
        counts[case["kind"]] = counts.get(case["kind"], 0) + 1
    assert set(counts) == set(ENCODINGS), f"the engine has {sorted(counts)}, sextant.torch {sorted(ENCODINGS)}"
    print(f"{sum(counts.values())} cases of {len(counts)} encodings agree with the engine; largest difference {worst:.1e}")


if __name__ == "__main__":
    main()
