"""Mixers and feed-forward networks in plain PyTorch: its own modules where it has them, loops over tokens where not.

Each says in `parts` which engine parameter is which tensor. `lengths` (samples) or None: tokens of each sample.
"""
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from papers import linear_parts


def whole(tensor):
    return tensor, slice(None)


class Gru(nn.Module):
    def __init__(self, model, length):
        super().__init__()
        self.both = not model.get("causal", False)
        width, hidden = model["width"], model.get("gru_hidden", model["width"])
        self.gru = nn.GRU(width, hidden, batch_first=True, bidirectional=self.both)
        self.output = nn.Linear((1 + self.both) * hidden, width)

    def parts(self, prefix):
        names = {".forward": "", ".backward": "_reverse"} if self.both else {"": ""}
        parts = {}
        for ours, theirs in names.items():
            for name, field in (("input", "ih"), ("state", "hh")):
                parts[f"{prefix}{ours}.{name}.weight"] = whole(getattr(self.gru, f"weight_{field}_l0{theirs}"))
                parts[f"{prefix}{ours}.{name}.bias"] = whole(getattr(self.gru, f"bias_{field}_l0{theirs}"))
        return {**parts, **linear_parts(f"{prefix}.output", self.output)}

    def forward(self, x, lengths):
        if lengths is None:
            return self.output(self.gru(x)[0])
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        return self.output(pad_packed_sequence(self.gru(packed)[0], batch_first=True, total_length=x.shape[1])[0])


class StateSpace(nn.Module):
    """S4D by its recurrence, one step of a state after the other; the engine convolves with a kernel."""

    def __init__(self, model, length):
        super().__init__()
        width, states = model["width"], model.get("states", 16)
        self.complex = model.get("state_start", "linear") == "linear"
        self.activation = model.get("activation", "gelu")
        names = ["log_decay", "read"] + (["frequency", "read_imaginary"] if self.complex else [])
        self.tensors = nn.ParameterDict({name: nn.Parameter(torch.empty(width, states)) for name in names})
        self.log_step = nn.Parameter(torch.empty(width))
        self.skip = nn.Parameter(torch.empty(width))
        self.output = nn.Linear(width, width)

    def parts(self, prefix):
        parts = {f"{prefix}.{name}": whole(tensor) for name, tensor in self.tensors.items()}
        parts.update({f"{prefix}.log_step": whole(self.log_step), f"{prefix}.skip": whole(self.skip)})
        return {**parts, **linear_parts(f"{prefix}.output", self.output)}

    def forward(self, x, lengths):
        decay = -self.tensors["log_decay"].exp()
        if self.complex:
            a = torch.complex(decay, self.tensors["frequency"])
            read = 2 * torch.complex(self.tensors["read"], self.tensors["read_imaginary"])
        else:
            a, read = decay, self.tensors["read"]
        w = (self.log_step.exp()[:, None] * a).exp()
        b = (w - 1) / a
        state, rows = torch.zeros(x.shape[0], *a.shape, dtype=a.dtype), []
        for t in range(x.shape[1]):
            state = w * state + b * x[:, t, :, None]
            rows.append((read * state).sum(-1).real if self.complex else (read * state).sum(-1))
        y = torch.stack(rows, 1) + self.skip * x
        return self.output({"gelu": F.gelu, "relu": F.relu}[self.activation](y))


class Selective(nn.Module):
    """Mamba's block, token by token."""

    def __init__(self, model, length):
        super().__init__()
        width = model["width"]
        self.inner, self.states = model.get("expand", 2) * width, model.get("selective_states", 16)
        self.rank, kernel = (width + 15) // 16, model.get("short_convolution", 4)
        self.projection = nn.Linear(width, 2 * self.inner, bias=False)
        self.convolution = nn.Conv1d(self.inner, self.inner, kernel, groups=self.inner, padding=kernel - 1) if kernel else None
        self.select = nn.Linear(self.inner, self.rank + 2 * self.states, bias=False)
        self.step = nn.Linear(self.rank, self.inner)
        self.log_decay = nn.Parameter(torch.empty(self.inner, self.states))
        self.skip = nn.Parameter(torch.empty(self.inner))
        self.output = nn.Linear(self.inner, width, bias=False)

    def parts(self, prefix):
        parts = {**linear_parts(f"{prefix}.in", self.projection), **linear_parts(f"{prefix}.select", self.select),
                 **linear_parts(f"{prefix}.step", self.step), **linear_parts(f"{prefix}.output", self.output),
                 f"{prefix}.log_decay": whole(self.log_decay), f"{prefix}.skip": whole(self.skip)}
        return {**parts, **(linear_parts(f"{prefix}.convolution", self.convolution) if self.convolution else {})}

    def forward(self, x, lengths):
        u, z = self.projection(x).chunk(2, -1)
        if self.convolution is not None:
            u = self.convolution(u.transpose(1, 2))[..., : x.shape[1]].transpose(1, 2)
        u = F.silu(u)
        rank, b, c = self.select(u).split([self.rank, self.states, self.states], -1)
        step = F.softplus(self.step(rank))
        a = -self.log_decay.exp()
        state, rows = torch.zeros(x.shape[0], self.inner, self.states), []
        for t in range(x.shape[1]):
            state = (step[:, t, :, None] * a).exp() * state + (step[:, t] * u[:, t])[..., None] * b[:, t, None]
            rows.append((state * c[:, t, None]).sum(-1))
        return self.output((torch.stack(rows, 1) + self.skip * u) * F.silu(z))


