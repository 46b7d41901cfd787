"""ablate_positions: how much of a model's outputs hangs on its positions. The positions are shuffled, set to zero or
truncated to a rank; the outputs on the user's inputs are compared with the intact ones, and the model is restored."""
import dataclasses

import torch

from sextant.torch.models.compress import factors
from sextant.torch.models.locate import find_position_tables
from sextant.torch.models.outputs import batches, compare, outputs_of


@dataclasses.dataclass
class Ablation:
    name: str  # shuffled, zeroed, truncated to rank 12, ...
    cosine: float
    smallest_cosine: float
    relative_change: float
    samples: int
    score: float | None = None  # of `score`, where given

    def __str__(self):
        text = f"{self.name:<22} cosine {self.cosine:.4f}, smallest {self.smallest_cosine:.4f}, relative change {self.relative_change:.4g}"
        return text if self.score is None else f"{text}, score {self.score:.4g}"


def ablate_positions(model, inputs, ranks=(1, 4, 12), seed=0, output=None, score=None):
    """A list of Ablation, the intact model first.

    Tables of position embeddings, and T5's bias per bucket, are changed in place and restored. A model without either
    (RoPE) gets other position_ids: shuffled, or all 0. `score(model) -> float` is measured beside, if given.
    """
    inputs = batches(inputs)
    before = outputs_of(model, inputs, output)
    rows = [_row("intact", before, before, score, model)]
    tables = find_position_tables(model)
    targets = [(table.values.clone(), table.write) for table in tables] or _bias_tables(model)
    if not targets:
        return rows + _by_position_ids(model, inputs, before, seed, output)
    try:
        for name, change in _changes(targets, ranks, seed):
            for (own, write), one in zip(targets, change):
                write(one)
            rows.append(_row(name, before, outputs_of(model, inputs, output), score, model))
    finally:
        for own, write in targets:
            write(own)
    return rows


def _changes(targets, ranks, seed):
    generator = torch.Generator().manual_seed(seed)
    yield "shuffled", [own[torch.randperm(len(own), generator=generator).to(own.device)] for own, _ in targets]
    yield "zeroed", [torch.zeros_like(own) for own, _ in targets]
    yield "mean everywhere", [own.mean(0, keepdim=True).expand_as(own) for own, _ in targets]
    for rank in ranks:
        if all(rank < min(own.shape) for own, _ in targets):
            parts = [factors(own, rank) for own, _ in targets]
            yield f"truncated to rank {rank}", [mean + left @ right for mean, left, right, _ in parts]


def _bias_tables(model):
    """T5: a number per bucket and head."""
    def target(parameter):
        return parameter.detach().clone(), lambda values: parameter.data.copy_(values)

    return [target(parameter) for name, parameter in model.named_parameters()
            if name.endswith("relative_attention_bias.weight")]


def _by_position_ids(model, inputs, before, seed, output):
    generator = torch.Generator().manual_seed(seed)

    def with_ids(make):
        changed = []
        for batch in inputs:
            if not hasattr(batch, "keys") or "input_ids" not in batch:
                raise ValueError("ablate_positions: this model has no table of positions; give batches with input_ids, so "
                                 "that its position_ids can be changed")
            tokens = batch["input_ids"].shape[1]
            changed.append({**batch, "position_ids": make(tokens)[None].expand(len(batch["input_ids"]), -1)})
        return changed

    named = {"shuffled": lambda n: torch.randperm(n, generator=generator), "zeroed": lambda n: torch.zeros(n).long()}
    return [_row(name, before, outputs_of(model, with_ids(make), output), None, model) for name, make in named.items()]


def _row(name, before, after, score, model):
    return Ablation(name, **compare(before, after), score=None if score is None else float(score(model)))
