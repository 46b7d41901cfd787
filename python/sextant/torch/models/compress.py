"""compress_positions_: the model's own position embeddings at a lower rank, in their own basis: P = mean + A W.

The truncated SVD around the mean row (Eckart and Young 1936) needs r (n + d) numbers, and d for the mean, instead of n d.
It lives in the directions that the model's other weights were trained with, which a table from data (`sextant encode`)
does not.
"""
import dataclasses

import torch
from torch import nn
from torch.nn.utils import parametrize

from sextant.torch.models.locate import find_position_table
from sextant.torch.models.outputs import batches, compare, mask_of, outputs_of
from sextant.torch.models.replace import Change, describe_change


@dataclasses.dataclass
class Compression(Change):
    rank: int = 0
    kept: float = 0.0  # share of the variance of the positions around their mean
    numbers_before: int = 0
    numbers_after: int = 0

    def __str__(self):
        return (f"rank {self.rank}: {self.numbers_before} -> {self.numbers_after} numbers, {self.kept:.2%} of the variance "
                f"kept; " + super().__str__())


def compress_positions_(model, rank=None, keep=None, inputs=None, output=None, name=None, parametrized=False,
                        weights=None):
    """Replaces the position embeddings by their best approximation of rank `rank`, or of the lowest rank that keeps the
    share `keep` of their variance around the mean.

    With `inputs` (a batch or an iterable of batches) the outputs before and after are compared; `output(model_output,
    batch)` chooses which, by default the mean over tokens. `parametrized=True` leaves the two factors in the model
    (LowRankPositions), so that fine-tuning trains r (n + d) numbers; otherwise the table is written out. `weights` (one
    number per position) say how much each position counts; "inputs": as many tokens as the inputs have there, plus a
    tenth spread over all, so that positions that short texts never reach do not cost those that they use.
    """
    if (rank is None) == (keep is None):
        raise ValueError("compress_positions_: give either rank= or keep=")
    place = find_position_table(model, name)
    before = place.values.clone()
    n, width = before.shape
    if isinstance(weights, str):
        weights = _tokens_at_positions(inputs, n, weights)
    mean, left, right, kept = factors(before, rank, keep, weights)
    outputs = outputs_of(model, inputs, output) if inputs is not None else None
    after = mean + left @ right
    if parametrized:
        parametrize_low_rank_(place, mean, left, right)
    else:
        place.write(after)
    change = describe_change(place, before, after)
    result = Compression(**dataclasses.asdict(change), rank=left.shape[1], kept=kept, numbers_before=n * width,
                         numbers_after=left.shape[1] * (n + width) + width)
    if outputs is not None:
        result.outputs = compare(outputs, outputs_of(model, inputs, output))
    return result


def factors(table, rank=None, keep=None, weights=None):
    """(mean, A, W, share of the variance kept): mean (d,), A (n, r) and W (r, d), with mean + A W the best approximation
    whose rows differ from their mean in r directions; `weights` (n,) say how much each position counts."""
    exact = table.double().cpu()
    weights = torch.ones(len(exact)).double() if weights is None else torch.as_tensor(weights).double().cpu()
    if tuple(weights.shape) != (len(exact),) or not bool((weights > 0).all()):
        raise ValueError(f"compress_positions_: expected {len(exact)} weights of more than 0, one for each position")
    mean = (weights[:, None] * exact).sum(0) / weights.sum()
    centred = exact - mean
    _, values, directions = torch.linalg.svd(weights.sqrt()[:, None] * centred, full_matrices=False)
    squares = values ** 2
    kept = squares.cumsum(0) / squares.sum().clamp(min=1e-300)
    if rank is None:
        if not 0 < keep <= 1:
            raise ValueError(f"compress_positions_: keep {keep} given, expected more than 0 and at most 1")
        rank = min(int((kept < keep - 1e-12).sum()) + 1, len(values))
    if not 1 <= rank <= len(values):
        raise ValueError(f"compress_positions_: rank {rank} given, expected 1 to {len(values)} for a table of "
                         f"{tuple(table.shape)}")
    balance = (values[:rank] / weights.sum().sqrt()).clamp(min=1e-12).sqrt()  # both factors get their share of the scale
    right = directions[:rank]
    left = centred @ right.T / balance
    return mean.to(table), left.to(table), (balance[:, None] * right).to(table), kept[rank - 1].item()


class LowRankPositions(nn.Module):
    """A parametrization (torch.nn.utils.parametrize) of a table of positions: P = mean + A W, trained as r (n + d) numbers.

    Rows before the first position (CLS, padding) stay as they are; they and the mean are the frozen part `fixed`.
    """

    def __init__(self, shape, rank, first_row=0):
        super().__init__()
        self.shape, self.rank, self.first_row = tuple(shape), rank, first_row
        rows, width = self.shape[-2:]
        if not 1 <= rank <= min(rows - first_row, width):
            raise ValueError(f"LowRankPositions: rank {rank} given, expected 1 to {min(rows - first_row, width)}")

    def forward(self, left, right, fixed):
        return torch.cat([fixed[:-1], fixed[-1] + left @ right]).reshape(self.shape)

    def right_inverse(self, table):
        whole = table.detach().reshape(self.shape[-2:])
        mean, left, right, _ = factors(whole[self.first_row:], self.rank)
        return left, right, torch.cat([whole[:self.first_row], mean[None]])


def parametrize_low_rank_(place, mean, left, right):
    """Puts the factors in the place of the table; `fixed` is frozen."""
    module = LowRankPositions(place.parameter.shape, left.shape[1], place.first_row)
    trainable = place.parameter.requires_grad
    fixed = torch.cat([place.whole[:place.first_row], mean[None]])
    parametrize.register_parametrization(place.owner, place.attribute, module)
    originals = place.owner.parametrizations[place.attribute]
    for i, part in enumerate((left, right, fixed)):
        original = getattr(originals, f"original{i}")
        original.data.copy_(part)
        original.requires_grad_(trainable and i < 2)
    return module


def _tokens_at_positions(inputs, positions, how):
    if how != "inputs" or inputs is None:
        raise ValueError('compress_positions_: weights are numbers, or "inputs" where inputs are given')
    counts = torch.zeros(positions).double()
    for batch in batches(inputs):
        mask = mask_of(batch)
        if mask is None:
            ids = batch["input_ids"] if hasattr(batch, "keys") else batch
            mask = torch.ones(ids.shape[:2])
        length = min(positions, mask.shape[1])
        counts[:length] += mask.double().sum(0).cpu()[:length]
    return counts / counts.sum() + 0.1 / positions


def merge_low_rank_(model):
    """Writes the products back as plain tables, for saving with `save_pretrained`."""
    for module in model.modules():
        if parametrize.is_parametrized(module):
            for attribute in list(module.parametrizations):
                if isinstance(module.parametrizations[attribute][0], LowRankPositions):
                    parametrize.remove_parametrizations(module, attribute, leave_parametrized=True)
    return model
