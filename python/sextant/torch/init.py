"""Initialisation with standard deviation fan_in^-gamma (Zhang et al., arXiv 2405.05409), in the manner of torch.nn.init.

gamma = 0.5 keeps the variance of activations, larger values start smaller: networks condense and reason, smaller values
start larger: they memorise.
"""
import math

import torch


def fan_in_power_(tensor, gamma, generator=None, fan_in=None):
    """Fills `tensor` with N(0, fan_in^-gamma). fan_in: the columns of a matrix (outputs, inputs), with the receptive field
    of a convolution; give it for other layouts. `generator` as in torch.nn.init."""
    check_gamma(gamma)
    fan_in = fan_in_of(tensor) if fan_in is None else fan_in
    return draw_normal_(tensor, float(fan_in) ** -gamma, generator)


def fan_in_of(tensor):
    """As PyTorch counts it: all axes but the first, which are the outputs."""
    if tensor.ndim < 2:
        raise ValueError(f"fan_in_power_: a tensor of shape {tuple(tensor.shape)} has no fan-in; expected 2 axes or more, "
                         "or fan_in=")
    return math.prod(tensor.shape[1:])


def draw_normal_(tensor, deviation, generator=None):
    """In float32 at least, on the generator's device: half precision and GPUs start from the same numbers."""
    return _fill(tensor, deviation, generator, lambda to: to.normal_(0, 1, generator=generator))


def draw_uniform_(tensor, half_width, generator=None):
    return _fill(tensor, half_width, generator, lambda to: to.uniform_(-1, 1, generator=generator))


def check_gamma(gamma):
    if not isinstance(gamma, (int, float)) or not math.isfinite(gamma):
        raise ValueError(f"fan_in_power_: gamma {gamma!r} given, expected a finite number")


def _fill(tensor, factor, generator, draw):
    device = generator.device if generator is not None else tensor.device
    dtype = torch.float64 if tensor.dtype == torch.float64 else torch.float32
    with torch.no_grad():
        drawn = draw(torch.empty(tensor.shape, dtype=dtype, device=device))
        return tensor.copy_(drawn.mul_(factor))
