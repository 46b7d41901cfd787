"""Trained models, run on Sextant's engine: outputs and every activation by name."""

import numpy

from sextant.laboratory.arrays import as_array

# The short names of activations inside a block, and TransformerLens's names beside ours.
_SHORT = {
    "query": "attention.query", "key": "attention.key", "value": "attention.value", "scores": "attention.scores",
    "pattern": "attention.pattern", "mixed": "attention.mixed", "attention_output": "attention.output",
    "residual_middle": "residual_middle", "hidden": "feed_forward.hidden", "feed_forward_output": "feed_forward.output",
    "residual": "residual",
}
_LENS = {
    "attn.hook_q": "attention.query", "attn.hook_k": "attention.key", "attn.hook_v": "attention.value",
    "attn.hook_attn_scores": "attention.scores", "attn.hook_pattern": "attention.pattern",
    "attn.hook_z": "attention.mixed", "hook_attn_out": "attention.output", "hook_resid_mid": "residual_middle",
    "mlp.hook_post": "feed_forward.hidden", "hook_mlp_out": "feed_forward.output", "hook_resid_post": "residual",
}
_PER_HEAD = ("attention.query", "attention.key", "attention.value", "attention.mixed")


class ActivationCache(dict):
    """Activations by the name of their tap: cache["blocks.1.attention.pattern"], cache["pattern", 1], or TransformerLens's
    cache["blocks.1.attn.hook_pattern"], whose queries, keys, values and mixtures are split by head. Patterns and scores
    are (samples, heads, queries, keys), everything else is (samples, tokens, width)."""

    def __init__(self, activations, heads, key_value_heads=None):
        super().__init__(activations)
        self.heads = heads
        self.key_value_heads = key_value_heads or heads

    def __missing__(self, name):
        if isinstance(name, tuple):
            short, block = name
            if short in _SHORT:
                return super().__getitem__(f"blocks.{block}.{_SHORT[short]}")
            return self[f"blocks.{block}.attn.hook_{short}"] if f"attn.hook_{short}" in _LENS else self._none(name)
        parts = str(name).split(".", 2)
        if len(parts) == 3 and parts[0] == "blocks" and parts[2] in _LENS:
            ours = _LENS[parts[2]]
            array = super().__getitem__(f"blocks.{parts[1]}.{ours}")
            if ours in _PER_HEAD:
                shared = ours in ("attention.key", "attention.value")
                return array.reshape(*array.shape[:2], self.key_value_heads if shared else self.heads, -1)
            return array
        if name == "hook_embed":
            return self["token_embeddings"]
        if name == "hook_pos_embed":  # what was added to the tokens
            return self["embeddings"] - self["token_embeddings"]
        if len(parts) == 3 and parts[2] == "hook_resid_pre":
            before = int(parts[1]) - 1
            return self["embeddings"] if before < 0 else self[f"blocks.{before}.residual"]
        return self._none(name)

    def _none(self, name):
        import difflib
        near = difflib.get_close_matches(str(name), [str(one) for one in self], n=1)
        raise KeyError(f"no activation {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))


class Model:
    """A trained model: that of a run (`Run.model()`), or of a checkpoint (`sextant.open("model.safetensors")`)."""

    def __init__(self, core):
        self._core = core
        facts = core.facts()
        self.layout = facts["layout"]
        self.precision = facts["precision"]
        self.length = facts["length"]
        self.input = facts["input"]
        self.features = facts["features"]
        self.readout = facts["readout"]
        self.outputs = facts["outputs"]
        self.options = facts["model"]
        self.tensors = {one["name"]: (one["rows"], one["columns"]) for one in facts["tensors"]}

    def __repr__(self):
        return (f"Model(layout={self.layout!r}, depth={self.options['depth']}, width={self.options['width']}, "
                f"heads={self.options['heads']}, length={self.length})")

    def __call__(self, tokens, masked=None):
        """The outputs (logits) alone."""
        return self._answer(tokens, masked, None, False)[0]

    def run_with_cache(self, tokens, masked=None, names=None):
        """Outputs, and an ActivationCache.

        tokens: ids (samples, length) or one sample (length); for models of numbers, values (samples, length, features).
        masked: (samples, length), true where a token is replaced by the mask vector.
        names: keep only these activations.
        """
        return self._answer(tokens, masked, names, True)

    def weight(self, name):
        """The values (rows, columns) of a tensor; `tensors` has all names with their shapes."""
        return self._core.weight(name)

    def positions(self, block=0):
        """The vectors (tokens, width) or distances (tokens, tokens) of the encoding that serves a block."""
        return self._core.positions(block)["values"]

    def _answer(self, tokens, masked, names, activations):
        ids, values = self._inputs(tokens)
        samples, length = (ids if ids is not None else values).shape[:2]
        if masked is not None:
            masked = numpy.ascontiguousarray(numpy.atleast_2d(masked), dtype=numpy.uint8)
            if masked.shape != (samples, length):
                raise ValueError(f"masked: expected shape {(samples, length)}, not {masked.shape}")
        outputs, kept = self._core.answer(ids, values, masked, None if names is None else list(names), activations)
        if self.readout == "every":
            outputs = outputs.reshape(samples, -1, outputs.shape[1])
        heads = self.options["heads"]
        return outputs, ActivationCache({name: _unfold(name, array, samples, heads) for name, array in kept.items()},
                                        heads, self.options.get("key_value_heads"))

    def _inputs(self, tokens):
        array = as_array(tokens, "model")
        if self.input == "values":
            if array.dtype.kind not in "fiu":
                raise ValueError(f"model: expected real numbers, not {array.dtype}")
            array = array[None] if array.ndim == 2 else array
            if array.ndim != 3 or array.shape[2] != self.features:
                raise ValueError(f"model: expected values (samples, length, {self.features}), not shape {array.shape}")
            return None, numpy.ascontiguousarray(array, dtype=numpy.float64)
        if array.dtype.kind not in "iu":
            raise ValueError(f"model: expected whole numbers as token ids, not {array.dtype}")
        array = array[None] if array.ndim == 1 else array
        if array.ndim != 2:
            raise ValueError(f"model: expected token ids (samples, length), not shape {array.shape}")
        if array.size and (array.max() > 2**31 - 1 or array.min() < -1):
            raise ValueError(f"model: token {array.max() if array.max() > 2**31 - 1 else array.min()} is outside the "
                             f"vocabulary of {self.features}")
        return numpy.ascontiguousarray(array, dtype=numpy.int32), None


def _unfold(name, array, samples, heads):
    """From rows of all samples to an axis of samples; patterns and scores to one of heads too."""
    if name.endswith((".scores", ".pattern")):
        return array.reshape(samples, heads, -1, array.shape[1])
    if array.shape[0] % samples == 0:
        return array.reshape(samples, -1, array.shape[1])
    return array
