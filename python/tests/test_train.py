"""One run: trained, stopped, resumed, read back, looked into."""

import hashlib
import pathlib
import signal
import subprocess
import sys
import textwrap
import time
import unittest

import numpy
import sextant
from interrupt import seconds_to_stop
from small import SMALL, InFolder


def digest(run):
    return hashlib.sha256((pathlib.Path(run.directory) / "metrics.csv").read_bytes()).hexdigest()


class Train(InFolder):
    def test_run_is_trained_and_cached(self):
        events = []
        run = sextant.train(SMALL, out="run", progress=False, callback=lambda kind, event: events.append((kind, event)))
        self.assertEqual(run.status, "done")
        self.assertEqual(run.step, 40)
        self.assertIn("accuracy", run.final["test"])
        self.assertEqual([event["kind"] for kind, event in events if kind == "run"][-1], "finished")
        cached = []
        sextant.train(SMALL, out="run", progress=False, callback=lambda kind, event: cached.append((kind, event)))
        self.assertTrue([event for kind, event in cached if kind == "run"][-1]["cached"])

    def test_metrics_positions_findings(self):
        run = sextant.train(SMALL, {"seed": 3}, out="run", progress=False)
        self.assertEqual(run.configuration["seed"], 3)
        metrics = run.metrics
        self.assertIn("loss", list(metrics))
        self.assertEqual(int(numpy.max(numpy.asarray(metrics["step"]))), 40)
        self.assertEqual(run.position_steps[0], 0)
        vectors = next(iter(run.positions(0).values()))
        self.assertEqual(vectors.shape[1], 16)
        self.assertFalse(numpy.array_equal(vectors, next(iter(run.positions().values()))))
        with self.assertRaisesRegex(ValueError, "kept at 0, 1, 2"):
            run.positions(39)
        findings = run.findings(["stress"], progress=False)
        self.assertIn("numbers", findings["stress"])

    def test_same_bits_as_a_second_time(self):
        first = sextant.train(SMALL, out="first", progress=False)
        second = sextant.train({"train": {"steps": 40, "batch": 16}, "model.width": 16, "task.test_sets": 20},
                               out="second", progress=False)
        self.assertEqual(digest(first), digest(second))

    def test_callback_that_raises_ends_the_run_and_it_resumes(self):
        class Enough(Exception):
            pass

        def callback(kind, event):
            if kind == "run" and event["kind"] == "progressed":
                raise Enough("seen enough")

        long = {**SMALL, "train.steps": 4000}
        with self.assertRaisesRegex(Enough, "seen enough"):
            sextant.train(long, out="run", progress=False, callback=callback)
        self.assertEqual(sextant.open("run").status, "interrupted")
        resumed = sextant.train(long, {"train.steps": 4000}, out="run", progress=False)
        self.assertEqual(resumed.status, "done")
        self.assertEqual(digest(resumed), digest(sextant.train(long, out="straight", progress=False)))

    def test_task_from_arrays(self):
        random = numpy.random.default_rng(0)
        tokens = random.integers(0, 5, size=(200, 4))
        labels = (tokens[:, 0] > tokens[:, 3]).astype(int)
        task = sextant.Task.from_arrays(tokens, labels, readout="pooled")
        run = sextant.train(task, {"train.steps": 300, "model.width": 16, "train.batch": 32}, out="run", progress=False)
        self.assertGreater(run.final["test"]["accuracy"], 0.8)
        again = sextant.Task.from_arrays(tokens.copy(), labels, readout="pooled")
        self.assertEqual(task.configuration, again.configuration)
        numbers = sextant.Task.from_arrays(random.normal(size=(60, 3, 2)), targets=random.normal(size=(60, 1)))
        self.assertEqual(sextant.train(numbers, {"train.steps": 5}, out="numbers", progress=False).status, "done")


class Interrupt(InFolder):
    def test_interrupt_stops_soon_and_keeps_a_checkpoint(self):
        script = textwrap.dedent("""
            import signal, sys, time, sextant
            signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell starts in the background
            try:
                sextant.train({"train.steps": 200000, "model.width": 16, "train.evaluate_every": 100000}, out="run",
                              progress=False, callback=lambda kind, event: print(kind, flush=True))
            except KeyboardInterrupt:
                print("stopped", time.monotonic(), flush=True)
        """)
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                if line.startswith("progress"):
                    break
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            last = [line for line in process.stdout if line.startswith("stopped")]
        self.assertTrue(last, "no KeyboardInterrupt")
        self.assertLess(float(last[0].split()[1]) - start, 3.0)  # a second, and what a busy machine adds
        run = sextant.open("run")
        self.assertEqual(run.status, "interrupted")
        self.assertGreater(run.step, 0)

    def test_iterations_and_permutations_stop_soon(self):
        for name in ("smacof", "stress"):
            with self.subTest(name):
                self.assertLess(seconds_to_stop(name, self.folder), 3.0)


if __name__ == "__main__":
    unittest.main()
