"""What every encoding module has: four places where it can act, of which a variant overrides its own.

    x = encoding.embed(x)                              # (..., length, width): before the first block
    q, k = encoding.rotate(q), encoding.rotate(k)      # (..., heads, length, head_width)
    bias = encoding.bias(q)                            # (heads, length, length) or (batch, heads, length, length), or None
    F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    scores = encoding.transform_scores(scores, q, k, inputs=x)   # (..., heads, length, length): scaled scores, before the softmax
"""
import torch
from torch import nn

from sextant.positions import as_arrangement


class Encoding(nn.Module):
    kind = ""
    accepts: tuple[str, ...] = ("index", "grid", "coordinates", "distances", "graph")

    def __init__(self, arrangement):
        super().__init__()
        self.arrangement = as_arrangement(arrangement).require(self.kind, *self.accepts)

    @property
    def length(self):
        return self.arrangement.length

    def embed(self, x):
        """x + positions; shorter samples take the first rows."""
        table = self.embeddings()
        if table is None:
            return x
        if x.shape[-2] > len(table):
            raise ValueError(f"{self.kind}: {x.shape[-2]} tokens given, but there are positions for {len(table)}")
        return x + table[:x.shape[-2]].to(x.dtype)

    def embeddings(self):
        """(length, width), or None where nothing is added to embeddings."""
        return None

    def rotate(self, x):
        return x

    def bias(self, queries=None, scale=None):
        """What is added to the scaled scores; None where nothing is."""
        return None

    def transform_scores(self, scores, queries=None, keys=None, inputs=None, scale=None):
        """What scaled scores become where the encoding depends on content; `inputs` are what q and k were projected from."""
        return scores

    def reset_parameters(self, sigma=None, generator=None):
        """As the engine starts: PyTorch's defaults, or with `sigma` positions of that standard deviation."""

    def extra_repr(self):
        return f"{self.arrangement.kind}, {self.length} tokens"

    def _behind_cls(self, table):
        """A zero row in front, for the token that stands nowhere."""
        return nn.functional.pad(table, (0, 0, 1, 0)) if self.arrangement.cls else table

    def _around_cls(self, bias):
        """A zero row and column in front: nothing is added from or to a CLS token."""
        return nn.functional.pad(bias, (1, 0, 1, 0)) if self.arrangement.cls else bias


def constant(values):
    """float64 -> the default dtype of PyTorch."""
    return torch.as_tensor(values).to(torch.get_default_dtype())


def draw_normal(tensor, deviation, generator=None):
    with torch.no_grad():
        return tensor.normal_(0, deviation, generator=generator)


def draw_uniform(tensor, half_width, generator=None):
    with torch.no_grad():
        return tensor.uniform_(-half_width, half_width, generator=generator)
