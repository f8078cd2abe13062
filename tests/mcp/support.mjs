// Projects and servers for the tests of this folder.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const program = process.env.HOB;

/** A new empty project; removed when the test ends. */
export function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), "hob-mcp-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(program, ["new", "game", "--id", "prj_test"], { cwd: folder });
  return join(folder, "game");
}

/** Every file of a project but what `.hob/` holds, as text by path. */
export function readProject(folder, below = "", files = {}) {
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === "" ? name : `${below}/${name}`;
    if (name === ".hob") continue;
    if (statSync(join(folder, path)).isDirectory()) readProject(folder, path, files);
    else files[path] = readFileSync(join(folder, path)).toString("base64");
  }
  return files;
}

/** A server on a free port; ends with this process, or by `end`. */
export function serveHttp(project, args = [], env = {}) {
  const child = spawn(program, ["-p", project, "mcp", "--http", ...args], {
    stdio: ["pipe", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
      const url = /http:\/\/\S+/.exec(text);
      if (url) resolve({ url: url[0], end: () => child.stdin.end() });
    });
    child.on("close", () => reject(new Error(`the server ended: ${text}`)));
  });
}
