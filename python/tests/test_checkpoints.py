"""Models of Hugging Face on the disk, changed without a framework; encodings compared; series simulated."""

import json
import pathlib
import subprocess
import sys
import unittest

import numpy
import sextant
from small import SMALL, InFolder

TENSORS = {"embeddings.word_embeddings.weight": (20, 8), "embeddings.position_embeddings.weight": (12, 8),
           "encoder.layer.0.attention.self.query.weight": (8, 8), "encoder.layer.0.attention.self.query.bias": (8,)}


def write_safetensors(path, tensors):
    header, content = {}, b""
    for name, array in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(content), len(content) + array.nbytes]}
        content += array.tobytes()
    text = json.dumps(header).encode()
    pathlib.Path(path).write_bytes(len(text).to_bytes(8, "little") + text + content)


class Checkpoints(InFolder):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(0)
        self.tensors = {name: random.normal(size=shape).astype(numpy.float32) for name, shape in TENSORS.items()}
        pathlib.Path("model").mkdir()
        write_safetensors("model/model.safetensors", self.tensors)
        pathlib.Path("model/config.json").write_text('{"model_type": "bert"}')

    def read(self, name, place="out"):
        from sextant.laboratory.tensor_file import read_safetensors
        return read_safetensors(f"{place}/model.safetensors")[name]

    def test_compress(self):
        change = sextant.compress("model", rank=3, out="out", progress=False)
        own, after = (self.tensors["embeddings.position_embeddings.weight"], self.read("embeddings.position_embeddings.weight"))
        left, values, right = numpy.linalg.svd(own - own.mean(0), full_matrices=False)
        numpy.testing.assert_allclose(after, own.mean(0) + (left[:, :3] * values[:3]) @ right[:3], atol=1e-5)
        self.assertEqual(list(change.rows["rank"]), [3])
        self.assertEqual(change.written, "out")
        self.assertIsNone(sextant.compress("model", keep=0.9, progress=False).written)
        with self.assertRaisesRegex(ValueError, "either a rank or a share"):
            sextant.compress("model", progress=False)

    def test_damage(self):
        tool = pathlib.Path(__file__).resolve().parents[2] / "tests/support/make_hugging_face.py"
        subprocess.run([sys.executable, tool, "gpt2", "gpt2"], check=True)
        documents = [[(3 * i * i + s) % 11 for i in range(44)] for s in range(4)]
        longer = sextant.extend("gpt2", 40, corpus=documents, out="longer", progress=False)
        self.assertEqual(list(longer.rows["after"]), [40])
        self.assertGreater(longer.damage[0]["perplexity_after"], 1)
        self.assertIsNone(longer.damage[1]["perplexity_before"])
        self.assertEqual(sextant.inspect("longer", progress=False).tables[0]["rows"], 40)
        smaller = sextant.compress("gpt2", rank=16, corpus=documents, progress=False)  # of full rank: nothing is lost
        self.assertAlmostEqual(smaller.damage[0]["cosine"], 1, places=4)

    def test_audit(self):
        sound = sextant.audit("model", progress=False)
        self.assertEqual(len(sound.tensors["name"]), len(TENSORS))
        self.tensors["encoder.layer.0.attention.self.query.weight"][2, 3] = numpy.nan
        write_safetensors("model/model.safetensors", self.tensors)
        broken = sextant.audit("model", progress=False)
        self.assertFalse(broken.passed)
        faults = dict(zip(broken.tensors["name"], broken.tensors["faults"]))
        self.assertIn("not finite", faults["encoder.layer.0.attention.self.query.weight"])
        self.assertEqual(faults["embeddings.word_embeddings.weight"], "")

    def test_replace(self):
        table = self.tensors["embeddings.position_embeddings.weight"] * 2
        sextant.replace("model", table, out="out", progress=False)
        numpy.testing.assert_array_equal(self.read("embeddings.position_embeddings.weight"), table)
        numpy.testing.assert_array_equal(self.read("embeddings.word_embeddings.weight"),
                                         self.tensors["embeddings.word_embeddings.weight"])
        with self.assertRaises(ValueError):
            sextant.replace("model", table[:, :3], progress=False)

    def test_init(self):
        change = sextant.init("model", gamma=0.8, by_role={"query": 1.5}, out="out", progress=False)
        rows = dict(zip(change.rows["tensor"], change.rows["laws"]))
        self.assertIn(f"N(0, {8 ** -1.5:.6g}"[:12], rows["encoder.layer.0.attention.self.query.weight"])
        self.assertLess(self.read("encoder.layer.0.attention.self.query.weight").std(), 0.1)


class Comparisons(InFolder):
    def test_encodings_against_each_other(self):
        found = sextant.compare(["none", "learned"], SMALL, {"train.steps": 150}, learning_rates=[0.001, 0.003], out="compared",
                                progress=False, seeds=2)
        self.assertEqual(set(found.ranking), {"none", "learned"})
        self.assertEqual(list(found.table["seeds"]), [2, 2])
        self.assertLessEqual(set(found.table["learning_rate"]), {0.001, 0.003})
        self.assertIn("iframe", found._repr_html_())
        with self.assertRaisesRegex(ValueError, "rotery"):
            sextant.compare(["none", "rotery"], SMALL, progress=False)


class Simulations(InFolder):
    def test_shapes(self):
        ring = sextant.simulate("ring", sizes=[12], steps=50)
        self.assertEqual(ring.series.shape, (50, 12))
        self.assertEqual(ring.distances.max(), 6)
        network = sextant.simulate("network", sizes=[4, 4], steps=50)
        self.assertEqual((len(network.labels), network.distances), (8, None))
        self.assertEqual(list(pathlib.Path().iterdir()), [])


if __name__ == "__main__":
    unittest.main()
