// @vitest-environment happy-dom
import { say, type SelfCheck, type SelfCheckResult } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Check, DeviceSelfCheck } from "./self-check.tsx";

const result: SelfCheckResult = {
  step: "capture_check",
  state: "failed",
  cost_ms: 9,
  message: say("check_picture_dark", { percent: 100 }),
  evidence_name: null,
  remedy: { name: "restart", helped: false },
};
const check: SelfCheck = {
  selfcheck_id: "c-1",
  before: null,
  occasion: null,
  work: "check",
  device_id: "d-1",
  state: "running",
  results: [result],
  step: "capture_check",
  error: null,
  user_name: null,
  is_first_look: false,
  inspection: null,
  created_at: 1,
  started_at: 1,
  ended_at: null,
};

beforeAll(() => loadTexts("devices", "common", "inspection", "words", "errors"));

/** Of what was shown last. */
const stepText = () => [...document.querySelectorAll('[data-step="capture_check"]')].at(-1)?.textContent;

it("says of a restart that it goes on, and how it went only afterwards", async () => {
  await show(<Check project={null} check={check} />);
  expect(stepText()).toContain("The device is being restarted.");
  expect(stepText()).toContain("Running");
  expect(shownText()).not.toContain("did not help");
  await show(<Check project={null} check={{ ...check, state: "failed", step: null, ended_at: 2 }} />);
  expect(stepText()).toContain("The device was restarted. It did not help.");
  expect(stepText()).toContain("Failed");
});

it("says why a check waits whose agent is being drained", async () => {
  const waiting: SelfCheck = { ...check, state: "waiting", step: null, results: [] };
  const draining = { since: 1, user_name: "Olga" };
  answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: [] },
    "/v1/api/devices/d-1/selfchecks": { list: [waiting] },
  });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1", draining }} />);
  const why = "Its agent is being drained: it begins once that is over.";
  await act(() => vi.waitFor(() => expect(shownText()).toContain(why)));
  await show(<Check project={null} check={check} isDraining />);
  await show(<Check project={null} check={waiting} />);
  expect(shownText().split(why)).toHaveLength(2);
});

it("says why a restart was not tried", async () => {
  const not_restarted = say("check_restart_again", { hours: 6 });
  const results = [{ ...result, remedy: null, not_restarted }];
  await show(<Check project={null} check={{ ...check, state: "failed", step: null, results }} />);
  expect(stepText()).toContain("it was not restarted: a check did so within the last 6 hours");
});

it("does not say of a lock that stayed that it was put away", async () => {
  const locked = { ...result, step: "lock_screen" as const, remedy: { name: "unlock" as const, helped: false } };
  await show(<Check project={null} check={{ ...check, state: "failed", step: null, results: [locked] }} />);
  expect(shownText()).toContain("putting the lock screen away was tried. It did not help.");
});
