// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { show } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { SessionProvider, type Session, type TestDevice } from "../session.tsx";
import { SessionCare } from "./session-care.tsx";

beforeAll(() => loadTexts("debug", "common", "words"));

const phase = (name: "prepare" | "clean", cost: number | null): TestDevice["phases"][number] => ({
  name,
  started_at: 1_000,
  ended_at: cost === null ? null : 1_000 + cost,
  cost,
  error: null,
});
const told = (...phases: TestDevice["phases"]) => toldOf("running", ...phases);
const toldOf = async (state: TestDevice["state"], ...phases: TestDevice["phases"]) => {
  const session = { test_device: { state, phases } as TestDevice } as Session;
  await show(
    <SessionProvider value={session}>
      <SessionCare />
    </SessionProvider>,
  );
  return (name: string) => document.querySelector(`[data-care="${name}"] dd`)!.textContent;
};

it("says when and in how long the device was made ready, and what is not done yet", async () => {
  const care = await told(phase("prepare", 4_000));
  expect(care("prepare")).toMatch(/, in 4 sec/);
  expect(care("clean")).toBe("Not yet");
});

it("says that the device is being cleaned, and that it is clean", async () => {
  expect((await told(phase("clean", null)))("clean")).toBe("Under way");
});

it("says in how long it was cleaned", async () => {
  const care = await told(phase("prepare", 1_000), phase("clean", 2_000));
  expect(care("clean")).toMatch(/, in 2 sec/);
});

it("says that a device was lost before it could be cleaned", async () => {
  expect((await toldOf("done", phase("prepare", 1_000)))("clean")).toBe("not cleaned: the device was lost");
});

it("says of a session that never had its device that nothing was done to it", async () => {
  const care = await toldOf("done");
  expect([care("prepare"), care("clean")]).toEqual(["It did not come to that", "It did not come to that"]);
});
