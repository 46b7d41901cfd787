// The claims in two groups: the paper's, and our controls, folded, with a line that says what they mean together.
import {element} from "./element";
import type {Claim, Headline} from "./document";
import {cellText, intervalText} from "./number_text";

function verdict(held: boolean | null): HTMLElement {
  const [word, sign, kind] = held === null ? ["not decided", "○", "open"] : held ? ["held", "✓", "held"] : ["did not hold", "✗", "failed"];
  return element("span", {class: `verdict ${kind}`}, element("span", {"aria-hidden": "true"}, sign), ` ${word}`);
}

function row(claim: Claim, figureNames: Map<string, string>): HTMLElement {
  const name = claim.figure === null ? undefined : figureNames.get(claim.figure);
  const link = name === undefined ? "–" : element("a", {href: `#figure-${claim.figure}`}, name);
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

function claimsTable(claims: Claim[], figureNames: Map<string, string>, name: string): HTMLElement {
  const head = ["", name, "paper", "ours", "seeds", "figure"].map((text) => element("th", {scope: "col", class: ["paper", "ours", "seeds"].includes(text) ? "number" : ""}, text));
  return element(
    "div",
    {class: "scroll", tabindex: 0, role: "region", "aria-label": `${name}s`},
    element("table", {class: "claims"}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...claims.map((claim) => row(claim, figureNames)))),
  );
}

function counted(claims: Claim[], noun: string): string {
  const held = claims.filter((claim) => claim.held === true).length;
  const open = claims.filter((claim) => claim.held === null).length;
  return `${held} of ${claims.length} ${noun} held${open > 0 ? `, ${open} could not be decided` : ""}.`;
}

function leftOut(headlines: Headline[]): string {
  const count = headlines.reduce((sum, one) => sum + one.leftOut, 0);
  if (count === 0) return "";
  const scales = [...new Set(headlines.map((one) => one.scale))].join(", ");
  return ` ${count} more ${count === 1 ? "needs" : "need"} a larger scale than ${scales} and ${count === 1 ? "is" : "are"} left out here.`;
}

export function claimsSection(claims: Claim[], headlines: Headline[], figureNames: Map<string, string>): HTMLElement | null {
  if (claims.length === 0) return null;
  const [own, controls] = [claims.filter((claim) => !claim.control), claims.filter((claim) => claim.control)];
  const meaning = headlines.map((one) => one.controls).filter((text) => text !== "");
  return element(
    "section",
    {id: "claims"},
    element("h2", {}, "Claims"),
    own.length > 0 ? element("p", {class: "lead"}, `${counted(own, "claims")}${leftOut(headlines)} In brackets: the confidence interval of our value over seeds.`) : null,
    own.length > 0 ? claimsTable(own, figureNames, "claim") : null,
    controls.length > 0
      ? element(
          "details",
          {class: "controls"},
          element("summary", {}, `Controls: ${counted(controls, "controls")}`, ...meaning.map((text) => element("span", {class: "meaning"}, ` ${text}`))),
          claimsTable(controls, figureNames, "control"),
        )
      : null,
  );
}
