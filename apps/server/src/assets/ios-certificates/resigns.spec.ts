import { createHash } from "node:crypto";
import { request } from "node:http";
import { buildIpa, machO, type BuildIpaOptions } from "@udt/appfile/testing";
import { ENDPOINTS, LIMITS, type AgentScripts } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { makeIdentity, signingFiles } from "../../../test/ios-signing.ts";
import { loose_blobs } from "../../platform/database/apps.schema.ts";
import { audit } from "../../platform/database/people.schema.ts";
import { sql } from "../../platform/database/sql.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import { packageBytes, Uploader } from "../apps/apps.fixture.ts";

const identity = makeIdentity();
const signing_tool = { name: "zsign", version: "1.1.1" } as const;
const scripts = (isolation: AgentScripts["isolation"]): AgentScripts => ({
  isolation,
  isolation_reason: null,
  engine: null,
  engine_faults: [],
});

onEachDatabase("signing an app anew", (open) => {
  let udt: TestServer;
  let ada: Person;
  let query: { project: string };
  let agent: TestAgent;
  let cert_id: string;
  let app_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
  });
  afterAll(() => udt.dispose());
  const ipa = (options: BuildIpaOptions = {}) =>
    buildIpa({
      packageName: "com.example.shop",
      build: String(count),
      executable: machO({ entitlements: {} }),
      ...options,
    });
  const upload = async (options: BuildIpaOptions = {}) =>
    (await new Uploader(udt, ada, query.project).upload(packageBytes(ipa(options)), "shop.ipa")).app_id;
  beforeEach(async () => {
    query = { project: await udt.project(`anew-${++count}`, [{ person: ada, user_type: 1 }]) };
    agent = await udt.agent(`mac-${count}`, [query.project]);
    const body = new FormData();
    for (const [name, value] of Object.entries({ title: "Team", ...signingFiles({ identity }) }))
      body.append(name, value);
    ({ cert_id } = await udt.ok(ENDPOINTS.iosCertificateCreate, { as: ada, query, body }));
    app_id = await upload();
  });

  const link = (isolation: AgentScripts["isolation"] = "namespaces", of = agent) =>
    of.connect([], { signing_tool, scripts: scripts(isolation) });
  const call = (id = app_id) => ({ as: ada, query, params: { cert_id }, body: { app_id: id } });
  const start = () => udt.ok(ENDPOINTS.resignStart, call());
  const given = async (of = agent) => {
    const { task_id } = await start();
    await until(() => expect(of.all("task_start").map(({ task }) => task.task_id)).toContain(task_id));
    return task_id;
  };
  const state = async (task_id: string) =>
    (await udt.ok(ENDPOINTS.resignList, { as: ada, query, params: { cert_id } })).list.find(
      (one) => one.task_id === task_id,
    )?.state;
  const signed = () => Buffer.from(ipa({ executable: machO({ entitlements: {}, certificates: [identity.der] }) }));
  const deliver = (task_id: string, body: Buffer) => ({
    bearer: agent.token,
    params: { task_id },
    query: { sha256: createHash("sha256").update(body).digest("hex") },
    body,
  });
  const files = (task_id: string) => ({ bearer: agent.token, params: { task_id } });

  it("is for agents alone that keep scripts away from the key, and says so", async () => {
    await udt.refused(ENDPOINTS.resignStart, call(), "resign_no_tool");
    await link("none");
    await udt.refused(ENDPOINTS.resignStart, call(), "resign_unisolated");
    expect((await udt.ok(ENDPOINTS.signingToolList, { as: ada, query })).list).toEqual([
      { agent_name: `mac-${count}`, ...signing_tool, is_ready: false, isolation: "none" },
    ]);
    const other = await udt.agent(`safe-${count}`, [query.project]);
    await link("namespaces", other);
    await given(other);
    expect(agent.all("task_start")).toEqual([]);
  });

  it("hands keys to who has the task and may sign, each time with a line in the audit log", async () => {
    await link();
    const task_id = await given();
    const stranger = await udt.agent(`stranger-${count}`, [query.project]);
    const foreign = { ...files(task_id), bearer: stranger.token };
    await udt.refused(ENDPOINTS.agentResignFiles, foreign, "agent_task_not_found");
    const had = await udt.ok(ENDPOINTS.agentResignFiles, files(task_id));
    expect(had.key_pem).toContain("PRIVATE KEY");
    const lines = await udt.server.database.db
      .select()
      .from(audit)
      .where(sql`action = 'ios_certificate.hand_out' and project_id = ${query.project}`);
    expect(lines).toMatchObject([
      { target: "Team", detail: { agent: `mac-${count}`, file_name: "shop.ipa", task_id } },
    ]);
    agent.send({ type: "scripts", scripts: scripts("none") });
    await until(() => udt.refused(ENDPOINTS.agentResignFiles, files(task_id), "agent_task_not_found"));
  });

  it("keeps what is signed with the certificate alone, and is done though the agent goes away before it says so", async () => {
    await link();
    const task_id = await given();
    const refused = await udt.call(ENDPOINTS.agentResignSigned, deliver(task_id, Buffer.from(ipa())));
    expect([refused.code, refused.text]).toEqual([
      "resign_delivered",
      expect.stringContaining("resign_certificate_unnamed"),
    ]);
    await udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, signed()));
    // Sent again, it is not even looked at.
    await udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, Buffer.from("anything")));
    // It comes back without its work.
    await link();
    await until(async () => expect(await state(task_id)).toBe("done"));
    expect(agent.all("task_start")).toHaveLength(1);
  });

  it("gives up what is broken off on its way", async () => {
    await link();
    const task_id = await given();
    const body = signed();
    const { query: asked } = deliver(task_id, body);
    const path = ENDPOINTS.agentResignSigned.path.replace("{task_id}", task_id);
    const sent = request(`http://127.0.0.1:${udt.server.port}${path}?sha256=${asked.sha256}`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${agent.token}`,
        "content-type": "application/octet-stream",
        "content-length": body.length,
      },
    });
    sent.on("error", () => undefined);
    sent.write(body.subarray(0, 100));
    const rows = () =>
      udt.server.database.db
        .select()
        .from(loose_blobs)
        .where(sql`blob_key like 'packages/%'`);
    await until(async () => expect(await rows()).not.toHaveLength(0));
    sent.destroy();
    await until(async () => expect(await rows()).toHaveLength(0));
  });

  it("is not begun for what would harm the agent’s computer", async () => {
    await link();
    const away = { name: "Payload/Demo.app/away", content: Buffer.from("/root"), mode: 0o120777 };
    const harmful = await upload({ extraEntries: [away], versionName: "2.0" });
    const answer = await udt.call(ENDPOINTS.resignStart, call(harmful));
    expect([answer.code, answer.text]).toEqual(["resign_blocked", expect.stringContaining("resign_links")]);
  });

  it("names what is being signed, before anything is read", async () => {
    await link();
    await given();
    const other = await upload({ label: "Another", versionName: "3.0" });
    const answer = await udt.call(ENDPOINTS.resignStart, call(other));
    expect(answer).toMatchObject({ code: "resign_under_way", data: { args: { app: "UDT Demo", title: "Team" } } });
  });

  it("ends at its agent with its project", async () => {
    await link();
    const task_id = await given();
    const params = { project_id: query.project };
    await udt.ok(ENDPOINTS.projectDelete, { as: ada, params, query: { confirm: query.project } });
    await until(() => expect(agent.all("task_cancel")).toMatchObject([{ task_id }]));
  });

  it("forgets what is long over", async () => {
    await link();
    const over = { kind: "resign", project_id: query.project, state: "failed", ended_at: 1, attempts: 1 } as const;
    const rows = Array.from({ length: LIMITS.resigns_kept + 5 }, (_, index) => ({
      ...over,
      task_id: `${cert_id}-${index}`,
      subject_id: cert_id,
      created_at: index,
    }));
    const { db } = udt.server.database;
    await db.insert(agent_tasks).values(rows);
    await given();
    const left = await db
      .select()
      .from(agent_tasks)
      .where(sql`subject_id = ${cert_id}`);
    expect(left).toHaveLength(LIMITS.resigns_kept + 1);
    expect(Math.min(...left.map(({ created_at }) => created_at))).toBe(5);
  });
});
