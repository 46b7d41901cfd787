#!/usr/bin/env python3
"""Position embeddings of models: found, replaced, compressed, measured, ablated; works with PyTorch 1.13 and later.

Usage: check_models.py      exit 77 where there is no PyTorch
"""
import pathlib
import sys
import warnings

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parent)]
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch")
    sys.exit(77)
from torch import nn

from check_initialisation import refuses
from sextant.torch import (Meter, ablate_positions, compress_positions_, find_position_table, initialise_, make_encoding,
                           merge_low_rank_, positions_of, replace_positions_)
from sextant.torch.models.compress import factors


class Encoder(nn.Module):
    """BERT's names, in small: a table of positions that has low rank and some noise."""

    def __init__(self, offset=0):
        super().__init__()
        self.embeddings = nn.Module()
        self.embeddings.word_embeddings = nn.Embedding(30, 24)
        self.embeddings.position_embeddings = nn.Embedding(20 + offset, 24, padding_idx=offset - 1 if offset else None)
        self.block = nn.TransformerEncoderLayer(24, 4, 32, batch_first=True)
        self.offset = offset
        torch.manual_seed(1)
        table = torch.randn(20 + offset, 3) @ torch.randn(3, 24) + 0.03 * torch.randn(20 + offset, 24)
        self.embeddings.position_embeddings.weight.data.copy_(table)

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1]) + self.offset
        return self.block(self.embeddings.word_embeddings(tokens) + self.embeddings.position_embeddings(places))


