"""The lazy/rich meter of a PyTorch model: how far training has moved it from its start (docs/adr/0020).

    travel_ROLE       |w - w0| / |w0| of the trained weights of a role, and of all
    kernel_drift      1 - <K, K0> / (|K| |K0|) of the empirical tangent kernels now and at the start
    position_rank     in how many directions positions differ (participation ratio of their spectrum)
Lazy training hardly moves weights and kernel, rich training moves them (Chizat, Oyallon and Bach 2019).
"""
import torch

from sextant.torch.models.locate import find_position_tables
from sextant.torch.models.outputs import batches, main_output, run
from sextant.torch.roles import describe_parameters


class Meter:
    """The weights that `model` has now are the start. `probes` is a small batch for the kernel; without it there is no
    kernel. At most `weights` randomly chosen weights stand for all in the kernel, and 4 sums of outputs with random signs
    for all outputs, the same at every reading."""

    def __init__(self, model, probes=None, weights=1_000_000, outputs=4, seed=0):
        self.model = model
        self.probes = None if probes is None else batches(probes)
        self.outputs, self.seed = outputs, seed
        self.roles = {one.name: one.parts[0].role for one in describe_parameters(model) if not one.frozen}
        self.start = {name: parameter.detach().clone() for name, parameter in self._trained()}
        self.places = self._choose(weights) if self.probes else {}
        self.start_kernel = self._kernel() if self.probes else None

    def read(self):
        """{name: value} of the weights as they are."""
        reading = {"travel_all": self._travel(None)}
        for role in sorted(set(self.roles.values())):
            reading[f"travel_{role}"] = self._travel(role)
        if self.start_kernel is not None:
            kernel = self._kernel()
            product = (kernel * self.start_kernel).sum() / (kernel.norm() * self.start_kernel.norm()).clamp(min=1e-300)
            reading["kernel_drift"] = 1 - product.item()
        for table in find_position_tables(self.model):
            reading["position_rank"] = participation(table.values)
        return reading

    def _trained(self):
        return [(name, parameter) for name, parameter in self.model.named_parameters() if name in self.roles]

    def _travel(self, role):
        moved = before = 0.0
        for name, parameter in self._trained():
            if role is None or self.roles[name] == role:
                start = self.start[name]
                moved += (parameter.detach() - start).double().pow(2).sum().item()
                before += start.double().pow(2).sum().item()
        return (moved / before) ** 0.5 if before else float("nan")

    def _choose(self, most):
        """{name: indices into the flat parameter}, so many in all as the kernel looks at."""
        generator = torch.Generator().manual_seed(self.seed)
        total = sum(parameter.numel() for _, parameter in self._trained())
        places = {}
        for name, parameter in self._trained():
            count = parameter.numel()
            wanted = count if total <= most else max(1, round(most * count / total))
            places[name] = torch.randperm(count, generator=generator)[:wanted].to(parameter.device)
        return places

    def _kernel(self):
        """J J^T (samples * outputs, the same), in float64."""
        generator = torch.Generator().manual_seed(self.seed + 1)
        training = self.model.training
        self.model.eval()
        rows = []
        try:
            for batch in self.probes:
                said = main_output(run(self.model, batch))
                flat = said.flatten(1)
                signs = torch.randint(0, 2, (self.outputs, flat.shape[1]), generator=generator).to(flat) * 2 - 1
                sums = (flat @ signs.T).flatten()
                rows += [self._gradient(one, keep=i + 1 < len(sums)) for i, one in enumerate(sums)]
        finally:
            self.model.train(training)
        jacobian = torch.stack(rows)
        return (jacobian @ jacobian.T).double()

    def _gradient(self, value, keep):
        named = self._trained()
        slopes = torch.autograd.grad(value, [parameter for _, parameter in named], retain_graph=keep, allow_unused=True)
        return torch.cat([slope.flatten()[self.places[name]].float().cpu() for (name, _), slope in zip(named, slopes)
                          if slope is not None])


def participation(table):
    """(sum of eigenvalues)^2 / sum of their squares, of the centred rows."""
    table = table.double()
    values = torch.linalg.svdvals(table - table.mean(0)) ** 2
    return (values.sum() ** 2 / (values ** 2).sum().clamp(min=1e-300)).item()
