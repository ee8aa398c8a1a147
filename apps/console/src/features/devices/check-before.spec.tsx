// @vitest-environment happy-dom
import { say, type SelfCheck } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { FAILED_CHECK } from "../../lib/self-checks/self-check.fixture.ts";
import { CheckBefore, type CheckBeforeProps } from "./check-before.tsx";

beforeAll(() => loadTexts("common", "devices", "errors", "inspection", "refusals", "words"));

const phase = (name: "prepare" | "check" | "clean", started_at: number, ended_at: number) => {
  return { name, started_at, ended_at, cost: null, error: null };
};
const partOf = (...phases: ReturnType<typeof phase>[]) => ({ device_id: "d", phases }) as CheckBeforeProps["part"];
const error = say("check_disk_low", { free: "0.2 GB", total: "64 GB", least: "0.5 GB" });
const step = { cost_ms: 9, evidence_name: null, remedy: null };
const check = (selfcheck_id: string, created_at: number, results: SelfCheck["results"]): SelfCheck => {
  return { ...FAILED_CHECK, selfcheck_id, before: "debug", results, created_at };
};

it("tells the check before this session, and no other, step by step", async () => {
  const list = [
    check("c-3", 900, []),
    check("c-2", 250, [
      { ...step, step: "ready", state: "passed", message: null },
      { ...step, step: "storage", state: "failed", message: error },
    ]),
    check("c-1", 100, []),
  ];
  answerFetch({ "/v1/api/tests/t/devices/d/selfchecks": { list } });
  const part = partOf(phase("prepare", 150, 200), phase("check", 200, 250), phase("clean", 250, 300));
  await show(<CheckBefore project="demo" test_id="t" part={part} />);
  await vi.waitFor(() => expect(document.querySelectorAll("[data-step]")).toHaveLength(2));
  expect(shownText()).toContain("Self-check before the session");
  expect(document.querySelector('[data-step="storage"]')?.textContent).toContain("only 0.2 GB of 64 GB is free");
});

it("says and asks nothing where no check was done before", async () => {
  const asked = answerFetch({});
  await show(<CheckBefore project="demo" test_id="t" part={partOf(phase("prepare", 150, 200))} />);
  expect([shownText(), asked]).toEqual(["", []]);
});
