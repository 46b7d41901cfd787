"""Running a model on a user's inputs, and how far two outputs are apart."""
import contextlib

import torch


def batches(inputs):
    """`inputs`: one batch or an iterable of batches; a batch is a dict of keyword arguments or a tensor."""
    if isinstance(inputs, torch.Tensor) or hasattr(inputs, "keys"):
        return [inputs]
    return list(inputs)


def run(model, batch, **more):
    """A batch (dict-like: keyword arguments, tensor: the only argument) on the device of the model."""
    device = next(iter(model.parameters())).device
    if hasattr(batch, "keys"):
        return model(**{name: value.to(device) if isinstance(value, torch.Tensor) else value
                        for name, value in batch.items()}, **more)
    return model(batch.to(device), **more)


@contextlib.contextmanager
def evaluating(model):
    """Without dropout and gradients; the mode is restored."""
    training = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(training)


def main_output(output):
    """The tensor a user compares: logits, or the last hidden state, or the output itself."""
    if isinstance(output, torch.Tensor):
        return output
    for name in ("logits", "last_hidden_state"):
        if getattr(output, name, None) is not None:
            return getattr(output, name)
    return output[0]


def mask_of(batch):
    """(samples, tokens) of tokens that are not padding, or None."""
    return batch["attention_mask"].bool() if hasattr(batch, "keys") and "attention_mask" in batch else None


def outputs_of(model, inputs, output=None):
    """One tensor (rows, features) for all inputs. `output(model_output, batch)` chooses it; by default sentence embeddings
    (the mean over tokens) where the output has a token axis as the inputs do, else the output itself."""
    rows = []
    with evaluating(model):
        for batch in batches(inputs):
            said = run(model, batch)
            rows.append((output(said, batch) if output else _pooled(main_output(said), batch)).float().cpu())
    return torch.cat(rows)


def _pooled(tensor, batch):
    """(samples, tokens, features) -> (samples, features), without padding."""
    if tensor.ndim != 3:
        return tensor.flatten(1)
    mask = mask_of(batch)
    if mask is None or mask.shape != tensor.shape[:2]:
        return tensor.mean(1)
    weights = mask.to(tensor)[..., None]
    return (tensor * weights).sum(1) / weights.sum(1).clamp(min=1)


def compare(before, after):
    """Cosine of each row (mean and smallest) and relative change of the whole."""
    cosine = torch.nn.functional.cosine_similarity(before, after, dim=-1)
    change = (after - before).norm() / before.norm().clamp(min=1e-30)
    return {"cosine": cosine.mean().item(), "smallest_cosine": cosine.min().item(), "relative_change": change.item(),
            "samples": len(before)}
