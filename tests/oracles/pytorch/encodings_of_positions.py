"""Positional encodings in PyTorch, each written from its paper and differentiated by autograd.

An encoding may give a `table` (length, width) to add to embeddings, `turn` queries and keys of shape
(batch, heads, length, head_width), or give a `bias` to scores (batch or 1, heads or 1, length, length).
`parts` names its trained tensors and `frozen` its fixed ones, as the engine does below its prefix.
"""
import math

import torch
from torch import nn


class Encoding(nn.Module):
    def __init__(self, place):
        super().__init__()
        self.place = place  # length, width, heads, head_width, causal, extents

    def table(self):
        return None

    def turn(self, x):
        return x

    def bias(self, queries, scale):
        return None

    def parts(self):
        return {name: (tensor, slice(None)) for name, tensor in self.named_parameters()}

    def frozen(self):
        return {}

    def coordinates(self):
        """(length, axes), row-major over the extents."""
        axes = [torch.arange(extent) for extent in self.place["extents"]]
        return torch.cartesian_prod(*axes).reshape(self.place["length"], len(axes)).double()

    def distances(self):
        points = self.coordinates()
        return torch.cdist(points, points)


def waves(points, width, base=10000.0):
    """Vaswani et al. 2017: sine at even, cosine at odd columns; points (n), result (n, width)."""
    angles = points[:, None] * torch.exp(-math.log(base) / width * 2 * torch.arange(width // 2).double())
    return torch.stack((angles.sin(), angles.cos()), -1).flatten(1)


class Nothing(Encoding):
    pass


class Learned(Encoding):
    def __init__(self, place):
        super().__init__(place)
        self.weight = nn.Parameter(torch.empty(place["length"], place["width"]))

    def table(self):
        return self.weight

    def parts(self):
        return {"table": (self.weight, slice(None))}


class Sinusoidal(Encoding):
    def table(self):
        return waves(torch.arange(self.place["length"]).double(), self.place["width"])


class Grid(Encoding):
    """Waves over each axis, the last axis (columns) in the first half of the width."""

    def table(self):
        points = self.coordinates().flip(1)
        return torch.cat([waves(axis, self.place["width"] // points.shape[1]) for axis in points.T], 1)


class Frozen(Encoding):
    """A table that is not trained; the engine holds it as a frozen parameter."""

    def __init__(self, place):
        super().__init__(place)
        self.register_buffer("weight", torch.empty(place["length"], place["width"]))

    def table(self):
        return self.weight

    def frozen(self):
        return {"table": self.weight}


class LowRank(Encoding):
    def __init__(self, place, rank):
        super().__init__(place)
        self.left = nn.Parameter(torch.empty(place["length"], rank))
        self.right = nn.Parameter(torch.empty(rank, place["width"]))

    def table(self):
        return self.left @ self.right


class Laplacian(Encoding):
    """Eigenvectors of I - D^-1/2 A D^-1/2 of a grid graph (Dwivedi and Bresson 2020), mapped to the width."""

    def __init__(self, place, count):
        super().__init__(place)
        self.projection = nn.Parameter(torch.empty(place["width"], count))
        near = (self.distances() - 1).abs() < 1e-9
        degree = near.double().sum(1)
        laplacian = torch.eye(len(degree)).double() - near / torch.sqrt(torch.outer(degree, degree))
        vectors = torch.linalg.eigh(laplacian)[1][:, 1 : count + 1]
        magnitudes = vectors.abs()
        largest = (magnitudes > magnitudes.max(0).values * (1 - 1e-6)).int().argmax(0)  # of equals the first
        self.vectors = vectors * vectors[largest, torch.arange(count)].sign() * math.sqrt(len(degree))

    def table(self):
        return self.vectors @ self.projection.T


class Rotary(Encoding):
    """Su et al. 2021 as a product of complex numbers; every axis turns its own part of the head."""

    def __init__(self, place, pairing):
        super().__init__(place)
        self.pairing = pairing

    def turn(self, x):
        axes = self.coordinates().T
        parts = x.split(x.shape[-1] // len(axes), -1)
        return torch.cat([self.turn_part(part, axis) for part, axis in zip(parts, axes)], -1)

    def turn_part(self, x, points):
        pairs = x.shape[-1] // 2
        angles = torch.outer(points, 10000.0 ** (-torch.arange(pairs).double() / pairs))
        phase = torch.polar(torch.ones_like(angles), angles)
        if self.pairing == "interleaved":  # (0,1), (2,3), ...
            return torch.view_as_real(torch.view_as_complex(x.unflatten(-1, (pairs, 2)).contiguous()) * phase).flatten(-2)
        turned = torch.complex(x[..., :pairs], x[..., pairs:]) * phase  # (0,pairs), (1,pairs+1), ...
        return torch.cat((turned.real, turned.imag), -1)


class Alibi(Encoding):
    """Press et al. 2022: minus a slope per head times the distance."""

    def bias(self, queries, scale):
        heads = self.place["heads"]
        slopes = torch.tensor([2.0 ** (-8.0 * (h + 1) / heads) for h in range(heads)]).double()
        return -slopes[:, None, None] * self.distances()


class T5Bias(Encoding):
    """Raffel et al. 2020: half of the buckets for small distances, the others grow logarithmically."""

    def __init__(self, place, buckets, max_distance):
        super().__init__(place)
        self.max_distance = max_distance
        self.weight = nn.Parameter(torch.empty(buckets, place["heads"]))

    def bucket(self, key_minus_query):
        buckets = self.weight.shape[0]
        first = 0
        if not self.place["causal"]:
            buckets //= 2
            first = buckets if key_minus_query > 0 else 0
        distance = max(0, -key_minus_query) if self.place["causal"] else abs(key_minus_query)
        exact = buckets // 2
        if distance < exact:
            return first + distance
        grown = math.log(distance / exact) / math.log(self.max_distance / exact) * (buckets - exact)
        return first + min(buckets - 1, exact + int(grown))

    def bias(self, queries, scale):
        length = self.place["length"]
        buckets = torch.tensor([[self.bucket(j - i) for j in range(length)] for i in range(length)])
        return self.weight[buckets].permute(2, 0, 1)

    def parts(self):
        return {"table": (self.weight, slice(None))}


class Relative(Encoding):
    """Shaw et al. 2018, keys only: the query meets a vector of the (clipped) offset."""

    def __init__(self, place, clip):
        super().__init__(place)
        self.clip = clip or place["length"] - 1
        rows = self.clip + 1 if place["causal"] else 2 * self.clip + 1
        self.weight = nn.Parameter(torch.empty(rows, place["head_width"]))

    def bias(self, queries, scale):
        index = torch.arange(self.place["length"])
        rows = (index[None, :] - index[:, None]).clamp(-self.clip, self.clip) + self.clip
        rows = rows.clamp(max=self.weight.shape[0] - 1)  # causal: what comes later is masked anyway
        return scale * torch.einsum("bhid,ijd->bhij", queries, self.weight[rows])

    def parts(self):
        return {"table": (self.weight, slice(None))}


class Fire(Encoding):
    """Li et al. 2024: a small network of psi(distance) / psi(max(L, later position)), psi(x) = log(|c| x + 1)."""

    def __init__(self, place, hidden, threshold):
        super().__init__(place)
        self.first_threshold = threshold
        self.network = nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, place["heads"]))
        self.c = nn.Parameter(torch.empty(1, 1))
        self.threshold = nn.Parameter(torch.empty(1, 1))

    def psi(self, x):
        return torch.log(self.c.abs() * x + 1)

    def bias(self, queries, scale):
        index = torch.arange(self.place["length"]).double()
        later = torch.maximum(index[:, None], index[None, :])
        reach = torch.maximum((self.threshold * self.first_threshold).abs(), later)
        normalised = self.psi((index[:, None] - index[None, :]).abs()) / (self.psi(reach) + 1e-6)
        return self.network(normalised[..., None]).permute(2, 0, 1)

    def parts(self):
        named = {"in.weight": self.network[0].weight, "in.bias": self.network[0].bias,
                 "out.weight": self.network[2].weight, "out.bias": self.network[2].bias,
                 "c": self.c, "threshold": self.threshold}
        return {name: (tensor, slice(None)) for name, tensor in named.items()}
