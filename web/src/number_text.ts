// Numbers as a reader wants them: few digits, no needless zeros, a real minus sign.
import type {Cell} from "./reader";

const whole = new Intl.NumberFormat("en"); // made once: toLocaleString makes one at every call

export function numberText(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return whole.format(value).replace("-", "−");
  if (size < 1e-3 || size >= 1e7) return value.toExponential(Math.min(digits - 1, 2)).replace(/\.?0+e/, "e").replace("e+", "e").replaceAll("-", "−");
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** On an axis: few digits, but enough that every tick is exact; a narrow range needs more of them. */
export function tickText(tick: number, _index = 0, ticks: readonly number[] = [tick]): string {
  const step = ticks.length > 1 ? Math.abs(ticks.at(-1)! - ticks[0]!) / (ticks.length - 1) : 1e-4 * Math.abs(tick);
  const exact = (digits: number) => ticks.every((one) => Math.abs(Number(one.toPrecision(digits)) - one) <= 0.01 * step);
  let digits = 2;
  while (digits < 8 && !exact(digits)) ++digits;
  return numberText(tick, digits);
}

/** "blocks.0.attention.query.weight" as the page says it everywhere: "block 1 attention query". */
export function partName(name: string): string {
  return name
    .replace(/\.weight$/, "")
    .replaceAll(/\bblocks\.(\d+)/g, (_, index: string) => `block ${Number(index) + 1}`)
    .replace(/^(block \d+)\./, "$1 ")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])\.(?=[a-z])/g, " ");
}

export function cellText(value: Cell | undefined): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value.startsWith("blocks.") ? partName(value) : value;
}

/** "0.94 [0.91, 0.96]". */
export function intervalText(value: number | null, low: number | null, high: number | null): string {
  if (low === null || high === null) return numberText(value);
  return `${numberText(value)} [${numberText(low)}, ${numberText(high)}]`;
}
