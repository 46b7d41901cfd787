#!/usr/bin/env python3
"""Thirty damaged checkpoints and thirty sound ones: how many of the former `sextant audit` and `sextant inspect --rope`
name, and how many of the latter raise an alarm. Three small Llamas are trained first (a token often repeats the one five
places before, so that positions matter); the damages are those of real conversions.

Usage: damaged_models.py SEXTANT [--steps 400] [--trained FOLDER]      exit 1 unless at least 28 of 30 are named and no sound one is
"""
import argparse
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy
    import torch
    import transformers as hf
    from safetensors.torch import load_file, save_file
except ImportError:
    print("skipped: this Python has no package `transformers`")
    sys.exit(77)

import small_models

LENGTH, VOCABULARY, BACK = 48, 24, 5
SOUND_KINDS = ["bert_plain", "bert_decoder", "roberta", "xlm_roberta_plain", "distilbert", "electra", "deberta_v2",
               "modernbert", "gpt2", "gpt2_unscaled", "gpt_neox", "llama", "llama3", "llama_yarn", "llama_linear", "mistral",
               "qwen2", "qwen3", "gemma", "gemma2", "gemma3", "phi3", "opt", "t5_encoder", "vit", "deit", "clip_text"]


def make_text(samples, seed):
    random = numpy.random.default_rng(seed)
    tokens = random.integers(3, VOCABULARY, (samples, LENGTH))
    for t in range(BACK, LENGTH):
        same = random.random(samples) < 0.9
        tokens[same, t] = tokens[same, t - BACK]
    return tokens


def train(directory, steps, rope):
    torch.manual_seed(1)
    config = hf.LlamaConfig(vocab_size=VOCABULARY, hidden_size=48, num_hidden_layers=3, num_attention_heads=3,
                            num_key_value_heads=3, intermediate_size=96, max_position_embeddings=64, rope_parameters=rope)
    train_model(hf.LlamaForCausalLM(config), directory, steps)


def train_model(model, directory, steps):
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.0)
    for step in range(steps):
        tokens = torch.tensor(make_text(32, 1000 + step))
        loss = model(input_ids=tokens, labels=tokens).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = 4e-3 * (1 - step / steps)
    model.save_pretrained(directory)
    print(f"trained {directory.name}: {loss.item():.3f} nats per token", flush=True)


def smooth_positions(rows, width):
    """Of few waves, as trained tables are, with a little noise."""
    places = torch.arange(rows).double()[:, None] / rows
    waves = torch.cat([torch.cos(math.pi * k * places) for k in range(1, 7)], 1)
    return (waves @ torch.randn(6, width, dtype=torch.float64) * 0.1 + 0.005 * torch.randn(rows, width)).float()


def make_bert(directory, rows=64):
    torch.manual_seed(2)
    model = hf.BertModel(hf.BertConfig(vocab_size=99, hidden_size=48, num_hidden_layers=3, num_attention_heads=3,
                                       intermediate_size=96, max_position_embeddings=rows))
    for parameter in model.parameters():  # as training leaves them: away from N(0, 0.02^2)
        if parameter.ndim > 1:
            parameter.data = parameter * (1 + 0.4 * torch.rand(parameter.shape[0], 1)) * 2
    model.embeddings.position_embeddings.weight.data = smooth_positions(rows, 48)
    model.save_pretrained(directory)


class Editor:
    """A copy of a checkpoint whose tensors and config.json are changed."""

    def __init__(self, source, target):
        shutil.copytree(source, target)
        self.path = target
        self.tensors = load_file(target / "model.safetensors")
        self.config = json.loads((target / "config.json").read_text())

    def save(self):
        save_file({key: value.contiguous() for key, value in self.tensors.items()}, self.path / "model.safetensors",
                  metadata={"format": "pt"})
        (self.path / "config.json").write_text(json.dumps(self.config))

    def keys(self, word):
        return [key for key in self.tensors if word in key]


