"""The networks of the papers, put together from PyTorch's own modules.

Each class owns modules and says in `parts` which engine parameter is which tensor (or which rows of one:
nn.MultiheadAttention stacks query, key and value). Nothing of the engine's formulas is repeated here.
"""
import functools

import torch
import torch.nn.functional as F
from torch import nn


def linear_parts(name, linear):
    parts = {f"{name}.weight": (linear.weight, slice(None))}
    if linear.bias is not None:
        parts[f"{name}.bias"] = (linear.bias, slice(None))
    return parts


def norm_parts(name, norm):
    parts = {f"{name}.gain": (norm.weight, slice(None))}
    if getattr(norm, "bias", None) is not None:
        parts[f"{name}.bias"] = (norm.bias, slice(None))
    return parts


def attention_parts(name, attention, width):
    parts = {}
    for i, role in enumerate(("query", "key", "value")):
        rows = slice(i * width, (i + 1) * width)
        parts[f"{name}.{role}.weight"] = (attention.in_proj_weight, rows)
        parts[f"{name}.{role}.bias"] = (attention.in_proj_bias, rows)
    return {**parts, **linear_parts(f"{name}.output", attention.out_proj)}


def encoder_layer_parts(name, layer, width):
    return {
        **norm_parts(f"{name}.norm1", layer.norm1),
        **attention_parts(f"{name}.attention", layer.self_attn, width),
        **norm_parts(f"{name}.norm2", layer.norm2),
        **linear_parts(f"{name}.feed_forward.in", layer.linear1),
        **linear_parts(f"{name}.feed_forward.out", layer.linear2),
    }


def causal_mask(length):
    return torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1)


class ItoNetwork(nn.Module):
    """Ito et al. 2024: one-hot cells, a table at every block, post-norm, GELU twice, the last token is read."""

    def __init__(self, width, depth, feed_forward, length, features, outputs):
        super().__init__()
        self.width, self.features = width, features
        self.embed = nn.Linear(features, width)
        self.tables = nn.ParameterList(nn.Parameter(torch.empty(length, width)) for _ in range(depth))
        self.attention = nn.ModuleList(nn.MultiheadAttention(width, 1, batch_first=True) for _ in range(depth))
        self.norms = nn.ModuleList(nn.ModuleList((nn.LayerNorm(width), nn.LayerNorm(width))) for _ in range(depth))
        self.feed_forward = nn.ModuleList(
            nn.Sequential(nn.Linear(width, feed_forward), nn.GELU(), nn.Linear(feed_forward, width), nn.GELU())
            for _ in range(depth)
        )
        self.readout = nn.Linear(width, outputs)

    def parts(self):
        parts = linear_parts("token", self.embed)
        for n, attention in enumerate(self.attention):
            block = f"blocks.{n}"
            parts[f"{block}.position.table"] = (self.tables[n], slice(None))
            parts.update(norm_parts(f"{block}.norm1", self.norms[n][0]))
            parts.update(attention_parts(f"{block}.attention", attention, self.width))
            parts.update(norm_parts(f"{block}.norm2", self.norms[n][1]))
            parts.update(linear_parts(f"{block}.feed_forward.in", self.feed_forward[n][0]))
            parts.update(linear_parts(f"{block}.feed_forward.out", self.feed_forward[n][2]))
        return {**parts, **linear_parts("readout", self.readout)}

    def forward(self, batch):
        cells = batch["tokens"]
        one_hot = F.one_hot(cells + 1, self.features + 1)[..., 1:].double()  # id -1, a blank cell: all zero
        x = self.embed(one_hot)
        for n, attention in enumerate(self.attention):
            e = x + self.tables[n]
            h = self.norms[n][0](attention(e, e, e)[0] + e)
            x = self.norms[n][1](self.feed_forward[n](h) + h)
        return self.readout(x[:, -1])


class ZhangNetwork(nn.Module):
    """Zhang et al. 2024: a post-norm decoder with ReLU, one head of its own width, a bias at the readout only."""

    def __init__(self, width, depth, head_width, feed_forward, length, vocabulary):
        super().__init__()
        bare = functools.partial(nn.Linear, bias=False)
        self.token = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(length, width)
        self.blocks = nn.ModuleList(
            nn.ModuleDict({
                "query": bare(width, head_width), "key": bare(width, head_width), "value": bare(width, head_width),
                "output": bare(head_width, width), "norm1": nn.LayerNorm(width),
                "in": bare(width, feed_forward), "out": bare(feed_forward, width), "norm2": nn.LayerNorm(width),
            })
            for _ in range(depth)
        )
        self.readout = nn.Linear(width, vocabulary)

    def parts(self):
        parts = {"token.weight": (self.token.weight, slice(None)), "position.table": (self.position.weight, slice(None))}
        for n, block in enumerate(self.blocks):
            for role in ("query", "key", "value", "output"):
                parts.update(linear_parts(f"blocks.{n}.attention.{role}", block[role]))
            for role in ("in", "out"):
                parts.update(linear_parts(f"blocks.{n}.feed_forward.{role}", block[role]))
            for role in ("norm1", "norm2"):
                parts.update(norm_parts(f"blocks.{n}.{role}", block[role]))
        return {**parts, **linear_parts("readout", self.readout)}

    def forward(self, batch):
        tokens = batch["tokens"]
        length = tokens.shape[1]
        x = self.token(tokens) + self.position(torch.arange(length))
        for block in self.blocks:
            query, key, value = block["query"](x), block["key"](x), block["value"](x)
            scores = torch.bmm(query, key.transpose(1, 2)) / query.shape[-1] ** 0.5
            pattern = scores.masked_fill(causal_mask(length), float("-inf")).softmax(-1)
            a = block["norm1"](x + block["output"](torch.bmm(pattern, value)))
            x = block["norm2"](a + block["out"](F.relu(block["in"](a))))
        return self.readout(x[:, -1])


