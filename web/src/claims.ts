// The claims, first of all: what the paper says, what we found, whether it held.
import {element} from "./element";
import type {Claim} from "./document";
import {cellText, intervalText} from "./number_text";

function verdict(held: boolean | null): HTMLElement {
  const [word, sign, kind] = held === null ? ["not decided", "○", "open"] : held ? ["held", "✓", "held"] : ["did not hold", "✗", "failed"];
  return element("span", {class: `verdict ${kind}`}, element("span", {"aria-hidden": "true"}, sign), ` ${word}`);
}

function row(claim: Claim, figureNumbers: Map<string, number>): HTMLElement {
  const number = claim.figure === null ? undefined : figureNumbers.get(claim.figure);
  const link = number === undefined ? "–" : element("a", {href: `#figure-${claim.figure}`}, `Figure ${number}`);
  return element(
    "tr",
    {},
    element("td", {}, verdict(claim.held)),
    element("td", {class: "sentence"}, claim.sentence, claim.note === "" ? null : element("p", {class: "note"}, claim.note)),
    element("td", {class: "number", "data-label": "paper"}, cellText(claim.paper)),
    element("td", {class: "number", "data-label": "ours"}, intervalText(claim.ours, claim.low, claim.high)),
    element("td", {class: "number", "data-label": "seeds"}, cellText(claim.seeds)),
    element("td", {}, link),
  );
}

export function claimsSection(claims: Claim[], figureNumbers: Map<string, number>): HTMLElement | null {
  if (claims.length === 0) return null;
  const held = claims.filter((claim) => claim.held === true).length;
  const head = ["", "claim", "paper", "ours", "seeds", "figure"].map((text) => element("th", {scope: "col", class: ["paper", "ours", "seeds"].includes(text) ? "number" : ""}, text));
  return element(
    "section",
    {id: "claims"},
    element("h2", {}, "Claims"),
    element("p", {class: "lead"}, `${held} of ${claims.length} claims held. In brackets: the confidence interval of our value over seeds.`),
    element(
      "div",
      {class: "scroll", tabindex: 0, role: "region", "aria-label": "claims"},
      element("table", {class: "claims"}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...claims.map((claim) => row(claim, figureNumbers)))),
    ),
  );
}
