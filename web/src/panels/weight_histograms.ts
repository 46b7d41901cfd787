// How the weights of each tensor were spread before training and after it, as densities over each other.
import * as Plot from "@observablehq/plot";
import {chart, fittedEnd, grid, legend} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {numberText, partName, tickText} from "../number_text";
import {categoryColour} from "../palette";
import type {Cell, Reader} from "../reader";

interface Bin {
  from: number;
  to: number;
  count: number;
  density: number;
}

const moments = {start: "#8c8c8c", end: categoryColour(0)};

function readBins(reader: Reader): Bin[] {
  const [low, high] = [reader.number("low"), reader.number("high")];
  const counts = reader.numbers("counts").map((count) => count ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const wide = (high - low) / counts.length;
  if (counts.length === 0 || !(wide > 0)) reader.fail("counts, and high above low");
  return counts.map((count, i) => ({from: low + i * wide, to: low + (i + 1) * wide, count, density: total > 0 ? count / total / wide : 0}));
}

function tipText(moment: string, bin: Bin): string {
  return `${moment}: ${numberText(bin.count)} weights\n${numberText(bin.from, 3)} to ${numberText(bin.to, 3)}`;
}

function drawChart(width: number, name: string, start: Bin[], end: Bin[]): Node {
  const bars = (bins: Bin[], colour: string, opacity: number) =>
    Plot.rectY(bins, {x1: "from", x2: "to", y: "density", fill: colour, fillOpacity: opacity, insetLeft: 0, insetRight: 0});
  const tips = [...start.map((bin) => ({bin, text: tipText("start", bin)})), ...end.map((bin) => ({bin, text: tipText("end", bin)}))];
  return chart({
    width,
    height: 150,
    heading: fittedEnd(partName(name), width - 4),
    marginTop: 6,
    marginLeft: 8,
    marginRight: 8,
    marginBottom: 24,
    x: {label: null, ticks: 3, tickFormat: tickText},
    y: {axis: null},
    marks: [
      bars(start, moments.start, 0.45),
      bars(end, moments.end, 0.55),
      Plot.ruleY([0]),
      Plot.tip(tips, Plot.pointerX({x: (d) => (d.bin.from + d.bin.to) / 2, y: (d) => d.bin.density, title: "text"})),
    ],
  });
}

export function drawWeightHistograms(data: Reader, around: Surroundings): Drawing {
  const tensors = data.some("tensors").map((tensor) => ({
    name: tensor.text("name"),
    start: tensor.has("start") ? readBins(tensor.at("start")) : [],
    end: tensor.has("end") ? readBins(tensor.at("end")) : [],
  }));
  const rows = (name: string, moment: string, bins: Bin[]): Cell[][] => bins.map((bin) => [name, moment, bin.from, bin.to, bin.count]);
  return {
    content: [
      legend(around.width, [
        {label: "start", colour: moments.start, shape: "box"},
        {label: "end", colour: moments.end, shape: "box"},
      ]),
      grid(around.width, tensors.length, 160, (width, i) => drawChart(width, tensors[i]!.name, tensors[i]!.start, tensors[i]!.end)),
    ],
    sheet: {
      head: ["tensor", "moment", "from", "to", "count"],
      rows: tensors.flatMap(({name, start, end}) => [...rows(name, "start", start), ...rows(name, "end", end)]),
    },
  };
}
