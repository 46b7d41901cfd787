// Every test in one process, and so in one Chromium.
import "./page.test.js";
import "./first_screen.test.js";
import "./save.test.js";
import "./faults.test.js";
import "./view.test.js";
