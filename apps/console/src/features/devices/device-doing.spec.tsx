// @vitest-environment happy-dom
import type { Device, RunProgress } from "@udt/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { DeviceDoing } from "./device-doing.tsx";

type Lease = NonNullable<Device["lease"]>;
const MINUTE = 60_000;

beforeAll(() => loadTexts("common", "devices", "tests"));

/** What the row says of a device that somebody has. */
async function told(lease: Partial<Lease>): Promise<string> {
  const now = Date.now();
  const whole = {
    test_id: "t",
    kind: "debug",
    phase: "running",
    user_id: "u-2",
    user_name: "Grace",
    since: now - 12 * MINUTE - 1_000,
    until: now + 48 * MINUTE,
    project_id: "demo",
    run: null,
    ...lease,
  };
  await show(<DeviceDoing project="demo" device={{ state: "busy", lease: whole } as Device} />);
  return document.body.textContent;
}
const progress: RunProgress = {
  done: 3,
  total: 14,
  failed: 0,
  is_shared: false,
  current: { case_run_id: 7, name: "pays by card", started_at: 1 },
  last_failure: null,
  expected_end: null,
};
const run = (change: Partial<RunProgress>): Partial<Lease> => ({
  kind: "job",
  run: { job_id: "j", job_name: "Nightly", run_number: 12, progress: { ...progress, ...change } },
});

const WORK = { work: "check", user_name: null, occasion: "cleaned", tag_name: "nightly" } as const;
it.each([
  [{}, "checks itselfafter use, by tag nightly"],
  [{ tag_name: null }, "checks itselfafter use"],
  [{ occasion: null }, "checks itselfby schedule of tag nightly"],
  [{ work: "restart", user_name: "Ada" }, "restartsAda"],
] as const)(
  "says what the platform has a device do, and who asked for it or on what a tag did: %j",
  async (change, text) => {
    const lease = { work: { ...WORK, ...change } } as Lease;
    await show(<DeviceDoing project="demo" device={{ state: "inspection", lease } as Device} />);
    expect(document.body.textContent).toBe(text);
  },
);

describe("a device that somebody has", () => {
  it("says for how long another has it, and not when a session must be over", async () => {
    expect(await told({})).toBe("Gracefor 12 mins");
  });

  it("says to whoever has it until when", async () => {
    expect(await told({ user_id: "u-1" })).toMatch(/^Youuntil .* at most(47:5\d|48:00) left$/);
  });

  it("says which run and which case, how far it is and how long it may take, with the ways there", async () => {
    const text = await told(run({ expected_end: Date.now() + 38_000 }));
    expect(text).toContain("Nightly #12");
    expect(text).toContain("Grace");
    expect(text).toContain("pays by card");
    expect(text).toContain("3 of 14 done");
    expect(text).toContain("about 40 secs left");
    expect(text).not.toContain("at most");
    const paths = [...document.querySelectorAll("a")].map((link) => new URL(link.href).pathname);
    expect(paths).toEqual(["/demo/auto/job/j/test/t", "/demo/auto/job/j/test/t/case/7"]);
  });

  it("says nothing of an end that nobody knows", async () => {
    const text = await told(run({ current: null, failed: 2 }));
    expect(text).toContain("3 of 14 done");
    expect(text).toContain("2 failed");
    expect(text).not.toContain("left");
  });

  it("names nothing of another project's run", async () => {
    const text = await told({ kind: "job", project_id: null });
    expect(text).toContain("A run of another project");
    expect(text).not.toMatch(/\d/);
  });
});
