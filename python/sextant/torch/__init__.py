"""Positions and initialisation for PyTorch models: docs/pytorch.md.

    from sextant.torch import init, initialise_, audit, encodings, compress_positions_
"""
import importlib

from sextant.torch import encodings, init
from sextant.torch.audit import Audit, AuditRow, audit
from sextant.torch.encodings import make_encoding
from sextant.torch.initialise import initialise_
from sextant.torch.meter import Meter
from sextant.torch.models.ablate import ablate_positions
from sextant.torch.models.compress import LowRankPositions, compress_positions_, merge_low_rank_
from sextant.torch.models.hidden_positions import positions_of
from sextant.torch.models.locate import find_position_table, find_position_tables
from sextant.torch.models.replace import replace_positions_
from sextant.torch.models.stress import stress_of
from sextant.torch.tune import tune_gamma

__all__ = ["Audit", "AuditRow", "LowRankPositions", "Meter", "PositionsCallback", "ablate_positions", "audit",
           "compress_positions_", "encodings", "find_position_table", "find_position_tables", "init", "initialise_",
           "make_encoding", "merge_low_rank_", "positions_of", "replace_positions_", "stress_of", "tune_gamma"]


def __getattr__(name):
    if name == "PositionsCallback":  # the only part that needs transformers
        return importlib.import_module("sextant.torch.callback").PositionsCallback
    raise AttributeError(f"module 'sextant.torch' has no attribute '{name}'")
