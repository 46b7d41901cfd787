"""What the tests share: a folder that goes away, and jobs that take a moment."""

import os
import tempfile
import unittest

SMALL = {"train.steps": 40, "train.batch": 16, "model.width": 16, "task.test_sets": 20}


class InFolder(unittest.TestCase):
    """Every test works in a folder of its own."""

    def setUp(self):
        self._before = os.getcwd()
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name
        os.chdir(self.folder)

    def tearDown(self):
        os.chdir(self._before)
        self._folder.cleanup()
