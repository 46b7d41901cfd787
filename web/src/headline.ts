// The first screen of an experiment: what was found in one sentence, the figure that shows it, three numbers, and what
// it was run on.
import {breakable, element} from "./element";
import type {Headline} from "./document";
import type {Figure} from "./figure";

const shownNumbers = 3;

function fact(name: string, text: string): HTMLElement | null {
  return text === "" ? null : element("p", {class: "fact"}, element("b", {}, `${name} `), text);
}

export function headlineSection(headline: Headline, hero: Figure | null, alone: boolean): HTMLElement {
  const numbers = headline.numbers.slice(0, shownNumbers).map((number) =>
    element(
      "div",
      {class: "key"},
      element("strong", {}, number.text),
      element("span", {}, ...breakable(number.label)),
      number.interval === "" ? null : element("small", {}, `95 % interval ${number.interval}`),
    ),
  );
  const state = headline.held === null ? "open" : headline.held ? "held" : "failed";
  return element(
    "section",
    {class: "headline"},
    alone ? null : element("h2", {}, headline.title),
    element("p", {class: `found ${state}`}, ...breakable(headline.sentence)),
    hero?.node ?? null,
    numbers.length > 0 ? element("div", {class: "keys"}, ...numbers) : null,
    fact("Data", headline.data),
    fact("Runs", headline.runs),
    fact("After", headline.paper),
    fact(`Reduced at the scale ${headline.scale}:`, headline.reduced),
  );
}
