import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePortRun, until } from "@udt/testkit";

const root = join(import.meta.dirname, "../../..");
let dataDir: string;
let child: ChildProcess | undefined;
let output: string;
let blocker: Server | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "udt-cli-"));
  output = "";
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  blocker?.close();
  blocker = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(command: string, args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const phonePort = String(await freePortRun(1));
  child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      UDT_PORT: "0",
      UDT_DATA_DIR: dataDir,
      UDT_DEMO: "1",
      UDT_PHONES: "1",
      UDT_PHONE_PORT: phonePort,
      UDT_ADB_SERVER: "none",
      ...env,
    },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return child;
}
const start = (env: Record<string, string> = {}) => run(process.execPath, ["apps/cli/src/main.ts", "start"], env);
/** A first start makes a database; on a machine that is busy with other suites that takes its time. */
const ready = () =>
  until("the ready line", () => /UDT is ready at (http:\S+)[^]*\nLogs are in/.exec(output)?.[1], 60_000);
const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

describe("udt start", { timeout: 150_000 }, () => {
  it("says how to sign in, once, and stops whole on SIGTERM", async () => {
    const first = await start();
    const url = await ready();
    expect(await answers(url)).toBe(true);
    expect(output).toMatch(/Sign in as admin@udt\.local with the password \S{12,} \(shown this once/);
    first.kill("SIGTERM");
    expect(await once(first, "exit")).toEqual([0, null]);
    expect(await answers(url)).toBe(false);
    output = "";
    await start();
    await ready();
    expect(output).toMatch(/Sign in as admin@udt\.local\n/);
  });

  it("keeps what it has from others on the machine, and the server's secrets from the other roles", async () => {
    await start({ UDT_ADMIN_PASSWORD: "a word of 20 letters", UDT_DATA_DIR: join(dataDir, "data") });
    await ready();
    const { pid } = child!;
    const roles = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    const environments = roles.map((role) => readFileSync(`/proc/${role}/environ`, "utf8"));
    expect(environments).toHaveLength(3);
    expect(environments.filter((text) => text.includes("a word of 20 letters"))).toHaveLength(1);
    expect(environments.filter((text) => text.includes("UDT_AGENT_TOKEN="))).toHaveLength(2);
    // Nothing comes or goes any more.
    child!.kill("SIGTERM");
    await once(child!, "exit");
    const open = readdirSync(join(dataDir, "data"), { recursive: true, withFileTypes: true })
      // The embedded database gives its files their modes itself: nobody else gets into its folder. The agent's are below the same.
      .filter(({ parentPath }) => !/data\/(agent|pg\/)/.test(`${parentPath}/`))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(statSync(join(dataDir, "data")).mode & 0o777).toBe(0o700);
  });

  it.each([
    [
      { UDT_PORT: "many" },
      /^UDT_PORT must be a whole number from 0 to 65535\. See "Settings" in docs\/operations\.md\.$/m,
    ],
    [
      { UDT_PHONE_PORT: "-1" },
      /^UDT_PHONE_PORT must be a whole number from 0 to 65535\. See "Settings" in docs\/operations\.md\.$/m,
    ],
    [
      { UDT_PHONES: "1000" },
      /^UDT_PHONES must be a whole number from 0 to 100\. See "Settings" in docs\/operations\.md\.$/m,
    ],
  ])("refuses %o with one sentence that says where to read on", async (env, sentence) => {
    const refused = await start(env);
    expect(await once(refused, "exit")).toEqual([1, null]);
    expect(output).toMatch(sentence);
  });

  it("says that the phones' port is taken instead of trying for ever", async () => {
    blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    const refused = await start({ UDT_PHONE_PORT: String(port) });
    expect(await once(refused, "exit")).toEqual([1, null]);
    expect(output).toContain(
      `A port from ${port} to ${port} is in use; UDT_PHONE_PORT chooses others. See "Settings" in docs/operations.md.`,
    );
  });

  it("starts a role again that was killed", async () => {
    await start();
    const url = await ready();
    const agentLog = () =>
      readFileSync(join(dataDir, "logs/agent.log"), "utf8").match(/link to the server is up/g)?.length;
    expect(agentLog()).toBe(1);
    const agents = spawn("pgrep", ["-f", `main.ts agent --server ${url.replace("localhost", "127.0.0.1")}$`]);
    const [pid] = (await once(agents.stdout, "data")) as [Buffer];
    process.kill(Number(pid.toString().trim()), "SIGKILL");
    await until("the agent's second link", () => agentLog() === 2 || undefined);
    expect(output).toContain("the agent ended (SIGKILL); starting it again");
  });
});

it("ends with the shell that npm runs it in", { timeout: 150_000 }, async () => {
  const shell = await run("sh", ["-c", `"${process.execPath}" tools/bootstrap.mjs start; true`], {});
  const url = await ready();
  shell.kill("SIGKILL");
  await until("the end of every role", async () => !(await answers(url)) || undefined);
});
