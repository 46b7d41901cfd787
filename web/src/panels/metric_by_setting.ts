// A metric against a swept value: a dot per run, and the middle of the runs with its interval.
import * as Plot from "@observablehq/plot";
import {chart, fittedStart, labelLegend, logTicks, textWidth} from "../chart";
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

/** Ticks stand where runs were made; one goes without its number only where that would touch its neighbour's. */
function sweptTicks(values: number[], width: number, log: boolean): {ticks: number[]; named: Set<number>} {
  const ticks = [...new Set(values)].filter((value) => !log || value > 0).sort((a, b) => a - b);
  const along = (value: number) => (log ? Math.log(value) : value);
  const range = along(ticks.at(-1) ?? 0) - along(ticks[0] ?? 0) || 1;
  const pixel = (value: number) => ((along(value) - along(ticks[0]!)) / range) * (width - 90);
  const named = new Set<number>();
  let free = -Infinity;
  for (const value of ticks) {
    const half = textWidth(numberText(value)) / 2 + 3;
    if (pixel(value) - half < free) continue;
    named.add(value);
    free = pixel(value) + half;
  }
  return {ticks, named};
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
  const log = x.textOr("scale", "linear") === "log";
  const marks = (series: number) => {
    const own = points.filter((point) => point.series === series);
    const colour = categoryColour(series);
    const known = own.filter((point) => point.low !== null && point.high !== null);
    return [
      Plot.dot(dots.filter((dot) => dot.series === series), {x: place, y: "y", fill: colour, r: 2.5, fillOpacity: 0.45}),
      ...(categories || loose ? [] : [Plot.lineY(own, {x: place, y: "y", stroke: colour, strokeWidth: 1.5, sort: place})]),
      Plot.ruleX(known, {x: place, y1: "low", y2: "high", stroke: colour, strokeWidth: 2, strokeOpacity: 0.7}),
      Plot.dot(own, {x: place, y: "y", fill: colour, stroke: "var(--paper)", strokeWidth: 1, r: 4.5}),
    ];
  };
  const width = around.width;
  const swept = sweptTicks(points.map((point) => Number(point.x)), width, log);
  const tilted = categories !== null && categories.some((name) => textWidth(name) + 8 > (width - 80) / categories.length);
  const named = points.filter((point) => point.name !== "");
  const right = Math.min(width * 0.3, 20 + Math.max(0, ...named.map((point) => textWidth(point.name))));
  const known = points.map((point) => point.y).filter((value) => value !== null);
  const ends: [number, number] = [Math.min(...known), Math.max(...known)];
  const logY = y.textOr("scale", "linear") === "log";
  const drawing = chart({
    width,
    height: Math.max(240, Math.min(400, width * 0.55)) + (tilted ? 44 : 0),
    marginLeft: 56,
    marginRight: named.length > 0 ? right : 20,
    marginBottom: tilted ? 84 : 40,
    x: {
      label: x.text("label"),
      type: log ? "log" : "linear",
      ...(categories
        ? {domain: [-0.5, categories.length - 0.5], ticks: categories.map((_, i) => i), tickFormat: (i: number) => fittedStart(categories[i] ?? "", tilted ? 100 : width), tickRotate: tilted ? -35 : 0}
        : loose
          ? {inset: 12, ticks: 6, tickFormat: tickText}
          : {inset: 12, ticks: swept.ticks, tickFormat: (tick: number) => (swept.named.has(tick) ? numberText(tick) : "")}),
    },
    y: {label: y.text("label"), type: logY ? "log" : "linear", grid: true, nice: !logY, ticks: logY ? logTicks(ends) : 6, tickFormat: tickText},
    marks: [
      // Series of one category stand beside each other: lines say where the next category begins.
      ...(categories && labels.length > 1 ? [Plot.ruleX(categories.slice(1).map((_, i) => i + 0.5), {stroke: "currentColor", strokeOpacity: 0.15})] : []),
      ...labels.flatMap((_, i) => marks(i)),
      Plot.text(named, {x: place, y: "y", text: (point: Point) => fittedStart(point.name, right - 12), dx: 8, textAnchor: "start", fill: "var(--quiet)"}),
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
