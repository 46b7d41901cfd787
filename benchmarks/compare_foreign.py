#!/usr/bin/env python3
"""Forward passes of MiniLM-size BERT and GPT-2 small, here and by Hugging Face's transformers: eager (SDPA attention) and
compiled. Both have the same weights, tokens and number of threads; rounds alternate between them, and the medians of the
rounds' ratios are printed, by the clock and by the time of the processors (which neighbours on the machine do not change),
with our share of the machine's peak. BERT gives its hidden states, GPT-2 the logits of the last token.

Usage: compare_foreign.py PROGRAM [--threads 2] [--rounds 7] [--batch 1] [--length 128,512] [--no-compile]
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch  # noqa: E402
import transformers as hf  # noqa: E402


def make(name):
    torch.manual_seed(1)
    if name == "minilm":
        return hf.BertModel(hf.BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12,
                                          intermediate_size=1536), add_pooling_layer=False).eval()
    return hf.GPT2LMHeadModel(hf.GPT2Config()).eval()


def operations(name, batch, length):
    """Of the products, attention counted in full for BERT and by half for GPT-2."""
    width, depth, inner = (384, 6, 1536) if name == "minilm" else (768, 12, 3072)
    tokens = batch * length
    products = depth * tokens * (4 * width * width + 2 * width * inner) * 2
    attention = depth * tokens * length * width * 2 * 2 * (1 if name == "minilm" else 0.5)
    return products + attention + (0 if name == "minilm" else batch * width * 50257 * 2)


class Ours:
    def __init__(self, program, directory, name, arguments, length):
        answer = "states" if name == "minilm" else "last"
        self.process = subprocess.Popen([program, directory + "/model.safetensors", str(arguments.batch), str(length),
                                         str(arguments.threads), answer], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.peak = json.loads(self.process.stdout.readline())["peak"]

    def __call__(self, passes):
        self.process.stdin.write(f"{passes}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["seconds"] / passes, answer["processor"] / passes

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def theirs(model, name, tokens):
    def run(passes):
        start, processor = time.perf_counter(), processor_seconds()
        with torch.inference_mode():
            for _ in range(passes):
                model(input_ids=tokens, use_cache=False, logits_to_keep=1) if name == "gpt2" else model(input_ids=tokens)
        return (time.perf_counter() - start) / passes, (processor_seconds() - processor) / passes
    return run


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--length", default="128,512")
    parser.add_argument("--models", default="minilm,gpt2")
    parser.add_argument("--no-compile", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    print(f"torch {torch.__version__}, transformers {hf.__version__}, {arguments.threads} threads, batch {arguments.batch}")
    for name in arguments.models.split(","):
        model = make(name)
        with tempfile.TemporaryDirectory() as directory:
            model.save_pretrained(directory)
            for length in map(int, arguments.length.split(",")):
                ours = Ours(arguments.program, directory, name, arguments, length)
                tokens = torch.randint(3, 30000, (arguments.batch, length))
                rivals = {"eager": theirs(model, name, tokens)}
                if not arguments.no_compile:
                    rivals["compiled"] = theirs(torch.compile(model), name, tokens)
                for rival in rivals.values():
                    rival(3)
                passes = max(1, int(0.4 / ours(2)[0]))
                rounds = [{"ours": ours(passes), **{key: rival(passes) for key, rival in rivals.items()}}
                          for _ in range(arguments.rounds)]
                own = statistics.median(one["ours"][1] for one in rounds)
                share = operations(name, arguments.batch, length) / own / 1e9 / ours.peak
                line = f"{name} {length}: ours {1e3 * statistics.median(one['ours'][0] for one in rounds):.2f} ms"
                for key in rivals:
                    clock, processor = (statistics.median(one[key][i] / one["ours"][i] for one in rounds) for i in (0, 1))
                    line += f", {key} x {clock:.2f} by the clock, x {processor:.2f} of processor time"
                print(f"{line}; {100 * share:.0f} % of the peak of {ours.peak:.0f} GFLOP/s per core", flush=True)
                ours.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
