import { request } from "node:http";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { loose_blobs } from "../../platform/database/apps.schema.ts";
import { ios_certificates } from "../../platform/database/ios-certificates.schema.ts";
import { audit } from "../../platform/database/people.schema.ts";
import { sql } from "../../platform/database/sql.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import { scripts, signing_tool, signingAnew } from "../../../test/signing-anew.ts";

onEachDatabase("signing an app anew", (open) => {
  const { its, ipa, upload, link, call, given, handed, found, signed, deliver, files, start, renew, cancel, remove } =
    signingAnew(open);

  it("is for agents alone that keep scripts away from the key, and says so", async () => {
    await its.udt.refused(ENDPOINTS.resignStart, call(), "resign_no_tool");
    await link("none");
    await its.udt.refused(ENDPOINTS.resignStart, call(), "resign_unisolated");
    const signers = () => its.udt.ok(ENDPOINTS.signingToolList, { as: its.ada, query: its.query });
    const unsafe = { agent_name: `mac-${its.count}`, ...signing_tool, is_ready: false };
    expect(await signers()).toEqual({ list: [unsafe], refusal: "resign_unisolated" });
    // One that has yet to say how it runs scripts may turn out to sign: what is offered is what is begun.
    const other = await its.udt.agent(`safe-${its.count}`, [its.query.project]);
    await other.connect([], { signing_tool });
    const safe = { ...unsafe, agent_name: `safe-${its.count}` };
    expect(await signers()).toEqual({ list: [unsafe, safe], refusal: null });
    await link("namespaces", other);
    expect(await signers()).toEqual({ list: [{ ...safe, is_ready: true }, unsafe], refusal: null });
    await given(other);
    expect(its.agent.all("task_start")).toEqual([]);
  });

  it("hands keys to who has the task and may sign, each time with a line in the audit log", async () => {
    await link();
    const task_id = await given();
    const stranger = await its.udt.agent(`stranger-${its.count}`, [its.query.project]);
    const foreign = { ...files(task_id), bearer: stranger.token };
    await its.udt.refused(ENDPOINTS.agentResignFiles, foreign, "agent_task_not_found");
    const had = await its.udt.ok(ENDPOINTS.agentResignFiles, files(task_id));
    expect(had.key_pem).toContain("PRIVATE KEY");
    const lines = await its.udt.server.database.db
      .select()
      .from(audit)
      .where(sql`action = 'ios_certificate.hand_out' and project_id = ${its.query.project}`);
    expect(lines).toMatchObject([
      { target: "Team", detail: { agent: `mac-${its.count}`, file_name: "shop.ipa", task_id } },
    ]);
    its.agent.send({ type: "scripts", scripts: scripts("none") });
    await until(() => its.udt.refused(ENDPOINTS.agentResignFiles, files(task_id), "agent_task_not_found"));
  });

  it("keeps what is signed with the certificate alone, and is done though the agent goes away before it says so", async () => {
    await link();
    const task_id = await handed();
    const refused = await its.udt.call(ENDPOINTS.agentResignSigned, deliver(task_id, Buffer.from(ipa())));
    expect([refused.code, refused.text]).toEqual([
      "resign_delivered",
      expect.stringContaining("resign_certificate_unnamed"),
    ]);
    await its.udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, signed()));
    // Sent again, it is not even looked at.
    await its.udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, Buffer.from("anything")));
    // It comes back without its work.
    await link();
    await until(async () => expect((await found(task_id))?.state).toBe("done"));
    expect(its.agent.all("task_start")).toHaveLength(1);
  });

  it("gives up what is broken off on its way", async () => {
    await link();
    const task_id = await given();
    const body = signed();
    const { query: asked } = deliver(task_id, body);
    const path = ENDPOINTS.agentResignSigned.path.replace("{task_id}", task_id);
    const sent = request(`http://127.0.0.1:${its.udt.server.port}${path}?sha256=${asked.sha256}`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${its.agent.token}`,
        "content-type": "application/octet-stream",
        "content-length": body.length,
      },
    });
    sent.on("error", () => undefined);
    sent.write(body.subarray(0, 100));
    const rows = () =>
      its.udt.server.database.db
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
    const answer = await its.udt.call(ENDPOINTS.resignStart, call(harmful));
    expect([answer.code, answer.text]).toEqual(["resign_blocked", expect.stringContaining("resign_links")]);
  });

  it("names what is being signed, before anything is read", async () => {
    await link();
    await given();
    const other = await upload({ label: "Another", versionName: "3.0" });
    const answer = await its.udt.call(ENDPOINTS.resignStart, call(other));
    expect(answer).toMatchObject({ code: "resign_under_way", data: { args: { app: "UDT Demo", title: "Team" } } });
  });

  it("ends at its agent with its project", async () => {
    await link();
    const task_id = await given();
    await its.udt.ok(ENDPOINTS.projectDelete, remove());
    await until(() => expect(its.agent.all("task_cancel")).toMatchObject([{ task_id }]));
  });

  it("forgets what is long over", async () => {
    await link();
    const over = { kind: "resign", project_id: its.query.project, state: "failed", ended_at: 1, attempts: 1 } as const;
    const rows = Array.from({ length: LIMITS.resigns_kept + 5 }, (_, index) => ({
      ...over,
      task_id: `${its.cert_id}-${index}`,
      subject_id: its.cert_id,
      created_at: index,
    }));
    const { db } = its.udt.server.database;
    await db.insert(agent_tasks).values(rows);
    await given();
    const left = await db
      .select()
      .from(agent_tasks)
      .where(sql`subject_id = ${its.cert_id}`);
    expect(left).toHaveLength(LIMITS.resigns_kept + 1);
    expect(Math.min(...left.map(({ created_at }) => created_at))).toBe(5);
  });

  it("asks again whom an agent serves as it hands out a key or the app, and as it takes what was signed", async () => {
    await link();
    const task_id = await handed();
    const elsewhere = await its.udt.project(`far-${its.count}`, [{ person: its.ada, user_type: 1 }]);
    const { agent_id } = its.agent;
    const root = await its.udt.person(`root-${its.count}`, { udt_admin: true });
    const serving = { as: root, params: { agent_id }, body: { name: "far", project_ids: [elsewhere] } };
    await its.udt.ok(ENDPOINTS.agentEdit, serving);
    await its.udt.refused(ENDPOINTS.agentResignFiles, files(task_id), "agent_task_not_found");
    await its.udt.refused(ENDPOINTS.agentResignApp, files(task_id), "agent_task_not_found");
    await its.udt.refused(ENDPOINTS.agentResignSigned, deliver(task_id, signed()), "agent_task_not_found");
  });

  it("is over once it was delivered, also for who would call it off", async () => {
    await link();
    const task_id = await handed();
    await its.udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, signed()));
    const answer = await its.udt.call(ENDPOINTS.resignCancel, cancel(task_id));
    expect(answer).toMatchObject({ code: "resign_over", data: { args: { state: "done" } } });
    expect(its.agent.all("task_cancel")).toEqual([]);
  });

  it("hands out nothing that is known by then to fail", async () => {
    await link();
    const task_id = await given();
    const { db } = its.udt.server.database;
    await db
      .update(ios_certificates)
      .set({ kind: "app_store" })
      .where(sql`cert_id = ${its.cert_id}`);
    const answer = await its.udt.call(ENDPOINTS.agentResignFiles, files(task_id));
    expect([answer.code, answer.text]).toEqual(["resign_blocked", expect.stringContaining("resign_app_store")]);
    const refused = await its.udt.call(ENDPOINTS.agentResignSigned, deliver(task_id, signed()));
    expect(refused.code).toBe("resign_delivered");
  });

  it("knows what was signed with what its agent was given, though the certificate is another by then", async () => {
    await link();
    const task_id = await handed();
    await renew();
    await its.udt.ok(ENDPOINTS.agentResignSigned, deliver(task_id, signed()));
  });

  it("keeps what has a program too large to be looked into", async () => {
    await link();
    const executable = Buffer.alloc(192 * 1024 ** 2 + 1);
    its.app_id = await upload({ executable, versionName: "4.0" });
    const task_id = await handed();
    await its.udt.ok(
      ENDPOINTS.agentResignSigned,
      deliver(task_id, Buffer.from(ipa({ executable, versionName: "4.0" }))),
    );
  });

  it("ends at its agent with its certificate, and takes nothing more of it", async () => {
    await link();
    const task_id = await given();
    await its.udt.ok(ENDPOINTS.iosCertificateDelete, call());
    await until(() => expect(its.agent.all("task_cancel")).toMatchObject([{ task_id }]));
    await its.udt.refused(ENDPOINTS.agentResignFiles, files(task_id), "agent_task_not_found");
    await its.udt.refused(ENDPOINTS.agentResignSigned, deliver(task_id, signed()), "agent_task_not_found");
    const { total } = await its.udt.ok(ENDPOINTS.appVersions, { ...call(), params: { app_id: its.app_id } });
    expect(total).toBe(1);
  });

  it("fails for an app that was deleted while it waited", async () => {
    await link();
    its.agent.close();
    const { task_id } = await start();
    await its.udt.ok(ENDPOINTS.appDelete, { ...call(), params: { app_id: its.app_id } });
    await link();
    await until(async () =>
      expect(await found(task_id)).toMatchObject({ state: "failed", failure: "app_not_had", signed_app_id: null }),
    );
    expect(its.agent.all("task_start")).toEqual([]);
  });
});
