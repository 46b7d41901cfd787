"""The goldens by name: a configuration as the engine reads it, and the PyTorch network it describes."""
import encodings_of_positions as positions
from papers import BertNetwork, GptNetwork, ItoNetwork, VitNetwork, ZhangNetwork
from plain import PlainNetwork

CASES = {}


def tokens(length, vocabulary, readout, outputs):
    return {"length": length, "input": "tokens", "features": vocabulary, "readout": readout, "outputs": outputs,
            "loss": "cross_entropy"}


def cells(length):
    return {"length": length, "input": "one_hot", "features": 5, "readout": "last", "outputs": 4, "loss": "cross_entropy"}


def numbers(length, features, readout, outputs):
    return {"length": length, "input": "values", "features": features, "readout": readout, "outputs": outputs,
            "loss": "squared_error"}


def add_paper(name, make_network, **configuration):
    CASES[name] = (configuration, make_network)


def add_plain(name, make_encoding, **configuration):
    """A plain network; `make_encoding(place)` is called once, or once for each block."""
    model, shape, position = configuration["model"], configuration["shape"], configuration["position"]
    heads = model.get("heads", 1)
    arrangement = position.get("arrangement", "index")
    extents = [int(e) for e in arrangement[5:].split("x")] if arrangement.startswith("grid:") else [shape["length"]]
    place = {"length": shape["length"], "width": model["width"], "heads": heads, "causal": model.get("causal", False),
             "head_width": model.get("key_width", model["width"] // heads), "extents": extents}

    def make_network():
        if position["at"] == "every" and not position.get("shared", False):
            encodings = {f"blocks.{n}.position": make_encoding(place) for n in range(model["depth"])}
            placed = list(encodings.values())
        else:
            encodings = {"position": make_encoding(place)}
            everywhere = position["at"] == "every"
            placed = [encodings["position"] if n == 0 or everywhere else None for n in range(model["depth"])]
        return PlainNetwork(model, shape, encodings, placed, extents)

    CASES[name] = (configuration, make_network)


ADAMW = {"kind": "adamw", "learning_rate": 1e-3, "weight_decay": 0.01}
ADAM = {"kind": "adam", "learning_rate": 1e-3}
SGD = {"kind": "sgd", "learning_rate": 0.02, "momentum": 0.9}
NO_ATTENTION_BIAS = {"query_bias": False, "key_bias": False, "value_bias": False, "attention_output_bias": False}
ITO_MODEL = {"width": 8, "depth": 1, "feed_forward": 16, "activation": "gelu", "second_activation": True}
SMALL_MODEL = {"width": 6, "depth": 1, "heads": 2, "feed_forward": 10}
DECODER = {**SMALL_MODEL, "causal": True, "norm_place": "pre", "final_norm": True}

# The papers' networks.
add_paper(
    "ito", lambda: ItoNetwork(8, 2, 16, 6, 5, 4), shape=cells(6), model={**ITO_MODEL, "depth": 2},
    position={"kind": "learned", "at": "every"},
    optimizer={"kind": "adamw", "learning_rate": 1e-4, "weight_decay": 0.0},
)
add_paper(
    "zhang", lambda: ZhangNetwork(12, 2, 5, 16, 6, 11), shape=tokens(6, 11, "last", 11),
    model={"width": 12, "depth": 2, "key_width": 5, "value_width": 5, "feed_forward": 16, "causal": True,
           "activation": "relu", "feed_forward_bias": False, **NO_ATTENTION_BIAS},
    position={"kind": "learned", "at": "first"},
    optimizer={"kind": "adamw", "learning_rate": 1e-4, "weight_decay": 0.01},
    schedule={"kind": "warmup_cosine", "multiplier": 25.0, "warmup": 3}, train={"clip": 1.0},
)
add_paper(
    "gpt2", lambda: GptNetwork(8, 2, 2, 16, 5, 7), shape=tokens(5, 7, "every", 7),
    model={"width": 8, "depth": 2, "heads": 2, "feed_forward": 16, "causal": True, "norm_place": "pre",
           "activation": "gelu_tanh", "final_norm": True, "tied": True, "readout_bias": False},
    position={"kind": "learned", "at": "first"}, optimizer={**ADAM, "weight_decay": 0.1},
)
add_paper(
    "bert_cls", lambda: BertNetwork(8, 2, 2, 16, 5, 3, vocabulary=7), shape=tokens(5, 7, "cls", 3),
    model={"width": 8, "depth": 2, "heads": 2, "feed_forward": 16, "embedding_norm": True, "cls": True},
    position={"kind": "learned", "at": "first"}, optimizer=ADAMW,
)
add_paper(
    "bert_masked_values", lambda: BertNetwork(8, 2, 2, 16, 6, 2, features=2), shape=numbers(6, 2, "masked", 2),
    model={"width": 8, "depth": 2, "heads": 2, "feed_forward": 16, "embedding_norm": True, "mask_vector": True},
    position={"kind": "learned", "at": "first"}, optimizer=SGD,
)

for readout in ("cls", "pooled"):  # colour images of 4 x 6 pixels in patches of 2 x 2
    add_paper(
        f"vit_{readout}", lambda cls=readout == "cls": VitNetwork(8, 2, 2, 16, (3, 4, 6), 2, 3, cls),
        shape={**numbers(6, 12, readout, 3), "loss": "cross_entropy"},
        model={"width": 8, "depth": 2, "heads": 2, "feed_forward": 16, "norm_place": "pre", "norm_epsilon": 1e-6,
               "final_norm": True, "cls": readout == "cls"},
        position={"kind": "learned", "at": "first"}, optimizer=ADAMW,
    )

# Ito's baselines: the same network with other positions.
add_plain(
    "ito_sinusoidal", positions.Sinusoidal, shape=cells(6), model=ITO_MODEL,
    position={"kind": "sinusoidal", "at": "every"}, optimizer=ADAMW,
)
add_plain(
    "ito_grid", positions.Grid, shape=cells(6), model=ITO_MODEL,
    position={"kind": "grid", "at": "every", "arrangement": "grid:2x3"}, optimizer=ADAMW,
)
add_plain(
    "ito_random", positions.Frozen, shape=cells(6), model=ITO_MODEL,
    position={"kind": "random", "at": "every"}, optimizer=ADAMW,
)
add_plain(
    "ito_rotary", lambda place: positions.Rotary(place, "interleaved"), shape=cells(6),
    model={**ITO_MODEL, **NO_ATTENTION_BIAS},
    position={"kind": "rotary", "at": "every", "pairing": "interleaved"}, optimizer=ADAMW,
)
add_plain(
    "ito_relative", lambda place: positions.Relative(place, 0), shape=cells(6),
    model={**ITO_MODEL, "causal": True, "attention_output": False},
    position={"kind": "relative", "at": "every"}, optimizer=ADAMW,
)
add_plain(
    "ito_causal_none", positions.Nothing, shape=cells(6),
    model={**ITO_MODEL, **NO_ATTENTION_BIAS, "causal": True, "attention_scale": 2.5},
    position={"kind": "none", "at": "every"}, optimizer=ADAMW,
)

# Each other encoding, with the rarer options of the model.
add_plain(
    "rotary_half", lambda place: positions.Rotary(place, "half"), shape=tokens(5, 7, "every", 4),
    model={**DECODER, "norm": "rms", "key_width": 4, "value_width": 5, "activation": "relu"},
    position={"kind": "rotary", "at": "every", "pairing": "half"}, optimizer=ADAM,
)
add_plain(
    "rotary_grid", lambda place: positions.Rotary(place, "interleaved"), shape=tokens(6, 7, "pooled", 3),
    model={**SMALL_MODEL, "norm": "rms", "key_width": 4},
    position={"kind": "rotary", "at": "every", "arrangement": "grid:2x3", "pairing": "interleaved"}, optimizer=SGD,
)
add_plain(
    "relative_clipped", lambda place: positions.Relative(place, 2), shape=tokens(6, 7, "last", 4),
    model={**SMALL_MODEL, "key_width": 3, "depth": 2}, position={"kind": "relative", "at": "every", "shared": True, "clip": 2},
    optimizer=ADAM,
)
add_plain(
    "t5_causal", lambda place: positions.T5Bias(place, 4, 6), shape=tokens(6, 7, "last", 4),
    model={**DECODER, "norm": "rms", "depth": 2, "attention_scale": 1.0, "feed_forward_bias": False, **NO_ATTENTION_BIAS},
    position={"kind": "t5_bias", "at": "every", "shared": True, "buckets": 4, "max_distance": 6}, optimizer=ADAM,
)
add_plain(
    "t5_bidirectional", lambda place: positions.T5Bias(place, 8, 5), shape=tokens(6, 7, "pooled", 4),
    model=SMALL_MODEL, position={"kind": "t5_bias", "at": "every", "buckets": 8, "max_distance": 5}, optimizer=ADAM,
)
add_plain(
    "alibi_causal", positions.Alibi, shape=tokens(5, 7, "every", 7), model={**DECODER, "readout_bias": False},
    position={"kind": "alibi", "at": "every"}, optimizer=ADAM, train={"clip": 0.5},
)
add_plain(
    "alibi_grid", positions.Alibi, shape=numbers(6, 2, "pooled", 3), model={**SMALL_MODEL, "norm": "none", "token_bias": False},
    position={"kind": "alibi", "at": "every", "arrangement": "grid:2x3"}, optimizer=SGD,
)
add_plain(
    "low_rank", lambda place: positions.LowRank(place, 2), shape=numbers(5, 2, "masked", 2),
    model={**SMALL_MODEL, "norm_place": "pre", "norm": "rms", "key_bias": False},
    position={"kind": "low_rank", "at": "first", "rank": 2}, optimizer=ADAM,
)
add_plain(
    "laplacian", lambda place: positions.Laplacian(place, 3), shape=tokens(6, 7, "masked", 7), model=SMALL_MODEL,
    position={"kind": "laplacian", "at": "first", "arrangement": "grid:2x3", "count": 3}, optimizer=ADAMW,
)
add_plain(
    "learned_shared", positions.Learned, shape=tokens(5, 7, "last", 4), model={**DECODER, "depth": 2},
    position={"kind": "learned", "at": "every", "shared": True}, optimizer=ADAMW,
)
add_plain(
    "fire_causal", lambda place: positions.Fire(place, 8, 20.3), shape=tokens(6, 7, "every", 4), model=DECODER,
    position={"kind": "fire", "at": "every", "hidden": 8, "threshold": 20.3}, optimizer=ADAM,
)
add_plain(
    "fire_bidirectional", lambda place: positions.Fire(place, 8, 20.3), shape=tokens(6, 7, "pooled", 4),
    model=SMALL_MODEL, position={"kind": "fire", "at": "every", "hidden": 8, "threshold": 20.3}, optimizer=SGD,
)
add_plain(  # the table is read from the golden itself
    "fixed_table", positions.Frozen, shape=numbers(5, 2, "every", 2), model={**SMALL_MODEL, "value_bias": False},
    position={"kind": "fixed_table", "at": "first", "file": "fixed_table.safetensors#p.position.table"}, optimizer=ADAM,
)

# Mixers other than attention, feed-forward networks other than dense, samples of different lengths.
LEARNED = {"position": {"kind": "learned", "at": "first"}, "optimizer": ADAM}


def add_mixer(name, shape, **model):
    add_plain(name, positions.Learned, shape=shape, model={**SMALL_MODEL, "heads": 2, **model}, **LEARNED)


def ragged(shape):
    return {**shape, "ragged": True}


add_mixer("gru_causal", tokens(5, 7, "last", 4), mixer="gru", causal=True, depth=2)
add_mixer("gru_both", tokens(5, 7, "pooled", 4), mixer="gru", gru_hidden=4, norm_place="pre")
add_mixer("gru_ragged", ragged(tokens(6, 7, "every", 4)), mixer="gru", depth=2)
add_mixer("state_space_linear", tokens(6, 7, "every", 4), mixer="state_space", states=3, causal=True)
add_mixer("state_space_real", tokens(6, 7, "last", 4), mixer="state_space", states=3, state_start="real", norm_place="pre")
add_mixer("selective", tokens(6, 7, "every", 4), mixer="selective", selective_states=3, causal=True, norm="rms")
add_mixer("selective_no_convolution", ragged(tokens(5, 7, "last", 4)), mixer="selective", selective_states=2,
          short_convolution=0, expand=1)
add_mixer("convolution_zero", tokens(6, 7, "last", 4), mixer="convolution", kernel=4, causal=True)
add_mixer("convolution_circular", tokens(6, 7, "pooled", 4), mixer="convolution", padding="circular", depth=2)
add_mixer("token_mixing", tokens(5, 7, "pooled", 4), mixer="token_mixing", token_hidden=4, norm_place="pre")
add_mixer("gated_silu", tokens(5, 7, "last", 4), feed_forward_kind="gated", norm="rms", norm_place="pre", depth=2)
add_mixer("gated_gelu", tokens(5, 7, "every", 4), feed_forward_kind="gated", gate="gelu")
add_plain("experts", positions.Learned, shape=tokens(6, 7, "every", 4), train={"gradient_shards": 1}, **LEARNED,
          model={**SMALL_MODEL, "feed_forward_kind": "experts", "experts": 4, "experts_chosen": 2, "balance": 0.3})
add_mixer("ragged_attention", ragged(tokens(6, 7, "every", 4)), depth=2)
add_mixer("ragged_attention_pooled", ragged(tokens(6, 7, "pooled", 4)), causal=True)
add_mixer("window", tokens(7, 7, "every", 4), window=2, depth=2)

# Attention with fewer heads of keys, along the edges of a graph, and by latents.
add_mixer("grouped_queries", tokens(5, 7, "every", 4), heads=4, width=8, key_value_heads=2, causal=True, depth=2)
add_plain("multi_query", lambda place: positions.Rotary(place, "half"), shape=ragged(tokens(6, 7, "last", 4)),
          model={**SMALL_MODEL, "width": 12, "heads": 3, "key_value_heads": 1, "norm_place": "pre"},
          position={"kind": "rotary", "at": "every", "pairing": "half"}, optimizer=ADAM)
add_plain("neighbours", positions.Learned, shape=tokens(6, 7, "every", 4), optimizer=ADAM,
          model={**SMALL_MODEL, "depth": 2, "neighbours": True},
          position={"kind": "learned", "at": "first", "arrangement": "grid:2x3"})
add_mixer("latents", tokens(5, 7, "pooled", 4), latents=3, depth=2)
add_mixer("latents_ragged", ragged(tokens(6, 7, "last", 4)), latents=2, depth=2, norm_place="pre")
