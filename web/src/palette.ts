// Colours that colour-blind readers can tell apart: Okabe & Ito (2008) for categories, viridis for values, blue to
// red through white for what has a sign.

/** Without black, which the dark theme swallows; yellow last, for it is faint on white. */
export const categories = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c", "#cbbf1f"];

export const valueScheme = "viridis" as const;
export const signScheme = "rdbu" as const; // reversed where it is used: red is more

const others = "#8c8c8c";

function mixed(colour: string, towards: number, share: number): string {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return "#" + parts.map((part) => Math.round(part + share * (towards - part)).toString(16).padStart(2, "0")).join("");
}

const darker = categories.map((one) => mixed(one, 0, 0.45));
const lighter = categories.map((one) => mixed(one, 255, 0.5));
const many = [...categories, ...darker, ...lighter];

/** The categories, the same darker, the same lighter, then one colour for all others. */
export function categoryColour(index: number): string {
  return many[index] ?? others;
}
