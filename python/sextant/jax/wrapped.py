"""Wrappers that take any encoding of `make`, as the options of [position] do in the engine; one that was dropped (DroPE)
is `make("none", n)` with the parameters of the rest.

    places = draw_places(key, 20, 256)                               # for a batch of 20 tokens
    encoding = randomised(make("t5_bias", 256, heads=8), places, 256)
"""
import jax
import jax.numpy as jnp


def scaled(encoding, norm):
    """Every vector that is added to the embeddings has this Euclidean norm; vectors of zeros (CLS) stay so."""
    if encoding.embeddings is None:
        raise ValueError(f"{encoding.kind}: adds no vectors to the embeddings, so there is no norm to set")

    def embeddings(params):
        table = encoding.embeddings(params)
        square = jnp.sum(table * table, axis=-1, keepdims=True)
        return jnp.where(square > 0, norm * table / jnp.sqrt(jnp.where(square > 0, square, 1)), 0)

    return encoding._replace(embeddings=embeddings)


def draw_places(key, length, limit):
    """A sorted random subset of 0..limit-1 (Ruoss et al., arXiv 2305.16843)."""
    return jnp.sort(jax.random.permutation(key, limit)[:length])


def randomised(encoding, places, limit):
    """An encoding made for `limit` tokens, of tokens numbered by `places` instead of 0, 1, 2, ..."""
    if encoding.kind in ("none", "cope", "forget"):
        raise ValueError(f"{encoding.kind}: does not number its tokens, so there are no numbers to draw")

    def spread(x):
        return None if x is None else jnp.zeros((*x.shape[:-2], limit, x.shape[-1]), x.dtype).at[..., places, :].set(x)

    def pick(wide):
        return wide[..., places[:, None], places]

    def transform_scores(params, scores, queries=None, keys=None, inputs=None, scale=None):
        wide = jnp.zeros((*scores.shape[:-2], limit, limit), scores.dtype)
        wide = wide.at[..., places[:, None], places].set(scores)
        return pick(encoding.transform_scores(params, wide, spread(queries), spread(keys), spread(inputs), scale))

    return encoding._replace(
        embeddings=encoding.embeddings and (lambda params: encoding.embeddings(params)[places]),
        rotate=encoding.rotate and (lambda params, x: encoding.rotate(params, spread(x))[..., places, :]),
        bias=encoding.bias and (lambda params, queries=None, scale=None: pick(
            encoding.bias(params, spread(queries), scale))),
        transform_scores=encoding.transform_scores and transform_scores)
