"""A plain transformer in PyTorch with the switches of the engine, for encodings and for rarer model options."""
import torch
import torch.nn.functional as F
from torch import nn

from encodings_of_positions import Learned
from mixers import FEED_FORWARDS, MIXERS
from papers import attention_parts, causal_mask, linear_parts, norm_parts

ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh")}


class RootMeanSquareNorm(nn.Module):
    """Zhang and Sennrich 2019: x / root mean square, times a gain."""

    def __init__(self, width, epsilon=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width))
        self.epsilon = epsilon

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.epsilon) * self.weight


def make_norm(kind, width):
    return {"layer": nn.LayerNorm, "rms": RootMeanSquareNorm, "none": lambda _: nn.Identity()}[kind](width)


def far_cells(extents):
    """(cells, cells): True where two cells of a grid are neither the same nor adjacent."""
    cells = torch.cartesian_prod(*(torch.arange(extent) for extent in extents)).reshape(-1, len(extents))
    return (cells[:, None] - cells).abs().sum(-1) > 1


class Block(nn.Module):
    def __init__(self, model, position, length, extents, number):
        super().__init__()
        width, heads = model["width"], model.get("heads", 1)
        self.model, self.position, self.heads = model, position, heads
        self.key_value_heads = model.get("key_value_heads", heads)
        self.far = far_cells(extents) if model.get("neighbours", False) else None
        self.cross = None
        if "latents" in model and number == 0:  # PyTorch's own attention reads the tokens
            self.cross = nn.MultiheadAttention(width, heads, batch_first=True)
            self.read_norm = make_norm(model.get("norm", "layer"), width) if model.get("norm_place") == "pre" else None
        kind = model.get("mixer", "attention")
        self.kind, self.mixer = kind, MIXERS[kind](model, length) if kind in MIXERS else None
        kind = model.get("feed_forward_kind", "dense")
        self.feed_forward = FEED_FORWARDS[kind](model) if kind in FEED_FORWARDS else None
        key_width, value_width = model.get("key_width", width // heads), model.get("value_width", width // heads)
        if self.mixer is None and self.cross is None:
            self.make_attention(model, width, key_width, value_width)
        if self.feed_forward is None:
            bias = model.get("feed_forward_bias", True)
            self.widen = nn.Linear(width, model["feed_forward"], bias=bias)
            self.narrow = nn.Linear(model["feed_forward"], width, bias=bias)
        self.norm1 = make_norm(model.get("norm", "layer"), width)
        self.norm2 = make_norm(model.get("norm", "layer"), width)

    def make_attention(self, model, width, key_width, value_width):
        self.query = nn.Linear(width, self.heads * key_width, bias=model.get("query_bias", True))
        self.key = nn.Linear(width, self.key_value_heads * key_width, bias=model.get("key_bias", True))
        self.value = nn.Linear(width, self.key_value_heads * value_width, bias=model.get("value_bias", True))
        self.output = None
        if model.get("attention_output", True):
            self.output = nn.Linear(self.heads * value_width, width, bias=model.get("attention_output_bias", True))

    def parts(self, prefix):
        parts = {}
        for name, norm in (("norm1", self.norm1), ("norm2", self.norm2)):
            if not isinstance(norm, nn.Identity):
                parts.update(norm_parts(f"{prefix}.{name}", norm))
        if self.mixer is not None:
            parts.update(self.mixer.parts(f"{prefix}.{self.kind}"))
        if self.cross is not None:
            parts.update(attention_parts(f"{prefix}.attention", self.cross, self.model["width"]))
            if self.read_norm is not None:
                parts.update(norm_parts("latents.norm", self.read_norm))
        for name in ("query", "key", "value", "output") if self.mixer is None and self.cross is None else ():
            if getattr(self, name) is not None:
                parts.update(linear_parts(f"{prefix}.attention.{name}", getattr(self, name)))
        if self.feed_forward is not None:
            return {**parts, **self.feed_forward.parts(f"{prefix}.feed_forward")}
        parts.update(linear_parts(f"{prefix}.feed_forward.in", self.widen))
        return {**parts, **linear_parts(f"{prefix}.feed_forward.out", self.narrow)}

    def attend_ragged(self, x, lengths):
        """By PyTorch's own attention and its key_padding_mask."""
        parts = (self.query, self.key, self.value)
        turned = x.transpose(0, 1)
        mask = causal_mask(x.shape[1]) if self.model.get("causal", False) else None
        return F.multi_head_attention_forward(
            turned, turned, turned, x.shape[2], self.heads, None, torch.cat([part.bias for part in parts]), None, None,
            False, 0.0, self.output.weight, self.output.bias, need_weights=False, attn_mask=mask,
            key_padding_mask=torch.arange(x.shape[1])[None] >= lengths[:, None], use_separate_proj_weight=True,
            q_proj_weight=self.query.weight, k_proj_weight=self.key.weight, v_proj_weight=self.value.weight,
        )[0].transpose(0, 1)

    def attend(self, x, lengths):
        if self.mixer is not None:
            return self.mixer(x, lengths)
        if lengths is not None and isinstance(self.position, (Learned, type(None))):
            return self.attend_ragged(x, lengths)
        query, key, value = (
            projection(x).unflatten(-1, (heads, -1)).transpose(1, 2)  # (batch, heads, length, head)
            for projection, heads in ((self.query, self.heads), (self.key, self.key_value_heads),
                                      (self.value, self.key_value_heads))
        )
        scale = self.model.get("attention_scale", query.shape[-1] ** -0.5)
        if self.position is not None:
            query, key = self.position.turn(query), self.position.turn(key)
        group = self.heads // self.key_value_heads
        key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
        scores = scale * query @ key.transpose(-1, -2)
        bias = self.position.bias(query, scale) if self.position is not None else None
        if bias is not None:
            scores = scores + bias
        if self.model.get("causal", False):
            scores = scores.masked_fill(causal_mask(x.shape[1]), float("-inf"))
        if "window" in self.model:
            places = torch.arange(x.shape[1])
            far = (places[:, None] - places).abs() > self.model["window"]
            scores = scores.masked_fill(far, float("-inf"))
        if self.far is not None:
            scores = scores.masked_fill(self.far, float("-inf"))
        if lengths is not None:
            padding = torch.arange(x.shape[1])[None] >= lengths[:, None]
            scores = scores.masked_fill(padding[:, None, None], float("-inf"))
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)
        return mixed if self.output is None else self.output(mixed)

    def feed(self, x):
        if self.feed_forward is not None:
            return self.feed_forward(x)
        activation = ACTIVATIONS[self.model.get("activation", "gelu")]
        out = self.narrow(activation(self.widen(x)))
        return activation(out) if self.model.get("second_activation", False) else out

    def read(self, latents, x, lengths):
        """A Perceiver's first block: the latents ask the tokens."""
        padding = None if lengths is None else torch.arange(x.shape[1])[None] >= lengths[:, None]
        if self.read_norm is None:
            h = self.norm1(self.cross(latents, x, x, key_padding_mask=padding, need_weights=False)[0] + latents)
            return self.norm2(self.feed(h) + h)
        tokens = self.norm1(x)
        asked = self.cross(self.read_norm(latents), tokens, tokens, key_padding_mask=padding, need_weights=False)[0]
        h = latents + asked
        return h + self.feed(self.norm2(h))

    def forward(self, x, lengths=None, latents=None):
        table = self.position.table() if self.position is not None else None
        if table is not None:
            x = x + table
        if self.cross is not None:
            return self.read(latents, x, lengths)
        if self.model.get("norm_place", "post") == "post":
            h = self.norm1(self.attend(x, lengths) + x)
            return self.norm2(self.feed(h) + h)
        h = x + self.attend(self.norm1(x), lengths)
        return h + self.feed(self.norm2(h))


