"""positions_of: what each layer knows of positions, as the mean hidden state at each of them.

With the mean decomposition h = mu + pos_t + ctx_c + resid (Song and Zhong, arXiv 2310.04861) as shares of the variance.
"""
import dataclasses

import torch

from sextant.torch.models.outputs import batches, evaluating, mask_of, run


@dataclasses.dataclass
class LayerPositions:
    name: str
    mean: torch.Tensor  # (positions, width): mean hidden state at each position
    counts: torch.Tensor  # (positions,): samples that have a token there
    shares: dict  # position, context, residual: of the variance around the mean, over samples of full length

    @property
    def positions(self):
        """pos_t: centred (positions, width)."""
        return self.mean - self.mean.mean(0)


def positions_of(model, inputs, length=None, layers=None):
    """A list of LayerPositions: the embeddings and every layer of a Hugging Face model, or of any module the outputs of
    the submodules named in `layers`. Padding (attention_mask) is left out; `length` is the number of positions, by default
    the length of the shortest sample."""
    states = []  # (name, [samples, tokens, width]) by batch
    with evaluating(model):
        for batch in batches(inputs):
            hidden = _hidden_states(model, batch, layers)
            mask = mask_of(batch)
            tokens = next(iter(hidden.values())).shape[1]
            ends = mask.sum(1).cpu() if mask is not None else torch.full((len(next(iter(hidden.values()))),), tokens)
            states.append((hidden, ends, mask))
    shortest = int(min(ends.min() for _, ends, _ in states))
    length = shortest if length is None else length
    longest = int(max(ends.max() for _, ends, _ in states))
    if not 1 <= length <= longest:
        raise ValueError(f"positions_of: length {length} given, but the longest sample has {longest} tokens")
    return [_decompose(name, [(hidden[name], ends, mask) for hidden, ends, mask in states], length)
            for name in states[0][0]]


def _hidden_states(model, batch, layers):
    if layers is None:
        said = run(model, batch, output_hidden_states=True)
        states = getattr(said, "hidden_states", None) or getattr(said, "encoder_hidden_states", None)
        if states is None:
            raise ValueError("positions_of: the model returns no hidden states; name submodules in layers=")
        return {"embeddings" if i == 0 else f"layer {i - 1}": state.float().cpu() for i, state in enumerate(states)}
    kept, handles = {}, []
    modules = dict(model.named_modules())
    for name in layers:
        if name not in modules:
            raise ValueError(f"positions_of: no submodule '{name}'")

        def keep(_module, _inputs, output, name=name):
            kept[name] = (output if isinstance(output, torch.Tensor) else output[0]).detach().float().cpu()

        handles.append(modules[name].register_forward_hook(keep))
    try:
        run(model, batch)
    finally:
        for handle in handles:
            handle.remove()
    for name, state in kept.items():
        if state.ndim != 3:
            raise ValueError(f"positions_of: '{name}' gives {tuple(state.shape)}, expected (samples, tokens, width)")
    return {name: kept[name] for name in layers}


def _decompose(name, parts, length):
    width = parts[0][0].shape[-1]
    sums, counts = torch.zeros(length, width, dtype=torch.float64), torch.zeros(length, dtype=torch.float64)
    full = []
    for hidden, ends, mask in parts:
        hidden = _left_aligned(hidden.double(), mask)
        for sample, end in zip(hidden, ends.tolist()):
            end = min(int(end), length)
            sums[:end] += sample[:end]
            counts[:end] += 1
            if end == length:
                full.append(sample[:length])
    mean = sums / counts.clamp(min=1)[:, None]
    return LayerPositions(name, mean, counts.long(), _shares(torch.stack(full)) if len(full) > 1 else {})


def _left_aligned(hidden, mask):
    """Tokens of a sample that was padded on the left move to the front."""
    if mask is None or bool(mask[:, 0].all()):
        return hidden
    order = mask.cpu().int().argsort(dim=1, descending=True, stable=True)
    return torch.gather(hidden, 1, order[..., None].expand(-1, -1, hidden.shape[-1]))


def _shares(states):
    """states (samples, positions, width)"""
    states = states - states.mean((0, 1))
    position, context = states.mean(0), states.mean(1)
    total = (states ** 2).sum().clamp(min=1e-300)
    positional = (position ** 2).sum() * len(states) / total
    contextual = (context ** 2).sum() * states.shape[1] / total
    return {"position": positional.item(), "context": contextual.item(),
            "residual": (1 - positional - contextual).item()}