class Convolution(nn.Module):
    def __init__(self, model, length):
        super().__init__()
        self.width, self.causal = model.get("kernel", 3), model.get("causal", False)
        mode = "circular" if model.get("padding", "zero") == "circular" else "zeros"
        padding = self.width - 1 if self.causal else self.width // 2
        self.kernel = nn.Conv1d(model["width"], model["width"], self.width, groups=model["width"], padding=padding, padding_mode=mode)

    def parts(self, prefix):
        return linear_parts(f"{prefix}.kernel", self.kernel)

    def forward(self, x, lengths):
        return self.kernel(x.transpose(1, 2))[..., : x.shape[1]].transpose(1, 2)


class TokenMixing(nn.Module):
    def __init__(self, model, length):
        super().__init__()
        hidden = model.get("token_hidden", 2 * length)
        self.widen, self.narrow = nn.Linear(length, hidden), nn.Linear(hidden, length)

    def parts(self, prefix):
        return {**linear_parts(f"{prefix}.in", self.widen), **linear_parts(f"{prefix}.out", self.narrow)}

    def forward(self, x, lengths):
        return self.narrow(F.gelu(self.widen(x.transpose(1, 2)))).transpose(1, 2)


class Gated(nn.Module):
    def __init__(self, model):
        super().__init__()
        width, hidden = model["width"], model["feed_forward"]
        self.function = F.gelu if model.get("gate", "silu") == "gelu" else F.silu
        self.gate, self.widen, self.narrow = nn.Linear(width, hidden), nn.Linear(width, hidden), nn.Linear(hidden, width)

    def parts(self, prefix):
        return {**linear_parts(f"{prefix}.gate", self.gate), **linear_parts(f"{prefix}.in", self.widen),
                **linear_parts(f"{prefix}.out", self.narrow)}

    def forward(self, x):
        return self.narrow(self.function(self.gate(x)) * self.widen(x))


class Experts(nn.Module):
    """Every expert answers for every token; those that were not chosen count nothing."""

    def __init__(self, model):
        super().__init__()
        width, hidden = model["width"], model["feed_forward"]
        self.count, self.chosen, self.balance = model.get("experts", 4), model.get("experts_chosen", 2), model.get("balance", 0.01)
        self.router = nn.Linear(width, self.count, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, width))
                                     for _ in range(self.count))

    def parts(self, prefix):
        parts = linear_parts(f"{prefix}.router", self.router)
        for n, expert in enumerate(self.experts):
            parts.update(linear_parts(f"{prefix}.experts.{n}.in", expert[0]))
            parts.update(linear_parts(f"{prefix}.experts.{n}.out", expert[2]))
        return parts

    def forward(self, x):
        scores = self.router(x)
        best = scores.topk(self.chosen, -1)
        chosen = torch.zeros_like(scores).scatter(-1, best.indices, 1.0)
        shares = torch.zeros_like(scores).scatter(-1, best.indices, best.values.softmax(-1))
        used = chosen.mean(1) / self.chosen  # (samples, experts): DeepSeek-V3's loss of each sequence
        self.auxiliary = self.balance * self.count * (used * scores.softmax(-1).mean(1)).sum(-1).mean()
        return sum(shares[..., n : n + 1] * expert(x) for n, expert in enumerate(self.experts))


MIXERS = {"gru": Gru, "state_space": StateSpace, "selective": Selective, "convolution": Convolution, "token_mixing": TokenMixing}
FEED_FORWARDS = {"gated": Gated, "experts": Experts}
