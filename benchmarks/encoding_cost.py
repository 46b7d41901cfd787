#!/usr/bin/env python3
"""What a positional encoding costs: training steps with it beside training steps with none, here and, where it has the
encoding, in x-transformers (PyTorch), everything in turns on one core.

Two blocks of width 64 with four heads, feed-forward 256, causal, 64 samples of 64 tokens, AdamW. The cost is the ratio of
processor time per step, the median over the rounds; a step with none and one with the encoding are neighbours in time.
Biases of the scores may cost 10 % over none, encodings that read content twice as much: exit 1 where one costs more.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, DEPTH, HEADS, LENGTH, BATCH, VOCABULARY = 64, 2, 4, 64, 64, 32
THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE",
           "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 34)}
BOUNDS = {**dict.fromkeys(["alibi", "kerple", "t5_bias", "fire", "continuous_bias"], 1.1), **dict.fromkeys(["cope", "forget"], 2.0)}
OTHERS = ["learned", "sinusoidal", "fourier", "rotary", "rope_mixed", "pope", "relative", "transformer_xl", "deberta"]
THEIRS = {"none": {}, "rotary": {"rotary_pos_emb": True}, "alibi": {"alibi_pos_bias": True}, "t5_bias": {"rel_pos_bias": True},
          "continuous_bias": {"dynamic_pos_bias": True}, "pope": {"polar_pos_emb": True},
          "cope": {"attn_use_cope": True, "attn_cope_max_pos": 64}, "forget": {"attn_data_dependent_alibi": True}}


def rival(arguments):
    """The other end: says ready, then trains for a while per line of input."""
    import torch
    from x_transformers import Decoder, TransformerWrapper

    os.sched_setaffinity(0, {arguments.core})
    torch.set_num_threads(1)
    torch.manual_seed(1)
    network = TransformerWrapper(num_tokens=VOCABULARY, max_seq_len=LENGTH, use_abs_pos_emb=False, attn_layers=Decoder(
        dim=WIDTH, depth=DEPTH, heads=HEADS, attn_dim_head=WIDTH // HEADS, ff_mult=4, **THEIRS[arguments.rival]))
    optimizer = torch.optim.AdamW(network.parameters(), 1e-4, fused=True)
    forward = torch.compile(network) if arguments.compile else network
    tokens = torch.randint(VOCABULARY, (BATCH, LENGTH))

    def step():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(forward(tokens)[:, -1], tokens[:, 0]).backward()
        optimizer.step()

    for _ in range(3):
        step()
    print("ready", flush=True)
    for _ in sys.stdin:
        start, work, steps = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - start < arguments.seconds:
            step()
            steps += 1
        print((time.process_time() - work) / steps, flush=True)


class Rival:
    """x-transformers in a process of its own; `ask` gives seconds per step."""

    def __init__(self, arguments, encoding):
        command = [arguments.python, "-W", "ignore", __file__, "--rival", encoding, "--seconds", str(arguments.seconds), "--core",
                   str(arguments.core)] + (["--compile"] if arguments.compile else [])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **THREADS})
        if self.process.stdout.readline() != "ready\n":
            sys.exit(f"encoding_cost: x-transformers does not run with {encoding}")

    def ask(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def ask_sextant(arguments, encoding):
    command = [arguments.sextant, f"{encoding}_encoding_{LENGTH}", "--seconds", str(arguments.seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {arguments.core}))
    return BATCH / json.loads(done.stdout)["samples_per_processor_second"]


def measure(arguments, encoding, their_none):
    """Pairs of (with none, with the encoding), here and there."""
    theirs = Rival(arguments, encoding) if their_none and encoding in THEIRS else None
    rounds = []
    for _ in range(arguments.rounds):
        own = ask_sextant(arguments, "none"), ask_sextant(arguments, encoding)
        rounds.append((own, (their_none.ask(), theirs.ask()) if theirs else None))
    if theirs:
        theirs.close()
    return rounds


def show(encoding, rounds):
    costs = [own[1] / own[0] for own, _ in rounds]
    cost, bound = statistics.median(costs), BOUNDS.get(encoding)
    line = f"{encoding:16} {cost:.2f} x none ({min(costs):.2f} to {max(costs):.2f})"
    if rounds[0][1]:
        line += (f"; x-transformers {statistics.median(other[1] / other[0] for _, other in rounds):.2f} x its none, "
                 f"{statistics.median(other[1] / own[1] for own, other in rounds):.1f} x our time per step")
    broken = bound is not None and cost > bound
    print(line + (f"   MORE THAN {bound}" if broken else ""), flush=True)
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encodings", nargs="*", metavar="ENCODING", help="default: all that need no arrangement of their own")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one measurement (0.5)")
    parser.add_argument("--core", type=int, default=0, help="everything runs on this core (0)")
    parser.add_argument("--no-rival", action="store_true", help="without x-transformers")
    parser.add_argument("--compile", action="store_true", help="x-transformers by torch.compile")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has x-transformers (this one)")
    parser.add_argument("--sextant", default=str(HERE.parent / "build/benchmarks/engine_speed"))
    parser.add_argument("--rival", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.rival:
        return rival(arguments)
    their_none = None if arguments.no_rival else Rival(arguments, "none")
    broken = [show(encoding, measure(arguments, encoding, their_none)) for encoding in arguments.encodings or [*BOUNDS, *OTHERS]]
    if their_none:
        their_none.close()
    return 1 if any(broken) else 0


if __name__ == "__main__":
    sys.exit(main())
