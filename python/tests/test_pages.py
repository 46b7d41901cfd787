"""What a notebook shows, files for others, and experiments."""

import unittest
import urllib.request

import sextant
from small import SMALL, InFolder


class Pages(InFolder):
    def test_run_and_sweep_show_their_page(self):
        run = sextant.train(SMALL, out="run", progress=False)
        shown = run._repr_html_()
        self.assertTrue(shown.startswith("<iframe srcdoc="), shown[:80])
        self.assertIn("&lt;script", shown)
        self.assertTrue(sextant.report(run, out="page.html").endswith("page.html"))
        report = sextant.stress(coordinates=[[0.0, 0], [1, 0], [0, 2], [3, 3]], encodings=["sinusoidal"], progress=False)
        self.assertTrue(report._repr_html_().startswith("<iframe srcdoc="))

    def test_view_serves_until_it_is_stopped(self):
        sextant.train(SMALL, out="run", progress=False)
        with sextant.view("run") as view:
            with urllib.request.urlopen(view.address, timeout=10) as answer:
                self.assertIn(b"<html", answer.read(4000).lower())
        with self.assertRaises(OSError):
            urllib.request.urlopen(view.address, timeout=2)
        with self.assertRaises(ValueError):
            sextant.view("no_such_run")

    def test_claims_of_an_experiment(self):
        claims = sextant.reproduce("necessity", overrides={"seed": 1}, scale="quick", out="claims", dry_run=True,
                                   progress=False)
        self.assertFalse(claims.judged)

    def test_tune(self):
        tuned = sextant.tune("sigma", SMALL, values=[0.1, 0.5], seeds=2, first_seeds=2, out="tuned", progress=False)
        self.assertIn(tuned.best, (0.1, 0.5))
        self.assertEqual(len(tuned.rounds["value"]), 2)


class Options(unittest.TestCase):
    def test_keywords_and_docstrings_come_from_the_library(self):
        import inspect
        for name, function in (("train", sextant.train), ("stress", sextant.stress), ("encode", sextant.encode)):
            known = {field["name"] for field in sextant.options(name)} - {"configuration", "name"}
            self.assertLessEqual(known, set(inspect.signature(function).parameters))
            for field in sextant.options(name):
                if field["name"] in known:
                    self.assertIn(field["help"], function.__doc__)
        self.assertIn("rotary", sextant.variants("positions"))
        self.assertIn("model.width", sextant.configuration_help())


if __name__ == "__main__":
    unittest.main()
