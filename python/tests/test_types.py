"""The stub names what there is: every public name, and no attribute, method or parameter that is not there."""

import ast
import inspect
import pathlib
import unittest

import sextant

STUB = pathlib.Path(sextant.__path__[0]) / "__init__.pyi"


def parameters_of(function):
    arguments = function.args
    return [one.arg for one in arguments.posonlyargs + arguments.args + arguments.kwonlyargs if one.arg not in ("self", "cls")]


class Types(unittest.TestCase):
    def setUp(self):
        self.body = ast.parse(STUB.read_text()).body
        self.classes = {node.name: node for node in self.body if isinstance(node, ast.ClassDef)}
        self.functions = {node.name: node for node in self.body if isinstance(node, ast.FunctionDef)}

    def test_every_name_is_there(self):
        imported = {alias.asname for node in self.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        self.assertLessEqual(set(sextant.__all__), {*self.classes, *self.functions, *imported})
        self.assertTrue((STUB.parent / "py.typed").exists())

    def test_parameters_are_those_of_the_functions(self):
        for name, node in self.functions.items():
            known = inspect.signature(getattr(sextant, name)).parameters
            self.assertLessEqual(set(parameters_of(node)), set(known), name)

    def test_methods_are_there(self):
        for name in set(self.classes) & set(sextant.__all__):
            real = getattr(sextant, name)
            for node in self.classes[name].body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                    self.assertTrue(hasattr(real, node.name), f"{name}.{node.name}")
                    if callable(getattr(real, node.name)):
                        known = inspect.signature(getattr(real, node.name)).parameters
                        self.assertLessEqual(set(parameters_of(node)), set(known), f"{name}.{node.name}")


if __name__ == "__main__":
    unittest.main()
