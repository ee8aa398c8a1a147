import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type Resource } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { passTime } from "../../../test/pass-time.ts";
import { devices } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const SWEEP_MS = 10_000;
const HOUR_MS = 3_600_000;

onEachDatabase("recordings of leases that are over", (open) => {
  let udt: TestServer;
  let ada: Person;
  let agent: TestAgent;
  const query = { project: "alpha" };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect(["s-1", "s-2", "s-3", "s-4"].map((serial) => deviceReport(serial)));
  });
  afterAll(() => udt.dispose());

  const start = async (serial: string) => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { ...query, keyword: serial } });
    const { device_id } = list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    const params = { test_id, device_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).state).toBe("running"),
    );
    return { params, lease_token: agent.all("session_start").find((one) => one.test_id === test_id)!.lease_token };
  };
  type Session = Awaited<ReturnType<typeof start>>;

  const begin = ({ params, lease_token }: Session, resource_id = randomUUID(), started_at = udt.clock.now()) => ({
    bearer: agent.token,
    params,
    body: { resource_id, name: "x", kind: "log", content_type: "text/plain", lease_token, started_at },
  });
  const piece = ({ params, lease_token }: Session, resource_id: string, piece: number, text: string) => ({
    bearer: agent.token,
    params: { ...params, resource_id, piece },
    query: { lease_token, duration_ms: 1_000 * (piece + 1) },
    body: Buffer.from(text),
  });
  const end = ({ params, lease_token }: Session, resource_id: string, state: "complete" | "truncated" | "broken") => ({
    bearer: agent.token,
    params: { ...params, resource_id },
    body: { lease_token, state },
  });
  /** Ends the test, and waits until its lease is over. */
  const cancel = async ({ params }: Session) => {
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    await until(async () => {
      const { devices } = await udt.ok(ENDPOINTS.testGet, { as: ada, query, params });
      expect(devices[0]!.state).toBe("done");
    });
  };
  /** With one piece; then the lease is over. */
  const leave = async (serial: string) => {
    const session = await start(serial);
    const { body, ...call } = begin(session);
    expect(await udt.ok(ENDPOINTS.agentResourceBegin, { ...call, body })).toEqual({ next_piece: 0, size_bytes: 0 });
    await udt.ok(ENDPOINTS.agentResourcePiece, piece(session, body.resource_id, 0, "early\n"));
    await cancel(session);
    const resource = () => find(session, body.resource_id);
    expect((await resource()).state).toBe("broken");
    return { session, resource_id: body.resource_id, resource };
  };
  const find = async ({ params }: Session, resource_id: string): Promise<Resource> => {
    const { resource_list } = await udt.ok(ENDPOINTS.resourceList, { as: ada, query, params });
    return resource_list.find((one) => one.resource_id === resource_id)!;
  };
  const read = async (session: Session, resource_id: string): Promise<string> => {
    const { url } = await find(session, resource_id);
    return (await udt.server.app.inject({ url, headers: { cookie: ada.cookie } })).payload;
  };
  /** Whether its pieces are one file. */
  const isPacked = async ({ params }: Session, resource_id: string): Promise<boolean> => {
    const folder = join(udt.settings.data_dir, "blobs", "tests", params.test_id);
    return (await readdir(folder)).some((file) => file.startsWith(`${resource_id}-`));
  };
  /** The agent is heard meanwhile, or it would be lost. */
  const sweep = async () => {
    await passTime(udt.clock, [agent], SWEEP_MS);
  };

  it("go on where the server stands, are said how they ended, and are one file then", async () => {
    const { session, resource_id, resource } = await leave("s-1");
    await sweep();
    expect(await udt.ok(ENDPOINTS.agentResourceBegin, begin(session, resource_id))).toEqual({
      next_piece: 1,
      size_bytes: 6,
    });
    await udt.ok(ENDPOINTS.agentResourcePiece, piece(session, resource_id, 1, "late\n"));
    expect(await read(session, resource_id)).toBe("early\nlate\n");
    expect(await isPacked(session, resource_id)).toBe(false);
    await udt.ok(ENDPOINTS.agentResourceEnd, end(session, resource_id, "truncated"));
    await sweep();
    await until(async () => expect(await isPacked(session, resource_id)).toBe(true));
    expect(await resource()).toMatchObject({ state: "truncated", size_bytes: 11, duration_ms: 2_000 });
    expect(await read(session, resource_id)).toBe("early\nlate\n");
    await udt.refused(ENDPOINTS.agentResourcePiece, piece(session, resource_id, 2, "x"), "resource_ended");
  });

  it("are begun late only when they began under the lease, and never under another's name", async () => {
    const session = await start("s-2");
    const began_at = udt.clock.now();
    await cancel(session);
    await passTime(udt.clock, [agent], 5 * 60_000);
    await udt.refused(ENDPOINTS.agentResourceBegin, begin(session), "agent_stale_lease");
    await udt.refused(
      ENDPOINTS.agentResourceBegin,
      begin(session, randomUUID(), began_at - 5 * 60_000),
      "agent_stale_lease",
    );
    const put = { name: "x", kind: "file", content_type: "text/plain", lease_token: session.lease_token };
    await udt.refused(
      ENDPOINTS.agentResourcePut,
      { bearer: agent.token, params: session.params, query: put, body: Buffer.from("x") },
      "agent_stale_lease",
    );
    const { body, ...call } = begin(session, randomUUID(), began_at);
    await udt.ok(ENDPOINTS.agentResourceBegin, { ...call, body });
    await udt.ok(ENDPOINTS.agentResourcePiece, piece(session, body.resource_id, 0, "all of it\n"));
    await udt.ok(ENDPOINTS.agentResourceEnd, end(session, body.resource_id, "complete"));
    expect(await find(session, body.resource_id)).toMatchObject({ state: "complete", size_bytes: 10 });
    const other = await start("s-2");
    await udt.refused(ENDPOINTS.agentResourceBegin, begin(other, body.resource_id), "resource_not_found");
    await cancel(other);
  });

  it("are taken from the agent that held the lease alone, wherever its device is now", async () => {
    const { session, resource_id } = await leave("s-3");
    const other = await udt.agent("other");
    const theirs = { ...piece(session, resource_id, 1, "forged\n"), bearer: other.token };
    await udt.refused(ENDPOINTS.agentResourcePiece, theirs, "device_not_found");
    await agent.connect(["s-1", "s-2", "s-4"].map((serial) => deviceReport(serial)));
    await other.connect([deviceReport("s-3")]);
    const { db } = udt.server.database;
    await until(async () => {
      const [device] = await db.select().from(devices).where(eq(devices.serial, "s-3"));
      expect(device!.agent_id).toBe(other.agent_id);
    });
    // The device is theirs now; its lease was not.
    await udt.refused(ENDPOINTS.agentResourceBegin, { ...begin(session), bearer: other.token }, "agent_stale_lease");
    await udt.refused(ENDPOINTS.agentResourcePiece, theirs, "agent_stale_lease");
    const last = { ...end(session, resource_id, "complete"), bearer: other.token };
    await udt.refused(ENDPOINTS.agentResourceEnd, last, "agent_stale_lease");
    await udt.ok(ENDPOINTS.agentResourcePiece, piece(session, resource_id, 1, "late\n"));
    expect(await read(session, resource_id)).toBe("early\nlate\n");
  });

  it("stay as far as they came when nothing comes for a day", async () => {
    const { session, resource_id, resource } = await leave("s-4");
    udt.clock.turn((LIMITS.late_recording_hours - 1) * HOUR_MS);
    await udt.ok(ENDPOINTS.agentResourcePiece, piece(session, resource_id, 1, "late\n"));
    udt.clock.turn(2 * HOUR_MS);
    await udt.refused(ENDPOINTS.agentResourcePiece, piece(session, resource_id, 2, "too late\n"), "agent_stale_lease");
    await udt.refused(ENDPOINTS.agentResourceBegin, begin(session, resource_id), "agent_stale_lease");
    // The agent is lost by then, and is not needed.
    await until(async () => {
      udt.clock.turn(SWEEP_MS);
      expect(await isPacked(session, resource_id)).toBe(true);
    });
    expect(await resource()).toMatchObject({ state: "broken", duration_ms: 2_000 });
    expect(await read(session, resource_id)).toBe("early\nlate\n");
  });
});
