import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEVICE_TOOLS, mcpName } from "@udt/client/device";
import { ENDPOINTS, ERRORS, type ErrorName } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { monkeyConfig } from "../../../test/run-project.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const VERSION = "2025-11-25";
const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: "spec", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const TAKES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const basic = ({ secret_id, secret_key }: { secret_id: string; secret_key: string }) => ({
  authorization: `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`,
});

describe("the door for programs", () => {
  let udt: TestServer;
  let agent: TestAgent;
  let ada: Person;
  let bo: Person;
  let device_id: string;
  const clients: Client[] = [];
  let keys = 0;

  const url = () => new URL(`${udt.server.url}/mcp`);
  const keyOf = async (as: Person, change: object = {}) =>
    udt.ok(ENDPOINTS.keyCreate, {
      as: { ...as, ...(await udt.session(as)) },
      body: { name: `key ${++keys}`, access: "write", ...change },
    });
  const connect = async (headers: Record<string, string>) => {
    const client = new Client({ name: "spec", version: "1" });
    const transport = new StreamableHTTPClientTransport(url(), { requestInit: { headers } });
    await client.connect(transport);
    clients.push(client);
    return { client, session_id: transport.sessionId! };
  };
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    return isError ? { refused: JSON.parse(first!.text) as { code: string } } : { data: structuredContent as never };
  };
  const post = (body: unknown, headers: Record<string, string>) =>
    fetch(url(), {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { ...TAKES, ...headers },
    });
  const refused = async (answer: Response | Promise<Response>, code: ErrorName) => {
    const response = await answer;
    expect(response.status).toBe(ERRORS[code].status);
    expect(((await response.json()) as { data: { code: string } }).data.code).toBe(code);
  };

  beforeAll(async () => {
    udt = await TestServer.start();
    [ada, bo] = await Promise.all([udt.person("ada"), udt.person("bo")]);
    await udt.project("alpha", [
      { person: ada, user_type: 2 },
      { person: bo, user_type: 2 },
    ]);
    await udt.project("beta", [{ person: ada, user_type: 2 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project: "alpha" } });
    device_id = list[0]!.device_id;
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await udt.dispose();
  });

  it("lets nobody in but by a key that is good", async () => {
    const key = await keyOf(ada);
    await refused(post(HELLO, {}), "need_login");
    await refused(post(HELLO, basic({ ...key, secret_key: "wrong" })), "invalid_session");
    await refused(post(HELLO, { authorization: "Bearer nonsense" }), "need_login");
    await refused(post(HELLO, { authorization: "Basic %%%" }), "invalid_session");
    // A browser's session is a person's.
    await refused(post(HELLO, { cookie: ada.cookie, "x-requested-with": "XMLHttpRequest" }), "api_key_only");
    await refused(post(HELLO, { cookie: ada.cookie }), "xhr_header_required");
    await refused(fetch(url(), { headers: { ...TAKES, ...basic(key) } }), "mcp_no_stream");
    await refused(post([LIST], basic(key)), "mcp_no_batch");
    await refused(fetch(url(), { method: "DELETE", headers: basic(key) }), "mcp_session_unknown");
  });

  it("answers no page of another site, by whatever name it calls", async () => {
    const key = basic(await keyOf(ada));
    await refused(post(HELLO, { ...key, origin: "https://evil.example" }), "origin_unknown");
    await refused(post(HELLO, { ...key, origin: "null" }), "origin_unknown");
    expect((await post(HELLO, { ...key, origin: udt.server.url })).status).toBe(200);
  });

  it("offers what the key may do, and says what each tool does to the device", async () => {
    const { client } = await connect(basic(await keyOf(ada)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(DEVICE_TOOLS.map(mcpName));
    const hint = (name: string) => tools.find((tool) => tool.name === name)!.annotations;
    expect(hint("device_end")).toMatchObject({ destructiveHint: true, readOnlyHint: false });
    expect(hint("device_clear")).toMatchObject({ destructiveHint: true });
    expect(hint("device_file_delete")).toMatchObject({ destructiveHint: true });
    expect(hint("device_list")).toMatchObject({ destructiveHint: false, readOnlyHint: true, idempotentHint: true });
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);

    const { client: reading } = await connect(basic(await keyOf(ada, { access: "read" })));
    const offered = (await reading.listTools()).tools.map(({ name }) => name);
    expect(offered).toEqual(DEVICE_TOOLS.filter(({ reads }) => reads).map(mcpName));
    expect(offered).not.toContain("device_take");
    // Not offered, and not there by its name either.
    await expect(reading.callTool({ name: "device_take", arguments: { project: "alpha" } })).resolves.toMatchObject({
      isError: true,
    });
    expect(agent.all("session_start")).toEqual([]);
  });

  it("judges each tool as it judges calls: a key of one project has no word about another", async () => {
    const { client } = await connect(basic(await keyOf(ada, { project_id: "alpha" })));
    expect(await call(client, "device_projects")).toMatchObject({ data: { projects: [{ project_id: "alpha" }] } });
    // Its own project is meant where none is named.
    expect(await call(client, "device_list")).toMatchObject({ data: { total: 1 } });
    expect(await call(client, "device_list", { project: "beta" })).toMatchObject({ refused: { code: "key_scope" } });
    const { client: all } = await connect(basic(await keyOf(bo)));
    expect(await call(all, "device_list")).toMatchObject({ refused: { code: "project_missing" } });
    expect(await call(all, "device_list", { project: "beta" })).toMatchObject({
      refused: { code: "user_not_in_project" },
    });
    expect(await call(all, "device_list", { project: 7 }).catch((error: Error) => error.message)).toBeDefined();
  });

  it("takes a device in a session of the key's user, by the key's name, that others neither drive nor end", async () => {
    const { client } = await connect(basic(await keyOf(ada, { name: "an agent" })));
    const taken = await call(client, "device_take", { project: "alpha", device_id, minutes: 30 });
    const { test_id } = (taken as { data: { test_id: string } }).data;
    const query = { project: "alpha" };
    const params = { test_id, device_id };
    const test = () => udt.ok(ENDPOINTS.testGet, { as: ada, query, params });
    expect(await test()).toMatchObject({ user_id: ada.user_id, user_name: "ada", key_name: "an agent", kind: "debug" });

    const { client: other } = await connect(basic(await keyOf(bo)));
    for (const [name, args, code] of [
      ["device_end", {}, "not_driver"],
      ["device_extend", { minutes: 5 }, "not_driver"],
      ["device_tree", {}, "not_driver"],
      ["device_key", { key: "GoHome" }, "not_driver"],
    ] as const)
      expect(await call(other, name, { project: "alpha", test_id, ...args }), name).toMatchObject({
        refused: { code },
      });

    // Administrators may end anybody's test, and their programs end no session by the way that is not theirs.
    const root = await udt.person("root", { udt_admin: true });
    const { client: admins } = await connect(basic(await keyOf(root)));
    for (const name of ["device_end", "device_extend"])
      expect(await call(admins, name, { project: "alpha", test_id, minutes: 5 }), name).toMatchObject({
        refused: { code: "not_driver" },
      });
    // Nor does the program whose session its own user has taken over.
    const body = { user_id: ada.user_id, instead: true };
    await udt.ok(ENDPOINTS.controlGive, { as: ada, query, params, body });
    for (const name of ["device_end", "device_extend"])
      expect(await call(client, name, { project: "alpha", test_id, minutes: 5 }), name).toMatchObject({
        refused: { code: "not_driver" },
      });
    await udt.ok(ENDPOINTS.controlTakeBack, { as: ada, query, params });
    expect(await test()).toMatchObject({ state: "running", duration_minutes: 30 });

    // Whatever is done in the session counts as doing something.
    const { inactive_deadline: before } = await test();
    udt.clock.turn(60_000);
    await call(client, "device_log", { project: "alpha", test_id });
    await until(async () => expect((await test()).inactive_deadline).toBeGreaterThan(before!));
    const { inactive_deadline: kept } = await test();
    udt.clock.turn(60_000);
    await call(other, "device_session", { project: "alpha", test_id });
    // So does nothing that is refused: the same user's key of another project has no part in it.
    const { client: scoped } = await connect(basic(await keyOf(ada, { project_id: "beta" })));
    expect(await call(scoped, "device_log", { project: "alpha", test_id })).toMatchObject({
      refused: { code: "key_scope" },
    });
    expect((await test()).inactive_deadline).toBe(kept);

    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    expect(await call(client, "device_tree", { project: "alpha", test_id })).toEqual({
      refused: { code: "session_ended", field: "test_id", message: `Session ${test_id} has ended: user.` },
    });
    expect(await call(client, "device_end", { project: "alpha", test_id })).toMatchObject({
      data: { state: "ended", end_reason: "user" },
    });
  });

  it("has nothing to do with a run, which it neither ends nor drives", async () => {
    const query = { project: "alpha" };
    await until(async () => {
      const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
      expect(list[0]).toMatchObject({ state: "idle" });
    });
    const job = { name: "Nightly", config: monkeyConfig() };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: ada, query, body: job });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: ada, query, params: { job_id }, body: {} });
    const test = () => udt.ok(ENDPOINTS.testGet, { as: ada, query, params: { test_id } });
    await until(async () => expect((await test()).state).toBe("running"));
    const { client } = await connect(basic(await keyOf(ada)));
    /** What each tool needs beside the test. */
    const args = { ...query, test_id, minutes: 5, x: 1, y: 1, from_x: 1, from_y: 1, to_x: 2, to_y: 2, text: "a" };
    const more = { key: "GoHome", app_id: "a", package_name: "a.b", path: "/sdcard/a", content: "a", act: "start" };
    for (const { input, ...tool } of DEVICE_TOOLS.filter((one) => "test_id" in one.input)) {
      const name = mcpName(tool);
      const given = Object.fromEntries(Object.entries({ ...args, ...more }).filter(([key]) => key in input));
      expect(await call(client, name, given), name).toEqual({
        refused: {
          code: "not_a_session",
          field: "test_id",
          message: `Test ${test_id} is no debug session but of kind job.`,
        },
      });
    }
    expect(await test()).toMatchObject({ state: "running", end_reason: null });
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params: { test_id } });
    expect(await call(client, "device_end", { ...query, test_id })).toMatchObject({
      refused: { code: "not_a_session" },
    });
  });

  it("keeps a session to the key that began it, and ends it with the key", async () => {
    const key = await keyOf(ada);
    const { client, session_id } = await connect(basic(key));
    const session = { "mcp-session-id": session_id, "mcp-protocol-version": VERSION };
    expect((await post(LIST, { ...basic(key), ...session })).status).toBe(200);
    // Another key of the same person's, and another person's.
    for (const other of [await keyOf(ada), await keyOf(bo)])
      await refused(post(LIST, { ...basic(other), ...session }), "mcp_session_unknown");
    await refused(post(LIST, { ...basic(key), "mcp-session-id": "made-up" }), "mcp_session_unknown");
    await udt.ok(ENDPOINTS.keyDelete, { as: ada, params: { secret_id: key.secret_id } });
    await refused(post(LIST, { ...basic(key), ...session }), "invalid_session");
    await expect(client.listTools()).rejects.toThrow();
  });

  it("forgets a session that is ended, silent for an hour, or of a server before this one", async () => {
    const key = basic(await keyOf(ada));
    const ended = (await connect(key)).session_id;
    expect((await fetch(url(), { method: "DELETE", headers: { ...key, "mcp-session-id": ended } })).status).toBe(200);
    await refused(post(LIST, { ...key, "mcp-session-id": ended }), "mcp_session_unknown");
    const silent = (await connect(key)).session_id;
    udt.clock.turn(61 * 60_000);
    await refused(post(LIST, { ...key, "mcp-session-id": silent }), "mcp_session_unknown");
    const before = (await connect(key)).session_id;
    await udt.restart();
    await refused(post(LIST, { ...key, "mcp-session-id": before }), "mcp_session_unknown");
  });

  it("makes nothing of garbage but a refusal", async () => {
    const key = basic(await keyOf(ada));
    await refused(post("{", key), "invalid_body");
    await refused(post("x".repeat(1024 ** 2 + 1), key), "body_too_large");
    await refused(post(HELLO, { ...key, "content-type": "text/plain" }), "invalid_body");
    expect((await post(LIST, key)).status).toBe(400);
    expect((await post({ hello: 1 }, key)).status).toBe(400);
    expect((await post(HELLO, { ...key, accept: "text/html" })).status).toBe(406);
    const { client } = await connect(key);
    await expect(client.callTool({ name: "nothing", arguments: {} })).resolves.toMatchObject({ isError: true });
    await expect(client.callTool({ name: "device_tap", arguments: { test_id: 1 } })).resolves.toMatchObject({
      isError: true,
    });
    expect(await call(client, "device_end", { project: "alpha", test_id: "../x" })).toMatchObject({
      refused: { code: expect.stringMatching(/invalid_param|test_not_found/) },
    });
  });
});
