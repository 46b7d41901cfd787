"""Where a model keeps its position embeddings: the names of BERT, RoBERTa, DistilBERT, GPT-2, ViT (Hugging Face, timm,
torchvision), CLIP, BART, OPT, TransformerLens and Sextant, as `sextant inspect` knows them."""
import dataclasses
import re

from torch import nn
from torch.nn.utils import parametrize

NAMES = re.compile(r"(^|\.)(position_embeddings?|wpe|pos_embed|pos_embedding|positional_embedding|embed_positions|W_pos|"
                   r"position\.table)(\.weight|\.W_pos)?$")


@dataclasses.dataclass
class PositionTable:
    """One table of position embeddings; rows before `first_row` are not positions (CLS of a ViT, padding of RoBERTa)."""

    name: str  # of the parameter in the state dict
    owner: nn.Module
    attribute: str
    first_row: int

    @property
    def parameter(self):
        return getattr(self.owner, self.attribute)

    @property
    def whole(self):
        """(rows, width)"""
        return self.parameter.detach().reshape(self.parameter.shape[-2:])

    @property
    def values(self):
        """(positions, width): the rows that are positions."""
        return self.whole[self.first_row:]

    def write(self, values):
        """(positions, width), in place: optimisers and tied modules keep their tensor."""
        if parametrize.is_parametrized(self.owner, self.attribute):
            whole = self.whole.clone()
            whole[self.first_row:] = values.to(whole)
            setattr(self.owner, self.attribute, whole.reshape(self.parameter.shape))  # factored again
            return
        target = self.parameter.data.reshape(self.parameter.shape[-2:])[self.first_row:]
        target.copy_(values.to(target))


def find_position_tables(model):
    """All tables of positions of a module, in the order of its parameters."""
    found = []
    has_cls = any(name.endswith("cls_token") for name, _ in model.named_parameters())
    for path, owner in model.named_modules():
        own = [attribute for attribute, _ in owner.named_parameters(recurse=False)]
        own += list(owner.parametrizations) if parametrize.is_parametrized(owner) else []
        for attribute in own:
            parameter, name = getattr(owner, attribute), f"{path}.{attribute}" if path else attribute
            table = parameter.ndim == 2 or (parameter.ndim == 3 and parameter.shape[0] == 1)
            if table and NAMES.search(name):
                found.append(PositionTable(name, owner, attribute, _first_row(owner, parameter, has_cls)))
    return found


def find_position_table(model, name=None):
    """The one table, or the one called `name`; says what is there where that is not clear."""
    found = find_position_tables(model)
    if name is not None:
        chosen = [table for table in found if table.name == name]
        if not chosen:
            raise ValueError(f"no position embeddings '{name}'; found: {', '.join(t.name for t in found) or 'none'}")
        return chosen[0]
    if not found:
        config = getattr(model, "config", None)
        kind = getattr(config, "model_type", type(model).__name__)
        raise ValueError(f"{kind}: no position embeddings found in its parameters: RoPE, T5's bias and ALiBi have no table")
    if len(found) > 1:
        raise ValueError(f"several tables of position embeddings: {', '.join(t.name for t in found)}; choose one by name=")
    return found[0]


def _first_row(owner, parameter, has_cls):
    if isinstance(getattr(owner, "offset", None), int):  # BART and OPT count from 2
        return owner.offset
    padding = getattr(owner, "padding_idx", None)
    if padding is not None:  # RoBERTa counts from padding_idx + 1
        return padding + 1
    return 1 if has_cls and parameter.ndim == 3 else 0
