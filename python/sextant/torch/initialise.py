"""initialise_: every weight of a module from its declared law, each from a random stream of its own."""
import dataclasses
import hashlib
import math
import re

import torch

from sextant.torch.init import check_gamma, draw_normal_, draw_uniform_
from sextant.torch.roles import ROLES, describe_parameters


@dataclasses.dataclass(frozen=True)
class Law:
    """The distribution of one tensor, or of the part of it that has one role."""

    kind: str  # normal, uniform, constant
    spread: float = 0.0  # standard deviation of a normal, half-width of a uniform
    centre: float = 0.0

    @property
    def deviation(self):
        return {"normal": self.spread, "uniform": self.spread / math.sqrt(3)}.get(self.kind, 0.0)

    def __str__(self):
        if self.kind == "normal":
            return f"N(0, {self.spread:.6g}^2)"
        return f"U(-{self.spread:.6g}, {self.spread:.6g})" if self.kind == "uniform" else f"= {self.centre:.6g}"


@dataclasses.dataclass
class Start:
    """What one tensor starts from: a row of the table that initialise_ returns."""

    name: str
    role: str
    shape: tuple
    fan_in: int
    laws: list  # of its parts; empty: left as it was, for `reason`
    reason: str = ""


def initialise_(module, gamma=0.5, sigma=None, by_role=None, bias="uniform", seed=0, rules=None):
    """Draws every weight and embedding from N(0, fan_in^-gamma); gains are 1, biases of norms 0.

    gamma    one number for all, or with `by_role` {"query": 0.9, ...} another for some roles (roles.ROLES)
    sigma    standard deviation of position embeddings, whatever their gamma
    bias     "uniform": U(-1/sqrt(fan_in), 1/sqrt(fan_in)), or "zero"
    seed     the stream of a tensor is a function of (seed, its name): adding a layer does not move the others
    rules    {regular expression of parameter names: role} for layers whose role the names do not tell

    Returns the list of `Start`, one per parameter, and remembers the laws for `audit`. Frozen parameters, and those of
    which neither name nor module tell what they are, stay as they were and are listed with the reason.
    """
    starts = plan(module, gamma, sigma, by_role, bias, rules)
    described = {one.name: one for one in describe_parameters(module, rules)}
    for start in starts:
        one = described[start.name]
        generator = stream(seed, start.name)
        for part, law in zip(one.parts, start.laws):
            _draw(part.of(one.parameter.data), law, generator)
        if start.laws and one.padding is not None:
            one.parameter.data[one.padding] = 0
    module._sextant_laws = {start.name: start for start in starts}
    return starts


def plan(module, gamma=0.5, sigma=None, by_role=None, bias="uniform", rules=None):
    """What initialise_ would do, without doing it."""
    gammas = _gammas(gamma, by_role)
    if sigma is not None and not (math.isfinite(sigma) and sigma >= 0):
        raise ValueError(f"initialise_: sigma {sigma} given, expected a number >= 0")
    if bias not in ("uniform", "zero"):
        raise ValueError(f"initialise_: bias '{bias}', expected uniform or zero")
    for pattern, role in (rules or {}).items():
        re.compile(pattern)
        _require_role(role)
    starts = []
    for one in describe_parameters(module, rules):
        laws = [_law(one, part.role, gammas, sigma, bias) for part in one.parts]
        reason = ""
        if one.frozen:
            laws, reason = [], "frozen"
        elif laws[0] is None:
            laws, reason = [], "neither its name nor its module tells what it is; name its role in rules="
        starts.append(Start(one.name, "+".join(dict.fromkeys(part.role for part in one.parts)),
                            tuple(one.parameter.shape), one.fan_in, laws, reason))
    return starts


def stream(seed, name):
    """A generator that depends on the seed and the tensor's name, and on nothing else."""
    digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
    return torch.Generator().manual_seed(int.from_bytes(digest[:8], "little") >> 1)


def _law(one, role, gammas, sigma, bias):
    if one.kind == "gain":
        return Law("constant", centre=1.0)
    if one.kind == "bias":
        if role == "norm" or bias == "zero":
            return Law("constant")
        return Law("uniform", 1 / math.sqrt(one.fan_in)) if one.fan_in else None
    if one.kind == "" or one.fan_in == 0:
        return None
    if role == "position" and sigma is not None:
        return Law("normal", sigma if one.kind == "embedding" else sigma / math.sqrt(one.fan_in))
    return Law("normal", float(one.fan_in) ** -gammas[role])


def _gammas(gamma, by_role):
    check_gamma(gamma)
    gammas = dict.fromkeys(ROLES, gamma)
    for role, own in (by_role or {}).items():
        _require_role(role)
        check_gamma(own)
        gammas[role] = own
    return gammas


def _require_role(role):
    if role not in ROLES:
        raise ValueError(f"initialise_: no role '{role}'; known: {', '.join(ROLES)}")


def _draw(tensor, law, generator):
    if law.kind == "normal":
        draw_normal_(tensor, law.spread, generator)
    elif law.kind == "uniform":
        draw_uniform_(tensor, law.spread, generator)
    else:
        tensor.fill_(law.centre)
