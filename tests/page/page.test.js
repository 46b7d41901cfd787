// Each kind of panel draws from real runs, in both themes, on a desktop and on a phone; nothing leaves the machine.
import assert from "node:assert/strict";
import {mkdirSync} from "node:fs";
import {test} from "node:test";
import {desktop, fixture, open, phone, report} from "./browser.js";
import "./one_browser.js";

const kinds = {
  run: ["learning_curves", "position_animation", "attention_maps", "information_flow", "positions_map", "similarity_matrix", "spectrum", "stress_bars", "weight_histograms", "table"],
  experiment: ["phase_diagram", "metric_by_setting", "learning_curves"],
};
const shots = `${fixture}/screenshots`;
mkdirSync(shots, {recursive: true});

for (const [name, expected] of Object.entries(kinds))
  for (const [size, viewport] of Object.entries({desktop, phone}))
    for (const theme of ["light", "dark"])
      test(`${name} draws every panel (${size}, ${theme})`, async () => {
        const {page, faults, close} = await open(await report(name), {viewport, theme});
        for (const kind of expected) {
          const figure = page.locator(`figure.${kind}`).first();
          assert.equal(await figure.locator(".fault").count(), 0, `${kind}: ${await figure.innerText()}`);
          const drawn = kind === "table" ? figure.locator("td") : figure.locator("svg :is(path, rect, circle, image, line)");
          assert.ok((await drawn.count()) > 3, `${kind} has no marks`);
          assert.ok((await figure.locator("figcaption").innerText()).length > 10, `${kind} has no caption`);
        }
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.equal(paper === "rgb(255, 254, 251)", theme === "light");
        // Nothing sticks out of the page sideways.
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
        if ((size === "desktop") === (theme === "light"))
          await page.screenshot({path: `${shots}/${name}-${size}-${theme}.png`, fullPage: true});
        assert.deepEqual(faults, []);
        await close();
      });

test("claims come first and lead to their figure", async () => {
  const {page, close} = await open(await report("experiment"));
  const rows = page.locator("#claims tbody tr");
  assert.equal(await rows.count(), 3);
  assert.match(await rows.nth(0).innerText(), /^✓ held[\s\S]*A rate of 0.003[\s\S]*0\.\d+ \[0\.\d+, [01][\d.]*\]/);
  assert.match(await rows.nth(1).innerText(), /did not hold/);
  assert.match(await rows.nth(2).innerText(), /not decided/);
  const order = await page.locator("section").evaluateAll((sections) => sections.map((one) => one.id));
  assert.deepEqual(order, ["claims", "figures", "runs", "provenance"]);
  const target = await rows.nth(0).getByRole("link").getAttribute("href");
  assert.equal(await page.locator(`figure[id="${target.slice(1)}"].phase_diagram`).count(), 1);
  await close();
});

/** The first value that shows while the pointer goes over a chart, or "". */
async function tipOver(page, chart) {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  for (let i = 1; i < 100; ++i) {
    await page.mouse.move(box.x + (box.width * (i % 10)) / 10, box.y + (box.height * Math.floor(i / 10)) / 10);
    const text = await chart.evaluate((svg) => {
      const own = document.querySelector("div.tip:not([hidden])")?.innerText;
      return own ?? [...svg.querySelectorAll("[aria-label=tip]")].map((tip) => tip.textContent).join("");
    });
    if (text) return text;
  }
  return "";
}

test("every figure shows values on hover", async () => {
  for (const [name, expected] of Object.entries(kinds)) {
    const {page, close} = await open(await report(name));
    for (const kind of expected.filter((one) => one !== "table"))
      assert.match(await tipOver(page, page.locator(`figure.${kind} svg.chart`).first()), /\d/, kind);
    await close();
  }
});

test("values say what they are", async () => {
  const {page, close} = await open(await report("run"));
  const curves = page.locator("figure.learning_curves svg.chart").first();
  await curves.hover();
  assert.match(await curves.locator("[aria-label=tip]").textContent(), /loss .*step \d+/);
  const matrix = page.locator("figure.similarity_matrix svg.chart").first();
  await matrix.hover({position: {x: 120, y: 120}});
  assert.match(await page.locator(".tip").innerText(), /(token|cell) \d+\n\1 \d+\n(1|−?0\.\d+)/);
  await close();
});

