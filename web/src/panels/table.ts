// A table that sorts by the heading that is clicked.
import {sortableTable} from "../sortable_table";
import type {Drawing} from "../figure";
import type {Reader} from "../reader";

export function drawTable(data: Reader): Drawing {
  const columns = data.some("columns").map((column) => ({label: column.text("label"), digits: column.maybe("digits") ?? 4}));
  const rows = data.list("rows").map((row) => {
    const cells = row.elements().map((cell) => cell.asCell());
    return cells.length === columns.length ? cells : row.fail(`a row of ${columns.length} cells`);
  });
  return {
    content: [sortableTable(columns, rows)],
    sheet: {head: columns.map((column) => column.label), rows},
  };
}
