// Attention maps: one per block (down) and head (across); rows are queries, columns keys.
import {columnsFor, grid, ramp} from "../chart";
import type {Drawing, Surroundings} from "../figure";
import {drawMatrix} from "../matrix";
import {valueScheme} from "../palette";
import type {Reader} from "../reader";

export function drawAttentionMaps(data: Reader, around: Surroundings): Drawing {
  const queries = data.texts("tokens");
  const keys = data.has("key_tokens") ? data.texts("key_tokens") : queries;
  const maps = data
    .some("maps")
    .map((map) => ({
      layer: map.number("layer"),
      head: map.number("head"),
      weights: map.matrix("weights", keys.length, queries.length),
      note: map.textOr("note", ""),
    }))
    .sort((a, b) => a.layer - b.layer || a.head - b.head);
  const largest = Math.max(...maps.flatMap((map) => map.weights.flat().map((weight) => weight ?? 0)));
  const colour = {type: "linear" as const, scheme: valueScheme, domain: [0, largest > 0 ? largest : 1]};
  const heads = new Set(maps.map((map) => map.head)).size;
  // A row of the grid is a layer where all its heads fit; otherwise maps flow.
  const least = Math.max(220, Math.min(300, queries.length * 9));
  const columns = columnsFor(around.width, heads > 1 ? heads : maps.length, least);
  const room = Math.min(around.width, columns * 380);
  const named = (token: string, i: number) => (token === String(i) ? token : `${i}: ${token}`);
  return {
    content: [
      ramp(around.width, {...colour, label: "attention"}),
      grid(room, maps.length, Math.floor((room - 24 * (columns - 1)) / columns), (width, i) => {
        const map = maps[i]!;
        return drawMatrix({
          width,
          heading: `block ${map.layer + 1}, head ${map.head + 1}`,
          values: map.weights,
          rows: queries.map(named),
          columns: keys.map(named),
          colour,
          rowName: "query",
          columnName: "key",
          note: map.note,
        });
      }),
    ],
    sheet: {
      head: ["block", "head", "query", "key", "weight"],
      rows: maps.flatMap((map) =>
        map.weights.flatMap((row, query) => row.map((weight, key) => [map.layer, map.head, query, key, weight])),
      ),
    },
  };
}
