#!/usr/bin/env python3
"""A small Flax (nnx) transformer that sorts digits, with any positional encoding of Sextant and fan_in^-gamma weights.

Usage: flax_positions.py [ENCODING] [GAMMA]      for instance: flax_positions.py t5_bias 0.6
"""
import sys

import jax
import jax.numpy as jnp
import optax
from flax import nnx

from sextant.jax import initializers, make

LENGTH, WIDTH, HEADS, TOKENS = 8, 32, 4, 10


class Block(nnx.Module):
    def __init__(self, kind, gamma, rngs):
        init = initializers.fan_in_power(gamma)
        self.encoding = make(kind, LENGTH, width=WIDTH, heads=HEADS, head_width=WIDTH // HEADS)
        # nnx.Param of a dict: the parameters of the encoding train with the model.
        self.position = nnx.Param(self.encoding.init(rngs.params()))
        self.norm = nnx.LayerNorm(WIDTH, rngs=rngs)
        self.qkv = nnx.Linear(WIDTH, 3 * WIDTH, kernel_init=init, rngs=rngs)
        self.out = nnx.Linear(WIDTH, WIDTH, kernel_init=init, rngs=rngs)
        self.up = nnx.Linear(WIDTH, 4 * WIDTH, kernel_init=init, rngs=rngs)
        self.down = nnx.Linear(4 * WIDTH, WIDTH, kernel_init=init, rngs=rngs)

    def __call__(self, x):  # (batch, length, width)
        params = self.position.get_value()
        if self.encoding.embeddings:
            x = x + self.encoding.embeddings(params)
        q, k, v = jnp.split(self.qkv(self.norm(x)).reshape(x.shape[:2] + (HEADS, -1)).swapaxes(1, 2), 3, -1)
        if self.encoding.rotate:
            q, k = self.encoding.rotate(params, q), self.encoding.rotate(params, k)
        scores = q @ k.swapaxes(-1, -2) / (WIDTH // HEADS) ** 0.5
        if self.encoding.bias:
            scores = scores + self.encoding.bias(params, q)
        mixed = (jax.nn.softmax(scores) @ v).swapaxes(1, 2).reshape(x.shape)
        x = x + self.out(mixed)
        return x + self.down(nnx.gelu(self.up(x)))


class Sorter(nnx.Module):
    def __init__(self, kind, gamma, rngs):
        embed = initializers.fan_in_power(gamma, in_axis=-1, out_axis=-2)  # fan-in of an embedding: the width
        self.token = nnx.Embed(TOKENS, WIDTH, embedding_init=embed, rngs=rngs)
        self.first, self.second = Block(kind, gamma, rngs), Block("none", gamma, rngs)
        self.head = nnx.Linear(WIDTH, TOKENS, kernel_init=initializers.fan_in_power(gamma), rngs=rngs)

    def __call__(self, tokens):
        return self.head(self.second(self.first(self.token(tokens))))


@nnx.jit
def train_step(model, optimizer, tokens):
    def loss(model):
        return optax.softmax_cross_entropy_with_integer_labels(model(tokens), jnp.sort(tokens, -1)).mean()

    value, slopes = nnx.value_and_grad(loss)(model)
    optimizer.update(model, slopes)
    return value


def main(kind="t5_bias", gamma="0.5", steps=600):
    model = Sorter(kind, float(gamma), nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(3e-3), wrt=nnx.Param)
    key = jax.random.PRNGKey(1)
    for step in range(steps):
        loss = train_step(model, optimizer, jax.random.randint(jax.random.fold_in(key, step), (128, LENGTH), 0, TOKENS))
    tokens = jax.random.randint(jax.random.PRNGKey(2), (512, LENGTH), 0, TOKENS)
    accuracy = (model(tokens).argmax(-1) == jnp.sort(tokens, -1)).mean()
    print(f"{kind}, gamma {gamma}: loss {loss:.3f}, accuracy {accuracy:.3f} after {steps} steps")
    return float(accuracy)


if __name__ == "__main__":
    main(*sys.argv[1:3])
