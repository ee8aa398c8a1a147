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
const told = async (...phases: TestDevice["phases"]) => {
  const session = { test_device: { phases } as TestDevice } as Session;
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
