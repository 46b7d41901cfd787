"""Models: outputs and activations by name, against NumPy and against the oracles in the shared data."""

import json
import os
import pathlib
import unittest

import numpy
import sextant
from small import SMALL, InFolder

DATA = pathlib.Path(os.environ.get("SEXTANT_DATA", pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"))


class OfARun(InFolder):
    def setUp(self):
        super().setUp()
        self.model = sextant.train({**SMALL, "model.heads": 2}, out="run", progress=False).model()
        self.tokens = numpy.arange(3 * self.model.length).reshape(3, -1) % self.model.features

    def test_run_with_cache(self):
        logits, cache = self.model.run_with_cache(self.tokens)
        self.assertEqual(logits.shape, (3, self.model.outputs))
        pattern = cache["pattern", 1]
        self.assertIs(pattern, cache["blocks.1.attention.pattern"])
        self.assertEqual(pattern.shape, (3, 2, self.model.length, self.model.length))
        numpy.testing.assert_allclose(pattern.sum(-1), 1, rtol=1e-5)
        numpy.testing.assert_array_equal(cache["blocks.1.attn.hook_pattern"], pattern)
        numpy.testing.assert_array_equal(cache["blocks.1.hook_resid_pre"], cache["blocks.0.residual"])
        queries = cache["blocks.0.attn.hook_q"]
        self.assertEqual(queries.shape, (3, self.model.length, 2, 8))
        scores = numpy.einsum("sqhd,skhd->shqk", queries, cache["blocks.0.attn.hook_k"]) / numpy.sqrt(8)
        exponents = numpy.exp(scores - scores.max(-1, keepdims=True))
        numpy.testing.assert_allclose(cache["pattern", 0], exponents / exponents.sum(-1, keepdims=True), atol=1e-5)
        numpy.testing.assert_array_equal(self.model(self.tokens), logits)

    def test_names_chosen_and_unknown(self):
        _, cache = self.model.run_with_cache(self.tokens, names=["final"])
        self.assertEqual(list(cache), ["final"])
        with self.assertRaisesRegex(KeyError, "did you mean"):
            _ = self.model.run_with_cache(self.tokens)[1]["blocks.0.attention.patern"]

    def test_arrays_of_every_kind(self):
        wanted = self.model(self.tokens)
        for given in (self.tokens.astype(numpy.int64), self.tokens.astype(numpy.uint8), self.tokens.tolist(),
                      numpy.asfortranarray(self.tokens), numpy.repeat(self.tokens, 2, axis=0)[::2]):
            numpy.testing.assert_array_equal(self.model(given), wanted)
        numpy.testing.assert_array_equal(self.model(self.tokens[0])[0], wanted[0])

    def test_wrong_inputs(self):
        for wrong, text in ((self.tokens.astype(float), "whole numbers"), (self.tokens[:, :-1], "tokens"),
                            (self.tokens[None], "samples, length"), (self.tokens + 100, "vocabulary"),
                            (self.tokens - 5, "vocabulary"), (self.tokens[:0], "sample")):
            with self.assertRaisesRegex(ValueError, text):
                self.model(wrong)

    def test_weights_and_positions(self):
        name = "blocks.0.attention.query.weight"
        self.assertEqual(self.model.weight(name).shape, self.model.tensors[name])
        with self.assertRaisesRegex(ValueError, "did you mean"):
            self.model.weight("blocks.0.attention.query.wait")
        self.assertEqual(self.model.positions().shape, (self.model.length, 16))


class OfACheckpoint(unittest.TestCase):
    def test_brackets_of_transformerlens(self):
        weights, rows = DATA / "weights/arena/brackets.safetensors", DATA / "weights/arena/brackets_data.json"
        if not weights.exists():
            self.skipTest("skipped: no data")
        model = sextant.open(weights, causal=False)
        texts = [pair[0] for pair in json.loads(rows.read_text())[:64] if len(pair[0]) == 40][:8]
        ids = numpy.array([[0] + [3 if letter == "(" else 4 for letter in text] + [2] for text in texts])
        logits, cache = model.run_with_cache(ids)
        self.assertEqual(cache["blocks.2.attn.hook_pattern"].shape, (len(ids), 2, 42, 42))
        balanced = [pair[1] for pair in json.loads(rows.read_text())[:64] if len(pair[0]) == 40][:8]
        numpy.testing.assert_array_equal(logits[:, 0].argmax(-1), numpy.array(balanced, dtype=int))


if __name__ == "__main__":
    unittest.main()
