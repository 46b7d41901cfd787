#!/usr/bin/env python3
"""Small untrained models of Hugging Face's transformers, saved, loaded here and run: embeddings, every block's stream and
the outputs agree.

Usage: compare_transformers.py ANSWERS      (the test program); exit 1 at a difference, 77 without `transformers`
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

try:
    import torch
    import transformers as hf
except ImportError:
    print("skipped: this Python has no package `transformers`")
    sys.exit(77)

torch.manual_seed(5)
torch.set_default_dtype(torch.float64)
LENGTH, VOCABULARY = 10, 23
small = dict(hidden_size=24, num_hidden_layers=3, num_attention_heads=4, intermediate_size=40)
worded = dict(small, vocab_size=VOCABULARY)
bert = hf.BertModel(hf.BertConfig(**worded, max_position_embeddings=16), add_pooling_layer=False)
roberta = hf.RobertaForMaskedLM(hf.RobertaConfig(**worded, max_position_embeddings=18))
gpt2 = hf.GPT2LMHeadModel(hf.GPT2Config(n_embd=24, n_layer=3, n_head=4, n_inner=40, vocab_size=VOCABULARY, n_positions=16))
vit = hf.ViTForImageClassification(hf.ViTConfig(**small, image_size=12, patch_size=4, num_labels=5))


def tokens():
    return torch.tensor([[7 * (sample * LENGTH + i) % VOCABULARY for i in range(LENGTH)] for sample in range(2)])


def pixels():
    """Patches of sin(0), sin(1), ... put back into images; axes: sample, row, column, channel, row, column."""
    patches = torch.tensor([math.sin(i) for i in range(2 * 9 * 48)]).reshape(2, 3, 3, 3, 4, 4)
    return patches.permute(0, 3, 1, 4, 2, 5).reshape(2, 3, 12, 12)


def run_both(model, inputs, length):
    for parameter in model.parameters():  # far from the usual start, so that a mistake is seen
        parameter.data = torch.randn_like(parameter) * 0.3
    model.eval()
    with tempfile.TemporaryDirectory() as directory, torch.no_grad():
        model.save_pretrained(directory)
        path = pathlib.Path(directory) / "model.safetensors"
        ours = json.loads(subprocess.run([sys.argv[1], path, str(length)], capture_output=True, check=True).stdout)
        return ours, model(**inputs, output_hidden_states=True)


def check(name, model, inputs, length):
    ours, theirs = run_both(model, inputs, length)
    states = theirs.hidden_states
    expected = {"embeddings": states[0]}
    # Hugging Face puts GPT-2's final norm into the last hidden state: there the outputs tell of the last block.
    for n in range(len(states) - 2 if name == "gpt2" else len(states) - 1):
        expected[f"blocks.{n}.residual"] = states[n + 1]
    if name in ("gpt2", "vit"):  # the heads of the others are not ours
        expected["outputs"] = theirs.logits
    faults = 0
    for key, values in expected.items():
        mine = torch.tensor(ours["seen"][key])
        difference = (mine - values.reshape(-1)).abs().max().item() if len(mine) == values.numel() else math.inf
        print(f"{name} (layout {ours['layout']}) {key}: {difference:.1e}")
        faults += not difference < 1e-9
    return faults


places = torch.arange(2, LENGTH + 2).expand(2, -1)  # RoBERTa counts them from 2
sys.exit(1 if check("bert", bert, {"input_ids": tokens()}, LENGTH) + check("gpt2", gpt2, {"input_ids": tokens()}, LENGTH)
         + check("roberta", roberta, {"input_ids": tokens(), "position_ids": places}, LENGTH)
         + check("vit", vit, {"pixel_values": pixels()}, 9) else 0)
