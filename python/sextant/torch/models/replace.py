"""replace_positions_: another table in the place of a model's own, with what fits checked and what changed reported."""
import dataclasses
import warnings

import torch

from sextant.torch.models.locate import find_position_table
from sextant.torch.models.outputs import compare, outputs_of


@dataclasses.dataclass
class Change:
    """What a table became; `outputs` are measured where inputs were given."""

    name: str
    positions: int
    width: int
    norm_before: float  # root mean square length of the rows
    norm_after: float
    relative_change: float  # |after - before| / |before|, Frobenius
    basis_overlap: float  # share of the new table's variance in the directions that the old one uses
    outputs: dict | None = None

    def __str__(self):
        text = (f"{self.name}: {self.positions} x {self.width}, relative change {self.relative_change:.4g}, "
                f"RMS norm {self.norm_before:.4g} -> {self.norm_after:.4g}, basis overlap {self.basis_overlap:.3f}")
        if self.outputs:
            text += (f"; outputs on {self.outputs['samples']} samples: cosine {self.outputs['cosine']:.4f}, smallest "
                     f"{self.outputs['smallest_cosine']:.4f}")
        return text


def replace_positions_(model, table, name=None, first=False, inputs=None, output=None):
    """Writes `table` (positions, width) over the model's position embeddings.

    The table has as many rows as the model has positions, or, with `first=True`, fewer: then the first rows are replaced.
    With `inputs` the outputs before and after are compared. A table that lies in other directions than the model's own
    is written, and a warning says so: the model's other weights were trained with its own basis.
    """
    place = find_position_table(model, name)
    table = torch.as_tensor(table)
    before = place.values.clone()
    table = _checked(table, place, first)
    outputs = outputs_of(model, inputs, output) if inputs is not None else None
    after = before.clone()
    after[:len(table)] = table.to(before)
    change = describe_change(place, before, after, len(table))
    if change.basis_overlap < 0.5:
        warnings.warn(f"{place.name}: only {change.basis_overlap:.0%} of the variance of the new positions lies in the "
                      "directions of the model's own; its other weights were trained with that basis. To shorten the "
                      "model's own positions use compress_positions_; a table of another basis needs training.",
                      stacklevel=2)
    place.write(after)
    if outputs is not None:
        change.outputs = compare(outputs, outputs_of(model, inputs, output))
    return change


def describe_change(place, before, after, rows=None):
    before, after = before.double(), after.double()
    rows = len(before) if rows is None else rows
    return Change(place.name, len(before), before.shape[1], _rms(before), _rms(after),
                  ((after - before).norm() / before.norm().clamp(min=1e-30)).item(),
                  basis_overlap(before, after[:rows]))


def basis_overlap(own, other):
    """Share of the centred variance of `other` inside the directions that hold 99 % of that of `own`."""
    own, other = own - own.mean(0), other - other.mean(0)
    _, values, directions = torch.linalg.svd(own, full_matrices=False)
    share = (values ** 2).cumsum(0) / (values ** 2).sum().clamp(min=1e-30)
    directions = directions[:int((share < 0.99).sum()) + 1]
    total = (other ** 2).sum()
    return ((other @ directions.T) ** 2).sum().div(total).item() if total > 0 else 1.0


def _checked(table, place, first):
    positions, width = place.values.shape
    if table.ndim == 3 and table.shape[0] == 1:
        table = table[0]
    if table.ndim != 2 or table.shape[1] != width:
        raise ValueError(f"{place.name}: the table has shape {tuple(table.shape)}, expected ({positions}, {width})")
    if len(table) > positions or (len(table) < positions and not first):
        hint = "; first=True replaces the first rows only" if len(table) < positions else ""
        raise ValueError(f"{place.name}: the table has {len(table)} rows, but the model has {positions} positions{hint}")
    if not bool(torch.isfinite(table).all()):
        raise ValueError(f"{place.name}: the table contains numbers that are not finite")
    return table


def _rms(table):
    return (table ** 2).sum(1).mean().sqrt().item()
