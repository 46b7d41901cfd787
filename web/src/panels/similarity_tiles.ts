// For positions in a grid: a tile per position, each the map of its similarity to all positions (Dosovitskiy et al.,
// arXiv 2010.11929, figure 7). All tiles are one image.
import * as Plot from "@observablehq/plot";
import {chart, ramp} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {numberText} from "../number_text";
import {signScheme, valueScheme} from "../palette";
import type {Cell, MaybeNumber, Reader} from "../reader";
import {addTip} from "../tip";

const most = 520; // pixels: most of it shows above the fold

/** The pixel image: tile (r, c) at (r, c), inside it the place of the other position; a pixel between tiles stays empty. */
function layOut(values: MaybeNumber[][], rows: number, columns: number): {image: MaybeNumber[]; width: number; height: number} {
  const [width, height] = [columns * (columns + 1) - 1, rows * (rows + 1) - 1];
  const image: MaybeNumber[] = Array.from({length: width * height}, () => null);
  values.forEach((row, i) =>
    row.forEach((value, j) => {
      const x = (i % columns) * (columns + 1) + (j % columns);
      const y = Math.floor(i / columns) * (rows + 1) + Math.floor(j / columns);
      image[y * width + x] = value;
    }),
  );
  return {image, width, height};
}

export function drawSimilarityTiles(data: Reader, around: Surroundings): Drawing {
  const [rows, columns] = [data.number("rows"), data.number("columns")];
  const values = data.matrix("values", rows * columns, rows * columns);
  const {image, width: across, height: down} = layOut(values, rows, columns);
  const [low, high] = data.has("range") ? data.numbers("range", 2) : [-1, 1];
  const signed = (low ?? 0) < 0;
  const colour: Plot.ScaleOptions = signed
    ? {type: "diverging", scheme: signScheme, reverse: true, domain: [low ?? -1, high ?? 1], pivot: 0}
    : {type: "linear", scheme: valueScheme, domain: [low ?? 0, high ?? 1]};
  const [left, top, bottom] = [38, 6, 40];
  const frame = Math.min(around.width - left - 8, most);
  const height = Math.round((frame * down) / across);
  const every = (count: number) => Math.max(1, Math.ceil((count * 26) / frame));
  const ticks = (count: number, size: number) => Array.from({length: count}, (_, i) => i).filter((i) => i % every(count) === 0).map((i) => i * (size + 1) + size / 2);
  const svg = chart({
    width: left + frame + 8,
    height: top + height + bottom,
    marginTop: top,
    marginLeft: left,
    marginRight: 8,
    marginBottom: bottom,
    x: {domain: [0, across], ticks: ticks(columns, columns), tickFormat: (tick: number) => String(Math.floor(tick / (columns + 1)) + 1), tickSize: 0, label: "column of the position", labelAnchor: "center", labelArrow: "none", labelOffset: 34},
    y: {domain: [down, 0], ticks: ticks(rows, rows), tickFormat: (tick: number) => String(Math.floor(tick / (rows + 1)) + 1), tickSize: 0, label: "row of the position", labelAnchor: "center", labelArrow: "none", labelOffset: left - 4},
    color: colour,
    marks: [Plot.raster(image, {width: across, height: down, x1: 0, x2: across, y1: 0, y2: down, imageRendering: "pixelated"})],
  });
  addTip(svg, (x, y) => {
    const [column, row] = [Math.floor(((x - left) / frame) * across), Math.floor(((y - top) / height) * down)];
    const [tileColumn, tileRow] = [Math.floor(column / (columns + 1)), Math.floor(row / (rows + 1))];
    const [inColumn, inRow] = [column % (columns + 1), row % (rows + 1)];
    if (column < 0 || row < 0 || tileColumn >= columns || tileRow >= rows || inColumn === columns || inRow === rows) return null;
    const value = values[tileRow * columns + tileColumn]?.[inRow * columns + inColumn];
    return `row ${tileRow + 1}, column ${tileColumn + 1}\nwith row ${inRow + 1}, column ${inColumn + 1}\nsimilarity ${numberText(value)}`;
  });
  return {
    content: [ramp(around.width, {...colour, label: "cosine similarity"}), svg],
    sheet: {
      head: ["row", "column", "other row", "other column", "similarity"],
      rows: values.flatMap((row, i) => row.map((value, j): Cell[] => [Math.floor(i / columns), i % columns, Math.floor(j / columns), j % columns, value])),
    },
  };
}
