// Learning curves: the middle over seeds with a band, one small chart per metric and facet.
import * as Plot from "@observablehq/plot";
import {chart, grid, logTicks} from "../chart";
import {Colours, dashes} from "../curve_colours";
import type {Drawing, Surroundings} from "../figure";
import {numberText, tickText} from "../number_text";
import {categories} from "../palette";
import type {MaybeNumber, Reader} from "../reader";

interface Series {
  label: string;
  metric: string;
  split: string;
  facet: string;
  value: MaybeNumber;
  runs: number;
  points: {step: number; middle: MaybeNumber; low: MaybeNumber; high: MaybeNumber}[];
}

function readSeries(series: Reader): Series {
  const steps = series.numbers("steps");
  const middle = series.numbers("middle", steps.length);
  const low = series.has("low") ? series.numbers("low", steps.length) : [];
  const high = series.has("high") ? series.numbers("high", steps.length) : [];
  return {
    label: series.text("label"),
    metric: series.text("metric"),
    split: series.text("split"),
    facet: series.textOr("facet", ""),
    value: series.maybe("value"),
    runs: series.maybe("runs") ?? 1,
    points: steps.map((step, i) => ({step: step ?? 0, middle: middle[i]!, low: low[i] ?? null, high: high[i] ?? null})),
  };
}

/** A point with its series: hundreds of curves are one mark, not hundreds of marks. */
interface Mark {
  series: Series;
  step: number;
  middle: MaybeNumber;
  low: MaybeNumber;
  high: MaybeNumber;
}

function tipText({series, ...point}: Mark): string {
  const band = point.low === null || series.runs < 2 ? "" : `\nband ${numberText(point.low)} to ${numberText(point.high)}`;
  const runs = series.runs > 1 ? ` (${series.runs} runs)` : "";
  return `${series.label}${runs}\n${`${series.split} ${series.metric}`.trim()} ${numberText(point.middle)}${band}\nstep ${numberText(point.step)}`;
}

/** One scale for all charts of a metric: facets are there to be compared. */
function scaleOf(metric: string, all: Series[]): Plot.ScaleOptions {
  const values = all.flatMap((one) => one.points.flatMap((point) => [point.middle, ...(hasBand(one, all) ? [point.low, point.high] : [])]));
  const known = values.filter((value) => value !== null);
  const log = metric.includes("loss") && known.every((value) => value > 0);
  return {type: log ? "log" : "linear", domain: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1], nice: !log};
}

/** Single batches are noisy: where there is other data too, training goes without a band. */
function hasBand(series: Series, all: Series[]): boolean {
  return series.runs > 1 && (series.split !== "train" || all.every((one) => one.split === "train"));
}

function drawChart(width: number, heading: string, all: Series[], colours: Colours, scale: Plot.ScaleOptions): Node {
  const many = colours.labels.length > 2 * categories.length;
  const splits = [...new Set(all.map((one) => one.split))];
  const marks: Mark[] = all.flatMap((series) => series.points.map((point) => ({series, ...point})));
  const colour = (mark: Mark) => colours.of(mark.series);
  return chart({
    width,
    height: Math.max(200, Math.min(320, width * 0.62)),
    heading,
    marginLeft: 46,
    x: {label: "step", grid: false, ticks: Math.max(2, Math.floor(width / 90)), tickFormat: tickText},
    y: {label: null, ...scale, grid: true, ticks: scale.type === "log" ? logTicks(scale.domain as [number, number], 5) : 5, tickFormat: tickText},
    marks: [
      Plot.areaY(marks.filter((mark) => hasBand(mark.series, all)), {x: "step", y1: "low", y2: "high", z: "series", fill: colour, fillOpacity: 0.16}),
      ...splits.map((split) =>
        Plot.lineY(marks.filter((mark) => mark.series.split === split), {
          x: "step",
          y: "middle",
          z: "series",
          stroke: colour,
          strokeWidth: many ? 0.8 : split === "train" ? 1.1 : 1.8,
          strokeOpacity: many ? 0.5 : split === "train" ? 0.6 : 1,
          strokeDasharray: dashes[split] ?? "none",
        }),
      ),
      Plot.dot(marks.filter((mark) => mark.series.points.length === 1), {x: "step", y: "middle", r: 3, fill: colour}),
      Plot.tip(marks, Plot.pointer({x: "step", y: "middle", title: tipText})),
    ],
  });
}

export function drawLearningCurves(data: Reader, around: Surroundings): Drawing {
  const all = data.some("series").map(readSeries);
  const colours = new Colours(all);
  const charts = new Map<string, Series[]>();
  for (const one of all) {
    const metric = colours.splitsApart ? `${one.split} ${one.metric}` : one.metric;
    const heading = [metric, one.facet].filter((text) => text !== "").join(", ");
    charts.set(heading, [...(charts.get(heading) ?? []), one]);
  }
  const entries = [...charts];
  const scales = new Map([...new Set(all.map((one) => one.metric))].map((metric) => [metric, scaleOf(metric, all.filter((one) => one.metric === metric))]));
  return {
    content: [
      ...colours.legends(around.width),
      grid(around.width, entries.length, 300, (width, i) => {
        const [heading, series] = entries[i]!;
        return drawChart(width, heading, series, colours, scales.get(series[0]!.metric)!);
      }),
    ],
    sheet: {
      head: ["label", "facet", "metric", "split", "runs", "step", "middle", "low", "high"],
      rows: all.flatMap((one) =>
        one.points.map((p) => [one.label, one.facet, one.metric, one.split, one.runs, p.step, p.middle, p.low, p.high]),
      ),
    },
  };
}
