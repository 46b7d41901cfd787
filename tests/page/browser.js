// Opens pages in Debian's Chromium and watches them: every console message that is an error, every exception, every
// request that is not the page itself.
import {spawn} from "node:child_process";
import {chromium} from "playwright-core";

export const program = process.env.SEXTANT;
export const fixture = process.env.SEXTANT_FIXTURE;
export const desktop = {width: 1200, height: 900};
export const phone = {width: 390, height: 844};

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"], // tests run as root in containers
});

export function sextant(...options) {
  const child = spawn(program, options);
  let [out, errors] = ["", ""];
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (errors += piece));
  const ended = new Promise((resolve) => child.on("close", (code) => resolve({code, out, errors})));
  return {child, ended, text: () => out};
}

/** The report of a folder of the fixture, as an address. */
export async function report(name) {
  const file = `${fixture}/${name}.html`;
  const {code, errors} = await sextant("report", `${fixture}/${name}`, "-o", file).ended;
  if (code !== 0) throw new Error(`sextant report ${name}: ${errors}`);
  return `file://${file}`;
}

/** A page with what went wrong in it; `drawAll` draws figures far below too, as printing does. */
export async function open(address, {viewport = desktop, theme = "light", drawAll = true} = {}) {
  const context = await browser.newContext({viewport, colorScheme: theme, acceptDownloads: true});
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const own = request.url() === address || request.url().startsWith("data:") || request.url().startsWith("blob:");
    if (!own) faults.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  if (drawAll) await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  return {page, faults, close: () => context.close()};
}

/** What is saved by a button of a figure. */
export async function saved(page, figure, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", {name: button}).click()]);
  let text = "";
  for await (const piece of await download.createReadStream()) text += piece;
  return {name: download.suggestedFilename(), text};
}
