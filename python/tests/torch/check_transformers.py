#!/usr/bin/env python3
"""Small models of Hugging Face's transformers with random weights: initialise_ and audit in all architectures, replaced and
compressed models saved and loaded, encodings against the library's own, the Trainer callback, and the program's init.

Usage: check_transformers.py [SEXTANT]      exit 77 without `transformers` (its Trainer wants `accelerate`); SEXTANT is the program
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parent)]
import source_tree  # noqa: F401  makes `sextant` importable
os.environ["HF_HUB_OFFLINE"] = "1"
try:
    import torch
    import transformers as hf
except ImportError:
    print("skipped: this Python has no package `transformers`")
    sys.exit(77)

from check_initialisation import refuses
from sextant.torch import (ablate_positions, audit, compress_positions_, find_position_table, initialise_, make_encoding,
                           merge_low_rank_, positions_of, replace_positions_)

hf.logging.set_verbosity_error()
small = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
worded = dict(small, vocab_size=50)
grouped = dict(worded, max_position_embeddings=24, num_key_value_heads=2, bos_token_id=1, eos_token_id=2)
MODELS = {
    "bert": lambda: hf.BertForMaskedLM(hf.BertConfig(**worded, max_position_embeddings=24)),
    "roberta": lambda: hf.RobertaForMaskedLM(hf.RobertaConfig(**worded, max_position_embeddings=26)),
    "roberta_classes": lambda: hf.RobertaForSequenceClassification(hf.RobertaConfig(**worded, max_position_embeddings=26)),
    "distilbert": lambda: hf.DistilBertForMaskedLM(hf.DistilBertConfig(
        dim=32, n_layers=2, n_heads=4, hidden_dim=64, vocab_size=50, max_position_embeddings=24)),
    "gpt2": lambda: hf.GPT2LMHeadModel(hf.GPT2Config(
        n_embd=32, n_layer=2, n_head=4, vocab_size=50, n_positions=24, bos_token_id=1, eos_token_id=2)),
    "llama": lambda: hf.LlamaForCausalLM(hf.LlamaConfig(**grouped)),
    "mistral": lambda: hf.MistralForCausalLM(hf.MistralConfig(**grouped)),
    "qwen2": lambda: hf.Qwen2ForCausalLM(hf.Qwen2Config(**grouped)),
    "vit": lambda: hf.ViTForImageClassification(hf.ViTConfig(**small, image_size=24, patch_size=4, num_labels=5)),
    "t5": lambda: hf.T5ForConditionalGeneration(hf.T5Config(
        d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, vocab_size=50)),
}
WITH_TABLE = ("bert", "roberta", "distilbert", "gpt2", "vit")


def batch_of(name, samples=6, tokens=16):
    generator = torch.Generator().manual_seed(4)
    if name == "vit":
        return {"pixel_values": torch.randn(samples, 3, 24, 24, generator=generator)}
    ids = torch.randint(3, 50, (samples, tokens), generator=generator)
    return {"input_ids": ids, "decoder_input_ids": ids} if name == "t5" else {"input_ids": ids}


def logits(model, batch):
    with torch.no_grad():
        return model.eval()(**batch).logits


def test_every_weight_has_its_declared_deviation():
    for name, make in MODELS.items():
        model = make()
        starts = initialise_(model, gamma=0.8, sigma=0.05, by_role={"query": 1.0}, seed=3)
        rows = audit(model).require()
        assert len(rows) == len(list(model.parameters())) and all(start.laws for start in starts), name
        roles = {role for start in starts for role in start.role.split("+")}
        assert {"token", "query", "key", "value", "attention_output", "feed_forward_in", "feed_forward_out",
                "norm"} <= roles and "weight" not in roles, (name, roles)
        said = logits(model, batch_of(name))
        with tempfile.TemporaryDirectory() as directory:
            model.save_pretrained(directory)
            assert torch.equal(logits(type(model).from_pretrained(directory), batch_of(name)), said) and said.isfinite().all(), name
        extended = make()
        extended.extra = torch.nn.Linear(32, 32)
        initialise_(extended, gamma=0.8, sigma=0.05, by_role={"query": 1.0}, seed=3)
        assert all(torch.equal(one, dict(extended.named_parameters())[key]) for key, one in model.named_parameters()), name


def test_replaced_and_compressed_models_load_and_answer_the_same():
    for name in WITH_TABLE:
        model, batch = MODELS[name](), batch_of(name)
        place = find_position_table(model)
        assert place.first_row == {"roberta": 2, "vit": 1}.get(name, 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            change = replace_positions_(model, torch.randn(place.values.shape), inputs=batch)
        assert change.relative_change > 1 and change.outputs["cosine"] < 1
        result = compress_positions_(model, rank=5, inputs=batch, parametrized=True)
        values = find_position_table(model).values
        assert result.rank == 5 and torch.linalg.matrix_rank(values - values.mean(0), rtol=1e-4) == 5
        merge_low_rank_(model)
        said = logits(model, batch)
        with tempfile.TemporaryDirectory() as directory:
            model.save_pretrained(directory)
            loaded = type(model).from_pretrained(directory)
            assert torch.equal(logits(loaded, batch), said), name
    for name in ("llama", "t5"):
        refuses(ValueError, "no position embeddings found", compress_positions_, MODELS[name](), 3)


def test_positions_and_ablations_of_every_kind():
    for name in ("bert", "roberta", "gpt2", "llama", "vit", "t5"):
        model, batch = MODELS[name](), batch_of(name)
        initialise_(model, gamma=0.5, seed=1)
        layers = positions_of(model, batch)
        assert len(layers) == 3 and all(abs(sum(layer.shares.values()) - 1) < 1e-6 for layer in layers), name
        before = logits(model, batch)
        rows = {row.name: row for row in ablate_positions(model, batch, ranks=(2,), output=lambda said, _: said[0].flatten(1))}
        assert rows["intact"].relative_change == 0 and rows["shuffled"].relative_change > 1e-4, (name, rows)
        assert torch.equal(logits(model, batch), before), name


def test_encodings_against_the_library():
    from transformers.models.llama import modeling_llama as llama
    config = hf.LlamaConfig(**grouped)
    cosine, sine = llama.LlamaRotaryEmbedding(config)(torch.zeros(1, 16, 32), torch.arange(16)[None])
    q, k = torch.randn(2, 4, 16, 8), torch.randn(2, 4, 16, 8)
    theirs = llama.apply_rotary_pos_emb(q, k, cosine, sine)
    ours = make_encoding("rotary", 16, head_width=8, pairing="half")
    assert torch.allclose(ours.rotate(q), theirs[0], atol=1e-6) and torch.allclose(ours.rotate(k), theirs[1], atol=1e-6)
    from transformers.models.t5.modeling_t5 import T5Attention
    for causal in (False, True):
        attention = T5Attention(hf.T5Config(d_model=32, d_kv=8, num_heads=4, is_decoder=causal), has_relative_attention_bias=True,
                                layer_idx=0)
        bias = make_encoding("t5_bias", 150, heads=4, causal=causal)
        bias.table.data.copy_(attention.relative_attention_bias.weight.data)
        assert torch.equal(bias.bias(), attention.compute_bias(150, 150)[0]), causal


def test_deberta_against_the_library():
    from transformers.models.deberta_v2.modeling_deberta_v2 import DisentangledSelfAttention
    length, span = 10, 6  # offsets beyond the span too
    config = hf.DebertaV2Config(hidden_size=32, num_attention_heads=4, relative_attention=True, pos_att_type=["p2c", "c2p"],
                                max_relative_positions=span, share_att_key=False, attention_probs_dropout_prob=0)
    attention = DisentangledSelfAttention(config).eval()
    for name, parameter in attention.named_parameters():
        torch.nn.init.constant_(parameter, 0) if name.endswith("bias") else torch.nn.init.normal_(parameter, 0, 0.3)
    x, table = torch.randn(1, length, 32), torch.randn(2 * span, 32)
    everybody = torch.ones(1, 1, length, length, dtype=torch.bool)
    _, theirs = attention(x, everybody, output_attentions=True, rel_embeddings=table)
    ours = make_encoding("deberta", length, width=32, heads=4, head_width=8, span=span)
    ours.table.data.copy_(table)
    ours.key.weight.data.copy_(attention.pos_key_proj.weight.data)
    ours.query.weight.data.copy_(attention.pos_query_proj.weight.data)
    q, k = (project(x).unflatten(-1, (4, 8)).transpose(1, 2) for project in (attention.query_proj, attention.key_proj))
    scores = ours.transform_scores(q @ k.transpose(-1, -2) / 8 ** 0.5, q, k)
    assert torch.allclose(scores.softmax(-1), theirs, atol=1e-6)


def test_the_callback_records_a_fine_tuning():
    from sextant.torch import PositionsCallback
    model = hf.BertForSequenceClassification(hf.BertConfig(**worded, max_position_embeddings=24))
    batch = batch_of("bert", 32)
    rows = [{"input_ids": ids, "labels": int(ids[0] > 25)} for ids in batch["input_ids"]]
    with tempfile.TemporaryDirectory() as directory:
        callback = PositionsCallback(probes={"input_ids": batch["input_ids"][:4]}, directory=directory + "/record",
                                     ids=batch["input_ids"].tolist() if len(sys.argv) > 1 else None)
        arguments = hf.TrainingArguments(directory, max_steps=6, per_device_train_batch_size=8, learning_rate=1e-3,
                                         report_to=[], logging_steps=2, use_cpu=True, disable_tqdm=True, save_strategy="no")
        logged = []

        class Listener(hf.TrainerCallback):
            def on_log(self, args, state, control, logs=None, **_):
                logged.extend(logs)

        trainer = hf.Trainer(model, arguments, train_dataset=rows, callbacks=[callback, Listener()])
        trainer.train()
        assert [one.step for one in callback.records] == [0, 1, 2, 4, 6]
        travel = [one.readings["travel_all"] for one in callback.records]
        assert travel[0] == 0 and travel[1] < travel[-1] and callback.records[-1].readings["kernel_drift"] > 0
        assert len((pathlib.Path(directory) / "record" / "records.jsonl").read_text().splitlines()) == 5
        assert "sextant/travel_all" in logged
        if len(sys.argv) > 1:
            assert all(0 <= next(iter(one.stress.values())) for one in callback.records)


def test_the_program_initialises_as_declared():
    if len(sys.argv) < 2:
        return
    for name, make in MODELS.items():
        with tempfile.TemporaryDirectory() as directory:
            model = make()
            model.save_pretrained(directory + "/model", max_shard_size="40KB")
            out = directory + "/started"
            subprocess.run([sys.argv[1], "init", directory + "/model", "--gamma", "0.8", "--sigma", "0.05", "--role",
                            "query=1", "--out", out], check=True, capture_output=True)
            loaded = type(model).from_pretrained(out)
            audit(loaded, gamma=0.8, sigma=0.05, by_role={"query": 1.0}).require()


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    if len(sys.argv) > 1:
        os.environ["SEXTANT_PROGRAM"] = sys.argv[1]
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"passed {name}", flush=True)
