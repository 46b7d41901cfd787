// Colours that colour-blind readers can tell apart: Okabe & Ito (2008) for categories, viridis for values, blue to
// red through white for what has a sign.

/** Without black, which the dark theme swallows; yellow last, for it is faint on white. */
export const categories = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c", "#cbbf1f"];

export const valueScheme = "viridis" as const;
export const signScheme = "rdbu" as const; // reversed where it is used: red is more

export function categoryColour(index: number): string {
  return categories[index % categories.length]!;
}
