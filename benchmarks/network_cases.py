"""The networks that Sextant and its rivals train in compare_pytorch.py, as numbers."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    """`features`: symbols (one-hot or token ids) or numbers per token; `head`: width of a head's key and value."""

    length: int
    width: int
    depth: int
    feed_forward: int
    batch: int
    kind: str  # one_hot, tokens, values
    features: int
    outputs: int
    heads: int = 1
    head: int = 0  # 0: width / heads
    causal: bool = False
    activation: str = "gelu"
    second_activation: bool = False
    bias: bool = True  # of attention and feed-forward
    every_block: bool = False  # positions at every block instead of the first
    optimizer: str = "AdamW"
    rate: float = 1e-4
    decay: float = 0.0
    clip: float = 0.0

    def head_width(self):
        return self.head or self.width // self.heads


ANCHORS = Case(length=9, width=400, depth=2, feed_forward=1200, batch=2048, kind="tokens", features=201, outputs=201,
               head=200, causal=True, activation="relu", bias=False, decay=0.01, clip=1.0)
LATIN = Case(length=16, width=160, depth=4, feed_forward=640, batch=128, kind="one_hot", features=5, outputs=4,
             second_activation=True, every_block=True)
CASES = {
    # Ito's Latin squares: five one-hot symbols and the blank, a table at every block, GELU twice.
    "latin": LATIN,
    # The same at the scales small and quick of docs/papers/latin_squares.md.
    "latin_small": dataclasses.replace(LATIN, width=48, feed_forward=96, batch=64, clip=1.0),
    "latin_quick": dataclasses.replace(LATIN, width=32, feed_forward=64, batch=32),
    # Zhang's anchor functions at two depths.
    "anchors2": ANCHORS,
    "anchors5": dataclasses.replace(ANCHORS, depth=5),
    # Ito's fMRI: half of 360 regions masked (set to zero), a table at every block, squared error at the masked.
    "fmri": Case(length=360, width=64, depth=4, feed_forward=256, batch=16, kind="values", features=1, outputs=1,
                 second_activation=True, every_block=True, optimizer="Adam"),
    # A small encoder: token ids, table at the first block, the last token is read.
    "small": Case(length=16, width=64, depth=2, feed_forward=256, batch=64, kind="tokens", features=32, outputs=32,
                  rate=1e-3, decay=0.01),
}
