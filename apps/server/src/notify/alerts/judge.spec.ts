/** What becomes of what was found: opened once, kept, told again, ended. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { say, type Said } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";
import { alerts } from "../../platform/database/alerts.schema.ts";
import type { Finding } from "./findings.ts";
import { judge, type Findings } from "./judge.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LOW = say("alert_files_low", { bound: 10, free_gb: 1, percent: 5 });
const FULL = say("alert_files_unwritable");
let udt: TestServer;
let now = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  udt = await TestServer.start(embedded);
});
afterAll(() => udt?.dispose());
beforeEach(async () => {
  await udt.server.database.db.delete(alerts);
});

const wrong = (reason: Said = LOW, change: Partial<Finding> = {}): Findings =>
  new Map([["disk", [{ subject: "files", reason, since: now, opens: true, ...change }]]]);
const WELL: Findings = new Map([["disk", []]]);
/** Judges after `ms`; answers what is told. */
const after = async (ms: number, findings: Findings): Promise<string[]> => {
  now += ms;
  const told = await udt.server.database.transaction((tx) => judge(tx, findings, now));
  return told.map(({ event, kind, count }) => `${event} ${kind} ${count}`);
};
const rows = () => udt.server.database.db.select().from(alerts);

it("opens what is wrong once, and only what opens", async () => {
  expect(await after(0, wrong(LOW, { opens: false }))).toEqual([]);
  expect(await rows()).toEqual([]);
  // Found twice at one moment, as by two servers.
  const twice: Findings = new Map([...wrong()].map(([kind, found]) => [kind, [...found, ...found] as Finding[]]));
  expect(await after(MINUTE_MS, twice)).toEqual(["alert-opened disk 1"]);
  expect(await after(MINUTE_MS, wrong())).toEqual([]);
  expect(await after(MINUTE_MS, wrong(LOW, { opens: false }))).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "open", until: null, told_at: now - 2 * MINUTE_MS }]);
});

it("keeps what is not known now, and ends what nobody wants to know without a word", async () => {
  await after(0, wrong());
  for (let look = 0; look < 3; look++) expect(await after(MINUTE_MS, new Map())).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "open", until: null }]);
  expect(await after(MINUTE_MS, new Map([["disk", "off"]]))).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "ended", until: now }]);
});

it("ends what is well at two looks in succession, since the first of these", async () => {
  await after(0, wrong());
  expect(await after(MINUTE_MS, WELL)).toEqual([]);
  // What is no more than nearly well is not well.
  expect(await after(MINUTE_MS, wrong(LOW, { opens: false }))).toEqual([]);
  expect(await after(MINUTE_MS, WELL)).toEqual([]);
  const well = now;
  // Looked at by two servers at one moment.
  expect(await after(0, WELL)).toEqual([]);
  expect(await after(MINUTE_MS, WELL)).toEqual(["alert-ended disk 1"]);
  expect(await rows()).toMatchObject([{ state: "ended", until: well }]);
});

it("reminds by the day, of how it is then", async () => {
  await after(0, wrong());
  const lower = say("alert_files_low", { bound: 10, free_gb: 1, percent: 4 });
  const low = say("alert_files_low", { bound: 10, free_gb: 2, percent: 8 });
  expect(await after(DAY_MS - 1, wrong(low))).toEqual([]);
  expect(await rows()).toMatchObject([{ reason: low, told_at: now - DAY_MS + 1 }]);
  expect(await after(1, wrong(lower))).toEqual(["alert-reminder disk 1"]);
  expect(await rows()).toMatchObject([{ reason: lower, told_at: now }]);
  expect(await after(DAY_MS - 1, wrong())).toEqual([]);
});

it("tells what is wrong in another way, where that would open, and not with every turn", async () => {
  await after(0, wrong());
  expect(await after(10 * MINUTE_MS - 1, wrong(FULL))).toEqual([]);
  expect(await rows()).toMatchObject([{ reason: LOW }]);
  expect(await after(1, wrong(FULL, { opens: false }))).toEqual([]);
  expect(await after(0, wrong(FULL))).toEqual(["alert-reminder disk 1"]);
  expect(await after(MINUTE_MS, wrong())).toEqual([]);
});

it("puts what happens to one kind into one message, of which the first fifty are in it", async () => {
  const many = (count: number): Finding[] =>
    Array.from({ length: count }, (_, index) => ({
      subject: `agent ${index}`,
      reason: say("alert_agent_away", { agent_name: `agent ${index}`, minutes: 10 }),
      since: now,
      opens: true,
    }));
  const all: Findings = new Map([...wrong(), ["agents", many(51)]]);
  const told = await udt.server.database.transaction((tx) => judge(tx, all, now));
  expect(told.map(({ kind, event, count }) => ({ kind, event, count }))).toEqual([
    { kind: "disk", event: "alert-opened", count: 1 },
    { kind: "agents", event: "alert-opened", count: 51 },
  ]);
  expect(told[1]!.alerts).toHaveLength(50);
});
