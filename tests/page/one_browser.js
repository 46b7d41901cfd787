// Closes the browser once, after the last test of the process.
import {after} from "node:test";
import {browser} from "./browser.js";

after(() => browser.close());
