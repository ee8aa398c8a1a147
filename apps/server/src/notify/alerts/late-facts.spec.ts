/** Facts of the installation's health that never come: what they are asked of hangs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { TurnableClock } from "../../../test/turnable-clock.ts";
import { AlertsService } from "./alerts.service.ts";
import { untilLooked } from "./looks.fixture.ts";

let udt: TestServer;
let admin: Person;
let clock: TurnableClock;
let alerts: AlertsService;
/** How often it was asked what waits, which is never answered. */
let asked: number;

beforeAll(async () => {
  udt = await TestServer.start();
  admin = await udt.person("Root", { udt_admin: true });
  clock = new TurnableClock(udt.clock.now());
});
afterAll(() => udt?.dispose());
beforeEach(() => {
  asked = 0;
  const { server } = udt;
  alerts = new AlertsService({
    database: server.database,
    clock,
    log: server.app.log,
    notifications: server.services.notifications,
    facts: {
      files: async () => ({ free_bytes: 9, total_bytes: 10, fault: null }),
      databaseDisk: async () => null,
      queuedTests: () => {
        asked++;
        return new Promise(() => {});
      },
      awayAgents: async () => [{ agent_id: "a1", name: "rack 7", offline_at: clock.now() - 3_600_000 }],
    },
    settings: () => server.services.runtime.values,
    publicUrl: undefined,
  });
  alerts.start();
  // What is waited for by the real clock takes as long as a test says.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await alerts.close();
});

it("hold up no other kind, and are asked for once", async () => {
  const meanwhile = () => void vi.advanceTimersByTime(1_000);
  for (let look = 0; look < 3; look++) {
    await untilLooked(udt, { as: admin, clock, meanwhile });
    const { list } = await udt.ok(ENDPOINTS.alertList, { as: admin });
    expect(list).toMatchObject([{ kind: "agents", subject: "a1", state: "open" }]);
  }
  expect(asked).toBe(1);
});

it("are not waited for by a server that stops", async () => {
  clock.turn(60_000);
  await until(() => expect(asked).toBe(1));
  await alerts.close();
});
