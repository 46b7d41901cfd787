// The boundary between phases over the cells of a diagram: for each line of the grid where it is crossed, with a band.
import * as Plot from "@observablehq/plot";
import type {Cell, MaybeNumber, Reader} from "./reader";

/** Values whose ratios are more even than their differences. */
function isGeometric(values: number[]): boolean {
  if (values.length < 3 || values[0]! <= 0) return false;
  const uneven = (steps: number[]) => Math.max(...steps) / Math.min(...steps);
  const pairs = values.slice(1).map((value, i) => [values[i]!, value] as const);
  return uneven(pairs.map(([a, b]) => Math.log(b / a))) < uneven(pairs.map(([a, b]) => b - a));
}

/** Where a value stands between the cells, whose centres are 0, 1, 2, ...; null outside a scale of numbers. */
function placeOn(values: Cell[], value: MaybeNumber): number | null {
  if (value === null || values.some((one) => typeof one !== "number")) return null;
  const numbers = values as number[];
  if (numbers.length < 2) return 0;
  let i = numbers.findIndex((one) => one >= value);
  i = Math.max(1, i < 0 ? numbers.length - 1 : i);
  const [before, after] = [numbers[i - 1]!, numbers[i]!];
  const factors = isGeometric(numbers) && value > 0;
  const share = factors ? Math.log(value / before) / Math.log(after / before) : (value - before) / (after - before);
  return Math.max(-0.5, Math.min(numbers.length - 0.5, i - 1 + share));
}

interface Crossing {
  along: "x" | "y";
  /** Places on the grid: of the line, and of the crossing on it with the ends of its band. */
  at: number;
  middle: number | null;
  low: number;
  high: number;
}

export function readCrossing(point: Reader, columns: Cell[], rows: Cell[]): Crossing | null {
  const along = point.textOr("along", "y") === "x" ? "x" : "y";
  const [lines, places] = along === "y" ? [columns, rows] : [rows, columns];
  const at = placeOn(lines, point.number(along === "y" ? "x" : "y"));
  const middle = placeOn(places, point.maybe(along));
  const [low, high] = [placeOn(places, point.maybe("low")) ?? middle, placeOn(places, point.maybe("high")) ?? middle];
  return at === null || low === null || high === null ? null : {along, at, middle, low, high};
}

/** A band over the width of its line, and a stroke where the boundary most likely crosses it. */
export function boundaryMarks(crossings: Crossing[]): Plot.Markish[] {
  const box = (crossing: Crossing, low: number, high: number) =>
    crossing.along === "y"
      ? {x1: crossing.at - 0.5, x2: crossing.at + 0.5, y1: low, y2: high}
      : {x1: low, x2: high, y1: crossing.at - 0.5, y2: crossing.at + 0.5};
  const known = crossings.filter((crossing) => crossing.middle !== null);
  const strokes = known.map((crossing) => box(crossing, crossing.middle!, crossing.middle!));
  const ends = {x1: "x1", x2: "x2", y1: "y1", y2: "y2", pointerEvents: "none"} as const;
  return [
    Plot.rect(crossings.map((crossing) => box(crossing, crossing.low, crossing.high)), {...ends, fill: "#fff", fillOpacity: 0.5}),
    Plot.link(strokes, {...ends, stroke: "#fff", strokeWidth: 5}),
    Plot.link(strokes, {...ends, stroke: "#000", strokeWidth: 2.5}),
  ];
}
