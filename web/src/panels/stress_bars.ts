// Stress of encodings, each bar split into what no rescaling removes (shape) and what the best factor would (scale).
import * as Plot from "@observablehq/plot";
import {chart, fittedStart, grid, legend, textWidth} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {numberText, tickText} from "../number_text";
import {categoryColour} from "../palette";
import type {Reader} from "../reader";

const colours = {shape: categoryColour(0), scale: categoryColour(5)};

function readBar(bar: Reader) {
  return {
    label: bar.text("label"),
    group: bar.textOr("group", ""),
    shape: bar.number("shape"),
    scale: bar.number("scale"),
    low: bar.maybe("low"),
    high: bar.maybe("high"),
  };
}

type Bar = ReturnType<typeof readBar>;

function tipText(bar: Bar): string {
  const interval = bar.low === null || bar.high === null ? "" : `\n${numberText(bar.low)} to ${numberText(bar.high)}`;
  return `${bar.label}\nstress ${numberText(bar.shape + bar.scale)}\nshape ${numberText(bar.shape)}\nscale ${numberText(bar.scale)}${interval}`;
}

function drawChart(width: number, heading: string, bars: Bar[], most: number, axis: string): Node {
  const left = Math.min(width * 0.45, 16 + Math.max(...bars.map((bar) => textWidth(bar.label))));
  return chart({
    width,
    heading,
    height: (heading ? 22 : 0) + 60 + bars.length * 26,
    marginTop: 8,
    marginBottom: 36,
    marginLeft: left,
    marginRight: 20,
    x: {label: axis, domain: [0, most * 1.04], grid: true, ticks: 4, tickFormat: tickText},
    y: {label: null, domain: bars.map((bar) => bar.label), tickFormat: (label: string) => fittedStart(label, left - 12), tickSize: 0, padding: 0.25},
    marks: [
      Plot.barX(bars, {y: "label", x1: 0, x2: "shape", fill: colours.shape}),
      Plot.barX(bars, {y: "label", x1: "shape", x2: (bar: Bar) => bar.shape + bar.scale, fill: colours.scale}),
      Plot.ruleY(bars.filter((bar) => bar.low !== null && bar.high !== null), {y: "label", x1: "low", x2: "high", stroke: "currentColor", strokeWidth: 1.5}),
      Plot.ruleX([0]),
      Plot.tip(bars, Plot.pointerY({y: "label", x: (bar: Bar) => bar.shape + bar.scale, title: tipText})),
    ],
  });
}

export function drawStressBars(data: Reader, around: Surroundings): Drawing {
  const bars = data.some("bars").map(readBar);
  const groups = [...new Set(bars.map((bar) => bar.group))];
  const most = Math.max(...bars.map((bar) => Math.max(bar.shape + bar.scale, bar.high ?? 0)));
  const axis = data.has("y") ? data.at("y").text("label") : "stress";
  return {
    content: [
      legend(around.width, [
        {label: "shape: remains after optimal rescaling", colour: colours.shape, shape: "box"},
        {label: "scale: removed by optimal rescaling", colour: colours.scale, shape: "box"},
      ]),
      grid(around.width, groups.length, 320, (width, i) =>
        drawChart(width, groups.length > 1 ? groups[i]! : "", bars.filter((bar) => bar.group === groups[i]), most, axis),
      ),
    ],
    sheet: {
      head: ["group", "label", "shape", "scale", "low", "high"],
      rows: bars.map((bar) => [bar.group, bar.label, bar.shape, bar.scale, bar.low, bar.high]),
    },
  };
}
