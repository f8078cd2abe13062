// An agent's whole way with the official clients: from an empty project to a game that is proven, looked at, played
// step by step, and taken back to the byte.
import assert from "node:assert/strict";
import { makeProject, program, readProject } from "./support.mjs";

const dialects = {
  // revisions up to 2025-11-25
  async legacy(project) {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: program, args: ["-p", project, "mcp"], stderr: "inherit" }));
    return client;
  },
  // 2026-07-28, without a fall back
  async modern(project) {
    const { Client } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(new StdioClientTransport({ command: program, args: ["-p", project, "mcp"], stderr: "inherit" }));
    return client;
  },
};

const script = `local M = {}
function M.onUpdate(ctx)
  ctx.transform.rotation = ctx.time.elapsed * 90
end
return M
`;

/** Calls a tool; gives the data of its envelope, and the pictures. */
async function call(client, name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  const envelope = result.structuredContent;
  assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
  assert.equal(envelope.success, true);
  return { data: envelope.data, changed: envelope.changed, pictures: result.content.filter((c) => c.type === "image") };
}
const run = (client, command, params = {}) => call(client, "run_command", { command, params });

async function buildGame(client) {
  const scene = "Main";
  const body = { SpriteRenderer: { width: 32, height: 32, color: "#29adff" }, Collider: { width: 32, height: 32 } };
  const made = await call(client, "create_entity", {
    scene,
    name: "Player",
    position: { x: 100, y: 200 },
    tags: ["player"],
    components: { ...body, PhysicsBody: { gravityScale: 0 }, CharacterController: { speed: 200 } },
  });
  assert.equal(made.changed[0].name, "Player");
  await call(client, "create_entity", {
    scene,
    name: "Coin",
    position: { x: 300, y: 200 },
    components: {
      SpriteRenderer: { width: 20, height: 20, color: "#ffec27" },
      Collider: { width: 20, height: 20, isTrigger: true },
    },
  });
  await call(client, "add_component", { scene, entity: "Coin", type: "Collectible" });
  await call(client, "create_script", { name: "spin", source: script });
  await call(client, "attach_script", { scene, entity: "Coin", script: "scripts/spin.lua" });
  await call(client, "set_properties", { scene, entity: "Player", properties: { "CharacterController.speed": 240 } });
  const { data } = await call(client, "validate_project");
  assert.equal(data.errorCount, 0, JSON.stringify(data.findings));
}

async function proveGame(client) {
  await call(client, "create_playtest", {
    name: "the coin is won",
    scene: "Main",
    steps: [
      { type: "assertEntityExists", entity: "Coin" },
      { type: "setAction", action: "right", down: true, frames: 90 },
      { type: "assertEntityExists", entity: "Coin", exists: false },
      { type: "assertNoErrors" },
    ],
  });
  const progress = [];
  const result = await client.callTool({ name: "test", arguments: {} }, undefined, { onprogress: (p) => progress.push(p) });
  assert.deepEqual(
    { total: result.structuredContent.data.playtests.total, passed: result.structuredContent.data.playtests.passed },
    { total: 1, passed: 1 },
    result.content[0].text,
  );
}

async function lookAtGame(client) {
  const capable = (await run(client, "doctor")).data;
  const asked = { name: "screenshot", arguments: { scene: "Main", frame: 10, size: "320x180", debug: true } };
  const shown = await client.callTool(asked);
  if (shown.isError && /CAPABILITY_MISSING/.test(shown.content[0].text)) return assert.ok(capable);
  const picture = shown.content.find((c) => c.type === "image");
  assert.equal(picture.mimeType, "image/png");
  const png = Buffer.from(picture.data, "base64");
  assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [320, 180]);
}

async function playGame(client) {
  const { session } = (await call(client, "start_session", { scene: "Main" })).data;
  await call(client, "act_session", { session, action: "right", mode: "hold" });
  assert.equal((await call(client, "step_session", { session, frames: 20 })).data.frame, 20);
  const names = (await call(client, "view_session", { session })).data.entities.map((e) => e.name);
  assert.ok(names.includes("Player") && names.includes("Coin"), names.join());
  const shot = await client.callTool({ name: "screenshot_session", arguments: { session, size: "64x36" } });
  if (!shot.isError || !/CAPABILITY_MISSING/.test(shot.content[0].text)) {
    const png = Buffer.from(shot.content.find((c) => c.type === "image").data, "base64");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [64, 36]);
    const outside = { name: "screenshot_session", arguments: { session, out: "../outside.png" } };
    assert.match((await client.callTool(outside)).content[0].text, /PATH_OUTSIDE/);
  }
  await call(client, "step_session", { session, frames: 70 });
  const left = (await call(client, "view_session", { session })).data.entities.map((e) => e.name);
  assert.ok(!left.includes("Coin"), left.join());
  await call(client, "stop_session", { session });
}

async function takeBack(client) {
  const { data } = await run(client, "listHistory");
  for (let i = 0; i < data.cursor; i++) await call(client, "undo");
}

async function readAround(client) {
  const { resources } = await client.listResources();
  assert.ok(resources.some((r) => r.uri === "hob://project/hob.json"));
  const page = await client.readResource({ uri: "hob://docs/components" });
  assert.match(page.contents[0].text, /Collectible/);
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.some((p) => p.name === "build_game"));
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 18 && tools.length <= 40);
  await assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }));
}

for (const [name, connect] of Object.entries(dialects)) {
  const project = makeProject();
  const before = readProject(project);
  const client = await connect(project);
  await readAround(client);
  await buildGame(client);
  await proveGame(client);
  await lookAtGame(client);
  await playGame(client);
  assert.ok(Object.keys(readProject(project)).length > Object.keys(before).length);
  await takeBack(client);
  assert.deepEqual(readProject(project), before, "undo leads back to the empty project, byte for byte");
  await client.close();
  console.log(`${name}: built, proven, seen, played and taken back`);
}