class PlainNetwork(nn.Module):
    """`encodings`: engine prefix -> encoding; `placed`: the encoding of each block, or None."""

    def __init__(self, model, shape, encodings, placed, extents):
        super().__init__()
        width = model["width"]
        self.model, self.shape = model, shape
        if shape["input"] == "tokens":
            self.token = nn.Embedding(shape["features"], width)
        else:
            self.token = nn.Linear(shape["features"], width, bias=model.get("token_bias", True))
        self.prefixes = list(encodings)
        self.encodings = nn.ModuleList(encodings.values())
        self.latents = nn.Parameter(torch.empty(model["latents"], width)) if "latents" in model else None
        self.blocks = nn.ModuleList(Block(model, position, shape["length"], extents, n)
                                    for n, position in enumerate(placed))
        self.final_norm = make_norm(model.get("norm", "layer"), width) if model.get("final_norm", False) else None
        self.readout = nn.Linear(width, shape["outputs"], bias=model.get("readout_bias", True))

    def parts(self):
        if self.shape["input"] == "tokens":
            parts = {"token.weight": (self.token.weight, slice(None))}
        else:
            parts = linear_parts("token", self.token)
        for prefix, encoding in zip(self.prefixes, self.encodings):
            parts.update({f"{prefix}.{name}": part for name, part in encoding.parts().items()})
        if self.latents is not None:
            parts["latents"] = (self.latents, slice(None))
        for n, block in enumerate(self.blocks):
            parts.update(block.parts(f"blocks.{n}"))
        if self.final_norm is not None:
            parts.update(norm_parts("final_norm", self.final_norm))
        return {**parts, **linear_parts("readout", self.readout)}

    def frozen(self):
        return {
            f"{prefix}.{name}": tensor
            for prefix, encoding in zip(self.prefixes, self.encodings)
            for name, tensor in encoding.frozen().items()
        }

    def embed(self, batch):
        if self.shape["input"] == "one_hot":
            return self.token(F.one_hot(batch["tokens"] + 1, self.shape["features"] + 1)[..., 1:].double())
        hidden = batch["masked"].bool()[..., None] if "masked" in batch else torch.zeros(1, 1, 1, dtype=torch.bool)
        if self.shape["input"] == "values":  # a masked number is zero, what the bias says of it stays
            return self.token(batch["values"].masked_fill(hidden, 0.0))
        return self.token(batch["tokens"]).masked_fill(hidden, 0.0)

    def auxiliary(self):
        return sum(block.feed_forward.auxiliary for block in self.blocks if hasattr(block.feed_forward, "auxiliary"))

    def forward(self, batch):
        x, lengths = self.embed(batch), batch.get("lengths")
        for n, block in enumerate(self.blocks):
            if self.latents is None:
                x = block(x, lengths)
            else:
                x = block(x, lengths if n == 0 else None, self.latents.expand(len(x), -1, -1))
        if self.final_norm is not None:
            x = self.final_norm(x)
        readout = self.shape["readout"]
        if self.latents is not None:
            return self.readout(x.mean(1))
        if readout == "last":
            x = x[:, -1] if lengths is None else x[torch.arange(len(x)), lengths - 1]
        elif readout == "pooled":
            x = x.mean(1) if lengths is None else torch.stack([row[:n].mean(0) for row, n in zip(x, lengths)])
        elif readout == "every" and lengths is not None:
            x = torch.cat([row[:n] for row, n in zip(x, lengths)])
        elif readout == "masked":
            x = x[batch["masked"].bool()]
        return self.readout(x.flatten(0, -2))
