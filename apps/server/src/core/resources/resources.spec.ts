import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "../../platform/database/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type Resource, type ResourceKind } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Answer, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { resources } from "../../platform/database/core.schema.ts";
import { resource_usage } from "../../platform/database/resources.schema.ts";
import { insertResource } from "./resources.repository.ts";

const SWEEP_MS = 10_000;

onEachDatabase("files of tests", (open) => {
  let udt: TestServer;
  let ada: Person;
  let agent: TestAgent;
  const query = { project: "alpha" };
  let params: { test_id: string; device_id: string };
  let lease_token: number;

  const start = async (serial: string) => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { ...query, keyword: serial } });
    const { device_id } = list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    const at = { test_id, device_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params: at })).state).toBe("running"),
    );
    return { at, lease_token: agent.all("session_start").find((one) => one.test_id === test_id)!.lease_token };
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1"), deviceReport("s-2"), deviceReport("s-3"), deviceReport("s-4")]);
    ({ at: params, lease_token } = await start("s-1"));
  });
  afterAll(() => udt.dispose());

  const begin = async (kind: ResourceKind = "log", content_type = "text/plain", at = params, token = lease_token) => {
    const resource_id = randomUUID();
    const body = { resource_id, name: `a ${kind}`, kind, content_type, lease_token: token, started_at: 1000 };
    await udt.ok(ENDPOINTS.agentResourceBegin, { bearer: agent.token, params: at, body });
    return resource_id;
  };
  const send = (
    resource_id: string,
    piece: number,
    bytes: string | Buffer,
    told: { duration_ms?: number; is_start?: "0" | "1"; lease_token?: number } = {},
    bearer = agent.token,
    at = params,
  ): Promise<Answer> =>
    udt.call(ENDPOINTS.agentResourcePiece, {
      bearer,
      params: { ...at, resource_id, piece },
      query: { lease_token, ...told },
      body: Buffer.from(bytes),
    });
  const end = (resource_id: string, duration_ms: number | null = null) =>
    udt.ok(ENDPOINTS.agentResourceEnd, {
      bearer: agent.token,
      params: { ...params, resource_id },
      body: { lease_token, duration_ms },
    });
  const find = async (resource_id: string, at = params): Promise<Resource> => {
    const { resource_list } = await udt.ok(ENDPOINTS.resourceList, { as: ada, query, params: at });
    return resource_list.find((one) => one.resource_id === resource_id)!;
  };
  const read = async (resource_id: string, headers: Record<string, string> = {}, at = params) => {
    const { url } = await find(resource_id, at);
    return udt.server.app.inject({ url, headers: { cookie: ada.cookie, ...headers } });
  };
  /** The agent is heard meanwhile, or it would be lost. */
  const sweep = async () => {
    udt.clock.turn(SWEEP_MS);
    await agent.heartbeat();
  };
  const files = async (test_id = params.test_id): Promise<string[]> =>
    readdir(join(udt.settings.data_dir, "blobs", "tests", test_id), { recursive: true }).catch(() => []);

  it("a device's own log is among its files, however many scripts keep", async () => {
    const log = await begin("script_log");
    const { db } = udt.server.database;
    const [row] = await db.select().from(resources).where(eq(resources.resource_id, log));
    for (let count = 0; count < LIMITS.resource_list_max; count++) {
      const resource_id = randomUUID();
      const created_at = row!.created_at + 1 + count;
      await insertResource(db, { ...row!, resource_id, name: `${count}.txt`, kind: "file", created_at });
    }
    const { resource_list } = await udt.ok(ENDPOINTS.resourceList, { as: ada, query, params });
    expect(resource_list).toHaveLength(LIMITS.resource_list_max);
    expect(resource_list.map((one) => one.resource_id)).toContain(log);
    expect(resource_list[0]).toMatchObject({ name: `${LIMITS.resource_list_max - 1}.txt` });
    await db.delete(resources).where(eq(resources.kind, "file"));
  });

  it("grow piece by piece, can be read all the while, and are one file in the end", async () => {
    const resource_id = await begin();
    expect(await find(resource_id)).toMatchObject({
      state: "growing",
      size_bytes: 0,
      started_at: 1000,
      duration_ms: null,
    });
    expect((await read(resource_id)).payload).toBe("");
    expect((await send(resource_id, 0, "first\n", { duration_ms: 500 })).data).toEqual({ size_bytes: 6 });
    await send(resource_id, 1, "second\n", { duration_ms: 900 });
    const growing = await read(resource_id);
    expect(growing.payload).toBe("first\nsecond\n");
    expect(growing.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": "inline; filename*=UTF-8''a%20log",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
    });
    // Said again, because the answer was lost: nothing changes.
    expect((await send(resource_id, 1, "SECOND\n")).data).toEqual({ size_bytes: 13 });
    expect(await send(resource_id, 3, "fourth\n")).toMatchObject({
      code: "resource_piece",
      data: { args: { expected: 2 } },
    });
    // Nothing new, but time has passed.
    await send(resource_id, 2, "", { duration_ms: 4000 });
    expect(await find(resource_id)).toMatchObject({ state: "growing", size_bytes: 13, duration_ms: 4000 });
    await end(resource_id, 4200);
    await end(resource_id, 9999);
    expect(await find(resource_id)).toMatchObject({ state: "complete", size_bytes: 13, duration_ms: 4200 });
    const inPieces = await read(resource_id);
    await sweep();
    await until(async () => expect(await files()).toContainEqual(expect.stringMatching(`^${resource_id}-[^/]+$`)));
    const whole = await read(resource_id);
    expect(whole.payload).toBe("first\nsecond\n");
    expect(whole.headers["etag"]).toBe(inPieces.headers["etag"]);
    expect(await send(resource_id, 2, "more\n")).toMatchObject({ code: "resource_ended" });
  });

  it("are answered in ranges across their pieces", async () => {
    const resource_id = await begin();
    for (const [piece, bytes] of ["0123", "4567", "89"].entries()) await send(resource_id, piece, bytes);
    const range = async (value: string, more: Record<string, string> = {}) => {
      const { statusCode, payload, headers } = await read(resource_id, { range: value, ...more });
      return [statusCode, payload, headers["content-range"]];
    };
    expect(await range("bytes=2-5")).toEqual([206, "2345", "bytes 2-5/10"]);
    expect(await range("bytes=4-7")).toEqual([206, "4567", "bytes 4-7/10"]);
    expect(await range("bytes=-3")).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await range("bytes=8-")).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await range("bytes=10-")).toEqual([416, "", "bytes */10"]);
    const { etag } = (await read(resource_id)).headers as { etag: string };
    expect(await range("bytes=0-0", { "if-range": etag })).toEqual([206, "0", "bytes 0-0/10"]);
    await send(resource_id, 3, "X");
    // It has grown since: what was begun is begun anew.
    expect(await range("bytes=0-0", { "if-range": etag })).toEqual([200, "0123456789X", undefined]);
  });

  it("take one of several that send the same piece at once, and leave nothing of the others", async () => {
    const resource_id = await begin();
    const sent = ["aaaa", "bbbb", "cccc", "dddd"];
    const answers = await Promise.all(sent.map((bytes) => send(resource_id, 0, bytes)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { size_bytes: 4 } });
    expect(sent).toContain((await read(resource_id)).payload);
    await until(async () =>
      expect((await files()).filter((file) => file.startsWith(`${resource_id}/`))).toHaveLength(1),
    );
  });

  it("are what was acknowledged after the server began anew", async () => {
    const resource_id = await begin();
    await send(resource_id, 0, "kept\n", { duration_ms: 700 });
    await udt.restart();
    agent.close();
    expect((await read(resource_id)).payload).toBe("kept\n");
    const held = {
      test_id: params.test_id,
      serial: "s-1",
      lease_token,
      state: "running",
      error: null,
      end_reason: null,
    } as const;
    await agent.connect([deviceReport("s-1"), deviceReport("s-2"), deviceReport("s-3"), deviceReport("s-4")], {
      sessions: [held],
    });
    await send(resource_id, 1, "more\n");
    expect((await read(resource_id)).payload).toBe("kept\nmore\n");
  });

  it("are refused from whoever does not hold the device now", async () => {
    const resource_id = await begin();
    expect(await send(resource_id, 0, "x", { lease_token: lease_token + 1000 })).toMatchObject({
      code: "agent_stale_lease",
    });
    const other = await udt.agent("other");
    expect(await send(resource_id, 0, "x", {}, other.token)).toMatchObject({ code: "device_not_found" });
    expect(await send("nothing", 0, "x")).toMatchObject({ code: "resource_not_found" });
    const body = {
      resource_id: randomUUID(),
      name: "x",
      kind: "log",
      content_type: "text/plain",
      lease_token: lease_token + 1000,
    };
    await udt.refused(ENDPOINTS.agentResourceBegin, { bearer: agent.token, params, body }, "agent_stale_lease");
    const put = { name: "x", kind: "file", content_type: "text/plain", lease_token: lease_token + 1000 };
    await udt.refused(
      ENDPOINTS.agentResourcePut,
      { bearer: agent.token, params, query: put, body: Buffer.from("x") },
      "agent_stale_lease",
    );
  });

  it("are bounded, each piece and all of a test", async () => {
    const resource_id = await begin();
    const large = Buffer.alloc(LIMITS.resource_piece_max_bytes, 1);
    expect(await send(resource_id, 0, Buffer.concat([large, Buffer.alloc(1)]))).toMatchObject({
      code: "body_too_large",
    });
    expect(await send(resource_id, 0, large)).toMatchObject({ status: 200 });
    const { db } = udt.server.database;
    const used = (size_bytes: number) =>
      db.update(resource_usage).set({ size_bytes }).where(eq(resource_usage.test_id, params.test_id));
    const before = (await files()).length;
    await used(LIMITS.test_resources_max_bytes - 4);
    expect(await send(resource_id, 1, "12345")).toMatchObject({ code: "resource_quota", status: 413 });
    const put = { name: "x", kind: "file", content_type: "text/plain", lease_token };
    await udt.refused(
      ENDPOINTS.agentResourcePut,
      { bearer: agent.token, params, query: put, body: Buffer.from("12345") },
      "resource_quota",
    );
    expect(await files()).toHaveLength(before);
    expect(await send(resource_id, 1, "1234")).toMatchObject({ status: 200 });
    expect((await find(resource_id)).size_bytes).toBe(large.length + 4);
    await used(0);
  });

  it("are found by kind and by the case that they belong to", async () => {
    const session = await start("s-3");
    const put = (name: string, kind: ResourceKind, more: Record<string, number> = {}) =>
      udt.ok(ENDPOINTS.agentResourcePut, {
        bearer: agent.token,
        params: session.at,
        query: { name, kind, content_type: "image/png", lease_token: session.lease_token, ...more },
        body: Buffer.from(name),
      });
    await put("one.png", "screenshot", { case_run_id: 7, started_at: 5000 });
    await put("two.png", "screenshot", { case_run_id: 8 });
    await put("three.txt", "file");
    const names = async (filter: Record<string, string | number>) => {
      const answer = await udt.ok(ENDPOINTS.resourceList, {
        as: ada,
        query: { ...query, ...filter },
        params: session.at,
      });
      return answer.resource_list.map(({ name }) => name).toSorted();
    };
    expect(await names({})).toEqual(["one.png", "three.txt", "two.png"]);
    expect(await names({ kind: "file" })).toEqual(["three.txt"]);
    expect(await names({ case_run_id: 7 })).toEqual(["one.png"]);
    const { resource_list } = await udt.ok(ENDPOINTS.resourceList, {
      as: ada,
      query: { ...query, case_run_id: 7 },
      params: session.at,
    });
    expect(resource_list[0]).toMatchObject({ started_at: 5000, case_run_id: 7, state: "complete", duration_ms: null });
  });

  it("go with their project, whole and in pieces", async () => {
    const whole = await begin();
    await send(whole, 0, "whole");
    await end(whole);
    await sweep();
    await until(async () => expect(await files()).toContainEqual(expect.stringMatching(`^${whole}-`)));
    const growing = await begin();
    await send(growing, 0, "in pieces");
    const root = await udt.person("root", { udt_admin: true });
    await udt.ok(ENDPOINTS.projectDelete, {
      as: root,
      params: { project_id: "alpha" },
      query: { ...query, confirm: "alpha" },
    });
    // What was put together earlier leaves pieces that go later.
    udt.clock.turn(15 * 60_000);
    // Empty folders are swept up later.
    const isTheirs = (file: string) => [whole, growing].some((id) => file.startsWith(id) && file !== id);
    await until(async () => expect((await files()).filter(isTheirs)).toEqual([]));
  });
});
