import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, type Device } from "@udt/contract";
import { freePortRun } from "./free-ports.ts";
import { RoleProcess } from "./role-process.ts";
import { countersOf, cpuMs, untilAtRest } from "./rest.ts";
import { until } from "./until.ts";

interface ServerReady {
  type: "server_ready";
  url: string;
  port: number;
}
interface PhonesReady {
  type: "phones_ready";
  addresses: string[];
}
interface AgentReady {
  type: "agent_ready";
}

/** A whole UDT on free ports: server, agent and virtual phones, each a process of its own; without phones the server alone. */
export interface Udt {
  readonly url: string;
  readonly port: number;
  /** Where the roles keep what they keep; the agent's is `agent` in it. */
  readonly dataDir: string;
  readonly admin: { email: string; password: string };
  /** ADB addresses of the virtual phones, `host:port`. */
  readonly phoneAddresses: readonly string[];
  readonly server: RoleProcess;
  readonly agent: RoleProcess;
  readonly phones: RoleProcess;
  /** Starts a killed role again, on the same port and folder. */
  restart(role: "server" | "agent" | "phones"): Promise<void>;
  /** A client signed in as somebody; as the administrator where nobody is named. */
  signIn(person?: { email: string; password: string }): Promise<Client>;
  /** Resolves with the demo project's devices once `count` of them are idle. */
  idleDevices(count: number): Promise<Device[]>;
  /**
   * Resolves once no device is busy and nothing but heartbeats goes on, here and in `more` processes, by their names; fails
   * with the names of who talks. No page may be open.
   */
  rest(more?: Record<string, RoleProcess>): Promise<void>;
  /** Ends every test, and then everything, once it was seen at rest. Browsers are closed before. */
  stop(): Promise<void>;
}

const AT_WORK: ReadonlySet<Device["state"]> = new Set(["busy", "cleaning", "initializing"]);
const TEMPLATES = fileURLToPath(new URL("../../../apps/server/test/templates.ts", import.meta.url));

export interface UdtOptions {
  /** Virtual phones; 2 when not given. */
  phones?: number;
  env?: Record<string, string>;
  /** Starts on an empty folder, as a user's first start does; else the database is a copy of one with its tables made. */
  isFirstStart?: boolean;
}

/** The folder of a database with its tables made. Who starts many at once asks first, so that the answer is there for all. */
export function databaseTemplate(): string {
  return (process.env["UDT_TEST_DATABASE"] ??= execFileSync(process.execPath, [TEMPLATES], {
    encoding: "utf8",
  }).trim());
}