test("no two ticks of an axis read the same, however narrow its range", async () => {
  const {page, close} = await open(await report("experiment"));
  const axes = await page.locator("svg.chart g[aria-label='y-axis tick label']").evaluateAll((all) => all.map((axis) => [...axis.children].map((tick) => tick.textContent).filter(Boolean)));
  assert.ok(axes.some((ticks) => ticks.includes("0.9915")), JSON.stringify(axes.at(-1)));
  for (const ticks of axes) assert.equal(new Set(ticks).size, ticks.length, ticks.join(" "));
  await close();
});

test("the animation moves with the slider and the keyboard", async () => {
  const {page, close} = await open(await report("run"));
  const animation = page.locator("figure.position_animation");
  const places = () => animation.locator("svg.chart g[aria-label=dot] circle").evaluateAll((all) => all.map((one) => `${one.getAttribute("cx")} ${one.getAttribute("cy")} ${one.getAttribute("transform")}`));
  const [slider, step] = [animation.getByRole("slider"), animation.locator("output")];
  assert.equal(await step.innerText(), "step 400");
  const last = await places();
  assert.equal(last.length, 16);
  await slider.focus();
  await page.keyboard.press("Home");
  assert.equal(await step.innerText(), "step 0");
  assert.notDeepEqual(await places(), last);
  await page.keyboard.press("ArrowRight");
  assert.equal(await step.innerText(), "step 1");
  await animation.getByRole("button", {name: "play"}).click();
  await page.waitForFunction(() => document.querySelector(".animation output").textContent === "step 400");
  assert.deepEqual(await places(), last);
  await close();
});

