"""audit: what every tensor of a module holds, measured against the law that was declared for it.

Six standard errors, as the engine's audit before step 0: a sound tensor is refused about once in 10^8.
"""
import dataclasses
import math

import torch

from sextant.torch.initialise import plan
from sextant.torch.roles import describe_parameters

STANDARD_ERRORS = 6


@dataclasses.dataclass
class AuditRow:
    name: str
    role: str
    shape: tuple
    fan_in: int
    law: str
    mean: float
    deviation: float
    fault: str = ""  # empty: as declared
    note: str = ""


class Audit(list):
    """Rows of the audit; `faults` are those that are not as declared."""

    @property
    def faults(self):
        return [row for row in self if row.fault]

    @property
    def passed(self):
        return not self.faults

    def require(self):
        """Raises with the first fault."""
        for row in self.faults:
            raise ValueError(f"{row.name}: {row.fault}" + (f" (and {len(self.faults) - 1} more)" if self.faults[1:] else ""))
        return self

    def __str__(self):
        lines = [f"{'parameter':<60} {'role':<18} {'law':<22} {'mean':>11} {'std':>11}"]
        for row in self:
            lines.append(f"{row.name:<60} {row.role:<18} {row.law:<22} {row.mean:>11.3e} {row.deviation:>11.4e}"
                         + (f"  {row.fault or row.note}" if row.fault or row.note else ""))
        return "\n".join(lines + [f"{len(self)} tensors, {len(self.faults)} faults"])


def audit(module, gamma=None, **declared):
    """Against the law that `initialise_` declared for this module, or, with `gamma` and the other arguments of
    `initialise_`, against that one. A parameter without a law (added later, or never initialised) is a fault."""
    if gamma is None and not declared:
        starts = getattr(module, "_sextant_laws", None)
        if starts is None:
            raise ValueError("audit: no initialisation is declared for this module; call initialise_(module, ...) first "
                             "or name the law: audit(module, gamma=0.5)")
        rules = None
    else:
        rules = declared.get("rules")
        starts = {start.name: start for start in plan(module, **({"gamma": gamma} if gamma is not None else {}), **declared)}
    return Audit(_measure(one, starts.get(one.name)) for one in describe_parameters(module, rules))


def _measure(one, start):
    values = one.parameter.detach()
    values = values.double() if values.device.type != "mps" else values.float()
    row = AuditRow(one.name, start.role if start else "+".join(part.role for part in one.parts),
                   tuple(one.parameter.shape), one.fan_in, "", values.mean().item(),
                   values.std(unbiased=False).item())
    if not bool(torch.isfinite(values).all()):
        row.fault = "some entries are not finite (never initialised?)"
    elif start is None:
        row.fault = "nobody declared how it starts: it was added after initialise_"
    elif not start.laws:
        if start.reason == "frozen":
            row.note = "frozen: left as it was"
        else:
            row.fault = f"nobody initialised it: {start.reason}"
    else:
        row.law = "; ".join(dict.fromkeys(str(law) for law in start.laws))
        row.fault = next(filter(None, (_fault(part.of(values), law, one.padding, one.parameter.dtype)
                                       for part, law in zip(one.parts, start.laws))), "")
    return row


def _fault(values, law, padding, dtype):
    if padding is not None:
        values = torch.cat([values[:padding], values[padding + 1:]])
    if law.kind == "constant":
        wrong = (values != law.centre).sum().item()
        return f"{wrong} of {values.numel()} entries are not {law.centre:.6g}" if wrong else ""
    rounding = torch.finfo(dtype).eps
    if law.kind == "uniform" and values.abs().max() > law.spread * (1 + rounding):
        return f"an entry is {values.abs().max().item():.6g}, outside {law}"
    root, mean = math.sqrt(values.numel()), values.mean().item()
    if abs(mean) > STANDARD_ERRORS * law.deviation / root:
        return f"mean {mean:.6g} is more than {STANDARD_ERRORS} standard errors from 0"
    kurtosis = 1.8 if law.kind == "uniform" else 3.0
    error = law.deviation * math.sqrt((kurtosis - 1) / 4) / root
    found = (values ** 2).mean().sqrt().item()
    if abs(found - law.deviation) > STANDARD_ERRORS * error + rounding * law.deviation:
        return (f"standard deviation {found:.6g} is more than {STANDARD_ERRORS} standard errors from "
                f"{law.deviation:.6g}")
    return ""
