// A metric against a swept value: a dot per run, and the middle of the runs with its interval.
import * as Plot from "@observablehq/plot";
import {chart, labelLegend} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {intervalText, numberText, tickText} from "../number_text";
import {categoryColour} from "../palette";
import type {Cell, MaybeNumber, Reader} from "../reader";

interface Point {
  x: Cell;
  y: MaybeNumber;
  low: MaybeNumber;
  high: MaybeNumber;
  runs: MaybeNumber;
  label: string;
  name: string;
  series: number;
}

interface Dot {
  x: Cell;
  y: MaybeNumber;
  series: number;
  run: string;
}

function readPoint(point: Reader, label: string, series: number): Point {
  return {
    x: point.at("x").asCell(),
    y: point.maybe("y"),
    low: point.maybe("low"),
    high: point.maybe("high"),
    runs: point.maybe("runs"),
    label,
    name: point.textOr("name", ""),
    series,
  };
}

/** Ticks stand where runs were made, as far as there is room for them. */
function sweptTicks(values: number[], width: number, log: boolean): number[] {
  const swept = [...new Set(values)].filter((value) => !log || value > 0).sort((a, b) => a - b);
  const along = (value: number) => (log ? Math.log(value) : value);
  const apart = (60 / width) * (along(swept.at(-1) ?? 0) - along(swept[0] ?? 0));
  const kept: number[] = [];
  for (const value of swept) if (kept.length === 0 || along(value) - along(kept.at(-1)!) >= apart) kept.push(value);
  return kept;
}

const tipText = (axis: string, metric: string) => (point: Point) =>
  `${point.name || point.label}\n${axis} ${point.x}\n${metric} ${intervalText(point.y, point.low, point.high)}\n${point.runs ?? "?"} runs`;

export function drawMetricBySetting(data: Reader, around: Surroundings): Drawing {
  const x = data.at("x");
  const y = data.at("y");
  const labels = data.some("series").map((one) => one.text("label"));
  const points = data.list("series").flatMap((one, i) => one.some("points").map((point) => readPoint(point, labels[i]!, i)));
  const dots: Dot[] = data.listOr("dots").map((dot) => ({
    x: dot.at("x").asCell(),
    y: dot.maybe("y"),
    series: dot.has("series") ? dot.at("series").asIndex(labels.length) : 0,
    run: dot.textOr("run", ""),
  }));
  const categories = x.has("values") ? x.texts("values") : null;
  const order = (point: {x: Cell}) => (categories ? categories.indexOf(String(point.x)) : Number(point.x));
  // Series stand beside each other around the value of a category, so that intervals do not hide one another.
  const step = categories ? 0.5 / Math.max(1, labels.length) : 0;
  const place = (point: {x: Cell; series: number}) => order(point) + step * (point.series - (labels.length - 1) / 2);
  const loose = data.has("loose");
  // On a scale of numbers they are moved apart by a few pixels instead; loose dots stand where they are.
  const shift = (series: number) => (categories || loose ? 0 : 5 * (series - (labels.length - 1) / 2));
  const log = x.textOr("scale", "linear") === "log";
  const marks = (series: number) => {
    const own = points.filter((point) => point.series === series);
    const [colour, dx] = [categoryColour(series), shift(series)];
    const known = own.filter((point) => point.low !== null && point.high !== null);
    return [
      Plot.dot(dots.filter((dot) => dot.series === series), {x: place, y: "y", dx, fill: colour, r: 2.5, fillOpacity: 0.45}),
      ...(categories || loose ? [] : [Plot.lineY(own, {x: place, y: "y", dx, stroke: colour, strokeWidth: 1.5, sort: place})]),
      Plot.ruleX(known, {x: place, y1: "low", y2: "high", dx, stroke: colour, strokeWidth: 2}),
      Plot.dot(own, {x: place, y: "y", dx, fill: colour, stroke: "var(--paper)", strokeWidth: 1, r: 4.5}),
    ];
  };
  const width = Math.min(around.width, categories ? 180 + 90 * categories.length : 720);
  const drawing = chart({
    width,
    height: Math.max(240, Math.min(380, width * 0.55)),
    marginLeft: 56,
    marginBottom: categories && width / categories.length < 90 ? 70 : 40,
    x: {
      label: x.text("label"),
      type: log ? "log" : "linear",
      ...(categories
        ? {domain: [-0.5, categories.length - 0.5], ticks: categories.map((_, i) => i), tickFormat: (i: number) => categories[i] ?? "", tickRotate: width / categories.length < 90 ? -35 : 0}
        : {inset: 12, ticks: loose ? 6 : sweptTicks(points.map((point) => Number(point.x)), width, log), tickFormat: (tick: number) => numberText(tick)}),
    },
    y: {label: y.text("label"), type: y.textOr("scale", "linear") === "log" ? "log" : "linear", grid: true, nice: true, ticks: 6, tickFormat: tickText},
    marks: [
      ...labels.flatMap((_, i) => marks(i)),
      Plot.text(points.filter((point) => point.name !== ""), {x: place, y: "y", text: "name", dx: 8, textAnchor: "start", fill: "var(--quiet)"}),
      Plot.tip(points, Plot.pointer({x: place, y: "y", title: tipText(x.text("label"), y.text("label"))})),
    ],
  });
  return {
    content: [...labelLegend(around.width, labels, "dot"), drawing],
    sheet: {
      head: ["series", x.text("label"), y.text("label"), "low", "high", "runs"],
      rows: points.map((p) => [p.label, p.x, p.y, p.low, p.high, p.runs]),
    },
  };
}
