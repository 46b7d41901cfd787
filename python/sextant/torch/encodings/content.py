"""Encodings whose effect depends on content: they make new scores of scaled scores, queries, keys and inputs.

    scores = scale * q @ k.transpose(-1, -2)                       # (..., heads, n, n)
    scores = encoding.transform_scores(scores, q, k, inputs=x, scale=scale)  # x (..., n, width): what q and k were projected from
"""
import math

import torch
from torch import nn

from sextant.torch.encodings import functional as F
from sextant.torch.encodings.base import Encoding, constant, draw_normal, draw_uniform


class ContentEncoding(Encoding):
    accepts: tuple[str, ...] = ("index",)

    def _tokens(self, x):
        """Rows without CLS."""
        return x[..., 1:, :] if self.arrangement.cls else x

    def _offsets(self, device):
        """query - key of every pair of tokens."""
        index = torch.arange(self.arrangement.count, device=device)
        return index[:, None] - index[None, :]


class Forget(ContentEncoding):
    """Forgetting Transformer (FoX; Lin et al., arXiv 2503.02130): the log of the gates between two tokens is added."""

    kind = "forget"

    def __init__(self, arrangement, width, heads):
        super().__init__(arrangement)
        self.gate = nn.Linear(width, heads)

    def transform_scores(self, scores, queries=None, keys=None, inputs=None, scale=None):
        if inputs is None:
            raise ValueError("forget: gates depend on the inputs of the layer; call transform_scores(scores, inputs=x)")
        passed = nn.functional.logsigmoid(self.gate(self._tokens(inputs))).cumsum(-2).transpose(-1, -2)  # (..., heads, n)
        return scores + self._around_cls(-(passed[..., :, None] - passed[..., None, :]).abs())


class Cope(ContentEncoding):
    """Contextual positions (CoPE; Golovneva et al., arXiv 2405.18719): queries count what they find relevant."""

    kind = "cope"

    def __init__(self, arrangement, head_width, causal=False, positions=64, sigma=None):
        super().__init__(arrangement)
        self.causal = causal
        self.table = nn.Parameter(torch.empty(positions, head_width))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.table, 1.0 if sigma is None else sigma, generator)

    def transform_scores(self, scores, queries, keys=None, inputs=None, scale=None):
        first = 1 if self.arrangement.cls else 0
        gates = torch.sigmoid(scores[..., first:, first:])
        if self.causal:
            gates = gates.tril()
        passed = gates.cumsum(-1)
        here = passed.diagonal(dim1=-2, dim2=-1)[..., None]
        own = gates.diagonal(dim1=-2, dim2=-1)[..., None]
        counted = torch.where(self._offsets(scores.device) >= 0, here - passed + gates, passed - here + own)
        last = len(self.table) - 1
        counted = counted.clamp(max=last)
        low = counted.detach().floor()
        share = counted - low
        met = self._tokens(queries) @ self.table.t()
        near, far = low.long(), (low.long() + 1).clamp(max=last)
        return scores + self._around_cls((1 - share) * met.gather(-1, near) + share * met.gather(-1, far))


class Pope(ContentEncoding):
    """Polar coordinates (PoPE; Gopalakrishnan et al., arXiv 2509.10534): magnitudes from content, angles from positions."""

    kind = "pope"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, heads, head_width, base=10000.0):
        super().__init__(arrangement)
        points = torch.as_tensor(self.arrangement.as_coordinates("pope"))
        axes = points.shape[1]
        if head_width % axes:
            raise ValueError(f"pope: head width {head_width} is not a multiple of {axes} axes")
        part = head_width // axes
        angles = (points[:, :, None] * base ** (-torch.arange(part).double() / part)).flatten(1)
        self.register_buffer("angles", constant(self._behind_cls(angles)), persistent=False)
        self.phase = nn.Parameter(torch.empty(heads, head_width))
        self.reset_parameters()

    def reset_parameters(self, sigma=None, generator=None):
        draw_uniform(self.phase, 1 / math.sqrt(self.phase.shape[1]), generator)

    def transform_scores(self, scores, queries, keys, inputs=None, scale=None):
        scale = 1 / math.sqrt(queries.shape[-1]) if scale is None else scale
        q = _polar(queries, self.angles[:queries.shape[-2]])
        return scale * q @ _polar(keys, self.angles[:keys.shape[-2]] - self.phase[:, None, :]).transpose(-1, -2)


