#!/usr/bin/env python3
"""Scaled, Randomised and Dropped around every encoding of sextant.torch, against the inner encoding's own numbers.

Exit 1 at a difference, 77 where there is no PyTorch
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch")
    sys.exit(77)

from sextant.torch.encodings import ENCODINGS, Dropped, Randomised, Scaled, make_encoding

RANGE, COUNT = 9, 5
torch.set_default_dtype(torch.float64)


def make(kind):
    torch.manual_seed(1)
    options = {"table": torch.randn(RANGE, 8).numpy()} if kind == "fixed_table" else {}
    encoding = make_encoding(kind, RANGE, width=8, heads=2, head_width=4, causal=True, **options)
    for parameter in encoding.parameters():
        torch.nn.init.normal_(parameter)
    return encoding


def close(found, wanted, what):
    assert torch.allclose(found, wanted, atol=1e-12), what


def scattered(x, places):
    wide = torch.zeros(*x.shape[:-2], RANGE, x.shape[-1])
    wide[..., places, :] = x
    return wide


def check_randomised(kind):
    try:
        wrapped = Randomised(make(kind))
    except ValueError as error:
        assert str(error).startswith(f"{kind}: does not number"), error
        return 0
    inner = wrapped.inner
    places = wrapped.draw(COUNT, torch.Generator().manual_seed(3))
    assert len(set(places.tolist())) == COUNT and places.tolist() == sorted(places.tolist())
    x, q, k = torch.randn(COUNT, 8), torch.randn(2, COUNT, 4), torch.randn(2, COUNT, 4)
    wide_q, wide_k = scattered(q, places), scattered(k, places)
    table = inner.embeddings()
    close(wrapped.embed(x), x if table is None else x + table[places], f"{kind}: embed")
    close(wrapped.rotate(q), inner.rotate(wide_q)[:, places], f"{kind}: rotate")
    bias = inner.bias(wide_q, 0.5)
    if bias is not None:
        close(wrapped.bias(q, 0.5), bias[..., places[:, None], places], f"{kind}: bias")
    scores = 0.5 * q @ k.transpose(-1, -2)
    wide = inner.transform_scores(0.5 * wide_q @ wide_k.transpose(-1, -2), wide_q, wide_k, None, 0.5)
    close(wrapped.transform_scores(scores, q, k, None, 0.5), wide[..., places[:, None], places], f"{kind}: scores")
    return 1


def check_scaled(kind):
    inner = make(kind)
    if inner.embeddings() is None:
        try:
            Scaled(inner, 2.0)
        except ValueError as error:
            assert str(error).startswith(f"{kind}: adds no vectors"), error
            return 0
        raise AssertionError(f"{kind}: has no vectors and was scaled")
    close(Scaled(inner, 2.0).embeddings().norm(dim=-1), torch.full((RANGE,), 2.0), f"{kind}: norm")
    return 1


def check_dropped(kind):
    wrapped = Dropped(make(kind))
    x, q = torch.randn(RANGE, 8), torch.randn(2, RANGE, 4)
    close(wrapped.embed(x), wrapped.inner.embed(x), kind)
    wrapped.drop()
    again = Dropped(make(kind))
    again.load_state_dict(wrapped.state_dict())
    scores = q @ q.transpose(-1, -2)
    close(again.embed(x), x, kind)
    close(again.rotate(q), q, kind)
    assert again.bias(q) is None
    close(again.transform_scores(scores, q, q, x), scores, kind)
    return 1


def main():
    done = [check(kind) for kind in ENCODINGS for check in (check_randomised, check_scaled, check_dropped)]
    print(f"{sum(done)} of {len(done)} pairs work, the others are refused by name")


if __name__ == "__main__":
    main()
