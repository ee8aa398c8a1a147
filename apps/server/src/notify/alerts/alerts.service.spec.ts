/** Who looks, how often, and what is kept: two servers' services on one database, by one clock. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { TurnableClock } from "../../../test/turnable-clock.ts";
import { alert_looks, alerts } from "../../platform/database/alerts.schema.ts";
import { AlertsService } from "./alerts.service.ts";
import { untilLooked } from "./looks.fixture.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

onEachDatabase("services of alerts", (open) => {
  let udt: TestServer;
  let admin: Person;
  let clock: TurnableClock;
  let services: AlertsService[];
  /** How often anybody asked for the agents that are away. */
  let asked: number;
  let away: { agent_id: string; name: string; offline_at: number }[];

  /** Nobody listens there. */
  const serviceAt = (publicUrl = "https://127.0.0.1:1") =>
    new AlertsService({
      database: udt.server.database,
      clock,
      log: udt.server.app.log,
      notifications: udt.server.services.notifications,
      facts: {
        files: async () => ({ free_bytes: 9, total_bytes: 10, fault: null }),
        databaseDisk: async () => null,
        queuedTests: async () => ({ queued: 0, since: null }),
        awayAgents: async () => {
          asked++;
          return away;
        },
      },
      settings: () => udt.server.services.runtime.values,
      publicUrl,
    });
  const looked = () => untilLooked(udt, { as: admin, clock });
  const agents = async () => (await udt.ok(ENDPOINTS.alertList, { as: admin, query: { kind: "agents" } })).list;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("Root", { udt_admin: true });
  });
  afterAll(() => udt?.dispose());
  beforeEach(async () => {
    await udt.server.database.db.delete(alerts);
    await udt.server.database.db.delete(alert_looks);
    clock = new TurnableClock(udt.clock.now());
    asked = 0;
    away = [];
    services = [serviceAt(), serviceAt()];
    for (const service of services) service.start();
  });
  afterEach(async () => {
    for (const service of services) await service.close();
  });

  it("look once a minute, however many they are, and go on when the clock was set back", async () => {
    for (let minute = 1; minute <= 3; minute++) {
      await looked();
      expect(asked).toBe(minute);
    }
    clock.set(-DAY_MS);
    await looked();
    expect(asked).toBe(4);
  });

  it("say when nobody has looked for some minutes", async () => {
    const list = () => services[0]!.list({ page_num: 1, page_size: 10 });
    expect(await list()).toMatchObject({ looked_at: null, is_late: false });
    await looked();
    for (const service of services) await service.close();
    clock.turn((await list()).looked_at! + 3 * MINUTE_MS - 1 - clock.now());
    expect((await list()).is_late).toBe(false);
    clock.turn(1);
    expect((await list()).is_late).toBe(true);
  });

  it("look at a certificate every ten minutes, and show that of their own address alone", async () => {
    await looked();
    const first = (await services[0]!.certificate())!;
    expect(first).toMatchObject({ address: "127.0.0.1:1", faults: 1 });
    await looked();
    await looked();
    expect(await services[1]!.certificate()).toEqual(first);
    clock.turn(10 * MINUTE_MS);
    await looked();
    expect(await services[1]!.certificate()).toMatchObject({ faults: 2 });
    expect(await serviceAt("https://127.0.0.1:2").certificate()).toBeNull();
  });

  it("show no end of what is open, and forget what ended long ago", async () => {
    away = [{ agent_id: "a1", name: "rack 7", offline_at: clock.now() - DAY_MS }];
    await looked();
    away = [];
    await looked();
    expect(await agents()).toMatchObject([{ state: "open", until: null }]);
    const { db } = udt.server.database;
    const reason = say("alert_agent_away", { agent_name: "rack 1", minutes: 10 });
    const ended = (alert_id: string, days: number) => ({
      alert_id,
      kind: "agents" as const,
      subject: alert_id,
      reason,
      state: "ended" as const,
      since: 0,
      told_at: 0,
      until: clock.now() - days * DAY_MS,
    });
    await db.insert(alerts).values([ended("kept", LIMITS.alert_days - 1), ended("old", LIMITS.alert_days + 1)]);
    clock.turn(60 * MINUTE_MS);
    await until(async () => {
      const all = (await agents()).map(({ subject }) => subject);
      expect(all).toContain("kept");
      expect(all).not.toContain("old");
    });
  });
});
