// Similarity of every pair of tokens, with lines between the blocks.
import type {ScaleOptions} from "@observablehq/plot";
import {grid, ramp} from "../chart";
import {element} from "../element";
import type {Drawing, Surroundings} from "../figure";
import {drawMatrix} from "../matrix";
import {signScheme, valueScheme} from "../palette";
import type {MaybeNumber, Reader} from "../reader";

function rangeOf(data: Reader, all: MaybeNumber[][][]): [number, number] {
  if (data.has("range")) {
    const [low, high] = data.numbers("range", 2);
    return [low ?? 0, high ?? 1];
  }
  let low = Infinity;
  let high = -Infinity;
  for (const value of all.flat(2)) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const size = Math.max(-low, high);
  return low < 0 ? [-size, size] : [low, high > low ? high : low + 1];
}

export function drawSimilarityMatrix(data: Reader, around: Surroundings): Drawing {
  const labels = data.texts("labels");
  const unit = data.textOr("unit", "token");
  const matrices = data
    .some("matrices")
    .map((matrix) => ({name: matrix.text("name"), note: matrix.textOr("note", ""), values: matrix.matrix("values", labels.length, labels.length)}));
  const [low, high] = rangeOf(data, matrices.map((matrix) => matrix.values));
  const signed = low < 0 && high > 0;
  const colour: ScaleOptions = signed
    ? {type: "diverging", scheme: signScheme, reverse: true, domain: [low, high], pivot: 0}
    : {type: "linear", scheme: valueScheme, domain: [low, high]};
  const borders = data.has("borders") ? data.list("borders").map((border) => border.asIndex(labels.length + 1)) : [];
  const groups = data.has("groups") ? data.texts("groups") : [];
  const edges = [0, ...borders, labels.length];
  const blocks = groups.map((group, i) => `${group} (${edges[i]}–${(edges[i + 1] ?? labels.length) - 1})`);
  return {
    content: [
      ramp(around.width, {...colour, label: "similarity"}),
      grid(Math.min(around.width, matrices.length * 600), matrices.length, 280, (width, i) => {
        const {name, note, values} = matrices[i]!;
        const names = {rowName: unit, columnName: unit};
        return drawMatrix({width, heading: name, note, values, rows: labels, columns: labels, colour, borders, ...names});
      }),
      ...(blocks.length > 0 ? [element("p", {class: "note"}, `Blocks from the top: ${blocks.join(", ")}.`)] : []),
    ],
    sheet: {
      head: ["matrix", "row", "column", "value"],
      rows: matrices.flatMap(({name, values}) =>
        values.flatMap((row, i) => row.map((value, j) => [name, labels[i]!, labels[j]!, value])),
      ),
    },
  };
}
