/** What counts as wrong, at its bounds. */
import { describe, expect, it } from "vitest";
import { say } from "@udt/contract";
import { FINDERS, type HealthFacts, type SeenCertificates } from "./findings.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const now = Date.UTC(2030, 0, 1);
const percent = (free_bytes: number) => ({ free_bytes, total_bytes: 100 });
const certificate: SeenCertificates = { address: "udt:443", expires_at: null, fault: null, seen_at: now, faults: 0 };
const facts = (change: Partial<HealthFacts> = {}): HealthFacts => ({
  files: async () => ({ ...percent(90), fault: null }),
  databaseDisk: async () => null,
  queuedTests: async () => ({ queued: 0, since: null }),
  awayAgents: async () => [],
  certificate: async () => null,
  ...change,
});

describe("a disk", () => {
  const found = async (free: number, bound: number) => {
    const all = await FINDERS.disk(facts({ files: async () => ({ ...percent(free), fault: null }) }), bound, now);
    return all.map(({ opens }) => opens);
  };

  it("is wrong below its bound, and stays so until a fifth more, or one of a hundred, is free", async () => {
    expect(await found(19.9, 20)).toEqual([true]);
    expect(await found(20, 20)).toEqual([false]);
    expect(await found(23.9, 20)).toEqual([false]);
    expect(await found(24, 20)).toEqual([]);
    expect(await found(2.9, 2)).toEqual([false]);
    expect(await found(3, 2)).toEqual([]);
  });

  it("is not full where its file system knows no size", async () => {
    const sizeless = facts({ files: async () => ({ free_bytes: 0, total_bytes: 0, fault: null }) });
    expect(await FINDERS.disk(sizeless, 10, now)).toEqual([]);
  });

  it("is wrong while no file can be written, however much is free", async () => {
    const fault = say("alert_files_unwritable", {}, "EROFS");
    const found = await FINDERS.disk(facts({ files: async () => ({ ...percent(90), fault }) }), 10, now);
    expect(found).toEqual([{ subject: "files", reason: fault, since: now, opens: true }]);
  });

  it("is told apart from the database's own", async () => {
    const found = await FINDERS.disk(facts({ databaseDisk: async () => percent(5) }), 10, now);
    expect(found).toMatchObject([{ subject: "database", reason: { code: "alert_database_low" }, opens: true }]);
  });
});

it("tests wait too long from the bound on, and no more once the first has waited for less than half as long", async () => {
  const found = async (minutes: number) => {
    const since = now - minutes * MINUTE_MS;
    const all = await FINDERS.queue(facts({ queuedTests: async () => ({ queued: 3, since }) }), 10, now);
    return all.map(({ opens }) => opens);
  };
  expect(await found(10)).toEqual([true]);
  expect(await found(9.9)).toEqual([false]);
  expect(await found(5)).toEqual([false]);
  expect(await found(4.9)).toEqual([]);
});

it("an agent is away for long enough from the bound on, and wrong until it is back", async () => {
  const away = (minutes: number) => ({ agent_id: `${minutes}`, name: "rack", offline_at: now - minutes * MINUTE_MS });
  const found = await FINDERS.agents(facts({ awayAgents: async () => [away(10), away(9.9)] }), 10, now);
  expect(found).toMatchObject([
    { subject: "10", opens: true },
    { subject: "9.9", opens: false },
  ]);
});

describe("a certificate", () => {
  const found = async (change: Partial<SeenCertificates>) => {
    const seen = facts({ certificate: async () => ({ ...certificate, ...change }) });
    return (await FINDERS.certificate(seen, 14, now)).map(({ reason, opens }) => [reason.code, opens]);
  };
  const fault = say("alert_certificate_refused", { address: certificate.address });

  it("is wrong in its last days, and when it is over", async () => {
    expect(await found({ expires_at: now + 14 * DAY_MS })).toEqual([]);
    expect(await found({ expires_at: now + 14 * DAY_MS - 1 })).toEqual([["alert_certificate_ends", true]]);
    expect(await found({ expires_at: now + 1, fault, faults: 9 })).toEqual([["alert_certificate_ends", true]]);
    expect(await found({ expires_at: now, fault, faults: 9 })).toEqual([["alert_certificate_over", true]]);
  });

  it("opens nothing the first time it is not accepted", async () => {
    expect(await found({ fault, faults: 1 })).toEqual([["alert_certificate_refused", false]]);
    expect(await found({ fault, faults: 2 })).toEqual([["alert_certificate_refused", true]]);
  });
});
