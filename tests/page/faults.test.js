// What others wrote: strings that would run, files that are torn or foreign. They are shown as text, or said to be
// broken in the place of their panel, and the rest of the page draws.
import assert from "node:assert/strict";
import {test} from "node:test";
import {open, report} from "./browser.js";
import "./one_browser.js";

test("hostile strings are shown as text and never run", async () => {
  const {page, faults, close} = await open(await report("hostile"));
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => window.broken), undefined);
  assert.equal(await page.locator("img, svg[onload]").count(), 0);
  const title = page.locator("figure.table h3");
  assert.match(await title.innerText(), /<\/script><img src=x onerror="window.broken=1">/);
  assert.match(await page.locator("figure.table td").first().innerText(), /<svg onload=/);
  assert.match(await page.locator("#claims").innerText(), /<\/script>/);
  assert.match(await page.locator("#runs").innerText(), /<img src=x/);
  assert.ok((await page.locator("figure.positions_map svg circle").count()) >= 2);
  assert.deepEqual(faults, []);
  await close();
});

test("the page's policy stops a script that came in anyway", async () => {
  const {page, close} = await open(await report("hostile"));
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = 1";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "window.broken = 2");
    image.src = "data:,";
    document.body.append(image);
  });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => window.broken), undefined);
  await close();
});

test("a torn, empty, foreign or ill-shaped file is a message in its place; the others draw", async () => {
  const {page, faults, close} = await open(await report("broken"));
  const message = async (id) => page.locator(`figure[id$="${id}"] .fault`).innerText();
  assert.match(await message("good.torn"), /torn.json: it is not JSON from byte 41 of 40 on/);
  assert.match(await message("good.empty"), /empty.json: it is empty/);
  assert.match(await message("good.foreign"), /foreign.json: it is not JSON/);
  assert.match(await message("good.outside"), /a link to a path outside/);
  assert.match(await message("wrong_shape"), /data.matrices\[0\].values: expected 2 rows, given a list of 1/);
  assert.match(await message("unknown_kind"), /unknown panel kind 'pie'/);
  assert.equal(await page.locator(`figure[id$="good.good"] td`).innerText(), "1");
  assert.ok((await page.locator("figure.learning_curves svg path").count()) > 0);
  const list = await page.locator("#faults").innerText();
  assert.match(list, /metrics.csv: .*expected a first line step,split/);
  assert.match(list, /result.json: it is not JSON/);
  assert.match(list, /positions.safetensors/);
  assert.match(await page.locator("#runs").innerText(), /torn\s+running/);
  assert.deepEqual(faults, []);
  await close();
});
