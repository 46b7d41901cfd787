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

const written = new Map();

/** The report of a folder of the fixture, as an address; written once. */
export function report(name) {
  if (!written.has(name)) written.set(name, write(name));
  return written.get(name);
}

async function write(name) {
  const file = `${fixture}/${name.replace("/", "-")}.html`;
  const {code, errors} = await sextant("report", `${fixture}/${name}`, "-o", file).ended;
  if (code !== 0) throw new Error(`sextant report ${name}: ${errors}`);
  return `file://${file}`;
}

/** A page with what went wrong in it; `drawAll` draws figures far below too, as printing does; `before` runs first. */
export async function open(address, {viewport = desktop, theme = "light", drawAll = true, before = null, bypassCSP = false} = {}) {
  const context = await browser.newContext({viewport, colorScheme: theme, acceptDownloads: true, bypassCSP});
  context.setDefaultTimeout(120_000); // a busy machine draws slowly, which is no fault of the page
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const own = request.url() === address || request.url().startsWith("data:") || request.url().startsWith("blob:");
    if (!own) faults.push(`request: ${request.url()}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(address);
  if (drawAll) await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  return {page, faults, close: () => context.close()};
}

/** Runs in the page before its own script: what it saves is kept there and not handed to the browser. */
export function keepSaves() {
  const blobs = new Map();
  const make = URL.createObjectURL;
  window.savedFiles = [];
  URL.createObjectURL = (blob) => {
    const address = make.call(URL, blob);
    blobs.set(address, blob);
    return address;
  };
  HTMLAnchorElement.prototype.click = function () {
    window.savedFiles.push({name: this.download, blob: blobs.get(this.href)});
  };
}

/** What a button of a figure saves, in a page that keeps its saves. */
export async function saved(page, figure, button) {
  await figure.getByRole("button", {name: button}).click();
  return page.evaluate(async () => {
    const [{name, blob}] = window.savedFiles.splice(0);
    return {name, type: blob.type, text: await blob.text()};
  });
}
