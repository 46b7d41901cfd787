// Positions in the plane (PCA, MDS, t-SNE) over the true arrangement: hollow points are where tokens truly stand, a
// thin line leads from there to where the model puts them.
import {grid} from "../chart";
import {element} from "../element";
import type {Drawing, Surroundings} from "../figure";
import type {Reader} from "../reader";
import {colouringChoice, colouringLegend, commonFrame, drawScatter, readColourings, readPlaces, readTruth} from "../scatter";

export function drawPositionsMap(data: Reader, around: Surroundings): Drawing {
  const labels = data.texts("labels");
  const shared = readTruth(data, labels.length);
  const maps = data.some("maps").map((map) => ({
    name: map.text("name"),
    note: map.textOr("note", ""),
    points: readPlaces(map, "points", labels.length),
    truth: readTruth(map, labels.length) ?? shared,
  }));
  const colourings = readColourings(data, labels);
  const place = element("div");
  const show = (colouring = colourings[0]!) =>
    place.replaceChildren(
      colouringLegend(around.width, colouring),
      grid(Math.min(around.width, maps.length * 560), maps.length, 260, (width, i) => {
        const {name, note, points, truth} = maps[i]!;
        const frame = commonFrame(truth ? [points, truth.points] : [points]);
        return drawScatter({width, heading: name, note, points, labels, colouring, truth, frame});
      }),
    );
  show();
  const choice = colouringChoice(colourings, show);
  return {
    content: [...(choice ? [choice] : []), place],
    sheet: {
      head: ["map", "token", "x", "y", ...colourings.map((one) => one.label)],
      rows: maps.flatMap(({name, points}) =>
        points.map(([x, y], i) => [name, labels[i]!, x, y, ...colourings.map((one) => one.values[i]!)]),
      ),
    },
  };
}