class GptNetwork(nn.Module):
    """GPT-2: pre-norm nn.TransformerEncoderLayer with tanh GELU behind a causal mask, tied readout at every token."""

    def __init__(self, width, depth, heads, feed_forward, length, vocabulary):
        super().__init__()
        self.width = width
        self.token = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(length, width)
        gelu = functools.partial(F.gelu, approximate="tanh")
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(width, heads, feed_forward, 0.0, gelu, batch_first=True, norm_first=True)
            for _ in range(depth)
        )
        self.final_norm = nn.LayerNorm(width)

    def parts(self):
        parts = {"token.weight": (self.token.weight, slice(None)), "position.table": (self.position.weight, slice(None))}
        for n, block in enumerate(self.blocks):
            parts.update(encoder_layer_parts(f"blocks.{n}", block, self.width))
        return {**parts, **norm_parts("final_norm", self.final_norm)}

    def forward(self, batch):
        tokens = batch["tokens"]
        length = tokens.shape[1]
        x = self.token(tokens) + self.position(torch.arange(length))
        for block in self.blocks:
            x = block(x, src_mask=causal_mask(length))
        return F.linear(self.final_norm(x), self.token.weight).flatten(0, 1)


class BertNetwork(nn.Module):
    """BERT: post-norm nn.TransformerEncoderLayer with erf GELU behind a norm of token + position.

    With `vocabulary` it reads token ids and answers at its CLS token; without, it reads real values of which the
    masked ones were replaced by a learned vector, and answers at those.
    """

    def __init__(self, width, depth, heads, feed_forward, length, outputs, vocabulary=0, features=0):
        super().__init__()
        self.width = width
        self.token = nn.Embedding(vocabulary, width) if vocabulary else nn.Linear(features, width)
        self.extra = nn.Parameter(torch.empty(1, width))  # the CLS vector, or the mask vector
        self.position = nn.Embedding(length + (1 if vocabulary else 0), width)
        self.embedding_norm = nn.LayerNorm(width)
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(width, heads, feed_forward, 0.0, "gelu", batch_first=True) for _ in range(depth)
        )
        self.readout = nn.Linear(width, outputs)

    def reads_tokens(self):
        return isinstance(self.token, nn.Embedding)

    def parts(self):
        parts = {"token.weight": (self.token.weight, slice(None))} if self.reads_tokens() else linear_parts("token", self.token)
        parts["cls.vector" if self.reads_tokens() else "mask.vector"] = (self.extra, slice(None))
        parts["position.table"] = (self.position.weight, slice(None))
        parts.update(norm_parts("embedding_norm", self.embedding_norm))
        for n, block in enumerate(self.blocks):
            parts.update(encoder_layer_parts(f"blocks.{n}", block, self.width))
        return {**parts, **linear_parts("readout", self.readout)}

    def forward(self, batch):
        if self.reads_tokens():
            x = self.token(batch["tokens"])
            x = torch.cat((self.extra.expand(x.shape[0], 1, -1), x), 1)
        else:
            x = torch.where(batch["masked"].bool()[..., None], self.extra, self.token(batch["values"]))
        x = self.embedding_norm(x + self.position(torch.arange(x.shape[1])))
        for block in self.blocks:
            x = block(x)
        return self.readout(x[:, 0] if self.reads_tokens() else x[batch["masked"].bool()])


class VitNetwork(nn.Module):
    """ViT: the patches are put together to images again, which a strided nn.functional.conv2d embeds; pre-norm
    nn.TransformerEncoderLayer, erf GELU, a final norm, and the CLS token or the mean over patches is read."""

    def __init__(self, width, depth, heads, feed_forward, image, patch, outputs, cls):
        super().__init__()
        channels, height, columns = image
        self.width, self.image, self.patch = width, image, patch
        self.embed = nn.Linear(channels * patch * patch, width)  # the weights of the convolution, flat
        self.extra = nn.Parameter(torch.empty(1, width)) if cls else None
        tokens = height // patch * (columns // patch) + (1 if cls else 0)
        self.position = nn.Embedding(tokens, width)
        self.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(width, heads, feed_forward, 0.0, "gelu", 1e-6, batch_first=True, norm_first=True)
            for _ in range(depth)
        )
        self.final_norm = nn.LayerNorm(width, 1e-6)
        self.readout = nn.Linear(width, outputs)

    def parts(self):
        parts = {**linear_parts("token", self.embed), "position.table": (self.position.weight, slice(None))}
        if self.extra is not None:
            parts["cls.vector"] = (self.extra, slice(None))
        for n, block in enumerate(self.blocks):
            parts.update(encoder_layer_parts(f"blocks.{n}", block, self.width))
        return {**parts, **norm_parts("final_norm", self.final_norm), **linear_parts("readout", self.readout)}

    def forward(self, batch):
        channels, height, columns = self.image
        images = F.fold(batch["values"].transpose(1, 2), (height, columns), self.patch, stride=self.patch)
        kernel = self.embed.weight.view(self.width, channels, self.patch, self.patch)
        x = F.conv2d(images, kernel, self.embed.bias, stride=self.patch).flatten(2).transpose(1, 2)
        if self.extra is not None:
            x = torch.cat((self.extra.expand(x.shape[0], 1, -1), x), 1)
        x = x + self.position(torch.arange(x.shape[1]))
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        return self.readout(x.mean(1) if self.extra is None else x[:, 0])
