"""Encodings that add a vector per position to the embeddings: x[t] += table[t]."""
import math

import torch
from torch import nn

from sextant.positions import score_rules
from sextant.torch.encodings import functional as F
from sextant.torch.encodings.base import Encoding, constant, draw_normal, draw_uniform


class NoEncoding(Encoding):
    """No positional encoding (NoPE)."""

    kind = "none"


class Learned(Encoding):
    """One trained vector per position; a CLS token has a row of its own, the first."""

    kind = "learned"

    def __init__(self, arrangement, width, rows=None, sigma=None):
        super().__init__(arrangement)
        rows = self.length if rows is None else rows
        if rows < self.length:
            raise ValueError(f"learned: a table of {rows} rows is too short for samples of {self.length} tokens")
        self.table = nn.Parameter(torch.empty(rows, width))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.table, 1.0 if sigma is None else sigma, generator)

    def embeddings(self):
        return self.table


class Random(Learned):
    """One frozen random vector per position."""

    kind = "random"

    def __init__(self, arrangement, width, sigma=None):
        super().__init__(arrangement, width, sigma=sigma)
        self.table.requires_grad_(False)


class FixedTable(Encoding):
    """A given table (length, width), frozen unless `trainable`; `cut` drops the rows that samples do not reach."""

    kind = "fixed_table"

    def __init__(self, arrangement, width, table, trainable=False, cut=False):
        super().__init__(arrangement)
        table = torch.as_tensor(table)
        if cut:
            table = table[:self.length]
        if tuple(table.shape) != (self.length, width):
            raise ValueError(f"fixed_table: the table has shape {tuple(table.shape)}, but tokens and model width require "
                             f"{(self.length, width)}")
        if not bool(torch.isfinite(table).all()):
            raise ValueError("fixed_table: expected finite numbers")
        self.table = nn.Parameter(constant(table).clone(), requires_grad=trainable)

    def embeddings(self):
        return self.table


class Mds(FixedTable):
    """Classical MDS of the arrangement's distances (Cirrincione, arXiv 2604.05217)."""

    kind = "mds"

    def __init__(self, arrangement, width, rank=None, norm=None, trainable=False):
        Encoding.__init__(self, arrangement)
        table = F.mds(self.arrangement.as_distances("mds"), width, rank, norm)
        self.table = nn.Parameter(constant(self._behind_cls(table)), requires_grad=trainable)


class Fixed(Encoding):
    """A table that a formula gives; a buffer that is not saved."""

    def _keep(self, table):
        self.register_buffer("table", constant(table), persistent=False)

    def embeddings(self):
        return self.table


class Sinusoidal(Fixed):
    """Sinusoids of the index (Vaswani et al. 2017); a CLS token is counted."""

    kind = "sinusoidal"
    accepts = ("index",)

    def __init__(self, arrangement, width, base=10000.0):
        super().__init__(arrangement)
        self._keep(F.sinusoidal(torch.arange(self.length), width, base))


class Grid(Fixed):
    """Sinusoids of each coordinate side by side (Ito et al., arXiv 2406.08272)."""

    kind = "grid"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, width, base=10000.0, order="last_first"):
        super().__init__(arrangement)
        self._keep(self._behind_cls(F.grid(self.arrangement.as_coordinates("grid"), width, base, order)))


class LowRank(Encoding):
    """A trained table of rank r, P = A W with r (n + width) numbers (Cirrincione, arXiv 2604.05217)."""

    kind = "low_rank"

    def __init__(self, arrangement, width, rank=8, sigma=None):
        super().__init__(arrangement)
        self.left = nn.Parameter(torch.empty(self.length, rank))
        self.right = nn.Parameter(torch.empty(rank, width))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        root = 1 / math.sqrt(self.right.shape[0])
        draw_normal(self.left, 1.0 if sigma is None else sigma, generator)
        (draw_uniform if sigma is None else draw_normal)(self.right, root, generator)

    def embeddings(self):
        return F.low_rank(self.left, self.right)


class Laplacian(Encoding):
    """Laplacian eigenvectors of the graph, by a trained projection or as they are (arXiv 2012.09699)."""

    kind = "laplacian"
    accepts = ("index", "grid", "graph")

    def __init__(self, arrangement, width, count=None, normalised=True, trained_projection=True, sigma=None):
        super().__init__(arrangement)
        count = min(self.arrangement.count - 1, width) if count is None else count
        if not trained_projection and count > width:
            raise ValueError(f"laplacian: count {count} given, expected 1 to {width} (width {width})")
        self.arrangement.as_distances("laplacian")  # refuses a disconnected graph
        waves = F.laplacian_eigenvectors(self.arrangement.as_graph("laplacian"), count, normalised)
        self.register_buffer("waves", constant(self._behind_cls(waves)), persistent=False)
        self.width = width
        self.projection = nn.Parameter(torch.empty(width, count)) if trained_projection else None
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        if self.projection is None:
            return
        root = 1 / math.sqrt(self.projection.shape[1])
        if sigma is None:
            draw_uniform(self.projection, root, generator)
        else:
            draw_normal(self.projection, sigma * root, generator)

    def embeddings(self):
        if self.projection is None:
            return nn.functional.pad(self.waves, (0, self.width - self.waves.shape[1]))
        return self.waves @ self.projection.t()


class RandomWalk(Laplacian):
    """Return probabilities of a random walk on the graph (RWSE; Dwivedi et al., arXiv 2110.07875)."""

    kind = "random_walk"

    def __init__(self, arrangement, width, steps=16, trained_projection=True, sigma=None):
        Encoding.__init__(self, arrangement)
        if not trained_projection and steps > width:
            raise ValueError(f"random_walk: {steps} steps do not fit into width {width} without a projection")
        walks = score_rules.return_probabilities(self.arrangement.as_graph("random_walk"), steps)
        self.register_buffer("waves", constant(self._behind_cls(torch.as_tensor(walks))), persistent=False)
        self.width = width
        self.projection = nn.Parameter(torch.empty(width, steps)) if trained_projection else None
        self.reset_parameters(sigma)


class Fourier(Encoding):
    """Learnable Fourier features of the coordinates through an MLP (Li et al. 2021, arXiv 2106.02795)."""

    kind = "fourier"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, width, features=64, hidden=32, gamma=10.0, sigma=None):
        super().__init__(arrangement)
        if features % 2:
            raise ValueError(f"fourier: {features} features given, expected an even number: a cosine and a sine each")
        points = torch.as_tensor(self.arrangement.as_coordinates("fourier"))
        self.register_buffer("points", constant(points), persistent=False)
        self.gamma = gamma
        self.add_module("in", nn.Linear(features, hidden))
        self.out = nn.Linear(hidden, width)
        self.frequencies = nn.Parameter(torch.empty(features // 2, points.shape[1]))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.frequencies, 1.0, generator)
        for linear, spread in ((getattr(self, "in"), 1.0), (self.out, sigma)):
            root = 1 / math.sqrt(linear.in_features)
            draw_uniform(linear.bias, root, generator)
            if sigma is None:
                draw_uniform(linear.weight, root, generator)
            else:
                draw_normal(linear.weight, spread * root, generator)

    def embeddings(self):
        features = F.fourier_features(self.points, self.frequencies, self.gamma)
        return self._behind_cls(self.out(nn.functional.gelu(getattr(self, "in")(features))))
