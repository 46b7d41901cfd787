"""Which compiled module is taken, and how an older processor is refused."""

import os
import subprocess
import sys
import unittest
from unittest import mock

import sextant
from sextant import _processor
from small import InFolder

BOTH = ["x86-64-v4", "x86-64-v3"]
V3 = set(_processor.NEEDED["x86-64-v3"])
V4 = set(_processor.NEEDED["x86-64-v4"])


def said_by(script, **environment):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment}).stdout


class Processor(InFolder):
    def choose(self, known, compiled=None, wanted=""):
        with mock.patch.dict(os.environ, {"SEXTANT_PROCESSOR": wanted}), \
                mock.patch.object(_processor, "features", lambda: known):
            return _processor.choose("x86_64", compiled=compiled or BOTH)

    def test_the_best_that_it_can_run(self):
        self.assertEqual(self.choose(V4), "x86-64-v4")
        self.assertEqual(self.choose(V3), "x86-64-v3")
        self.assertEqual(self.choose(V4 - {"avx512bw"}), "x86-64-v3")
        self.assertEqual(self.choose(V3, compiled=["native"]), "native")
        self.assertEqual(self.choose(None), "x86-64-v3")  # no /proc

    def test_one_can_be_forced(self):
        self.assertEqual(self.choose(V4, wanted="x86-64-v3"), "x86-64-v3")
        with self.assertRaisesRegex(ImportError, r"older than x86-64-v4 \(AVX-512\): it lacks avx512f"):
            self.choose(V3, wanted="x86-64-v4")
        with self.assertRaisesRegex(ImportError, "SEXTANT_PROCESSOR=avx2: this build has x86-64-v4 and x86-64-v3"):
            self.choose(V4, wanted="avx2")

    def test_an_older_processor_is_refused(self):
        with open("cpuinfo", "w", encoding="ascii") as file:
            file.write("processor : 0\nflags\t\t: fpu sse2 avx\n")
        with self.assertRaisesRegex(ImportError, "older than x86-64-v3.*lacks avx2, bmi1, bmi2, f16c, fma, movbe, abm"):
            self.choose(_processor.features("cpuinfo"))
        with self.assertRaisesRegex(ImportError, "not aarch64"):
            _processor.choose("aarch64")
        self.assertIsNone(_processor.features("no_such_file"))

    def test_it_is_refused_before_the_library_is_loaded(self):
        said = said_by("import sextant._processor as processor\n"
                       "processor.features = lambda: {'sse2', 'avx'}\n"
                       "import sextant\n"
                       "try:\n    sextant.train\n"
                       "except ImportError as error:\n    print(error)\n"
                       "print('_compiled' in open('/proc/self/maps').read())\n")
        self.assertIn("lacks avx2", said)
        self.assertTrue(said.endswith("False\n"), said)

    def test_version_names_the_instruction_set(self):
        self.assertIn("AVX", sextant.version()["instruction_set"])
        said = said_by("import sextant; print(sextant.version()['instruction_set'])", DNNL_MAX_CPU_ISA="SSE41")
        self.assertTrue(said.strip().endswith("with SSE4.1 products"), said)

    def test_the_command_becomes_the_program(self):
        said = said_by("import sys; from sextant import _processor\n"
                       "sys.argv = ['sextant', 'version']\n"
                       "_processor.run_program()")
        self.assertTrue(said.startswith(f"sextant {sextant.__version__},"), said)
        self.assertIn(sextant.version()["instruction_set"], said)


if __name__ == "__main__":
    unittest.main()
