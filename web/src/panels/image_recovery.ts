// An image whose pixels were shuffled, the same image put together from the learned positions, and the map that says
// where each pixel belongs: dots coloured as the pixels, lines between pixels that are neighbours in the true image.
import * as Plot from "@observablehq/plot";
import {chart, grid} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {numberText} from "../number_text";
import type {Reader} from "../reader";
import {commonFrame, readPlaces, readTruth, type Place} from "../scatter";

interface Picture {
  heading: string;
  note: string;
  /** The cell of each pixel, row by row. */
  cells: number[];
}

const ink: Plot.ScaleOptions = {type: "linear", interpolate: "rgb", range: ["#14213d", "#ffd166"]};

function drawPicture(width: number, side: number, values: number[], {heading, note, cells}: Picture, domain: number[]): SVGSVGElement {
  const pixels = values.map((value, i) => ({value, pixel: i, x: cells[i]! % side, y: Math.floor(cells[i]! / side)}));
  return chart({
    width,
    height: width + 46,
    heading,
    note,
    marginTop: 6,
    marginLeft: 2,
    marginRight: 2,
    marginBottom: 2,
    x: {domain: [0, side], axis: null},
    y: {domain: [side, 0], axis: null},
    color: {...ink, domain},
    marks: [
      Plot.rect(pixels, {
        x1: "x",
        x2: (one: {x: number}) => one.x + 1,
        y1: "y",
        y2: (one: {y: number}) => one.y + 1,
        fill: "value",
        stroke: "value",
        strokeWidth: 0.7,
        title: (one: {pixel: number; x: number; y: number; value: number}) => `pixel ${one.pixel}\nrow ${one.y + 1}, column ${one.x + 1}\nbrightness ${numberText(one.value, 2)}`,
        tip: true,
      }),
    ],
  });
}

function drawMap(width: number, points: Place[], edges: [number, number][], values: number[], note: string, domain: number[]): SVGSVGElement {
  const frame = commonFrame([points]);
  const lines = edges.map(([from, to]) => ({x1: points[from]![0], y1: points[from]![1], x2: points[to]![0], y2: points[to]![1]}));
  const dots = points.map(([x, y], i) => ({x, y, pixel: i, value: values[i]!}));
  return chart({
    width,
    height: width + 46,
    heading: width < 200 ? "map of positions" : "map of the learned positions",
    note,
    marginTop: 6,
    marginLeft: 8,
    marginRight: 8,
    marginBottom: 8,
    x: {domain: frame.x, axis: null},
    y: {domain: frame.y, axis: null},
    color: {...ink, domain},
    marks: [
      Plot.link(lines, {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.45, strokeWidth: 1.2}),
      Plot.dot(dots, {
        x: "x",
        y: "y",
        r: Math.max(3, width / (3.2 * Math.sqrt(points.length) + 12)),
        fill: "value",
        stroke: "var(--paper)",
        strokeWidth: 1,
        title: (one: {pixel: number; value: number}) => `pixel ${one.pixel}\nbrightness ${numberText(one.value, 2)}`,
        tip: true,
      }),
    ],
  });
}

export function drawImageRecovery(data: Reader, around: Surroundings): Drawing {
  const side = data.number("side");
  const count = side * side;
  const values = data.numbers("image", count).map((value) => value ?? 0);
  const cells = (key: string) => data.list(key).map((one) => one.asIndex(count));
  const [placed, truth] = [cells("placed"), cells("truth_cells")];
  const points = readPlaces(data, "points", count);
  const edges = readTruth(data, count)?.edges ?? [];
  const domain = [Math.min(...values), Math.max(...values)];
  const right = placed.filter((cell, i) => cell === truth[i]).length;
  const columns = around.width >= 760 ? 4 : 2;
  const wide = Math.min(around.width, columns * 300);
  const roomy = wide / columns >= 200;
  const pictures: Picture[] = [
    {heading: roomy ? "what the model sees" : "shuffled", note: "pixels in random order", cells: values.map((_, i) => i)},
    {heading: roomy ? "put together again" : "put together", note: `${right} of ${count} in their place`, cells: placed},
    {heading: roomy ? "the original" : "original", note: "never shown to the model", cells: truth},
  ];
  return {
    content: [
      grid(wide, 4, columns === 4 ? 160 : 120, (width, i) =>
        i === 2 ? drawMap(width, points, edges, values, roomy ? data.textOr("note", "") : "", domain) : drawPicture(width, side, values, pictures[i === 3 ? 2 : i]!, domain),
      ),
    ],
    sheet: {
      head: ["pixel", "brightness", "true cell", "recovered cell", "x", "y"],
      rows: values.map((value, i) => [i, value, truth[i]!, placed[i]!, points[i]![0], points[i]![1]]),
    },
  };
}
