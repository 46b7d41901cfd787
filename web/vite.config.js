// One file: script and style are put into index.html, and a policy in it allows that very script and nothing else.
import {createHash} from "node:crypto";
import {defineConfig} from "vite";
import {viteSingleFile} from "vite-plugin-singlefile";

// Whatever a result file says, the browser runs only the script that was built here and asks no other machine.
const seal = {
  name: "seal",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const page = bundle["index.html"];
      const script = /<script type="module"[^>]*>([\s\S]*?)<\/script>/.exec(page.source);
      if (!script) throw new Error("seal: index.html has no script");
      const hash = createHash("sha256").update(script[1]).digest("base64");
      const rules = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
      const policy = `<meta http-equiv="Content-Security-Policy" content="${rules}" />`;
      page.source = page.source.replace("<!-- POLICY -->", policy);
    },
  },
};

export default defineConfig({
  plugins: [viteSingleFile({removeViteModuleLoader: true}), seal],
  build: {target: "es2022"},
});
