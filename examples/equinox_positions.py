#!/usr/bin/env python3
"""The same in Equinox: attention with a positional encoding of Sextant, trained to tell in which order two tokens stand.

Usage: equinox_positions.py [ENCODING] [GAMMA]      for instance: equinox_positions.py rotary 0.5
"""
import sys

import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from sextant.jax import Encoding, initializers, make

LENGTH, WIDTH, HEADS = 10, 32, 4


def draw(key, shape, gamma):
    return initializers.fan_in_power(gamma, in_axis=-1, out_axis=-2)(key, shape)  # Equinox keeps (outputs, inputs)


class Attention(eqx.Module):
    token: jax.Array
    position: dict
    qkv: jax.Array
    out: jax.Array
    head: jax.Array
    encoding: Encoding = eqx.field(static=True)

    def __init__(self, kind, gamma, key):
        keys = jax.random.split(key, 5)
        self.encoding = make(kind, LENGTH, width=WIDTH, heads=HEADS, head_width=WIDTH // HEADS)
        self.position = self.encoding.init(keys[0])
        self.token = draw(keys[1], (12, WIDTH), gamma)
        self.qkv = draw(keys[2], (3 * WIDTH, WIDTH), gamma)
        self.out = draw(keys[3], (WIDTH, WIDTH), gamma)
        self.head = draw(keys[4], (2, WIDTH), gamma)

    def __call__(self, tokens):  # (length,) -> (2,); batches by vmap
        x = self.token[tokens]
        if self.encoding.embeddings:
            x = x + self.encoding.embeddings(self.position)
        q, k, v = jnp.split((x @ self.qkv.T).reshape(LENGTH, HEADS, -1).swapaxes(0, 1), 3, -1)
        if self.encoding.rotate:
            q, k = self.encoding.rotate(self.position, q), self.encoding.rotate(self.position, k)
        scores = q @ k.swapaxes(-1, -2) / (WIDTH // HEADS) ** 0.5
        if self.encoding.bias:
            scores = scores + self.encoding.bias(self.position, q)
        mixed = (jax.nn.softmax(scores) @ v).swapaxes(0, 1).reshape(LENGTH, WIDTH)
        x = x + jax.nn.gelu(mixed @ self.out.T)
        return self.head @ x.mean(0)


def sample(key, count):
    """Tokens 0 and 1 once each among others; the label says whether 0 comes first."""
    first, second, fill = jax.random.split(key, 3)
    tokens = jax.random.randint(fill, (count, LENGTH), 2, 12)
    one = jax.random.randint(first, (count,), 0, LENGTH)
    other = (one + jax.random.randint(second, (count,), 1, LENGTH)) % LENGTH
    rows = jnp.arange(count)
    return tokens.at[rows, one].set(0).at[rows, other].set(1), (one < other).astype(int)


@eqx.filter_jit
def train_step(model, state, optimizer, tokens, labels):
    def loss(model):
        return optax.softmax_cross_entropy_with_integer_labels(jax.vmap(model)(tokens), labels).mean()

    value, slopes = eqx.filter_value_and_grad(loss)(model)
    updates, state = optimizer.update(slopes, state)
    return eqx.apply_updates(model, updates), state, value


def main(kind="rotary", gamma="0.5", steps=800):
    model = Attention(kind, float(gamma), jax.random.PRNGKey(0))
    optimizer = optax.adam(3e-3)
    state = optimizer.init(eqx.filter(model, eqx.is_array))
    for step in range(steps):
        model, state, loss = train_step(model, state, optimizer, *sample(jax.random.PRNGKey(step + 1), 256))
    tokens, labels = sample(jax.random.PRNGKey(0), 2000)
    accuracy = (jax.vmap(model)(tokens).argmax(-1) == labels).mean()
    print(f"{kind}, gamma {gamma}: loss {loss:.3f}, accuracy {accuracy:.3f} after {steps} steps")
    return float(accuracy)


if __name__ == "__main__":
    main(*sys.argv[1:3])