test("a cell of the phase diagram shows its runs, by click and by keyboard", async () => {
  const {page, close} = await open(await report("experiment"));
  const diagram = page.locator("figure.phase_diagram").first();
  const cells = diagram.locator("rect[role=button]");
  assert.equal(await cells.count(), 15);
  await cells.nth(0).click();
  assert.equal(await diagram.locator(".chosen tbody tr").count(), 3);
  const settings = () => diagram.locator(".chosen tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].slice(2, 5).map((cell) => cell.textContent).join(" ")));
  assert.deepEqual((await settings()).sort(), ["1e−4 1 1", "1e−4 1 2", "1e−4 1 3"]);
  await cells.nth(14).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual((await settings()).sort(), ["0.01 3 1", "0.01 3 2", "0.01 3 3"]);
  await close();
});

test("the boundary lies over the phase diagram", async () => {
  const {page, close} = await open(await report("experiment"));
  const diagram = page.locator("figure.phase_diagram").first();
  assert.match(await diagram.locator("svg.legend").innerHTML(), /boundary of final.test.accuracy &gt;= 0.75 with 95 % band/);
  assert.ok((await diagram.locator("g.boundary path").count()) >= 1, "no boundary is drawn");
  assert.deepEqual((await diagram.locator("g.phases text").allTextContents()).sort(), ["above", "below"]);
  assert.match(await diagram.locator("rect[role=button]").first().getAttribute("aria-label"), /below/);
  await close();
});

test("the true arrangement is drawn: a grid below the positions, its rows in the similarities", async () => {
  const {page, close} = await open(await report("run"));
  const links = page.locator("figure.positions_map svg.chart").first().locator("g[aria-label=link]");
  assert.deepEqual(await links.evaluateAll((groups) => groups.map((group) => group.children.length)), [24, 16, 24]);
  const similarity = page.locator(`figure[id$="position_similarity"]`);
  assert.equal(await similarity.locator("g[aria-label=rule] line").count(), 6);
  assert.match(await similarity.innerText(), /Blocks from the top: row 1 \(0–3\), row 2 \(4–7\)/);
  await close();
});

test("the splits of one run have colours of their own, and the animation those of the map", async () => {
  const {page, close} = await open(await report("run"));
  const lines = page.locator("figure.learning_curves svg.chart").first().locator("g[aria-label=line] path");
  const strokes = await lines.evaluateAll((all) => all.map((one) => one.getAttribute("stroke") ?? one.parentElement.getAttribute("stroke")));
  assert.equal(strokes.length, 7);
  assert.equal(new Set(strokes).size, 7);
  const colourings = page.locator("figure.position_animation .choice option");
  assert.deepEqual(await colourings.allInnerTexts(), ["row", "column", "position"]);
  await close();
});

test("tables sort", async () => {
  const {page, close} = await open(await report("run"));
  const table = page.locator(`figure[id$="stress_table"]`);
  const stresses = async () => (await table.locator("tbody tr td:nth-child(3)").allInnerTexts()).map(Number);
  const given = await stresses();
  await table.getByRole("button", {name: "raw stress"}).click();
  const up = await stresses();
  assert.notDeepEqual(up, given);
  assert.deepEqual(up, given.sort((a, b) => a - b));
  await table.getByRole("button", {name: "raw stress"}).click();
  assert.deepEqual(await stresses(), up.reverse());
  await close();
});

test("the theme can be chosen against the system", async () => {
  const {page, close} = await open(await report("run"), {theme: "light"});
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByLabel("theme").selectOption("dark");
  assert.notEqual(await paper(), light);
  await page.getByLabel("theme").selectOption("auto");
  assert.equal(await paper(), light);
  await close();
});

test("an experiment opens with what it found", async () => {
  for (const viewport of [desktop, phone]) {
    const {page, faults, close} = await open(await report("found"), {viewport});
    assert.equal(await page.locator("h1").innerText(), "Does the grid come back?");
    assert.equal(await page.locator(".found.held").innerText(), "It came back.");
    assert.equal(await page.locator(".headline figure.image_recovery svg rect").count() >= 12, true);
    assert.equal(await page.locator(".key strong").count(), 3);
    assert.match(await page.locator("#claims").innerText(), /1 of 1 claims held\. 2 more need a larger scale/);
    const controls = page.locator("details.controls");
    assert.match(await controls.locator("summary").innerText(), /1 of 1 controls held.*They ask whether it was there before/);
    assert.equal(await controls.getByText("Not before training").isVisible(), false);
    await controls.locator("summary").click();
    assert.equal(await controls.getByText("Not before training").isVisible(), true);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    assert.deepEqual(faults, []);
    await close();
  }
});

test("an adaptive diagram has no blank cells, and dots where it was run", async () => {
  const {page, close} = await open(await report("adaptive"));
  const diagram = page.locator("figure.phase_diagram").first();
  assert.equal(await diagram.locator("rect[role=button]").count(), 20);
  const fills = await diagram.locator("rect[role=button]").evaluateAll((all) => all.map((one) => one.getAttribute("fill")));
  assert.equal(fills.filter((fill) => !fill || fill.includes("empty")).length, 0, "blank cells");
  const dots = await diagram.locator("g.was-run circle").count();
  assert.ok(dots > 0 && dots < 20, `${dots} cells were run`);
  assert.match(await diagram.locator("rect[role=button]").last().getAttribute("aria-label"), /estimated/);
  await close();
});

test("figures fill the page, points stand on their ticks, tables are not figures, blocks have one name", async () => {
  const {page, close} = await open(await report("experiment"), {viewport: {width: 1400, height: 900}});
  const narrow = await page.locator("figure.metric_by_setting").first().evaluate((figure) => figure.querySelector("svg.chart").getBoundingClientRect().width / figure.getBoundingClientRect().width);
  assert.ok(narrow > 0.95, `a chart takes ${narrow} of its figure`);
  const off = await page.locator("figure.metric_by_setting").first().evaluate((figure) => {
    const middle = (one) => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2;
    const ticks = [...figure.querySelectorAll("g[aria-label='x-axis tick'] path")].map(middle);
    return Math.max(...[...figure.querySelectorAll("g[aria-label=dot] circle")].map((dot) => Math.min(...ticks.map((tick) => Math.abs(tick - middle(dot))))));
  });
  assert.ok(off < 1, `a point is ${off} pixels off its tick`);
  const unnamed = await page.locator("figure.learning_curves svg.chart").first().evaluate((svg) => [...svg.querySelectorAll("g[aria-label='y-axis tick label'] text")].filter((text) => text.textContent === "").length);
  assert.equal(unnamed, 0, "ticks of the loss without a number");
  await close();
  const run = await open(await report("run"));
  for (const title of await run.page.locator("figure.table h3").allInnerTexts()) assert.match(title, /^Table \d+\./);
  for (const title of await run.page.locator("figure:not(.table) h3").allInnerTexts()) assert.match(title, /^Figure \d+\./);
  const words = await run.page.evaluate(() => document.querySelector("#figures").textContent + document.querySelector(".headline").textContent);
  for (const other of [/\blayer \d/, /blocks\.\d/, /\d(th|nd|rd) of/, /=null/]) assert.doesNotMatch(words, other);
  await run.close();
});