class TransformerXl(ContentEncoding):
    """Relative terms of Transformer-XL (Dai et al., arXiv 1901.02860)."""

    kind = "transformer_xl"

    def __init__(self, arrangement, width, heads, head_width, causal=False, base=10000.0, sigma=None):
        super().__init__(arrangement)
        count, self.causal = self.arrangement.count, causal
        waves = F.sinusoidal(torch.arange(1 - count, count), width, base)
        self.register_buffer("waves", constant(waves), persistent=False)
        self.projection = nn.Parameter(torch.empty(heads * head_width, width))
        self.u, self.v = nn.Parameter(torch.empty(heads, head_width)), nn.Parameter(torch.empty(heads, head_width))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        root = 1 / math.sqrt(self.projection.shape[1])
        for one in (self.u, self.v):
            draw_uniform(one, root, generator)
        if sigma is None:
            draw_uniform(self.projection, root, generator)
        else:
            draw_normal(self.projection, sigma * root, generator)

    def transform_scores(self, scores, queries, keys, inputs=None, scale=None):
        scale = 1 / math.sqrt(queries.shape[-1]) if scale is None else scale
        heads = len(self.u)
        table = (self.waves @ self.projection.t()).unflatten(1, (heads, -1)).transpose(0, 1)  # (heads, offsets, head_width)
        met = (self._tokens(queries) + self.v[:, None]) @ table.transpose(-1, -2)
        rows = self._offsets(scores.device) + self.arrangement.count - 1
        by_key = (self._tokens(keys) * self.u[:, None]).sum(-1)[..., None, :]
        return scores + self._around_cls(scale * (by_key + met.gather(-1, rows.expand(met.shape[:-1] + rows.shape[-1:]))))


class Deberta(ContentEncoding):
    """Disentangled attention (DeBERTa; He et al., arXiv 2006.03654), both tables read at the offset i - j as in the authors'
    code; the paper has j - i for position-to-content."""

    kind = "deberta"

    def __init__(self, arrangement, width, heads, head_width, span=None, sigma=None):
        super().__init__(arrangement)
        self.span, self.heads = self.arrangement.count if span is None else span, heads
        self.table = nn.Parameter(torch.empty(2 * self.span, width))
        self.key, self.query = (nn.Linear(width, heads * head_width, bias=False) for _ in range(2))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.table, 1.0 if sigma is None else sigma, generator)
        root = 1 / math.sqrt(self.table.shape[1])
        for one in (self.key.weight, self.query.weight):
            (draw_uniform if sigma is None else draw_normal)(one, root, generator)

    def transform_scores(self, scores, queries, keys, inputs=None, scale=None):
        scale = 1 / math.sqrt(queries.shape[-1]) if scale is None else scale
        by_key, by_query = (linear(self.table).unflatten(1, (self.heads, -1)).permute(1, 2, 0)
                            for linear in (self.key, self.query))  # (heads, head_width, 2 span)
        rows = (self._offsets(scores.device) + self.span).clamp(0, 2 * self.span - 1)
        met = (self._tokens(queries) @ by_key)
        back = (self._tokens(keys) @ by_query)
        shape = met.shape[:-1] + rows.shape[-1:]
        added = met.gather(-1, rows.expand(shape)) + back.gather(-1, rows.T.expand(shape)).transpose(-1, -2)
        return (scores + self._around_cls(scale * added)) / math.sqrt(3)


def _polar(x, angles):
    """(..., n, width), angles (..., n, width) -> (..., n, 2 width)"""
    magnitude = nn.functional.softplus(x)
    return torch.cat((magnitude * angles.cos(), magnitude * angles.sin()), -1)
