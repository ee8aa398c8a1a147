import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { forgetSealed } from "../../platform/database/sealed.ts";
import { startMailbox } from "@udt/testkit";
import { notificationsBench, SECRET } from "../../../test/notifications-bench.ts";

onEachDatabase("a notification channel", (open) => {
  const at = notificationsBench(open, startMailbox);
  const { email, robot, program, make, job, bind, tell, log, test } = at;

  it("keeps its secrets: none is answered, logged or readable in the database", async () => {
    const channel = await make(program());
    await test(channel.id);
    const params = { id: channel.id };
    const texts = [
      JSON.stringify(channel),
      (await at.udt.call(ENDPOINTS.channelList, { as: at.owner, query: at.query, body: {} })).text,
      (await at.udt.call(ENDPOINTS.channelUpdate, { as: at.owner, query: at.query, params, body: program() })).text,
      (await at.udt.call(ENDPOINTS.deliveryList, { as: at.owner, query: at.query })).text,
      JSON.stringify((await at.udt.server.database.db.execute("select * from notification_channels")).rows),
      JSON.stringify((await at.udt.server.database.db.execute("select * from notification_deliveries")).rows),
      JSON.stringify((await at.udt.server.database.db.execute("select * from audit")).rows),
    ];
    for (const text of texts) {
      expect(text).not.toContain("not-for-anybodys-eyes");
      expect(text).not.toContain(SECRET);
    }
    expect(channel.webhook_hint).toMatch(/^127\.0\.0\.1:\d+\/…1a2b$/);
  });

  it("are for who may edit the project: others neither change nor see where it sends", async () => {
    const wish = { as: at.member, query: at.query, body: email };
    await at.udt.refused(ENDPOINTS.channelCreate, wish, "no_permission");
    await at.udt.refused(ENDPOINTS.channelList, { ...wish, body: {} }, "no_permission");
    await at.udt.refused(ENDPOINTS.deliveryList, { as: at.member, query: at.query }, "no_permission");
    await at.udt.refused(
      ENDPOINTS.triggerList,
      { as: at.member, query: { ...at.query, buss_type: "gce" } },
      "no_permission",
    );
    const params = { project_id: at.project };
    const body = { privilege_list: ["project.edit"] };
    await at.udt.ok(ENDPOINTS.privilegeSet, { as: at.owner, params, query: at.query, body });
    expect(await at.udt.ok(ENDPOINTS.channelCreate, wish)).toMatchObject({ user_name: "Mei" });
    expect((await at.udt.ok(ENDPOINTS.channelList, { ...wish, body: {} })).total).toBe(1);
  });

  it("cannot be used to flood: thirty test messages of a project in five minutes", async () => {
    const channel = await make(email);
    for (let index = 0; index < 30; index++) await test(channel.id);
    const params = { id: channel.id };
    await at.udt.refused(ENDPOINTS.channelTest, { as: at.owner, query: at.query, params }, "too_many_attempts");
    at.udt.clock.turn(5 * 60_000);
    await test(channel.id);
  });

  it("says that it cannot read its address when that was forgotten with the server's key", async () => {
    const channel = await make(program());
    await forgetSealed(at.udt.server.database.db, undefined);
    await at.udt.server.stop();
    await rm(join(at.udt.settings.data_dir, "secret.key"));
    await at.udt.restart();
    expect(await test(channel.id)).toMatchObject({ state: "failed", reason: "secret_unreadable" });
    const params = { id: channel.id };
    await at.udt.ok(ENDPOINTS.channelUpdate, { as: at.owner, query: at.query, params, body: program() });
    expect(await test(channel.id)).toMatchObject({ state: "delivered" });
  });

  it("keeps address and secret when a change does not say them, and needs them of another kind", async () => {
    const channel = await make(program());
    const params = { id: channel.id };
    const change = program({ name: "CI 2", webhook: "", secret: "" });
    const changed = await at.udt.ok(ENDPOINTS.channelUpdate, { as: at.owner, query: at.query, params, body: change });
    expect(changed).toMatchObject({ name: "CI 2", has_secret: true, webhook_hint: channel.webhook_hint });
    expect(await test(channel.id)).toMatchObject({ state: "delivered" });
    await at.udt.refused(
      ENDPOINTS.channelUpdate,
      { as: at.owner, query: at.query, params, body: robot({ webhook: "" }) },
      "invalid_param",
    );
    await at.udt.ok(ENDPOINTS.channelUpdate, { as: at.owner, query: at.query, params, body: email });
    const back = { as: at.owner, query: at.query, params, body: program({ webhook: "" }) };
    await at.udt.refused(ENDPOINTS.channelUpdate, back, "invalid_param");
  });

  it("ends with its channel: what was queued, and triggers that had no other", async () => {
    const [going, staying] = [await make(program({ name: "going" })), await make(program({ name: "staying" }))];
    await bind([going.id]);
    await bind([going.id, staying.id]);
    at.receiver.answer = { status: 500, body: "" };
    await tell();
    await until(async () =>
      expect((await log()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ["queued", 1],
        ["queued", 1],
      ]),
    );
    await at.udt.refused(
      ENDPOINTS.channelDelete,
      { as: at.member, query: at.query, params: { id: going.id } },
      "no_permission",
    );
    await at.udt.ok(ENDPOINTS.channelDelete, { as: at.owner, query: at.query, params: { id: going.id } });
    expect(await log({ channel_id: going.id })).toMatchObject([{ state: "failed", reason: "channel_deleted" }]);
    const { list } = await at.udt.ok(ENDPOINTS.triggerList, {
      as: at.owner,
      query: { ...at.query, buss_type: "gce" },
    });
    expect(list.map(({ channels }) => channels.map(({ name }) => name))).toEqual([["staying"]]);
    await at.udt.refused(
      ENDPOINTS.channelTest,
      { as: at.owner, query: at.query, params: { id: going.id } },
      "channel_not_found",
    );
  });

  it("is of one project alone", async () => {
    const channel = await make(program());
    const trigger = await bind([channel.id]);
    const delivery = await test(channel.id);
    const other = await at.udt.project(`${at.project}-other`, [{ person: at.owner, user_type: 1 }]);
    const as = { as: at.owner, query: { project: other } };
    const params = { id: channel.id };
    await at.udt.refused(ENDPOINTS.channelUpdate, { ...as, params, body: program() }, "channel_not_found");
    await at.udt.refused(ENDPOINTS.channelDelete, { ...as, params }, "channel_not_found");
    await at.udt.refused(ENDPOINTS.channelTest, { ...as, params }, "channel_not_found");
    const wish = { buss_type: "gce", event: "end-test", channels: [channel.id] };
    await at.udt.refused(ENDPOINTS.triggerCreate, { ...as, body: wish }, "channel_not_found");
    await job(`${at.project}-job`);
    const foreign = await at.udt.ok(ENDPOINTS.channelCreate, { ...as, body: program() });
    const wrong = { buss_type: "gce", event: "end-test", channels: [foreign.id], job_id: `${at.project}-job` };
    await at.udt.refused(ENDPOINTS.triggerCreate, { ...as, body: wrong }, "job_not_found");
    await at.udt.ok(ENDPOINTS.channelDelete, { ...as, params: { id: foreign.id } });
    const there = { ...as, params: { id: trigger.id } };
    await at.udt.refused(ENDPOINTS.triggerUpdate, { ...there, body: wish }, "trigger_not_found");
    await at.udt.refused(ENDPOINTS.triggerDelete, there, "trigger_not_found");
    const again = { ...as, params: { delivery_id: delivery.delivery_id } };
    await at.udt.refused(ENDPOINTS.deliveryRetry, again, "delivery_not_found");
    expect(await at.udt.ok(ENDPOINTS.deliveryList, as)).toMatchObject({ total: 0 });
    expect(await at.udt.ok(ENDPOINTS.channelList, { ...as, body: {} })).toMatchObject({ total: 0, mail_ready: true });
  });

  it("is audited: who changed it, and who sent a test message", async () => {
    const channel = await make(program({ name: "Audited" }));
    const trigger = await bind([channel.id]);
    await test(channel.id);
    const params = { id: trigger.id };
    const body = { buss_type: "gce", event: "start-test", channels: [channel.id] };
    expect(await at.udt.ok(ENDPOINTS.triggerUpdate, { as: at.owner, query: at.query, params, body })).toMatchObject({
      job_id: null,
    });
    await at.udt.ok(ENDPOINTS.triggerDelete, { as: at.owner, query: at.query, params });
    await at.udt.ok(ENDPOINTS.channelUpdate, {
      as: at.owner,
      query: at.query,
      params: { id: channel.id },
      body: program(),
    });
    await at.udt.ok(ENDPOINTS.channelDelete, { as: at.owner, query: at.query, params: { id: channel.id } });
    const { list } = await at.udt.server.services.audit.list({
      keyword: "",
      project_id: at.project,
      page_num: 1,
      page_size: 20,
    });
    expect(list.map(({ action }) => action)).toEqual([
      "notification.channel_delete",
      "notification.channel_edit",
      "notification.trigger_delete",
      "notification.trigger_edit",
      "notification.channel_test",
      "notification.trigger_create",
      "notification.channel_create",
    ]);
    expect(list.every(({ user_name }) => user_name === "Olga")).toBe(true);
  });

  it("goes with its project, and so does what it had to send", async () => {
    const channel = await make(program());
    await bind([channel.id]);
    at.receiver.answer = { status: 503, body: "" };
    await tell();
    await until(async () => expect(await log()).toMatchObject([{ state: "queued", attempts: 1 }]));
    const { notifications } = at.udt.server.services;
    // Of other projects, too.
    const waiting = await notifications.countWaiting();
    const admin = await at.udt.person("root", { udt_admin: true });
    const health = () => at.udt.ok(ENDPOINTS.systemHealth, { as: admin });
    expect(waiting).toBeGreaterThan(0);
    expect((await health()).queues.deliveries_waiting).toBe(waiting);
    const query = { ...at.query, confirm: at.project };
    await at.udt.ok(ENDPOINTS.projectDelete, { as: at.owner, params: { project_id: at.project }, query });
    expect(await notifications.countWaiting()).toBe(waiting - 1);
    expect((await health()).queues.deliveries_waiting).toBe(waiting - 1);
  });
});
