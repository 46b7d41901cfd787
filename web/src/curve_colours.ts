// The colours and dashes of learning curves.
import * as Plot from "@observablehq/plot";
import {legend, ramp} from "./chart";
import {categories, categoryColour, valueScheme} from "./palette";
import type {MaybeNumber} from "./reader";

interface Coloured {
  label: string;
  split: string;
  value: MaybeNumber;
}

export const dashes: Record<string, string> = {train: "3 3"};

/**
 * How a series is coloured: its label's own colour, or its value's on a scale where there are too many labels. Where
 * there is but one label, the splits have the colours.
 */
export class Colours {
  readonly labels: string[];
  readonly splits: string[];
  readonly byValue: boolean;
  private readonly scale: Plot.Scale | undefined;

  constructor(private readonly all: Coloured[]) {
    this.labels = [...new Set(all.map((one) => one.label))];
    this.splits = [...new Set(all.map((one) => one.split))].sort((a, b) => Number(b === "test") - Number(a === "test"));
    this.byValue = this.labels.length > categories.length && all.every((one) => one.value !== null);
    if (this.byValue) this.scale = Plot.scale({color: this.options()});
  }

  options(): Plot.ScaleOptions {
    const values = this.all.map((one) => one.value ?? 0);
    return {type: "linear", scheme: valueScheme, domain: [Math.min(...values), Math.max(...values)]};
  }

  of(series: Coloured): string {
    if (this.scale) return String(this.scale.apply(series.value));
    if (this.labels.length === 1) return categoryColour(this.splits.indexOf(series.split));
    return this.labels.length > categories.length ? "currentColor" : categoryColour(this.labels.indexOf(series.label));
  }

  /** Too many splits to lie over each other in the colours of several labels. */
  get splitsApart(): boolean {
    return this.labels.length > 1 && this.splits.filter((split) => split !== "train").length > 2;
  }

  legends(width: number): SVGSVGElement[] {
    const own = (i: number) => (this.labels.length === 1 ? categoryColour(i) : "currentColor");
    const dashed = this.splits.map((split, i) => ({label: split, colour: own(i), dash: dashes[split] ?? "none"}));
    const labels = this.labels.map((label, i) => ({label, colour: categoryColour(i)}));
    const entries = [
      ...(labels.length > 1 && labels.length <= categories.length ? labels : []),
      ...(this.splits.length > 1 && !this.splitsApart ? dashed : []),
    ];
    const label = this.all[0]?.label.split("=")[0] ?? "";
    return [
      ...(entries.length > 0 ? [legend(width, entries)] : []),
      ...(this.byValue ? [ramp(width, {...this.options(), label})] : []),
    ];
  }
}
