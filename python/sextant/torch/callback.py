"""A Hugging Face TrainerCallback that records positions, their stress and the lazy/rich meter along a fine-tuning."""
import dataclasses
import json
import pathlib

from transformers import TrainerCallback

from sextant.torch.meter import Meter
from sextant.torch.models.locate import find_position_tables
from sextant.torch.models.stress import measure_stress


@dataclasses.dataclass
class Record:
    step: int
    readings: dict  # of the meter: travel_all, kernel_drift, position_rank, ...
    positions: dict  # {name: (positions, width)} on the CPU
    stress: dict  # {name: shape stress}, where ids were given


class PositionsCallback(TrainerCallback):
    """Trainer(..., callbacks=[PositionsCallback(probes=batch)]).

    probes     a small batch for the tangent kernel (None: no kernel)
    ids        lists of token ids for the stress of the positions (None: no stress; needs the engine's program)
    every      record each so many steps; by default at steps 0, 1, 2, 4, 8, ... and at the end
    directory  where `records.jsonl` and `positions.npz` are written at the end, if given

    `records` holds what was measured; what the Trainer logs gains the readings under "sextant/...".
    """

    def __init__(self, probes=None, ids=None, every=None, directory=None, **meter):
        self.probes, self.ids, self.every, self.directory = probes, ids, every, directory
        self.meter_options = meter
        self.records, self.meter = [], None

    def on_train_begin(self, args, state, control, model=None, **_):
        self.meter = Meter(model, self.probes, **self.meter_options)
        self._record(state.global_step, model)

    def on_step_end(self, args, state, control, model=None, **_):
        step = state.global_step
        if step % self.every == 0 if self.every else step & (step - 1) == 0:
            self._record(step, model)

    def on_log(self, args, state, control, logs=None, **_):
        if logs is not None and self.records:
            logs.update({f"sextant/{name}": value for name, value in self.records[-1].readings.items()})

    def on_train_end(self, args, state, control, model=None, **_):
        if self.records[-1].step != state.global_step:
            self._record(state.global_step, model)
        if self.directory is not None:
            self._write(pathlib.Path(self.directory))

    def _record(self, step, model):
        positions = {table.name: table.values.detach().float().cpu().clone() for table in find_position_tables(model)}
        stress = {}
        if self.ids is not None and positions:
            longest = sorted(len(one) for one in self.ids)[len(self.ids) // 2]
            cut = {name: table[:longest] for name, table in positions.items()}
            stress = {row.name: row.shape for row in measure_stress(self.ids, cut)}
        self.records.append(Record(step, self.meter.read(), positions, stress))

    def _write(self, directory):
        import numpy as np

        directory.mkdir(parents=True, exist_ok=True)
        with open(directory / "records.jsonl", "w", encoding="utf-8") as file:
            for one in self.records:
                file.write(json.dumps({"step": one.step, **one.readings, "stress": one.stress}) + "\n")
        np.savez(directory / "positions.npz", **{f"{one.step}/{name}": table.numpy()
                                                 for one in self.records for name, table in one.positions.items()})


__all__ = ["PositionsCallback", "Record"]
