"""Keywords from the library's own description of its options: names, types, defaults and sentences are written once."""

import inspect

from sextant import _core

# What the functions of Python take in a form of their own.
_OWN = {"configuration", "assignments", "name"}


def options(function):
    """The options of a function of the laboratory ("train", "sweep", "stress", ...): a list of dictionaries with name,
    type, default, help, and choices and range where there are any."""
    return _core.options(function)


def variants(family=None):
    """Everything that can be chosen by name: family -> name -> sentence; or the names of one family ("positions")."""
    known = _core.list_variants()
    if family is None:
        return {name: {entry: facts["sentence"] for entry, facts in entries.items()} for name, entries in known.items()}
    if family not in known:
        raise ValueError(f"variants: no family '{family}'; known: {', '.join(known)}")
    return {entry: facts["sentence"] for entry, facts in known[family].items()}


def version():
    """Version, commit, digest of the engine, compiler, instruction set, processor: what the record of a run names. Equal
    bits are promised for one instruction set."""
    return _core.environment()


def configuration_help():
    """Every key of a configuration with its default and its meaning."""
    return _core.describe_configuration()


def _describe(field):
    text = f"    {field['name']}: {field['type']} = {field['default']!r}\n        {field['help']}"
    if "choices" in field:
        text += f" (one of {', '.join(field['choices'])})"
    if "range" in field:
        text += f" ({field['range']})"
    return text


def documented(name, leave_out=()):
    """Gives a function with **keywords the signature and the docstring of the library's function `name`: options that
    it does not name itself become keywords."""

    def decorate(function):
        fields = [field for field in _core.options(name) if field["name"] not in _OWN and field["name"] not in leave_out]
        own = inspect.signature(function)
        parameters = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        further = [field for field in fields if field["name"] not in own.parameters]
        if len(parameters) != len(own.parameters):
            parameters += [inspect.Parameter(field["name"], inspect.Parameter.KEYWORD_ONLY, default=field["default"])
                           for field in further]
        function.__signature__ = own.replace(parameters=parameters)
        function.__doc__ = (inspect.cleandoc(function.__doc__) + "\n\nOptions of the library:\n"
                            + "\n".join(_describe(field) for field in fields))
        return function

    return decorate
