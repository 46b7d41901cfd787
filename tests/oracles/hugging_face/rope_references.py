#!/usr/bin/env python3
"""Frequencies and attention factors of transformers' ROPE_INIT_FUNCTIONS, which tests/positions/rope_test_double.cpp compares
with the engine's. The stored numbers are in rope_references.json.

Usage: rope_references.py --write      writes the file beside this script
       rope_references.py --check      exit 1 where transformers now says otherwise, 77 where it is not installed
"""
import json
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("rope_references.json")
DIVISORS = [1.0 + 0.25 * i for i in range(16)]
# head width 32 unless partial_rotary_factor makes it less; `length` is the number of tokens that are encoded
CASES = [
    {"rope_type": "default", "rope_theta": 10000.0, "length": 64},
    {"rope_type": "default", "rope_theta": 500000.0, "partial_rotary_factor": 0.25, "length": 64},
    {"rope_type": "linear", "rope_theta": 10000.0, "factor": 4.0, "length": 256},
    {"rope_type": "linear", "rope_theta": 10000.0, "factor": 2.0, "partial_rotary_factor": 0.5, "length": 256},
    {"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0, "original_max_position_embeddings": 64, "length": 40},
    {"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0, "original_max_position_embeddings": 64, "length": 300},
    {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 8.0, "original_max_position_embeddings": 2048, "length": 16384},
    {"rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "original_max_position_embeddings": 4096,
     "beta_fast": 16.0, "beta_slow": 2.0, "truncate": False, "length": 131072},
    {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 40.0, "original_max_position_embeddings": 4096,
     "mscale": 0.7, "mscale_all_dim": 1.0, "length": 163840},
    {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0, "original_max_position_embeddings": 32768,
     "attention_factor": 1.25, "partial_rotary_factor": 0.5, "length": 131072},
    {"rope_type": "longrope", "rope_theta": 10000.0, "factor": 32.0, "original_max_position_embeddings": 4096,
     "short_factor": DIVISORS, "long_factor": [4 * one for one in DIVISORS], "length": 4096},
    {"rope_type": "longrope", "rope_theta": 10000.0, "factor": 32.0, "original_max_position_embeddings": 4096,
     "short_factor": DIVISORS, "long_factor": [4 * one for one in DIVISORS], "length": 5000},
    {"rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "original_max_position_embeddings": 8192,
     "low_freq_factor": 1.0, "high_freq_factor": 4.0, "length": 131072},
    {"rope_type": "proportional", "rope_theta": 10000.0, "partial_rotary_factor": 0.25, "length": 64},
    {"rope_type": "proportional", "rope_theta": 1000000.0, "partial_rotary_factor": 0.75, "factor": 8.0, "length": 64},
]


def ask_transformers(case):
    import torch
    from transformers import LlamaConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
    parameters = {name: value for name, value in case.items() if name != "length"}
    trained = case.get("original_max_position_embeddings", 2048)
    longest = trained if case["rope_type"] == "dynamic" else int(trained * case.get("factor", 1))
    config = LlamaConfig(hidden_size=128, num_attention_heads=4, head_dim=32, max_position_embeddings=longest,
                         rope_parameters=parameters)
    if case["rope_type"] == "default":  # has moved into the models
        width = int(32 * case.get("partial_rotary_factor", 1.0))
        powers = torch.arange(0, width, 2, dtype=torch.int64).float() / width
        return {"frequency": (1.0 / case["rope_theta"] ** powers).tolist(), "attention_factor": 1.0}
    frequency, factor = ROPE_INIT_FUNCTIONS[case["rope_type"]](config, None, seq_len=case["length"])
    return {"frequency": frequency.tolist(), "attention_factor": float(factor)}


def check(stored):
    assert [one["options"] for one in stored] == CASES, "the cases changed; run rope_references.py --write"
    worst = 0.0
    for one in stored:
        now = ask_transformers(one["options"])
        pairs = list(zip(now["frequency"] + [now["attention_factor"]], one["frequency"] + [one["attention_factor"]]))
        worst = max(worst, max(abs(a - b) / max(abs(b), 1e-12) for a, b in pairs))
    print(f"{len(stored)} cases of ROPE_INIT_FUNCTIONS; largest relative difference from the stored numbers {worst:.1e}")
    return 0 if worst <= 1e-6 else 1


def main():
    try:
        import torch  # noqa: F401
        import transformers
        from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
        if "proportional" not in ROPE_INIT_FUNCTIONS:
            raise ImportError
    except ImportError:
        print("skipped: this Python has no torch, or no transformers with rope_parameters")
        return 77
    if sys.argv[1:] == ["--write"]:
        said = [dict(options=case, **ask_transformers(case)) for case in CASES]
        FILE.write_text("[\n" + ",\n".join(json.dumps(one) for one in said) + "\n]\n")
        print(f"{FILE.name}: {len(said)} cases by transformers {transformers.__version__}")
        return 0
    return check(json.loads(FILE.read_text()))


if __name__ == "__main__":
    sys.exit(main())
