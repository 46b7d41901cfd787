// The animation of positions: a slider over training, one frame per recorded step.
import {grid} from "../chart";
import {element} from "../element";
import type {Drawing, Surroundings} from "../figure";
import {numberText, partName} from "../number_text";
import {BadData, type Reader} from "../reader";
import {colouringChoice, colouringLegend, commonFrame, drawScatter, readColourings, readPlaces, readTruth} from "../scatter";

const millisecondsPerFrame = 160;

function readTable(table: Reader, count: number) {
  const frames = table.some("frames").map((frame) => ({step: frame.number("step"), points: readPlaces(frame, "points", count)}));
  return {name: table.text("name"), note: table.textOr("note", ""), frames, frame: commonFrame(frames.map((one) => one.points))};
}

/** Slider, step and a button that plays; `show` is called with the index of the frame. */
function controls(steps: number[], show: (index: number) => void): HTMLElement {
  const last = steps.length - 1;
  const step = element("output", {}, `step ${numberText(steps[last])}`);
  const slider = element("input", {type: "range", min: 0, max: last, value: last, step: 1, "aria-label": "training step"});
  const play = element("button", {type: "button"}, "play");
  let timer = 0;
  const go = () => {
    const index = slider.valueAsNumber;
    step.textContent = `step ${numberText(steps[index])}`;
    slider.setAttribute("aria-valuetext", step.textContent);
    show(index);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "play";
  };
  slider.addEventListener("input", () => (stop(), go()));
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.valueAsNumber === last) slider.valueAsNumber = 0;
    play.textContent = "stop";
    go();
    timer = window.setInterval(() => {
      if (slider.valueAsNumber >= last || !slider.isConnected) return stop();
      slider.valueAsNumber += 1;
      go();
    }, millisecondsPerFrame);
  });
  return element("div", {class: "animation"}, play, slider, step);
}

export function drawPositionAnimation(data: Reader, around: Surroundings): Drawing {
  const labels = data.texts("labels");
  const truth = readTruth(data, labels.length);
  const tables = data.some("tables").map((table) => readTable(table, labels.length));
  const steps = tables[0]!.frames.map((frame) => frame.step);
  for (const table of tables)
    if (table.frames.length !== steps.length)
      throw new BadData(`data.tables: '${table.name}' has ${table.frames.length} frames, '${tables[0]!.name}' ${steps.length}`);
  const colourings = readColourings(data, labels);
  let [colouring, index] = [colourings[0]!, steps.length - 1];
  const place = element("div");
  const show = () =>
    place.replaceChildren(
      colouringLegend(around.width, colouring),
      grid(Math.min(around.width, tables.length * 520), tables.length, 240, (width, i) => {
        const {name, note, frames, frame} = tables[i]!;
        return drawScatter({width, heading: partName(name), note, points: frames[index]!.points, labels, colouring, truth, frame});
      }),
    );
  show();
  const choice = colouringChoice(colourings, (chosen) => ((colouring = chosen), show()));
  return {
    content: [controls(steps, (chosen) => ((index = chosen), show())), ...(choice ? [choice] : []), place],
    sheet: {
      head: ["table", "step", "token", "x", "y"],
      rows: tables.flatMap(({name, frames}) =>
        frames.flatMap(({step, points}) => points.map(([x, y], i) => [name, step, labels[i]!, x, y])),
      ),
    },
  };
}
