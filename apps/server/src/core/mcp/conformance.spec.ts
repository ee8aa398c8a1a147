/** The protocol's own tools against the door: its conformance suite, and its inspector as people use it by hand. */
import { execFile } from "node:child_process";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEVICE_TOOLS, mcpName } from "@udt/client/device";
import { ENDPOINTS } from "@udt/contract";
import { TestServer } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const CONFORMANCE = resolve("@modelcontextprotocol/conformance/dist/index.js");
const INSPECTOR = resolve("@modelcontextprotocol/inspector-cli");

/**
 * Those of the suite's scenarios that ask for nothing but tools. The others call tools of a demonstration server by their
 * names, or ask for prompts, resources, sampling and completion, which this server does not claim to have.
 */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

let udt: TestServer;
let authorization: string;
/** The suite has no way to show a key: whoever comes by here shows it for them, and changes nothing else. */
let withKey: Server;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), "udt-mcp-"));
  udt = await TestServer.start();
  const ada = await udt.person("ada");
  await udt.project("alpha", [{ person: ada, user_type: 2 }]);
  await (await udt.agent()).connect([deviceReport("s-1")]);
  const body = { name: "suite", access: "write", project_id: "alpha" };
  const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, { as: ada, body });
  authorization = `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`;
  withKey = createServer((request, response) => {
    const { method, url, headers } = request;
    const options = { method, path: url, port: udt.server.port, headers: { ...headers, authorization } };
    const onward = httpRequest(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => withKey.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  withKey.closeAllConnections();
  withKey.close();
  await udt.dispose();
  rmSync(folder, { recursive: true, force: true });
});

it.each(SCENARIOS)("passes the suite's %s", async (scenario) => {
  const url = `http://localhost:${(withKey.address() as AddressInfo).port}/mcp`;
  const args = [CONFORMANCE, "server", "--url", url, "--scenario", scenario, "--output-dir", folder];
  await run(process.execPath, args, { cwd: folder });
  const [results] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.includes(scenario) && file.endsWith("checks.json"),
  );
  const checks = JSON.parse(readFileSync(join(folder, results!), "utf8")) as { status: string }[];
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ status }) => status === "FAILURE")).toEqual([]);
});

/** The inspector's command line finds itself only where it lies within the inspector: below a package that it asks its version. */
function installInspector(): string {
  const inspector = join(folder, "inspector");
  cpSync(dirname(dirname(INSPECTOR)), join(inspector, "cli"), { recursive: true });
  writeFileSync(
    join(inspector, "package.json"),
    JSON.stringify({ name: "inspector", version: "1.0.3", type: "module" }),
  );
  // What it imports lies beside it: …/node_modules/@modelcontextprotocol/inspector-cli/build/cli.js.
  symlinkSync(join(INSPECTOR, "../../../.."), join(inspector, "node_modules"));
  return join(inspector, "cli/build/cli.js");
}

const inspect = async (command: string, ...args: string[]) => {
  const url = `${udt.server.url}/mcp`;
  const header = `Authorization: ${authorization}`;
  const { stdout } = await run(process.execPath, [
    command,
    "--cli",
    url,
    "--transport",
    "http",
    "--header",
    header,
    ...args,
  ]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

it("is listed and called by the inspector", async () => {
  const command = installInspector();
  const { tools } = (await inspect(command, "--method", "tools/list")) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(DEVICE_TOOLS.map(mcpName));
  const answer = await inspect(
    command,
    "--method",
    "tools/call",
    "--tool-name",
    "device_list",
    "--tool-arg",
    "keyword=s-1",
  );
  expect(answer).toMatchObject({ structuredContent: { total: 1, devices: [{ serial: "s-1", state: "idle" }] } });
});
