"""Tasks from data in memory: rows of different lengths, groups, texts with classes, causal language modelling."""

import unittest

import numpy
import sextant
from small import InFolder

SHORT = {"train.steps": 5, "train.batch": 8, "model.width": 16}
TEXTS = [f"the {one} {two} sat" for one in ("old", "young", "red") for two in ("cat", "dog", "hen")] * 6


class Tasks(InFolder):
    def train(self, task, **further):
        return sextant.train(task, {**SHORT, **further}, progress=False)

    def test_rows_of_different_lengths_in_groups(self):
        random = numpy.random.default_rng(0)
        inputs, lengths = random.integers(0, 9, size=(60, 6)), random.integers(2, 7, size=60)
        task = sextant.Task.from_arrays(inputs, inputs[:, 0], row_lengths=lengths, groups=numpy.arange(60) // 2)
        self.assertEqual(self.train(task).status, "done")
        with self.assertRaisesRegex(ValueError, "row_lengths: expected 1 axes"):
            sextant.Task.from_arrays(inputs, inputs[:, 0], row_lengths=inputs)
        with self.assertRaisesRegex(ValueError, "did you mean task.row_lengths"):
            self.train(sextant.Task.from_arrays(inputs, inputs[:, 0], row_length=3))

    def test_texts_with_classes(self):
        labels = ["bird" if "hen" in one else "beast" for one in TEXTS]
        task = sextant.Task.from_texts(iter(TEXTS), labels, length=4)
        run = self.train(task)
        self.assertEqual((run.status, run.model().outputs), ("done", 2))
        odd = ['a "quoted", text', "of\ntwo lines"] * 20
        self.assertEqual(self.train(sextant.Task.from_texts(odd, [0, 1] * 20, length=3)).status, "done")
        held_out = sextant.Task.from_texts(TEXTS, labels, 4, test_texts=TEXTS[:9], test_labels=labels[:9])
        self.assertIn("test", self.train(held_out).final)
        for wrong in (labels[:-1], None):
            with self.assertRaisesRegex(ValueError, "do not go with"):
                sextant.Task.from_texts(TEXTS, wrong, 4)

    def test_next_word(self):
        task = sextant.Task.from_corpus(TEXTS, 4, kind="next_word", test_documents=TEXTS[:9])
        run = self.train(task)
        self.assertEqual(run.status, "done")
        self.assertTrue(run.configuration["model"]["causal"])

    def test_one_number_for_each_row(self):
        values = numpy.random.default_rng(0).normal(size=(60, 4, 2))
        task = sextant.Task.from_arrays(values, targets=values[:, 0, 0], readout="pooled")
        self.assertEqual(self.train(task).model().outputs, 1)

    def test_patches_of_images(self):
        images = numpy.random.default_rng(0).normal(size=(40, 6, 6))
        numpy.savez("all.npz", x=images, y=numpy.arange(40) % 3)
        settings = {**SHORT, "task.kind": "image_classes", "task.images": "all.npz#x", "task.labels": "all.npz#y",
                    "task.patch": 3}
        run = sextant.train(settings, progress=False)
        self.assertEqual((run.status, run.model().outputs), ("done", 3))

    def test_like_a_known_model(self):
        run = sextant.train({**SHORT, "task.kind": "word_order"}, {"model.heads": 2}, like="llama", progress=False)
        model = run.configuration["model"]
        self.assertEqual((model["norm"], model["heads"], run.configuration["position"]["kind"]), ("rms", 2, "rotary"))
        with self.assertRaisesRegex(ValueError, "did you mean llama"):
            sextant.train(SHORT, like="lama", progress=False)


if __name__ == "__main__":
    unittest.main()
