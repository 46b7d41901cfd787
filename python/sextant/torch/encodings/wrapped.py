"""Wrappers that take any encoding, as the options of [position] do in the engine.

    encoding = Randomised(make_encoding("learned", 256, width=64))    # 256: the range of numbers
    for batch in loader:
        encoding.draw(batch.shape[1])                                 # other numbers for the tokens of each batch
"""
import torch
from torch import nn

from sextant.torch.encodings.base import Encoding


class Wrapped(Encoding):
    def __init__(self, inner):
        nn.Module.__init__(self)
        self.inner = inner

    @property
    def kind(self):
        return self.inner.kind

    @property
    def arrangement(self):
        return self.inner.arrangement

    def embeddings(self):
        return self.inner.embeddings()

    def rotate(self, x):
        return self.inner.rotate(x)

    def bias(self, queries=None, scale=None):
        return self.inner.bias(queries, scale)

    def transform_scores(self, scores, queries=None, keys=None, inputs=None, scale=None):
        return self.inner.transform_scores(scores, queries, keys, inputs, scale)

    def reset_parameters(self, sigma=None, generator=None):
        self.inner.reset_parameters(sigma, generator)


class Scaled(Wrapped):
    """Every vector that is added to the embeddings has this Euclidean norm; vectors of zeros (CLS) stay so."""

    def __init__(self, inner, norm):
        super().__init__(inner)
        if inner.embeddings() is None:
            raise ValueError(f"{inner.kind}: adds no vectors to the embeddings, so there is no norm to set")
        self.norm = norm

    def embeddings(self):
        table = self.inner.embeddings()
        return self.norm * nn.functional.normalize(table, dim=-1)


class Dropped(Wrapped):
    """DroPE (Gelberg et al., arXiv 2512.12167): acts until `drop()` and never again; the state is saved with the weights."""

    def __init__(self, inner):
        super().__init__(inner)
        self.register_buffer("in_force", torch.ones(1, dtype=torch.bool))

    def drop(self):
        self.in_force.fill_(False)

    def embeddings(self):
        return self.inner.embeddings() if self.in_force else None

    def rotate(self, x):
        return self.inner.rotate(x) if self.in_force else x

    def bias(self, queries=None, scale=None):
        return self.inner.bias(queries, scale) if self.in_force else None

    def transform_scores(self, scores, queries=None, keys=None, inputs=None, scale=None):
        if not self.in_force:
            return scores
        return self.inner.transform_scores(scores, queries, keys, inputs, scale)


class Randomised(Wrapped):
    """Randomised positions (Ruoss et al., arXiv 2305.16843): the tokens of a batch are numbered by a sorted random subset
    of those of the inner encoding. Call `draw` before each batch, of training and of evaluation."""

    def __init__(self, inner):
        super().__init__(inner)
        if inner.arrangement.kind != "index" or inner.arrangement.cls:
            raise ValueError("Randomised: needs an encoding of tokens in order, without CLS")
        if inner.kind in ("none", "cope", "forget"):
            raise ValueError(f"{inner.kind}: does not number its tokens, so there are no numbers to draw")
        self.register_buffer("places", torch.arange(inner.length))

    def draw(self, length, generator=None):
        order = torch.randperm(self.inner.length, generator=generator)[:length]
        self.places = order.sort().values.to(self.places.device)
        return self.places

    @property
    def length(self):
        return len(self.places)

    def embeddings(self):
        table = self.inner.embeddings()
        return None if table is None else table[self.places]

    def rotate(self, x):
        return self.inner.rotate(self._spread(x)).index_select(-2, self._first(x.shape[-2]))

    def bias(self, queries=None, scale=None):
        wide = self.inner.bias(None if queries is None else self._spread(queries), scale)
        return None if wide is None else self._pick(wide, self.length if queries is None else queries.shape[-2])

    def transform_scores(self, scores, queries=None, keys=None, inputs=None, scale=None):
        count = scores.shape[-1]
        places = self._first(count)
        wide = scores.new_zeros(*scores.shape[:-2], self.inner.length, self.inner.length)
        wide[..., places[:, None], places] = scores
        spread = [None if x is None else self._spread(x) for x in (queries, keys, inputs)]
        return self._pick(self.inner.transform_scores(wide, *spread, scale), count)

    def _first(self, count):
        if count > len(self.places):
            raise ValueError(f"Randomised: {count} tokens given, but draw({len(self.places)}) was called last")
        return self.places[:count]

    def _spread(self, x):
        """(..., tokens, columns) -> (..., range, columns), zeros where no token stands."""
        wide = x.new_zeros(*x.shape[:-2], self.inner.length, x.shape[-1])
        return wide.index_copy(-2, self._first(x.shape[-2]), x)

    def _pick(self, wide, count):
        places = self._first(count)
        return wide[..., places[:, None], places]
