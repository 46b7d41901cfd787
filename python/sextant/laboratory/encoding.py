"""Tables of positions whose distances are those that data ask for."""

from sextant.laboratory.arrays import temporary_files
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.stress import put_target
from sextant.laboratory.tables import table_of_records


@documented("encode")
def encode(corpus=None, progress=True, callback=None, **options):
    """Builds position embeddings that minimise stress: `table` (n, width), and its minimal form `left @ right`.

    The target is given as to `sextant.stress`. Arrays are written to a temporary folder that is removed with the call.
    """
    with temporary_files() as files:
        return Encoding(call("encode", put_target({"corpus": corpus, **options}, files), progress, callback))


class Encoding:
    """`table` (n, width) = `left` (n, r) @ `right` (r, width); `stress` of the table, and the stress by rank."""

    def __init__(self, content):
        self.table = content["table"]
        self.left = content["left"]
        self.right = content["right"]
        self.stress = content["stress"]
        self.factor = content["factor"]
        self.tensor = content["tensor"]
        self.facts = dict(content["facts"])
        self._curve = content["curve"]

    @property
    def stress_by_rank(self):
        return table_of_records(self._curve)

    def __repr__(self):
        return f"Encoding(positions={self.table.shape[0]}, width={self.table.shape[1]}, rank={self.left.shape[1]}, " \
               f"raw_stress={self.stress['raw']:.4g})"
