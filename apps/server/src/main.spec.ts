import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, envelope, fillPath, XHR_HEADER, type DataOf, type Endpoint } from "@udt/contract";
import { embedded, type TestDatabase } from "../test/databases.ts";
import { until } from "../test/harness.ts";
import { deviceReport, ScriptedAgent } from "../test/scripted-agent.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
const AGENT_TOKEN = "an-agent-token-of-this-test";

/** A signed-in caller over real HTTP. */
class Client {
  readonly #url: string;
  #cookie = "";
  constructor(url: string) {
    this.#url = url;
  }
  async call<E extends Endpoint>(
    endpoint: E,
    options: { params?: Record<string, string>; query?: Record<string, string>; body?: object },
  ): Promise<DataOf<E>> {
    const address = `${this.#url}${fillPath(endpoint.path, options.params)}?${new URLSearchParams(options.query)}`;
    const response = await fetch(address, {
      method: endpoint.method,
      headers: { ...XHR_HEADER, cookie: this.#cookie, ...(options.body && { "content-type": "application/json" }) },
      ...(options.body && { body: JSON.stringify(options.body) }),
    });
    this.#cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? this.#cookie;
    const answer = envelope.parse(await response.json());
    expect(answer).toMatchObject({ ret: 0 });
    return answer.data as DataOf<E>;
  }
}

interface Running {
  child: ChildProcess;
  url: string;
  client: Client;
  said: () => string;
}

describe("the server's process", () => {
  let database: TestDatabase;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    database = await embedded();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await database.dispose();
  });

  function spawn(env: Record<string, string>): { child: ChildProcess; said: () => string } {
    let output = "";
    const child = fork(MAIN, {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [],
      env: {
        PATH: process.env["PATH"],
        UDT_PORT: "0",
        UDT_DATA_DIR: database.settings.data_dir,
        UDT_DEMO: "1",
        ...env,
      },
    });
    children.push(child);
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return { child, said: () => output };
  }

  async function start(env: Record<string, string> = {}): Promise<Running> {
    const { child, said } = spawn({ UDT_ADMIN_PASSWORD: "sunny day 1", UDT_AGENT_TOKEN: AGENT_TOKEN, ...env });
    const url = await until(() => /UDT is ready at (http:\S+)/.exec(said())?.[1] ?? expect.fail(said()));
    const client = new Client(url);
    await client.call(ENDPOINTS.userLogin, { body: { email: "admin@udt.local", password: "sunny day 1" } });
    return { child, url, client, said };
  }

  it("stops with a sentence for a wrong setting", async () => {
    const { child, said } = spawn({ UDT_PORT: "eighty" });
    const [code] = await once(child, "exit");
    expect(code).toBe(2);
    expect(said()).toBe('UDT_PORT must be a whole number from 0 to 65535. See "Settings" in docs/operations.md.\n');
  });

  it("stops with a sentence when its folder is in use", async () => {
    await start();
    const { child, said } = spawn({});
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(said()).toMatch(
      /^The folder .+ is in use by another UDT server \(process \d+ on [^ ]+\)\. See "Several servers" in docs\/operations\.md\.\n$/,
    );
  });

  it("tells the made-up password once, and never in the log", async () => {
    const { said } = spawn({ UDT_AGENT_TOKEN: AGENT_TOKEN });
    const password = await until(() => /with the password (\S+)/.exec(said())?.[1] ?? expect.fail(said()));
    expect(said().split(password)).toHaveLength(2);
  });

  it("logs of each call who made it, and from which address", async () => {
    const { client, url, said } = await start({ UDT_TRUSTED_PROXIES: "127.0.0.1" });
    const { user_id } = await client.call(ENDPOINTS.userInfo, {});
    await fetch(`${url}${ENDPOINTS.userInfo.path}`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    const calls = await until(() => {
      const lines = said()
        .split("\n")
        .filter((line) => line.includes(`"route":"${ENDPOINTS.userInfo.path}"`));
      expect(lines).toHaveLength(2);
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    });
    expect(calls).toMatchObject([
      { msg: "call", status: 200, ip: "127.0.0.1", user_id },
      { msg: "call", status: 401, ip: "203.0.113.7" },
    ]);
    expect(calls[1]).not.toHaveProperty("user_id");
  });

  it("ends on SIGTERM by itself, with an agent linked and a device held", async () => {
    const { child, client, url } = await start();
    const agent = new ScriptedAgent(url, AGENT_TOKEN);
    await agent.connect([deviceReport("s-1")]);
    await take(client);
    child.kill("SIGTERM");
    const [code, signal] = await once(child, "exit");
    expect([code, signal]).toEqual([0, null]);
    await until(() => expect(agent.closed).toEqual({ code: 1001, reason: "server stops" }));
  });

  it("goes on with the session after it was killed", async () => {
    const first = await start();
    const agent = new ScriptedAgent(first.url, AGENT_TOKEN);
    await agent.connect([deviceReport("s-1")]);
    const { test_id } = await take(first.client);
    const { lease_token } = agent.all("session_start")[0]!;
    first.child.kill("SIGKILL");
    await once(first.child, "exit");

    const second = await start();
    const back = new ScriptedAgent(second.url, AGENT_TOKEN);
    const session = { test_id, serial: "s-1", lease_token, state: "running" as const, error: null, end_reason: null };
    const welcome = await back.connect([deviceReport("s-1")], { sessions: [session] });
    expect(welcome!.sessions).toMatchObject([{ test_id, lease_token }]);
    const query = { project: "demo" };
    expect(await second.client.call(ENDPOINTS.testGet, { query, params: { test_id } })).toMatchObject({
      state: "running",
    });
    expect(await second.client.call(ENDPOINTS.testCancel, { query, params: { test_id } })).toMatchObject({
      end_reason: "user",
    });
    await until(async () => {
      const { list } = await second.client.call(ENDPOINTS.deviceList, { query });
      expect(list[0]!.state).toBe("idle");
    });
    back.close();
  });

  async function take(client: Client): Promise<{ test_id: string }> {
    const query = { project: "demo" };
    const { list } = await client.call(ENDPOINTS.deviceList, { query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    await until(async () =>
      expect(await client.call(ENDPOINTS.testGet, { query, params: { test_id } })).toMatchObject({ state: "running" }),
    );
    return { test_id };
  }
});
