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
  label: string;
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
  let [low, high] = [placeOn(places, point.maybe("low")) ?? middle, placeOn(places, point.maybe("high")) ?? middle];
  // A band that reaches the first or the last line of cells does not end there: it goes on to the edge.
  if (low !== null && low <= 0) low = -0.5;
  if (high !== null && high >= places.length - 1) high = places.length - 0.5;
  return at === null || low === null || high === null ? null : {along, label: point.textOr("label", ""), at, middle, low, high};
}

/** Crossings of neighbouring lines that belong to one boundary: of several candidates, the nearest. */
function chains(crossings: Crossing[]): Crossing[][] {
  const found: Crossing[][] = [];
  const middle = (one: Crossing) => one.middle ?? (one.low + one.high) / 2;
  for (const crossing of [...crossings].sort((a, b) => a.at - b.at)) {
    const open = found.filter((chain) => {
      const last = chain.at(-1)!;
      return last.along === crossing.along && last.label === crossing.label && Math.abs(crossing.at - last.at - 1) < 1e-6;
    });
    open.sort((a, b) => Math.abs(middle(a.at(-1)!) - middle(crossing)) - Math.abs(middle(b.at(-1)!) - middle(crossing)));
    if (open[0]) open[0].push(crossing);
    else found.push([crossing]);
  }
  return found;
}

/** The first and the last line of the grid are half a cell wide on their outer side too. */
function toTheEdges(chain: Crossing[]): Crossing[] {
  const [first, last] = [chain[0]!, chain.at(-1)!];
  return [{...first, at: first.at - 0.5}, ...chain, {...last, at: last.at + 0.5}];
}

/** One line where the boundary most likely runs, between the dashed ends of its band: a tint would change the colours below it. */
export function boundaryMarks(crossings: Crossing[]): Plot.Markish[] {
  return chains(crossings).flatMap((chain) => {
    const whole = toTheEdges(chain);
    const known = whole.filter((one) => one.middle !== null);
    const upright = chain[0]!.along === "y";
    const line = (stroke: string, strokeWidth: number) =>
      upright
        ? Plot.line(known, {x: "at", y: "middle", stroke, strokeWidth, curve: "monotone-x", pointerEvents: "none", className: "boundary"})
        : Plot.line(known, {x: "middle", y: "at", stroke, strokeWidth, curve: "monotone-y", pointerEvents: "none", className: "boundary"});
    const end = (key: "low" | "high", stroke: string, strokeWidth: number) => {
      const dashes = {stroke, strokeWidth, strokeDasharray: "5 4", pointerEvents: "none", className: "band"} as const;
      return upright ? Plot.line(whole, {x: "at", y: key, curve: "monotone-x", ...dashes}) : Plot.line(whole, {x: key, y: "at", curve: "monotone-y", ...dashes});
    };
    return [
      ...(["low", "high"] as const).flatMap((key) => [end(key, "#fff", 3), end(key, "#000", 1.4)]),
      ...(known.length > 1 ? [line("#fff", 5), line("#000", 2.5)] : []),
    ];
  });
}
