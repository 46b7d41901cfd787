#!/usr/bin/env python3
"""Every encoding of the engine against sextant.jax: values and gradients, in float64, to 1e-6; the first case
of each encoding also jitted and vmapped.

Usage: compare_engine.py WRITE_ENCODINGS      exit 1 at a difference, 77 where there is no JAX
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import jax
    import jax.numpy as jnp  # the folder of these tests is called jax too, and has no numpy
    import numpy as np
except ImportError:
    print("skipped: this Python has no JAX")
    sys.exit(77)
jax.config.update("jax_enable_x64", True)

from sextant.jax import make
from sextant.jax.by_name import MAKERS
from sextant.positions import Arrangement

TOLERANCE = 1e-6


def arrangement_of(case):
    text = case["arrangement"]
    made = {"index": lambda: Arrangement.index(text["count"]), "grid": lambda: Arrangement.grid(*text["extents"]),
            "coordinates": lambda: Arrangement.coordinates(text["table"]),
            "distances": lambda: Arrangement.distances(text["table"]),
            "graph": lambda: Arrangement.graph(text["table"])}[text["kind"]]()
    return made.with_cls() if text["cls"] else made


def stacked(case, place="scores"):
    return {name: jnp.stack([jnp.asarray(head[name]) for head in case[place]]) for name in case[place][0]}


def heads_first(rows, heads):
    rows = np.asarray(rows)
    return jnp.asarray(rows.reshape(len(rows), heads, -1).swapaxes(0, 1))


class Comparison:
    def __init__(self, case):
        self.case, self.worst = case, 0.0
        options = dict(case["options"], **({"table": case["file"]} if "file" in case else {}))
        self.encoding = make(case["kind"], arrangement_of(case), width=case["width"], heads=case["heads"],
                             head_width=case["head_width"], causal=case["causal"], **options)
        started = self.encoding.init(jax.random.PRNGKey(0))
        given = {name.replace(".", "_"): np.asarray(one["value"]) for name, one in case["parameters"].items()}
        self.params = {name: jnp.asarray(given[name]).reshape(value.shape) for name, value in started.items()}

    def outputs(self, params, inputs):
        """{place: array}; the same places as in the case."""
        said, encoding = {}, self.encoding
        if "embeddings" in self.case:
            said["embeddings"] = jnp.asarray(self.case["embeddings"]["input"]) + \
                encoding.embeddings(params)[:len(self.case["embeddings"]["input"])]
        if "rotation" in self.case:
            said["rotation"] = encoding.rotate(params, inputs["rotation"])
        if "scores" in self.case:
            bias = encoding.bias(params, inputs["scores"], self.case["scale"])
            said["scores"] = jnp.tril(bias) if self.case["causal"] else bias
        if "content" in self.case:
            queries, keys, x = inputs["content"]
            scale = self.case["scale"]
            scores = encoding.transform_scores(params, scale * queries @ jnp.swapaxes(keys, -1, -2), queries, keys, x, scale)
            said["content"] = jnp.tril(scores) if self.case["causal"] else scores
        return said

    def run(self, jitted):
        case, heads = self.case, self.case["heads"]
        inputs, weights, wanted, slopes = {}, {}, {}, {}
        if "embeddings" in case:
            weights["embeddings"], wanted["embeddings"] = case["embeddings"]["weights"], case["embeddings"]["output"]
        if "rotation" in case:
            inputs["rotation"], weights["rotation"], wanted["rotation"], slopes["rotation"] = (
                heads_first(case["rotation"][name], heads) for name in ("input", "weights", "output", "d_input"))
        if "scores" in case:
            stack = stacked(case)
            inputs["scores"], weights["scores"], slopes["scores"] = stack["queries"], stack["weights"], stack["d_queries"]
            wanted["scores"] = jnp.tril(stack["output"]) if case["causal"] else stack["output"]
        if "content" in case:
            stack = stacked(case, "content")
            inputs["content"] = (stack["queries"], stack["keys"], jnp.asarray(case["inputs"]))
            weights["content"] = stack["weights"]
            slopes["content"] = (stack["d_queries"], stack["d_keys"], jnp.asarray(case["d_inputs"]))
            wanted["content"] = jnp.tril(stack["output"]) if case["causal"] else stack["output"]

        def loss(params, inputs):
            said = self.outputs(params, inputs)
            return sum((said[place] * jnp.asarray(weights[place])).sum() for place in said), said

        differentiate = jax.value_and_grad(loss, (0, 1), has_aux=True)
        (_, said), (d_params, d_inputs) = differentiate(self.params, inputs) if weights else ((0, {}), ({}, {}))
        if jitted and weights:
            self.same(jax.jit(differentiate)(self.params, inputs), ((_, said), (d_params, d_inputs)))
            twice = jax.tree_util.tree_map(lambda x: jnp.stack([x, x]), (self.params, inputs))
            if jax.tree_util.tree_leaves(twice):
                both = jax.vmap(self.outputs)(*twice)
                self.same(jax.tree_util.tree_map(lambda x: x[1], both), said)
        for place in wanted:
            self.agree(place, said[place], wanted[place])
        for place, slope in slopes.items():
            for found, wanted_slope in zip(jax.tree_util.tree_leaves(d_inputs[place]), jax.tree_util.tree_leaves(slope)):
                self.agree(f"d_{place}", found, wanted_slope)
        for name, one in case["parameters"].items():
            if one["gradient"] is not None:
                self.agree(f"gradient of {name}", d_params[name.replace(".", "_")], one["gradient"])
        return self.worst

    def same(self, found, wanted):
        for one, other in zip(jax.tree_util.tree_leaves(found)[-8:], jax.tree_util.tree_leaves(wanted)[-8:]):
            self.agree("jit or vmap", one, other)

    def agree(self, what, found, wanted):
        wanted = np.asarray(wanted)
        difference = np.abs(np.asarray(found).reshape(wanted.shape) - wanted).max() / max(1.0, np.abs(wanted).max())
        self.worst = max(self.worst, difference)
        case = self.case
        assert difference <= TOLERANCE, (f"{case['kind']} {case['options']} {case['arrangement']['kind']} causal "
                                         f"{case['causal']} cls {case['arrangement']['cls']}: {what} differs by {difference}")


def main():
    with tempfile.TemporaryDirectory() as directory:
        said = subprocess.run([sys.argv[1], directory], capture_output=True, check=True, text=True).stdout
    worst, counts = 0.0, {}
    for line in said.splitlines():
        case = json.loads(line)
        if case["options"] and (case["causal"] or case["arrangement"]["cls"]):
            continue  # JAX compiles every new shape; each option once is enough
        worst = max(worst, Comparison(case).run(case["kind"] not in counts))
        counts[case["kind"]] = counts.get(case["kind"], 0) + 1
    assert set(counts) == set(MAKERS), f"the engine has {sorted(counts)}, sextant.jax {sorted(MAKERS)}"
    print(f"{sum(counts.values())} cases of {len(counts)} encodings agree with the engine; largest difference {worst:.1e}")


if __name__ == "__main__":
    main()
