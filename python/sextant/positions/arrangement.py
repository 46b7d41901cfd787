"""Positions are data: where the tokens of a sample stand, as an index, a grid, coordinates, distances or a graph.

The same forms, rules and defaults as the engine's `sextant/data/arrangement.h`; everything in float64.
"""
import numpy as np

KINDS = ("index", "grid", "coordinates", "distances", "graph")


class Arrangement:
    """`count` tokens; with `cls`, a CLS token stands in front of them, which has no position."""

    def __init__(self, kind, count, extents=(), table=None, cls=False):
        self.kind, self.count, self.extents, self.table, self.cls = kind, count, tuple(extents), table, cls

    @staticmethod
    def index(count):
        return Arrangement("index", _positive(count, "index arrangement"), (count,))

    @staticmethod
    def grid(*extents):
        """Row-major: the last axis moves fastest."""
        if not extents:
            raise ValueError("grid arrangement: expected at least 1 axis")
        for extent in extents:
            _positive(extent, "axis of a grid arrangement")
        return Arrangement("grid", int(np.prod(extents)), extents)

    @staticmethod
    def coordinates(points):
        """(tokens, axes)"""
        points = np.asarray(points, dtype=np.float64)
        if points.ndim != 2 or 0 in points.shape:
            raise ValueError(f"coordinates: expected a table (tokens, axes), given {points.shape}")
        return Arrangement("coordinates", len(points), (), _finite(points, "coordinates"))

    @staticmethod
    def distances(matrix):
        """(tokens, tokens), symmetric, zero diagonal"""
        matrix = _symmetric(matrix, "distances")
        return Arrangement("distances", len(matrix), (), matrix)

    @staticmethod
    def graph(weights):
        """(tokens, tokens) edge weights >= 0, symmetric: an array, a networkx graph or a SciPy sparse matrix"""
        weights = _symmetric(weights, "graph")
        return Arrangement("graph", len(weights), (), weights)

    def with_cls(self):
        return Arrangement(self.kind, self.count, self.extents, self.table, True)

    @property
    def length(self):
        """Tokens in a sample: `count` plus the CLS token if there is one."""
        return self.count + (1 if self.cls else 0)

    # The forms, over the tokens without CLS.

    def as_coordinates(self, who="encoding"):
        """(count, axes)"""
        if self.kind in ("index", "grid"):
            return np.stack([axis.ravel() for axis in np.indices(self.extents)], 1).astype(np.float64)
        if self.kind == "coordinates":
            return self.table
        raise ValueError(f"{who}: the arrangement is {self.kind}, which has no coordinates; "
                         "expected an index, a grid or coordinates")

    def as_distances(self, who="encoding"):
        """(count, count): Euclidean, or shortest paths over 1/weight in a graph."""
        if self.kind == "distances":
            return self.table
        if self.kind == "graph":
            return _shortest_paths(self.table, who)
        points = self.as_coordinates(who)
        return np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(-1))

    def as_graph(self, who="encoding"):
        """(count, count): a path for an index, nearest neighbours of a grid, or the graph itself."""
        if self.kind == "graph":
            return self.table
        if self.kind not in ("index", "grid"):
            raise ValueError(f"{who}: the arrangement is {self.kind}, which has no edges; expected an index, a grid or "
                             "a graph")
        points = self.as_coordinates(who)
        return (np.abs(points[:, None, :] - points[None, :, :]).sum(-1) == 1).astype(np.float64)

    def require(self, who, *kinds):
        if self.kind not in kinds:
            raise ValueError(f"{who}: the arrangement is {self.kind}, but this encoding supports {', '.join(kinds)}")
        return self


def as_arrangement(given):
    """An int is a number of tokens in a row, a tuple the extents of a grid."""
    if isinstance(given, Arrangement):
        return given
    if isinstance(given, tuple):
        return Arrangement.grid(*given)
    if isinstance(given, (int, np.integer)):
        return Arrangement.index(int(given))
    raise TypeError(f"expected a number of tokens, a tuple of grid extents or a sextant.positions.Arrangement, given "
                    f"{type(given).__name__}")


def _positive(count, what):
    if count < 1:
        raise ValueError(f"{what}: expected at least 1 token, given {count}")
    return int(count)


def _finite(table, what):
    if not np.isfinite(table).all():
        i, j = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(f"{what}: entry ({i}, {j}) is {table[i, j]}, expected a finite number")
    return table


def dense(matrix):
    """networkx's graphs as their weighted adjacency, SciPy's sparse matrices written out; anything else as it is."""
    if hasattr(matrix, "adjacency") and hasattr(matrix, "nodes"):
        import networkx
        return networkx.to_numpy_array(matrix)
    return matrix.toarray() if hasattr(matrix, "toarray") else matrix


def _symmetric(matrix, what):
    matrix = np.asarray(dense(matrix), dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(f"{what}: expected a square matrix (n, n), given {matrix.shape}")
    _finite(matrix, what)
    if np.diag(matrix).any():
        raise ValueError(f"{what}: the diagonal must be 0")
    if (matrix < 0).any():
        raise ValueError(f"{what}: expected numbers >= 0")
    if (np.abs(matrix - matrix.T) > 1e-6 * np.abs(matrix).max()).any():
        raise ValueError(f"{what}: expected a symmetric matrix")
    return 0.5 * (matrix + matrix.T)


def _shortest_paths(weights, who):
    """Floyd and Warshall over edges of length 1/weight: the stronger an edge, the nearer its ends."""
    with np.errstate(divide="ignore"):
        paths = np.where(weights > 0, 1 / weights, np.inf)
    np.fill_diagonal(paths, 0)
    for middle in range(len(paths)):
        paths = np.minimum(paths, paths[:, middle, None] + paths[None, middle, :])
    if not np.isfinite(paths).all():
        i, j = np.argwhere(~np.isfinite(paths))[0]
        raise ValueError(f"{who}: the graph is disconnected: no path between token {i} and token {j}")
    return paths
