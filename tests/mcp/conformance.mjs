// The protocol's own conformance runner against the HTTP endpoint: conformance.mjs REVISION
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeProject, program, serveHttp } from "./support.mjs";

const revision = process.argv[2];
const about = spawnSync(program, ["mcp", "--help"], { encoding: "utf8" });
if (about.status !== 0) throw new Error(about.stderr);

let server;
try {
  server = await serveHttp(makeProject(), ["--conformance"]);
} catch (error) {
  if (!/CAPABILITY_MISSING/.test(error.message)) throw error;
  console.log("skipped: this program was built without HTTP");
  process.exit(77);
}
const packages = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")));
const run = spawnSync(
  process.execPath,
  [join(packages, "dist/index.js"), "server", "--url", server.url, "--requirements", revision],
  { encoding: "utf8", timeout: 120000 },
);
server.end();
console.log(run.stdout, run.stderr);
const total = /Total: (\d+) passed/.exec(run.stdout);
if (run.status !== 0 || total === null || Number(total[1]) < 50) {
  console.log(`conformance with ${revision}: exit ${run.status}`);
  process.exit(1);
}
