"""What is wrong is refused by name, as Python's exception of the right type, with the library's text."""

import gc
import threading
import unittest

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

    def test_nothing_is_kept_over_a_thousand_calls(self):
        def resident():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * 4096

        sextant.train({**SMALL, "train.steps": 2}, out="run", progress=False)
        model = sextant.open("run").model()
        tokens = numpy.zeros((8, model.length), dtype=int)

        def call_everything():
            model.run_with_cache(tokens)
            sextant.train({**SMALL, "train.steps": 2}, out="run", progress=False)  # cached
            try:
                sextant.train({"model.widht": 1}, progress=False)
            except ValueError:
                pass

        for _ in range(100):
            call_everything()
        gc.collect()
        before = resident()
        for _ in range(900):
            call_everything()
        gc.collect()
        self.assertLess(resident() - before, 4e6)


if __name__ == "__main__":
    unittest.main()