def interleave(editor, word):
    """Rows of each head from halves to neighbours, as Meta's files have them."""
    for key in editor.keys(word):
        if key.endswith(("q_proj.weight", "k_proj.weight")):
            tensor = editor.tensors[key]
            heads = tensor.reshape(3, 2, tensor.shape[0] // 6, -1)
            editor.tensors[key] = heads.transpose(1, 2).reshape(tensor.shape)


def set_rope(editor, **fields):
    editor.config["rope_parameters"] = {"rope_type": "default", "rope_theta": 1e4, **fields}


def store_frequencies(editor, change):
    frequencies = 1 / 1e4 ** (torch.arange(0, 16, 2) / 16)
    editor.tensors["model.layers.1.self_attn.rotary_emb.inv_freq"] = change(frequencies)


def edit(word, change):
    def apply(editor):
        keys = editor.keys(word)
        assert keys, word
        for key in keys:
            editor.tensors[key] = change(editor.tensors[key])
    return apply


def duplicate_layer(first, second):
    def apply(editor):
        for key in editor.keys(first):
            editor.tensors[key.replace(first, second)] = editor.tensors[key].clone()
    return apply


def shuffle(tensor):
    generator = torch.Generator().manual_seed(3)
    return tensor[torch.randperm(len(tensor), generator=generator)]


def garbage(tensor):
    """What fresh memory looks like: old numbers, zeros, and bits that were never floats."""
    generator = torch.Generator().manual_seed(4)
    bits = torch.randint(0, 2 ** 31 - 1, tensor.shape, generator=generator, dtype=torch.int32) & 0x2FFFFFFF
    return bits.view(torch.float32)


def drop(word):
    def apply(editor):
        for key in editor.keys(word):
            del editor.tensors[key]
    return apply


DAMAGES = [
    ("halves swapped, base 1e4", "llama", lambda e: interleave(e, "layers")),
    ("halves swapped, base 1e6", "llama_1e6", lambda e: interleave(e, "layers")),
    ("halves swapped, scaled", "llama_linear", lambda e: interleave(e, "layers")),
    ("halves swapped in layer 0", "llama", lambda e: interleave(e, "layers.0.")),
    ("halves swapped in layer 1", "llama", lambda e: interleave(e, "layers.1.")),
    ("base 1e4 for 1e6", "llama_1e6", set_rope),
    ("base 1e6 for 1e4", "llama", lambda e: set_rope(e, rope_theta=1e6)),
    ("base 5e5 for 1e4", "llama", lambda e: set_rope(e, rope_theta=5e5)),
    ("scaling missing", "llama_linear", set_rope),
    ("scaling that was not trained", "llama", lambda e: set_rope(e, rope_type="linear", factor=4.0)),
    ("stored frequencies of base 1e6", "llama", lambda e: store_frequencies(e, lambda f: 1 / 1e6 ** (torch.arange(0, 16, 2) / 16))),
    ("stored frequencies zero", "llama", lambda e: store_frequencies(e, torch.zeros_like)),
    ("stored frequencies never initialised", "llama", lambda e: store_frequencies(e, lambda f: 1e30 * torch.randn(8))),
    ("stored frequencies divided", "llama", lambda e: store_frequencies(e, lambda f: f / 4)),
    ("stored frequencies of another width", "llama", lambda e: store_frequencies(e, lambda f: 1 / 1e4 ** (torch.arange(0, 8, 2) / 8))),
    ("table of positions zero", "bert", edit("position_embeddings", torch.zeros_like)),
    ("table of positions never initialised", "bert", edit("position_embeddings", garbage)),
    ("rows of positions shuffled", "bert", edit("position_embeddings", shuffle)),
    ("rows of a long table shuffled", "bert_long", edit("position_embeddings", shuffle)),
    ("positions trained for a half", "bert_long", edit("position_embeddings", lambda t: torch.cat([t[:len(t) // 2], 0.02 * torch.randn(len(t) // 2, t.shape[1])]))),
    ("matrix transposed", "llama", edit("layers.1.mlp.up_proj.weight", lambda t: t.T)),
    ("matrix transposed in BERT", "bert", edit("layer.2.output.dense.weight", lambda t: t.T)),
    ("layer zeroed", "llama", edit("layers.1.", torch.zeros_like)),
    ("one matrix zeroed", "bert", edit("layer.1.attention.self.value.weight", torch.zeros_like)),
    ("layer written twice", "llama", duplicate_layer("layers.0.", "layers.1.")),
    ("layer written twice in BERT", "bert", duplicate_layer("layer.1.", "layer.2.")),
    ("NaN in a matrix", "llama", edit("layers.2.mlp.down_proj.weight", lambda t: torch.where(torch.rand_like(t) < 0.01, float("nan"), t))),
    ("matrix exploded", "bert", edit("layer.0.intermediate.dense.weight", lambda t: 1e6 * t)),
    ("layer never loaded", "llama", edit("layers.2.mlp.gate_proj.weight", lambda t: 0.02 * torch.randn_like(t))),
    ("tensor missing", "llama", drop("layers.2.self_attn.o_proj")),
]


def alarms(program, directory, corpus):
    """What the program names: the first line of each command that raises an alarm."""
    found = []
    done = subprocess.run([program, "audit", directory], capture_output=True, text=True)
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines()
        found.append("audit: " + " ".join(lines[-1].split())[:150])
    config = json.loads((pathlib.Path(directory) / "config.json").read_text())
    if corpus and "rope_parameters" in config and config["model_type"] in ("llama", "mistral", "qwen2", "gpt_neox"):
        done = subprocess.run([program, "inspect", directory, "--rope", "--corpus", corpus, "--length", str(LENGTH),
                               "--samples", "24"], capture_output=True, text=True)
        if done.returncode:
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "differs" in line or "sextant" in line]
            found.append("rope: " + " ".join((lines or ["?"])[0].split())[:150])
    return found


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--trained", type=pathlib.Path, help="a folder where trained models are kept for the next time")
    parser.add_argument("--real", type=pathlib.Path, help="damaged_models_again.py: the folder of a real BERT")
    return parser.parse_args()


def judge(program, root, corpus, sound, damages, seed):
    """`sound`: folders, and whether `corpus` is text of theirs; `damages`: of folders below `root`. True where at least 28
    of 30 are named and no sound one is."""
    false_alarms = named = 0
    for directory, trained in sound:
        found = alarms(program, directory, corpus if trained else None)
        false_alarms += bool(found)
        if found:
            print(f"FALSE ALARM  {directory.name}: {found[0]}", flush=True)
    for number, (what, source, damage) in enumerate(damages):
        torch.manual_seed(seed + number)
        editor = Editor(root / source, root / f"damaged_{number}")
        damage(editor)
        editor.save()
        found = alarms(program, editor.path, corpus)
        named += bool(found)
        print(f"{'named ' if found else 'MISSED'}  {what}: {'; '.join(found)}", flush=True)
    print(f"{named} of {len(damages)} damaged models named, {false_alarms} alarms on {len(sound)} sound ones")
    return 30 * named >= 28 * len(damages) and false_alarms == 0


def main():
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        corpus = str(root / "text.npy")
        numpy.save(corpus, make_text(24, 7).astype(numpy.int32))
        plain = dict(rope_type="default", rope_theta=1e4)
        for name, rope in {"llama": plain, "llama_1e6": dict(plain, rope_theta=1e6),
                           "llama_linear": dict(plain, rope_type="linear", factor=4.0)}.items():
            kept = (arguments.trained or root) / name
            if not kept.exists():
                train(kept, arguments.steps, rope)
            if arguments.trained:
                shutil.copytree(kept, root / name)
        make_bert(root / "bert")
        make_bert(root / "bert_long", 256)
        sound = [(root / name, True) for name in ("llama", "llama_1e6", "llama_linear")]
        for kind in SOUND_KINDS:
            torch.manual_seed(9)
            small_models.BUILDERS[kind]().save_pretrained(root / "sound" / kind)
            sound.append((root / "sound" / kind, False))
        return 0 if judge(arguments.program, root, corpus, sound, DAMAGES, 0) else 1


if __name__ == "__main__":
    sys.exit(main())