export async function startUdt(options: UdtOptions = {}): Promise<Udt> {
  const dataDir = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), "udt-e2e-"));
  if (!options.isFirstStart) {
    cpSync(databaseTemplate(), join(dataDir, "server", "pg"), { recursive: true });
  }
  const admin = { email: "admin@example.com", password: "a long pass 1" };
  const token = randomBytes(24).toString("base64url");
  const phoneCount = options.phones ?? 2;
  // A console that was built elsewhere, to look at one that is not yet the tree's.
  const console_dir = process.env["UDT_CONSOLE_DIR"];
  const shared = {
    UDT_AGENT_TOKEN: token,
    UDT_DEMO: "1",
    // Journeys show the way through the server, but for those of the direct path.
    UDT_DIRECT_PATH: "off",
    // They find phones idle at once, but for those of the first look.
    UDT_FIRST_LOOK: "0",
    ...(console_dir && { UDT_CONSOLE_DIR: console_dir }),
    ...options.env,
  };
  const server = new RoleProcess("server", [], {
    ...shared,
    UDT_PORT: "0",
    UDT_ADB_PORTS: "0",
    UDT_DATA_DIR: join(dataDir, "server"),
    UDT_ADMIN_EMAIL: admin.email,
    UDT_ADMIN_PASSWORD: admin.password,
  });
  // A phone that is started again must be found where it was, so the ports are chosen here.
  const phonePort = await freePortRun(phoneCount);
  const phones = new RoleProcess("phone", ["--count", String(phoneCount), "--port", String(phonePort)], shared);
  const [ready, phonesReady] = await Promise.all([
    server.start<ServerReady>("server_ready"),
    phoneCount > 0 ? phones.start<PhonesReady>("phones_ready") : undefined,
  ]);
  const phoneAddresses = phonesReady?.addresses ?? [];
  // Not what browsers are told to call it: that may be a name that only a test's browser knows.
  const url = `http://127.0.0.1:${ready.port}${options.env?.["UDT_BASE_PATH"] ?? ""}`;
  const agent = new RoleProcess("agent", ["--server", url], {
    ...shared,
    UDT_DATA_DIR: join(dataDir, "agent"),
    UDT_ADB_SERVER: "none",
    UDT_PHONE_ADDRESSES: phoneAddresses.join(","),
  });
  if (phoneCount > 0) await agent.start<AgentReady>("agent_ready");

  const signIn: Udt["signIn"] = async ({ email, password } = admin) => {
    let cookie = "";
    const client = createClient({
      baseUrl: url,
      headers: () => (cookie ? { cookie } : {}),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const set = response.headers.getSetCookie().find((line) => line.startsWith("udt_session_id"));
        if (set) cookie = set.split(";")[0]!;
        return response;
      },
    });
    await client.call(ENDPOINTS.userLogin, { body: { email, password } });
    return client;
  };

  const udt: Udt = {
    url,
    port: ready.port,
    dataDir,
    admin,
    phoneAddresses,
    server,
    agent,
    phones,
    signIn,
    async restart(role) {
      if (role === "server") await server.start<ServerReady>("server_ready", { env: { UDT_PORT: String(ready.port) } });
      else if (role === "agent") await agent.start<AgentReady>("agent_ready");
      else await phones.start<PhonesReady>("phones_ready");
    },
    async idleDevices(count) {
      const client = await signIn();
      return until(`${count} idle devices`, async () => {
        const { list } = await client.call(ENDPOINTS.deviceList, {
          query: { project: "demo", state: "idle", page_size: 100 },
        });
        return list.length >= count ? list : undefined;
      });
    },
    async rest(more = {}) {
      if (server.isRunning) await devicesAtRest(await signIn());
      // What the reading itself costs, which on a slow machine is as much as all that goes on beside it.
      let readingMs = 0;
      await untilAtRest(async () => {
        const counts = new Map<string, number>();
        if (server.isRunning) {
          const before = cpuMs(server.pid) ?? 0;
          const metrics = await (await fetch(`${url}/metrics`)).text();
          for (const [name, count] of countersOf(metrics)) counts.set(name, count);
          readingMs += (cpuMs(server.pid) ?? 0) - before;
        }
        for (const [name, role] of Object.entries({ server, agent, phones, ...more })) {
          const used = role.isRunning ? cpuMs(role.pid) : undefined;
          if (used !== undefined) counts.set(`cpu ${name}`, used - (role === server ? readingMs : 0));
        }
        return counts;
      });
    },
    async stop() {
      try {
        if (server.isRunning) await endTests(await signIn());
        await udt.rest();
      } finally {
        await agent.kill("SIGTERM");
        await Promise.all([phones.kill("SIGTERM"), server.kill("SIGTERM")]);
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
  if (phoneCount > 0) await udt.idleDevices(phoneCount);
  return udt;
}

/** Resolves once no device is used, cleaned or made ready: that is work, and may take its time. */
async function devicesAtRest(client: Client): Promise<void> {
  await until("devices without work", async () => {
    const query = { project: "demo", page_size: 100 };
    const { list } = await client.call(ENDPOINTS.deviceList, { query });
    return list.some(({ state }) => AT_WORK.has(state)) ? undefined : true;
  });
}

/** What runs has a right to be heard: nothing does any more. */
async function endTests(client: Client): Promise<void> {
  const { list: projects } = await client.call(ENDPOINTS.projectList, { query: { page_size: 100 } });
  for (const { project_id } of projects) {
    for (const state of ["queued", "running"] as const) {
      const query = { project: project_id };
      const { list } = await client.call(ENDPOINTS.testList, { query: { ...query, state, page_size: 100 } });
      for (const { test_id } of list) await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
    }
  }
}
