"""The benchmark cases in PyTorch, written for speed: one fused projection for queries, keys and values, the chosen
attention kernel, nothing computed twice. With `savings` the network also leaves out what nobody reads, as Sextant
does: last-block rows that are not read out, and first-block projections of equal (token, position) pairs."""
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, case, attention):
        super().__init__()
        self.case, self.attention = case, attention
        inner = case.heads * case.head_width()
        if attention == "multihead":
            self.multihead = nn.MultiheadAttention(case.width, case.heads, bias=case.bias, batch_first=True)
        else:
            self.project = nn.Linear(case.width, 3 * inner, bias=case.bias)
            self.output = nn.Linear(inner, case.width, bias=case.bias)
        self.widen = nn.Linear(case.width, case.feed_forward, bias=case.bias)
        self.narrow = nn.Linear(case.feed_forward, case.width, bias=case.bias)
        self.norm1, self.norm2 = nn.LayerNorm(case.width), nn.LayerNorm(case.width)
        if case.causal:
            self.register_buffer("mask", torch.full((case.length, case.length), float("-inf")).triu(1))

    def mix(self, query, key, value):
        """(samples, rows, inner) of each; fewer query rows than keys: only the rows that are read."""
        case = self.case
        if case.heads > 1:
            query, key, value = (x.unflatten(-1, (case.heads, -1)).transpose(1, 2) for x in (query, key, value))
        masked = case.causal and query.shape[-2] == case.length  # a last row alone sees everything
        if self.attention == "sdpa":
            if case.heads == 1:
                query, key, value = (x.unsqueeze(1) for x in (query, key, value))
            mixed = F.scaled_dot_product_attention(query, key, value, is_causal=masked)
            return mixed.transpose(1, 2).flatten(2)
        scores = query @ key.transpose(-1, -2) * case.head_width() ** -0.5
        mixed = F.softmax(scores + self.mask if masked else scores, -1) @ value
        return mixed.transpose(1, 2).flatten(2) if case.heads > 1 else mixed

    def attend(self, x, projected, rows):
        if self.attention == "multihead":
            mask = self.mask if self.case.causal else None
            return self.multihead(x, x, x, need_weights=False, attn_mask=mask)[0]
        inner = self.output.in_features
        if rows is None:
            projected = self.project(x) if projected is None else projected
            return self.output(self.mix(*projected.split(inner, -1)))
        weight, bias = self.project.weight, self.project.bias
        query = F.linear(rows(x), weight[:inner], None if bias is None else bias[:inner])
        key, value = F.linear(x, weight[inner:], None if bias is None else bias[inner:]).split(inner, -1)
        return self.output(self.mix(query, key, value))

    def forward(self, x, projected=None, rows=None):
        """`projected`: queries, keys and values made elsewhere; `rows`: picks the rows that will be read."""
        activation = F.relu if self.case.activation == "relu" else F.gelu
        attended = self.attend(x, projected, rows)
        h = self.norm1(attended + (x if rows is None else rows(x)))
        out = self.narrow(activation(self.widen(h)))
        return self.norm2((activation(out) if self.case.second_activation else out) + h)


class Network(nn.Module):
    def __init__(self, case, attention, savings):
        super().__init__()
        self.case, self.savings = case, savings
        if case.kind == "tokens":
            self.token = nn.Embedding(case.features, case.width)
        else:
            self.token = nn.Linear(case.features, case.width)
        tables = case.depth if case.every_block else 1
        self.tables = nn.ParameterList(nn.Parameter(0.1 * torch.randn(case.length, case.width)) for _ in range(tables))
        self.blocks = nn.ModuleList(Block(case, attention) for _ in range(case.depth))
        self.readout = nn.Linear(case.width, case.outputs)

    def embed_pairs(self, batch):
        """Each (token, position) pair once: its embedding and its projections, scattered by the batch's pair ids."""
        case = self.case
        if case.kind == "tokens":
            symbols = self.token.weight
        else:  # the blank is the zero vector: only the bias
            symbols = torch.cat((self.token.bias[None], self.token.weight.T + self.token.bias))
        pairs = (symbols[:, None] + self.tables[0]).flatten(0, 1)  # (symbols * length, width)
        return F.embedding(batch["pairs"], pairs), F.embedding(batch["pairs"], self.blocks[0].project(pairs))

    def forward(self, batch):
        case, projected, rows = self.case, None, None
        if self.savings and case.kind != "values":
            x, projected = self.embed_pairs(batch)
        else:
            x = self.token(batch["input"]) + self.tables[0]
        for n, block in enumerate(self.blocks):
            if n > 0 and case.every_block:
                x = x + self.tables[n]
            if self.savings and n + 1 == case.depth:
                rows = (lambda y: y.gather(1, batch["rows"])) if case.kind == "values" else (lambda y: y[:, -1:])
            x = block(x, projected, rows)
            projected = None
        if case.kind != "values":
            return F.cross_entropy(self.readout(x[:, -1]), batch["labels"])
        if not self.savings:
            x = x.gather(1, batch["rows"])
        return F.mse_loss(self.readout(x), batch["targets"])


def make_batches(case, count):
    """`count` batches in memory, already in the form the network reads."""
    generator = torch.Generator().manual_seed(1)
    samples, length = case.batch, case.length
    batches = []
    for _ in range(count):
        if case.kind == "values":
            values = torch.randn(samples, length, 1, generator=generator)
            hidden = torch.rand(samples, length, generator=generator).argsort(1)[:, : length // 2].sort(1).values
            masked = torch.zeros(samples, length, 1, dtype=torch.bool).scatter_(1, hidden[..., None], True)
            rows = hidden[..., None].expand(-1, -1, case.width).contiguous()
            batches.append({"input": values.masked_fill(masked, 0.0), "rows": rows,
                            "targets": values.gather(1, hidden[..., None])})
            continue
        symbols = case.features + (1 if case.kind == "one_hot" else 0)
        ids = torch.randint(symbols, (samples, length), generator=generator)
        given = F.one_hot(ids, symbols)[..., 1:].float() if case.kind == "one_hot" else ids
        batches.append({"input": given, "pairs": ids * length + torch.arange(length),
                        "labels": torch.randint(case.outputs, (samples,), generator=generator)})
    return batches
