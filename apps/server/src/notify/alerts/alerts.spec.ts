/** What operators are told of the installation: when it opens, once, again, and when it is over. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type Alert, type BodyInputOf, type RuntimeSettings } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { okay, Receiver } from "../notifications/receiver.fixture.ts";
import { RETRY_AFTER_MS } from "../notifications/retry.ts";
import { untilLooked } from "./looks.fixture.ts";

const MINUTE_MS = 60_000;
const OFF = { alert_disk_percent: 0, alert_queue_minutes: 0, alert_agent_minutes: 0, alert_certificate_days: 0 };
type ChannelWish = BodyInputOf<(typeof ENDPOINTS)["alertChannelCreate"]>;

onEachDatabase("alerts", (open) => {
  let udt: TestServer;
  let second: TestServer | undefined;
  let receiver: Receiver;
  let admin: Person;
  let channel_id: string;
  const channel = (change: Partial<ChannelWish> = {}): ChannelWish => ({
    name: "Operators",
    kind: "webhook",
    language: "en",
    webhook: receiver.url("operators"),
    secret: "a secret of some length",
    ...change,
  });
  const set = (body: Partial<RuntimeSettings>) => udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body });
  const list = async (query: Record<string, string> = {}) => udt.ok(ENDPOINTS.alertList, { as: admin, query });
  const openNow = async () => (await list({ state: "open" })).list;
  const look = async (times = 1): Promise<Alert[]> => {
    const meanwhile = async () => {
      for (const agent of here) await agent.heartbeat();
    };
    for (let index = 0; index < times; index++) await untilLooked(udt, { as: admin, meanwhile });
    return openNow();
  };
  const events = () => receiver.received.map(({ headers }) => headers["x-udt-event"]);
  const told = (want: string[]) => until(() => expect(events()).toEqual(want));
  /** Agents that must go on saying so. */
  const here = new Set<TestAgent>();
  const comes = async (agent: TestAgent) => {
    await agent.connect([]);
    here.add(agent);
  };
  /** An agent that has been there, and is gone. */
  const goneAgent = async (name: string): Promise<TestAgent> => {
    const agent = await udt.agent(name);
    await comes(agent);
    await lose(agent);
    return agent;
  };
  const lose = async (agent: TestAgent) => {
    here.delete(agent);
    agent.close();
    await until(async () => {
      udt.clock.turn(1_000);
      const away = await udt.server.services.agents.away();
      expect(away.map(({ agent_id }) => agent_id)).toContain(agent.agent_id);
    });
  };

  beforeAll(async () => {
    receiver = await new Receiver().start();
    udt = await TestServer.start(open, {
      outgoing: {
        smtp_url: undefined,
        mail_from: undefined,
        outbound_allow: ["127.0.0.0/8"],
        secret_key: "the same for all servers, 32 characters",
      },
    });
    // The embedded database has one server.
    if (udt.server.database.kind === "postgresql") second = await udt.beside();
    admin = await udt.person("Root", { udt_admin: true });
  });
  afterAll(async () => {
    await second?.server.stop();
    await udt?.dispose();
    await receiver?.stop();
  });
  beforeEach(async () => {
    await set(OFF);
    for (const { agent_id } of await udt.server.services.agents.away())
      await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id } });
    await udt.server.database.db.delete(tests);
    await look();
    receiver.received.length = 0;
    receiver.answer = okay;
    const { list: channels } = await udt.ok(ENDPOINTS.alertChannelList, { as: admin });
    for (const { id } of channels) await udt.ok(ENDPOINTS.alertChannelDelete, { as: admin, params: { id } });
    channel_id = (await udt.ok(ENDPOINTS.alertChannelCreate, { as: admin, body: channel() })).id;
  });

  it("tells of an agent once it has been away for as long as the bound says, reminds by the day, and tells the end", async () => {
    await set({ alert_agent_minutes: 10 });
    const agent = await goneAgent("rack 7");
    const [away] = (await udt.server.services.agents.away()).filter(({ agent_id }) => agent_id === agent.agent_id);
    while ((await look()).length === 0);
    const [alert, ...others] = await openNow();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      kind: "agents",
      subject: agent.agent_id,
      reason: { code: "alert_agent_away", args: { agent_name: "rack 7", minutes: 10 } },
      since: away!.offline_at,
      until: null,
    });
    expect(alert!.told_at - away!.offline_at).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(alert!.told_at - away!.offline_at).toBeLessThan(12 * MINUTE_MS);
    await told(["alert-opened"]);
    const message = JSON.parse(receiver.received[0]!.body) as { title: string; link: string };
    expect(message).toMatchObject({
      project_id: null,
      event: "alert-opened",
      kind: "agents",
      count: 1,
      alerts: [{ alert_id: alert!.alert_id, subject: agent.agent_id }],
      title: "Alert: agent rack 7 has been offline for 10 min",
      link: expect.stringMatching(/^http:.*\/admin\/health$/) as string,
    });
    // Another look, and nothing new to tell.
    await look(2);
    expect((await openNow())[0]!.told_at).toBe(alert!.told_at);
    udt.clock.turn(alert!.told_at + 86_400_000 - udt.clock.now());
    await look(2);
    await told(["alert-opened", "alert-reminder"]);
    expect(receiver.received[1]!.json).toMatchObject({ alerts: [{ reason: { code: "alert_agent_away" } }] });
    // It is back, which must last for two looks.
    await comes(agent);
    const before = udt.clock.now();
    expect(await look()).toHaveLength(1);
    const seen = udt.clock.now();
    expect(await look()).toEqual([]);
    await told(["alert-opened", "alert-reminder", "alert-ended"]);
    const { list: ended } = await list({ state: "ended", kind: "agents" });
    expect(ended[0]).toMatchObject({ alert_id: alert!.alert_id, state: "ended" });
    expect(ended[0]!.until).toBeGreaterThan(before);
    expect(ended[0]!.until).toBeLessThanOrEqual(seen);
    await lose(agent);
  });

  it("does not end an agent's alert while it only comes by, and none is opened for one that was never there", async () => {
    await set({ alert_agent_minutes: 2 });
    await udt.agent("never there");
    const agent = await goneAgent("comes and goes");
    await look(3);
    expect(await openNow()).toHaveLength(1);
    await comes(agent);
    expect(await look()).toHaveLength(1);
    await lose(agent);
    expect(await look(4)).toMatchObject([{ subject: agent.agent_id, until: null }]);
    await told(["alert-opened"]);
    // One that is gone for good is revoked: that is an end, too.
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: agent.agent_id } });
    expect(await look(3)).toEqual([]);
    await told(["alert-opened", "alert-ended"]);
  });

  it("tells of many agents in one message", async () => {
    await set({ alert_agent_minutes: 1 });
    const names = ["a", "b", "c"].map((name) => `many ${name}`);
    for (const name of names) await goneAgent(name);
    await look(3);
    expect(await openNow()).toHaveLength(3);
    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { count: number });
    await until(() => expect(bodies().reduce((sum, { count }) => sum + count, 0)).toBe(3));
    expect(receiver.received.length).toBeLessThanOrEqual(3);
    for (const { agent_id } of await udt.server.services.agents.away())
      await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id } });
    await look(2);
    await until(() =>
      expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ event: "alert-ended", count: 3 }),
    );
    expect((JSON.parse(receiver.received.at(-1)!.body) as { title: string }).title).toContain("(+2)");
  });

  it("tells of a test that waits, and ends when none has waited for half as long", async () => {
    await set({ alert_queue_minutes: 10 });
    const { db } = udt.server.database;
    const project_id = await udt.project(`waiting-${udt.clock.now()}`, []);
    const waits = async (test_id: string) =>
      db.insert(tests).values({
        test_id,
        project_id,
        kind: "job",
        state: "queued",
        duration_minutes: 60,
        deadline: udt.clock.now() + 86_400_000,
        user_id: admin.user_id,
        created_at: udt.clock.now(),
      });
    await waits(`first-${project_id}`);
    const since = udt.clock.now();
    expect(await look(6)).toEqual([]);
    await waits(`next-${project_id}`);
    while ((await look()).length === 0);
    const [alert] = await openNow();
    expect(alert).toMatchObject({ kind: "queue", since, reason: { code: "alert_queue_waits", args: { count: 2 } } });
    expect(alert!.told_at - since).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(alert!.told_at - since).toBeLessThan(12 * MINUTE_MS);
    // Still more than half as long.
    await db.update(tests).set({ created_at: udt.clock.now() - 6 * MINUTE_MS });
    expect(await look(2)).toHaveLength(1);
    await db.delete(tests);
    await waits(`late-${project_id}`);
    expect(await look(2)).toEqual([]);
    await told(["alert-opened", "alert-ended"]);
  });

  it("says nothing of what administrators turn off, and ends it", async () => {
    await set({ alert_agent_minutes: 1 });
    const agent = await goneAgent("turned off");
    await look(3);
    await told(["alert-opened"]);
    await set({ alert_agent_minutes: 0 });
    expect(await look()).toEqual([]);
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: agent.agent_id } });
    await look(3);
    await told(["alert-opened"]);
  });

  it("is told although the server dies before it could tell", async () => {
    await set({ alert_agent_minutes: 1 });
    await receiver.stop();
    const agent = await goneAgent("told later");
    await look(3);
    expect(await openNow()).toHaveLength(1);
    await until(async () => {
      const { list: log } = await udt.ok(ENDPOINTS.alertDeliveryList, { as: admin });
      expect(log[0]).toMatchObject({ event: "alert-opened", state: "queued", reason: "unreachable" });
    });
    await udt.restart();
    await receiver.start();
    await until(async () => {
      // Another server may have tried in the meantime, and waits longer then.
      udt.clock.turn(RETRY_AFTER_MS[0]);
      expect(events()).toEqual(["alert-opened"]);
    });
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: agent.agent_id } });
    await look(3);
    await told(["alert-opened", "alert-ended"]);
  });

  it("has channels that no project sees, keeps their secrets, and writes who changed them", async () => {
    const body = channel({ name: "Second", webhook: receiver.url("very-secret-key-0123456789") });
    const made = await udt.call(ENDPOINTS.alertChannelCreate, { as: admin, body });
    const shown = await udt.call(ENDPOINTS.alertChannelList, { as: admin });
    for (const { text } of [made, shown]) expect(text).not.toMatch(/very-secret-key|a secret of some length/);
    expect(shown.data).toMatchObject({ total: 2, list: [{ project_id: null, has_secret: true }, {}] });
    const owner = await udt.person("Olga");
    const query = { project: await udt.project(`own-${udt.clock.now()}`, [{ person: owner, user_type: 1 }]) };
    expect((await udt.ok(ENDPOINTS.channelList, { as: owner, query, body: {} })).total).toBe(0);
    const params = { id: channel_id };
    await udt.refused(ENDPOINTS.channelDelete, { as: owner, query, params }, "channel_not_found");
    await udt.refused(ENDPOINTS.channelTest, { as: owner, query, params }, "channel_not_found");
    await udt.refused(ENDPOINTS.alertChannelDelete, { as: owner, params }, "admin_only");
    // Nor is a project's channel one of the installation's.
    const theirs = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body: channel({ name: "Theirs" }) });
    const of = { as: admin, params: { id: theirs.id } };
    await udt.refused(ENDPOINTS.alertChannelDelete, of, "channel_not_found");
    await udt.refused(ENDPOINTS.alertChannelTest, of, "channel_not_found");
    const { list: log } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { keyword: "Second" } });
    expect(log).toMatchObject([{ action: "notification.channel_create", target: "Second", user_name: "Root" }]);
  });

  it("names the field and the rule of what cannot be a channel or a bound", async () => {
    const refusal = async (body: unknown) =>
      (await udt.refused(ENDPOINTS.alertChannelCreate, { as: admin, body }, "invalid_param")).data;
    expect(await refusal({ ...channel(), kind: "scheduled" })).toMatchObject({ args: { field: "kind" } });
    expect(await refusal({ ...channel(), threshold: 80 })).toMatchObject({ args: { field: "threshold" } });
    expect(await refusal({ ...channel(), webhook: "ftp://x" })).toMatchObject({
      args: { field: "webhook", rule: "webhook_http" },
    });
    expect(await refusal({ ...channel(), kind: "email" })).toMatchObject({
      args: { field: "recipients", rule: "recipients_required" },
    });
    const bound = { as: admin, body: { alert_disk_percent: 51 } };
    const { data } = await udt.refused(ENDPOINTS.adminSettingsSet, bound, "invalid_param");
    expect(data).toMatchObject({ args: { field: "alert_disk_percent" } });
  });

  it("sends a test message, and its failures can be tried again", async () => {
    const params = { id: channel_id };
    expect(await udt.ok(ENDPOINTS.alertChannelTest, { as: admin, params })).toMatchObject({ state: "delivered" });
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      project_id: null,
      title: "Test message from UDT",
      link: expect.stringMatching(/^http:.*\/admin\/health$/) as string,
    });
    receiver.answer = { status: 404, body: "" };
    const failed = await udt.ok(ENDPOINTS.alertChannelTest, { as: admin, params });
    expect(failed).toMatchObject({ state: "failed", reason: "http_status" });
    receiver.answer = okay;
    const of = { params: { delivery_id: failed.delivery_id } };
    await udt.ok(ENDPOINTS.alertDeliveryRetry, { as: admin, ...of });
    await told(["test-message", "test-message", "test-message"]);
  });
});
