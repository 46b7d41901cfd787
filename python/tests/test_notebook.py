"""The notebook of the examples runs from its first cell to its last."""

import json
import pathlib
import unittest

from small import InFolder

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebook.ipynb"


class Notebook(InFolder):
    def test_runs(self):
        try:
            import ipykernel  # noqa: F401
            import matplotlib  # noqa: F401
            import nbclient
            import nbformat
        except ImportError:
            self.cells_alone()
            return
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3",
                                resources={"metadata": {"path": self.folder}}).execute()
        shown = [output.get("data", {}) for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        self.assertTrue(any("iframe" in data.get("text/html", "") for data in shown))
        self.assertTrue(any("image/png" in data for data in shown), "no plot")

    def cells_alone(self):
        """Without Jupyter: the same cells in one namespace."""
        names = {}
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            if cell["cell_type"] == "code":
                source = "".join(cell["source"])
                if not source.startswith("%"):  # a plot wants matplotlib
                    exec(source, names)  # noqa: S102


if __name__ == "__main__":
    unittest.main()
