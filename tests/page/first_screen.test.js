// What every page opens with: the answer, its figure and its numbers above the fold; at every width without a
// horizontal scrollbar; without a serious fault for people who do not see or do not use a mouse.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import {open, report} from "./browser.js";
import "./one_browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Where the layout changes, and far from it on both sides.
const widths = [360, 641, 1024, 1400, 1600];

/** The title, the sentence and the kind of the figure that each kind of source opens with. */
const screens = {
  run: {title: /^latin_square with learned positions: /, sentence: /held-out samples \(test\).*its positions/i, figure: "learning_curves", numbers: 3},
  "experiment/rates": {title: /^Best test accuracy: .* with optimizer.learning_rate=/, sentence: /^Of 15 settings .* does best: mean test accuracy .* cells/, figure: "phase_diagram", numbers: 3},
  stress: {title: /^Best fit: mds:2 \(good\)$/, sentence: /^Of 3 encodings mds:2 fits these data best, and its fit is good/, figure: "stress_bars", numbers: 3},
  discovery: {title: /^series: /, sentence: /^(Strong|Moderate|Weak|None|Not trained enough): /, figure: "positions_map", numbers: 3},
  checkpoint: {title: /^grid\.npy: good positions$/, sentence: /know their grid.*directions hold 95\s% of their variance/, figure: "similarity_tiles", numbers: 3},
};

/** What reaches over the sides of a window of this width, texts too; inside a box that scrolls or clips nothing does. */
async function sticksOut(page, width) {
  await page.setViewportSize({width, height: 900});
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  return page.evaluate(() => {
    dispatchEvent(new Event("beforeprint")); // draws every figure for this width now, however busy the machine is
    const clips = (one) => one !== document.body && one !== document.documentElement && getComputedStyle(one).overflowX !== "visible";
    const isClipped = (one) => one !== null && (clips(one) || isClipped(one.parentElement));
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const over = [...range.getClientRects()].some((box) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1));
      if (over && !isClipped(text.parentElement)) found.push(`text in ${text.parentElement.tagName}: ${text.data.slice(0, 120)}`);
    }
    for (const one of document.querySelectorAll("body *"))
      if (one.getBoundingClientRect().right > innerWidth + 1 && !isClipped(one.parentElement)) found.push(one.outerHTML.slice(0, 120));
    const wide = document.documentElement.scrollWidth;
    return wide > innerWidth ? [`the page is ${wide} px wide`, ...found] : found;
  });
}

for (const [name, expected] of Object.entries(screens))
  test(`${name} opens with its answer, fits every width and is accessible`, async () => {
    const {page, faults, close} = await open(await report(name), {viewport: {width: 1400, height: 900}, drawAll: false, bypassCSP: true});
    assert.match(await page.locator("h1").innerText(), expected.title);
    const headline = page.locator("section.headline").first();
    assert.match(await headline.locator(".found").innerText(), expected.sentence);
    assert.equal(await headline.locator(".key strong").count(), expected.numbers);
    assert.equal(await headline.locator(`figure.${expected.figure} svg.chart`).count() > 0, true, `${expected.figure} is not the first figure`);
    assert.match(await headline.locator(".fact").last().innerText(), /sextant \d/);
    // Above the fold: the sentence, the numbers, and most of the figure.
    const bottom = async (place) => (await headline.locator(place).last().boundingBox()).y;
    for (const place of [".found", ".key", "figure svg.chart >> nth=0"]) assert.ok((await bottom(place)) < 900, `${place} is below the fold`);

    for (const width of widths) assert.deepEqual(await sticksOut(page, width), [], `${name} scrolls sideways at ${width} px`);
    // Other machines have other fonts: as wide as WCAG 1.4.12 lets a reader space letters.
    await page.addStyleTag({content: "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }"});
    for (const width of [1024, 360]) assert.deepEqual(await sticksOut(page, width), [], `${name} scrolls sideways at ${width} px with wide letters`);
    assert.deepEqual(faults, []);

    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run(document, {resultTypes: ["violations"]}));
    const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
    assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`), []);

    // With the tabulator alone every figure is reached.
    const figures = new Set(await page.locator("figure.panel").evaluateAll((all) => all.map((one) => one.id)));
    await page.evaluate(() => document.activeElement?.blur());
    for (let i = 0; i < 2000 && figures.size > 0; ++i) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.closest("figure.panel")?.id ?? (document.activeElement === document.body ? "end" : ""));
      if (at === "end" && i > 0) break;
      figures.delete(at);
    }
    assert.deepEqual([...figures], [], "figures that the keyboard does not reach");
    await close();
  });

test("figures far below are drawn when somebody comes near, and not before", async () => {
  const {page, close} = await open(await report("experiment/rates"), {viewport: {width: 1200, height: 900}, drawAll: false});
  const last = page.locator("figure.learning_curves").first();
  await page.locator("figure.phase_diagram svg.chart").first().waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok((await last.boundingBox()).y > 1300, "it is near the window: the test says nothing");
  assert.equal(await last.locator("svg").count(), 0, "drawn too early");
  await last.scrollIntoViewIfNeeded();
  await last.locator("svg.chart").first().waitFor();
  await close();
});

test("a discovery shows its map, its similarities beside the correlations, modules by label and where variables lie", async () => {
  const {page, faults, close} = await open(await report("discovery"));
  const headings = await page.locator("#figure-similarity svg.chart .heading").allTextContents();
  assert.deepEqual(headings, ["learned positions (cosine)", "correlations"]);
  assert.deepEqual(await page.locator("#figure-map svg.chart .heading").allTextContents(), ["learned positions", "correlations alone"]);
  assert.equal(await page.locator("#figure-modules_by_label tbody tr").count() > 1, true, "no modules by label");
  assert.equal(await page.locator("#figure-places svg.chart").count(), 3, "not seen from three sides");
  const order = await page.locator("figure.panel").evaluateAll((all) => all.slice(0, 4).map((one) => one.id));
  assert.deepEqual(order, ["figure-map", "figure-similarity", "figure-modules_by_label", "figure-places"]);
  assert.deepEqual(faults, []);
  await close();
});
