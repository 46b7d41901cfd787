"""The benchmark cases in JAX, the same arithmetic as pytorch_networks.py: one fused projection for queries, keys and
values, a whole training step compiled as one program with its state donated."""
import math

import jax
import jax.numpy as jnp
import numpy

STEPS, SEEDS = 8, 4  # of `scan` and of `vmap` in one call


def draw(random, outputs, inputs, bias=True):
    weight = (random.randn(inputs, outputs) / math.sqrt(inputs)).astype("float32")
    return {"w": weight, "b": numpy.zeros(outputs, "float32")} if bias else {"w": weight}


def make_values(case, seed):
    random = numpy.random.RandomState(seed)
    inner, norm = case.heads * case.head_width(), lambda: {"gain": numpy.ones(case.width, "float32"),
                                                           "bias": numpy.zeros(case.width, "float32")}
    token = draw(random, case.width, case.features, case.kind != "tokens")
    return {"token": token, "readout": draw(random, case.outputs, case.width),
            "tables": [0.1 * random.randn(case.length, case.width).astype("float32")
                       for _ in range(case.depth if case.every_block else 1)],
            "blocks": [{"project": draw(random, 3 * inner, case.width, case.bias),
                        "output": draw(random, case.width, inner, case.bias),
                        "widen": draw(random, case.feed_forward, case.width, case.bias),
                        "narrow": draw(random, case.width, case.feed_forward, case.bias),
                        "norm1": norm(), "norm2": norm()} for _ in range(case.depth)]}


def apply(p, x):
    return x @ p["w"] + p["b"] if "b" in p else x @ p["w"]


def normalise(p, x):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * p["gain"] + p["bias"]


def attend(case, p, x, attention):
    samples = x.shape[0]
    q, k, v = (part.reshape(samples, case.length, case.heads, -1) for part in jnp.split(apply(p["project"], x), 3, -1))
    if attention == "fused":
        mixed = jax.nn.dot_product_attention(q, k, v, is_causal=case.causal)
    else:
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * case.head_width() ** -0.5
        if case.causal:
            scores = jnp.where(jnp.tril(jnp.ones((case.length, case.length), bool)), scores, -jnp.inf)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    return apply(p["output"], mixed.reshape(samples, case.length, -1))


def measure_loss(case, attention, values, batch):
    activation = jax.nn.relu if case.activation == "relu" else lambda x: jax.nn.gelu(x, approximate=False)
    x = values["token"]["w"][batch["input"]] if case.kind == "tokens" else apply(values["token"], batch["input"])
    x = x + values["tables"][0]
    for n, p in enumerate(values["blocks"]):
        if n > 0 and case.every_block:
            x = x + values["tables"][n]
        h = normalise(p["norm1"], x + attend(case, p, x, attention))
        out = apply(p["narrow"], activation(apply(p["widen"], h)))
        x = normalise(p["norm2"], h + (activation(out) if case.second_activation else out))
    if case.kind == "values":
        read = jnp.take_along_axis(x, batch["rows"][..., None], 1)
        return jnp.square(apply(values["readout"], read) - batch["targets"]).mean()
    scores = jax.nn.log_softmax(apply(values["readout"], x[:, -1]))
    return -jnp.take_along_axis(scores, batch["labels"][:, None], 1).mean()


def make_train(case, attention):
    """(state, batch) -> (state, loss): forward, backward, clipping where the case has it, Adam or AdamW."""
    decay = case.decay if case.optimizer == "AdamW" else 0.0

    def train(state, batch):
        values, first, second, count = state
        loss, gradient = jax.value_and_grad(lambda v: measure_loss(case, attention, v, batch))(values)
        if case.clip:
            norm = jnp.sqrt(sum(jnp.square(g).sum() for g in jax.tree.leaves(gradient)))
            gradient = jax.tree.map(lambda g: g * jnp.minimum(1.0, case.clip / (norm + 1e-6)), gradient)
        count = count + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        move = lambda p, m, v: p - case.rate * (
            m / (1 - 0.9**count) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8) + decay * p)
        return (jax.tree.map(move, values, first, second), first, second, count), loss

    return train


def make_batches(case, count):
    random, batches = numpy.random.RandomState(1), []
    for _ in range(count):
        if case.kind == "values":
            values = random.randn(case.batch, case.length, 1).astype("float32")
            rows = numpy.sort(random.rand(case.batch, case.length).argsort(1)[:, : case.length // 2], 1)
            given = values.copy()
            numpy.put_along_axis(given, rows[..., None], 0.0, 1)
            batches.append({"input": given, "rows": rows, "targets": numpy.take_along_axis(values, rows[..., None], 1)})
            continue
        symbols = case.features + (1 if case.kind == "one_hot" else 0)
        ids = random.randint(symbols, size=(case.batch, case.length))
        given = numpy.eye(symbols, dtype="float32")[ids][..., 1:] if case.kind == "one_hot" else ids
        batches.append({"input": given, "labels": random.randint(case.outputs, size=case.batch)})
    return [jax.tree.map(jnp.asarray, batch) for batch in batches]


def make_step(case, run, attention):
    """A function of a batch that trains, its batches, and the training samples of one call."""
    train, batches = make_train(case, attention), make_batches(case, STEPS)
    stack = lambda trees: jax.tree.map(lambda *leaves: jnp.stack(leaves), *trees)
    start = lambda seed: (lambda v: (v, jax.tree.map(jnp.zeros_like, v), jax.tree.map(jnp.zeros_like, v),
                                     jnp.float32(0)))(jax.tree.map(jnp.asarray, make_values(case, seed)))
    held, samples = {"state": start(1)}, case.batch
    if run == "scan":
        batches, samples = [stack(batches)], STEPS * case.batch
        compiled = jax.jit(lambda state, many: jax.lax.scan(train, state, many), donate_argnums=0)
    elif run == "vmap":
        held["state"], samples = stack([start(seed) for seed in range(SEEDS)]), SEEDS * case.batch
        compiled = jax.jit(jax.vmap(train, in_axes=(0, None)), donate_argnums=0)
    else:
        compiled = jax.jit(train, donate_argnums=0)

    def step(batch):
        held["state"], loss = compiled(held["state"], batch)
        loss.block_until_ready()

    return step, batches, samples
