"""The stubs name what there is: every public name, and no attribute, method or parameter that is not there."""

import ast
import importlib
import inspect
import pathlib
import unittest

import sextant
from test_processes import is_installed

PACKAGE = pathlib.Path(sextant.__path__[0])
# Stub -> the package that its module needs.
STUBS = {"__init__": "numpy", "sklearn": "sklearn", "torch/__init__": "torch", "torch/init": "torch", "jax/__init__": "jax",
         "jax/initializers": "jax"}


def parameters_of(function):
    arguments = function.args
    return [one.arg for one in arguments.posonlyargs + arguments.args + arguments.kwonlyargs if one.arg not in ("self", "cls")]


class Types(unittest.TestCase):
    def test_every_stub_is_looked_at(self):
        there = {str(path.relative_to(PACKAGE).with_suffix("")) for path in PACKAGE.rglob("*.pyi")}
        self.assertEqual(there - {"_core"}, set(STUBS))  # that of the compiled module has no signatures to compare with
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_stubs_name_what_is_there(self):
        for stub, needs in STUBS.items():
            with self.subTest(stub):
                if not is_installed(needs):
                    self.skipTest(f"skipped: no {needs}")
                module = importlib.import_module(f"sextant/{stub}".removesuffix("/__init__").replace("/", "."))
                self.compare(module, ast.parse((PACKAGE / f"{stub}.pyi").read_text()).body)

    def compare(self, module, body):
        classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
        functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
        imported = {alias.asname for node in body if isinstance(node, ast.ImportFrom) for alias in node.names}
        public = set(getattr(module, "__all__", classes)) - {"PositionsCallback"}  # wants transformers
        self.assertLessEqual(public, {*classes, *functions, *imported})
        for name, node in functions.items():
            self.compare_parameters(getattr(module, name), node, name)
        for name in set(classes) & public:
            real = getattr(module, name)
            for node in classes[name].body:
                if isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name == "__init__"):
                    self.assertTrue(hasattr(real, node.name), f"{name}.{node.name}")
                    if callable(getattr(real, node.name)):
                        self.compare_parameters(getattr(real, node.name), node, f"{name}.{node.name}")

    def compare_parameters(self, function, node, name):
        """All that the function itself names, in its order, and none but the options of the library besides."""
        function = inspect.unwrap(function)
        code = getattr(function, "__code__", None)
        known = inspect.signature(function).parameters
        own = [one for one in (code.co_varnames[:code.co_argcount + code.co_kwonlyargcount] if code else known)
               if one not in ("self", "cls")]
        said = parameters_of(node)
        self.assertEqual(said[:len(own)], own, name)
        self.assertLessEqual(set(said[len(own):]), set(known), f"{name}: tools/write_stubs.py writes the options anew")


if __name__ == "__main__":
    unittest.main()
