// Reads data that may be anything: every access says what it expects, and what is not so is an error that names the
// place ("series[2].steps: expected a list of numbers, given a string").

export class BadData extends Error {}

export type Cell = string | number | boolean | null;
export type MaybeNumber = number | null;

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "string") return "a string";
  return typeof value === "object" ? "an object" : `${typeof value} ${String(value)}`;
}

export class Reader {
  constructor(
    readonly value: unknown,
    readonly path = "data",
  ) {}

  fail(expected: string): never {
    throw new BadData(`${this.path}: expected ${expected}, given ${describe(this.value)}`);
  }

  has(key: string): boolean {
    const value = this.value;
    return typeof value === "object" && value !== null && (value as Record<string, unknown>)[key] != null;
  }

  at(key: string): Reader {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) this.fail("an object");
    return new Reader((this.value as Record<string, unknown>)[key], `${this.path}.${key}`);
  }

  list(key: string): Reader[] {
    return this.at(key).elements();
  }

  listOr(key: string): Reader[] {
    return this.has(key) ? this.list(key) : [];
  }

  elements(): Reader[] {
    if (!Array.isArray(this.value)) this.fail("a list");
    return this.value.map((one, i) => new Reader(one, `${this.path}[${i}]`));
  }

  /** A list with at least one element: an empty figure says nothing. */
  some(key: string): Reader[] {
    const elements = this.list(key);
    if (elements.length === 0) this.at(key).fail("at least one element");
    return elements;
  }

  asText(): string {
    return typeof this.value === "string" ? this.value : this.fail("a string");
  }

  asNumber(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  asMaybe(): MaybeNumber {
    return this.value === null ? null : typeof this.value === "number" ? this.value : this.fail("a number or null");
  }

  asCell(): Cell {
    const value = this.value;
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Cell;
    return this.fail("a string, number, boolean or null");
  }

  asIndex(below: number): number {
    const value = this.asNumber();
    if (!Number.isInteger(value) || value < 0 || value >= below) this.fail(`an index below ${below}`);
    return value;
  }

  text(key: string): string {
    return this.at(key).asText();
  }

  textOr(key: string, other: string): string {
    return this.has(key) ? this.text(key) : other;
  }

  number(key: string): number {
    return this.at(key).asNumber();
  }

  maybe(key: string): MaybeNumber {
    return this.has(key) ? this.number(key) : null;
  }

  texts(key: string): string[] {
    return this.list(key).map((one) => one.asText());
  }

  cells(key: string): Cell[] {
    return this.list(key).map((one) => one.asCell());
  }

  numbers(key: string, length?: number): MaybeNumber[] {
    const values = this.list(key).map((one) => one.asMaybe());
    if (length !== undefined && values.length !== length) this.at(key).fail(`${length} numbers`);
    return values;
  }

  /** Rows of `columns` numbers each; `rows` of them where that is given. */
  matrix(key: string, columns: number, rows?: number): MaybeNumber[][] {
    const matrix = this.list(key).map((row) => {
      const values = row.elements().map((one) => one.asMaybe());
      if (values.length !== columns) row.fail(`a row of ${columns} numbers`);
      return values;
    });
    if (rows !== undefined && matrix.length !== rows) this.at(key).fail(`${rows} rows`);
    return matrix;
  }
}
