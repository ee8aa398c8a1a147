/** A server that is killed while it finds out, or tells, what is wrong. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { ServerProcess } from "../../../test/server-process.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { sql } from "../../platform/database/sql.ts";
import { okay, Receiver } from "../notifications/receiver.fixture.ts";
import { untilLooked } from "./looks.fixture.ts";

onPostgresql("a server that dies over an alert", (open) => {
  let receiver: Receiver;
  let lives: TestServer;
  let dies: ServerProcess;
  let admin: Person;
  const told = () => receiver.received.map(({ headers }) => headers["x-udt-event"]);
  const openNow = async () => (await lives.ok(ENDPOINTS.alertList, { as: admin, query: { state: "open" } })).list;
  const deliveries = async () => (await lives.ok(ENDPOINTS.alertDeliveryList, { as: admin })).list;
  const looked = () => untilLooked(lives, { as: admin });

  beforeAll(async () => {
    receiver = await new Receiver().start();
  });
  afterAll(() => receiver?.stop());
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = okay;
    const secret_key = "the same for all servers, 32 characters";
    lives = await TestServer.start(open, {
      outgoing: { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.0/8"], secret_key },
    });
    admin = await lives.person("Root", { udt_admin: true });
    await lives.project("waits", []);
    const body = {
      name: "Operators",
      kind: "webhook",
      language: "en",
      webhook: receiver.url("operators"),
      secret: "a secret of some length",
    };
    await lives.ok(ENDPOINTS.alertChannelCreate, { as: admin, body });
    await lives.server.database.db.insert(tests).values({
      test_id: "waits",
      project_id: "waits",
      kind: "job",
      state: "queued",
      duration_minutes: 60,
      deadline: lives.clock.now() + 86_400_000,
      user_id: admin.user_id,
      created_at: lives.clock.now() - 7_200_000,
    });
    dies = await ServerProcess.beside(lives);
  });
  afterEach(async () => {
    await dies?.kill();
    await lives?.dispose();
  });

  it("in the midst of a look: another opens it, and it is told once", async () => {
    await lives.server.database.longTransaction(async (tx) => {
      // It has opened the alert for itself, and is about to queue what is to be told: nothing else inserts there.
      await tx.execute(sql`lock table notification_deliveries in share mode`);
      await dies.turn(60_000);
      await until(async () => {
        await tx.execute(sql`select pg_stat_clear_snapshot()`);
        const { rows } = await tx.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "notification_deliveries"%'`,
        );
        expect(rows).toHaveLength(1);
      });
      await dies.kill();
    });
    expect(await openNow()).toEqual([]);
    await looked();
    expect(await openNow()).toMatchObject([{ kind: "queue", reason: { code: "alert_queue_waits" } }]);
    await until(() => expect(told()).toEqual(["alert-opened"]));
    await looked();
    await looked();
    expect(told()).toEqual(["alert-opened"]);
  });

  it("in the midst of telling: it is told again as the same message, and no third time", async () => {
    receiver.answer = "never";
    // Whoever is there would send it; only the one that dies is.
    await lives.server.stop();
    await until(async () => {
      await dies.turn(5_000);
      expect(told()).toEqual(["alert-opened"]);
    });
    await dies.kill();
    receiver.answer = okay;
    await lives.restart();
    const [alert] = await openNow();
    const [sending] = await deliveries();
    expect(sending).toMatchObject({ state: "sending", next_attempt_at: expect.any(Number) as number });
    // Its claim ends, once: turned on and on, the clock would end the next one's amid its telling as well.
    lives.clock.turn((sending?.next_attempt_at ?? 0) + 1 - lives.clock.now());
    await until(async () => expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 2 }]));
    await looked();
    await looked();
    expect(await openNow()).toMatchObject([{ alert_id: alert!.alert_id, told_at: alert!.told_at }]);
    const ids = receiver.received.map(({ body }) => (JSON.parse(body) as { delivery_id: string }).delivery_id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});