class Vit(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls_token = nn.Parameter(torch.zeros(1, 1, 24))
        self.pos_embed = nn.Parameter(torch.randn(1, 17, 24))


def inputs():
    return torch.randint(0, 30, (16, 18), generator=torch.Generator().manual_seed(2))


def test_tables_are_found_with_their_first_row():
    assert find_position_table(Encoder()).first_row == 0
    assert find_position_table(Encoder(offset=2)).first_row == 2
    vit = find_position_table(Vit())
    assert vit.first_row == 1 and tuple(vit.values.shape) == (16, 24)
    refuses(ValueError, "no position embeddings found", find_position_table, nn.Linear(3, 3))


def test_replace_checks_and_reports():
    model = Encoder()
    own = find_position_table(model).values.clone()
    same = replace_positions_(model, own, inputs=inputs())
    assert same.relative_change == 0 and same.outputs["smallest_cosine"] > 0.999999 and same.basis_overlap > 0.98
    refuses(ValueError, "has 19 rows, but the model has 20 positions; first=True", replace_positions_, model, own[:19])
    refuses(ValueError, "expected (20, 24)", replace_positions_, model, own[:, :23])
    refuses(ValueError, "finite", replace_positions_, model, own * float("nan"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rotated = replace_positions_(model, own @ torch.linalg.qr(torch.randn(24, 24))[0])
    assert rotated.basis_overlap < 0.5 and "basis" in str(caught[0].message)
    model = Encoder()
    replace_positions_(model, own[:5] * 2, first=True)
    assert torch.equal(model.embeddings.position_embeddings.weight[:5], own[:5] * 2)
    vit = Vit()
    front = vit.pos_embed[0, 0].clone()
    replace_positions_(vit, vit.pos_embed.detach()[0, 1:] * 3)
    assert torch.equal(vit.pos_embed[0, 0], front)  # the CLS row is not a position


def test_compress_is_the_best_table_of_its_rank():
    for offset in (0, 2):
        model = Encoder(offset)
        own = find_position_table(model).values.clone()
        front = model.embeddings.position_embeddings.weight[:offset].clone()
        result = compress_positions_(model, rank=3, inputs=inputs())
        after = find_position_table(model).values
        assert torch.linalg.matrix_rank(after - after.mean(0), rtol=1e-4) == 3
        assert torch.equal(model.embeddings.position_embeddings.weight[:offset], front)
        u, s, v = torch.linalg.svd(own - own.mean(0), full_matrices=False)
        assert torch.allclose(after, own.mean(0) + (u[:, :3] * s[:3]) @ v[:3], atol=1e-5)
        assert result.kept > 0.99 and result.outputs["cosine"] > 0.99, str(result)
        assert (result.numbers_before, result.numbers_after) == (20 * 24, 3 * (20 + 24) + 24)
    assert compress_positions_(Encoder(), keep=0.99).rank == 3
    assert compress_positions_(Encoder(), keep=1.0).rank == 19
    near = compress_positions_(Encoder(), rank=2, inputs=inputs()[:, :4], weights="inputs").outputs["cosine"]
    assert near > compress_positions_(Encoder(), rank=2, inputs=inputs()[:, :4]).outputs["cosine"]
    refuses(ValueError, "20 weights", compress_positions_, Encoder(), rank=2, weights=[1, 2])
    refuses(ValueError, "expected 1 to 20", compress_positions_, Encoder(), rank=21)
    refuses(ValueError, "either rank= or keep=", compress_positions_, Encoder())
    refuses(ValueError, "either rank= or keep=", compress_positions_, Encoder(), rank=1, keep=0.5)
    refuses(ValueError, "at most 1", compress_positions_, Encoder(), keep=1.5)


def test_low_rank_positions_train_as_two_factors():
    for model in (Encoder(), Encoder(offset=2)):
        model.requires_grad_(False)
        find_position_table(model).parameter.requires_grad_()
        compress_positions_(model, rank=3, parametrized=True)
        trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        assert sum(parameter.numel() for parameter in trained) == 3 * (20 + 24)
        tokens, before = inputs(), find_position_table(model).whole.clone()
        model.eval()
        optimizer = torch.optim.SGD(trained, lr=0.1)
        model(tokens).square().sum().backward()
        optimizer.step()
        after = find_position_table(model).whole
        assert torch.equal(after[:model.offset], before[:model.offset]) and not torch.equal(after, before)
        said = model(tokens)
        merge_low_rank_(model)
        assert isinstance(model.embeddings.position_embeddings.weight, nn.Parameter)
        assert torch.allclose(model(tokens), said, atol=1e-6)


def test_positions_of_finds_the_mean_and_the_shares():
    model = Encoder()
    layers = positions_of(model, inputs(), layers=["embeddings.word_embeddings", "block"])
    assert [layer.name for layer in layers] == ["embeddings.word_embeddings", "block"]
    assert tuple(layers[1].mean.shape) == (18, 24) and abs(sum(layers[1].shares.values()) - 1) < 1e-9
    assert layers[0].shares["position"] < 0.1 < layers[1].shares["position"]
    refuses(ValueError, "(samples, tokens, width)", positions_of, model, inputs(), None, ["embeddings.position_embeddings"])
    refuses(ValueError, "no submodule", positions_of, model, inputs(), layers=["blocks"])
    refuses(ValueError, "longest sample has 18", positions_of, model, inputs(), 19, ["block"])


def test_ablations_damage_and_restore():
    model = Encoder()
    own = find_position_table(model).whole.clone()
    rows = {row.name: row for row in ablate_positions(model, inputs(), ranks=(1, 3), output=lambda said, _: said.flatten(1))}
    assert list(rows) == ["intact", "shuffled", "zeroed", "mean everywhere", "truncated to rank 1", "truncated to rank 3"]
    assert rows["intact"].cosine > 0.999999 and rows["truncated to rank 3"].cosine > 0.99
    assert rows["zeroed"].cosine < rows["truncated to rank 1"].cosine < rows["truncated to rank 3"].cosine
    assert torch.equal(own, find_position_table(model).whole)


def test_meter_reads_lazy_and_rich():
    model = Encoder()
    meter = Meter(model, inputs()[:4], weights=5000)
    start = meter.read()
    assert start["travel_all"] == 0 and abs(start["kernel_drift"]) < 1e-6 and 2 < start["position_rank"] < 4
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1.1)
    assert abs(meter.read()["travel_query"] - 0.1) < 1e-5
    initialise_(model, gamma=0.5, seed=9)
    assert meter.read()["kernel_drift"] > 0.01


def test_encodings_work_in_attention():
    """Biases through PyTorch's own attention where it has it, against the sum written out."""
    torch.manual_seed(3)
    q, k, v = (torch.randn(2, 4, 10, 8) for _ in range(3))
    for kind in ("alibi", "t5_bias", "relative", "fire"):
        bias = make_encoding(kind, 10, heads=4, head_width=8).bias(q)
        plain = torch.softmax(q @ k.transpose(-1, -2) / 8 ** 0.5 + bias, -1) @ v
        if hasattr(nn.functional, "scaled_dot_product_attention"):
            said = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.expand(2, 4, 10, 10))
            assert torch.allclose(said, plain, atol=1e-6), kind
    rotary = make_encoding("rotary", 10, head_width=8)
    scores = rotary.rotate(q) @ rotary.rotate(k).transpose(-1, -2)
    moved = make_encoding("rotary", 20, head_width=8)
    shift = torch.zeros(2, 4, 7, 8)
    later = moved.rotate(torch.cat([shift, q], 2)) @ moved.rotate(torch.cat([shift, k], 2)).transpose(-1, -2)
    assert torch.allclose(scores, later[..., 7:, 7:], atol=1e-5)  # only differences of positions count
    refuses(ValueError, "no positional encoding 'rope'", make_encoding, "rope", 10)
    refuses(ValueError, "heads is required", make_encoding, "alibi", 10)
    refuses(ValueError, "unknown option 'theta'", make_encoding, "rotary", 10, head_width=8, theta=3)
    refuses(ValueError, "supports index", make_encoding, "sinusoidal", (2, 5), width=8)
    refuses(ValueError, "positions for 10", make_encoding("sinusoidal", 10, width=8).embed, torch.zeros(11, 8))


def test_factors_take_so_many_numbers():
    mean, left, right, kept = factors(torch.randn(20, 24), rank=19)
    assert mean.numel() == 24 and left.numel() + right.numel() == 19 * 44 and abs(kept - 1) < 1e-6


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"passed {name}")
