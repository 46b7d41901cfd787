"""What is wrong is refused by name, as Python's exception of the right type, with the library's text."""

import threading
import unittest

import leak
import numpy
import sextant
from small import SMALL, InFolder


class Refusals(InFolder):
    def test_unknown_key_names_the_nearest(self):
        with self.assertRaisesRegex(ValueError, "did you mean model.width"):
            sextant.train({"model.widht": 3}, progress=False)
        with self.assertRaisesRegex(ValueError, "did you mean out"):
            sextant.train({}, outt="run", progress=False)
        with self.assertRaisesRegex(ValueError, "did you mean rotary"):
            sextant.train({"position.kind": "rotery"}, progress=False)
        with self.assertRaisesRegex(sextant.RequestError, "no such option"):
            sextant.stress(distances=numpy.eye(3), widht=3, progress=False)

    def test_wrong_types_and_ranges(self):
        for wrong in ({"model.width": "wide"}, {"model.width": 2.5}, {"train.batch": 0}, {"seed": 2**80},
                      {"model.width": object()}, {"model.width": b"3"}, {3: 4}, {"model.width": "\ud800"}):
            with self.assertRaises(ValueError, msg=repr(wrong)) as caught:
                sextant.train(wrong, progress=False)
            self.assertIsInstance(caught.exception, (sextant.Error, ValueError))
        endless = []
        endless.append(endless)
        with self.assertRaisesRegex(ValueError, "nested too deeply"):
            sextant.train({"model.width": endless}, progress=False)

    def test_missing_files(self):
        with self.assertRaises(ValueError):
            sextant.train("no_such_job.toml", progress=False)
        with self.assertRaises(FileNotFoundError):
            sextant.open("no_such_run")
        with self.assertRaisesRegex(ValueError, "neither a run"):
            sextant.open(".")

    def test_arrays(self):
        square = numpy.abs(numpy.subtract.outer(numpy.arange(6.0), numpy.arange(6.0)))
        holes = square.copy()
        holes[0, 1] = numpy.nan
        for wrong, text in ((holes, "not finite"), (square[0], "two axes"), (square.astype(complex), "real numbers"),
                            (square.astype(object), "real numbers"), (square[:, :-1], ""), (-square, "")):
            with self.assertRaisesRegex(ValueError, text):
                sextant.stress(distances=wrong, encodings=["sinusoidal"], progress=False)
        report = sextant.stress(distances=numpy.asfortranarray(square)[::1], encodings=["sinusoidal"], progress=False)
        strided = numpy.repeat(numpy.repeat(square, 2, 0), 2, 1)[::2, ::2]
        again = sextant.stress(distances=strided, encodings=["sinusoidal"], progress=False)
        self.assertEqual(report["sinusoidal"], again["sinusoidal"])

    def test_tasks(self):
        tokens = numpy.zeros((10, 4), dtype=int)
        with self.assertRaisesRegex(ValueError, "whole numbers"):
            sextant.Task.from_arrays(tokens.astype(float), numpy.zeros(10, int))
        with self.assertRaisesRegex(ValueError, "does not go with"):
            sextant.train(sextant.Task.from_arrays(tokens, numpy.zeros(9, int)), progress=False)
        holes = numpy.ones((10, 4, 2))
        holes[3, 1, 0] = numpy.nan
        with self.assertRaisesRegex(ValueError, "finite"):
            sextant.train(sextant.Task.from_arrays(holes, targets=numpy.ones((10, 1))), progress=False)
        with self.assertRaisesRegex(ValueError, "2 or 3 axes"):
            sextant.Task.from_arrays(tokens[0], numpy.zeros(10, int))
        with self.assertRaisesRegex(ValueError, "whole numbers"):
            sextant.Task.from_arrays(tokens, numpy.zeros(10))
        turned = sextant.Task.from_arrays(numpy.asfortranarray(tokens), numpy.zeros(20, int)[::2])
        self.assertEqual(turned.configuration, sextant.Task.from_arrays(tokens, numpy.zeros(10, int)).configuration)
        with self.assertRaisesRegex(ValueError, "2 classes"):
            sextant.train(sextant.Task.from_arrays(tokens, numpy.zeros(10, int)), progress=False)

    def test_a_second_process_in_the_directory(self):
        seen = []

        def callback(kind, event):
            if kind == "run" and event["kind"] == "started":
                try:
                    sextant.train(SMALL, out="run", progress=False)
                except sextant.BusyDirectory as error:
                    seen.append(error)

        sextant.train(SMALL, out="run", progress=False, callback=callback)
        self.assertEqual(len(seen), 1)
        self.assertIsInstance(seen[0], RuntimeError)


class Robustness(InFolder):
    def test_two_threads(self):
        runs = {}

        def work(seed):
            runs[seed] = sextant.train(SMALL, {"seed": seed}, out=f"run{seed}", progress=False)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([runs[seed].status for seed in (1, 2)], ["done", "done"])

    def test_memory_does_not_grow(self):
        self.assertLess(leak.growth(60), leak.MOST)  # leak.py alone makes 1,000 runs

    def test_exceptions_of_many_threads_stay_apart(self):
        texts = {}

        def work(key):
            try:
                sextant.train({key: 1}, progress=False)
            except ValueError as error:
                texts[key] = str(error)

        keys = [f"model.widt{letter}" for letter in "abcdefg"]
        threads = [threading.Thread(target=work, args=(key,)) for key in keys]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for key in keys:
            self.assertIn(key, texts[key])


if __name__ == "__main__":
    unittest.main()
