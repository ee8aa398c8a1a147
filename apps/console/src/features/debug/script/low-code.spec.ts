import { casesOf, fillAll, readLowCode, textsOf, type Step as FileStep } from "@udt/low-code";
import { DEVICE_KEYS } from "@udt/contract";
import { expect, it } from "vitest";
import { lowCode } from "./low-code.ts";
import { HOSTILE, STEPS } from "./script.fixture.ts";
import type { Action, Step } from "./steps.ts";

/** What the file's own reader makes of it, with its variables filled in as a run does. */
function read(steps: readonly Step[], nameOf = ({ note }: Step) => note): FileStep[] {
  const found = readLowCode(lowCode(steps, nameOf));
  if ("faults" in found) throw new Error(JSON.stringify(found.faults));
  const [one] = casesOf(found);
  const scope = new Map([...textsOf(found.file.variables), ...(one?.scope ?? [])]);
  return fillAll(one?.steps ?? [], scope, (name) => `account: ${name}`);
}
const ofActions = (...actions: Action[]) =>
  read(
    actions.map((action, at) => ({ step_id: at, note: "", rest_ms: 0, action })),
    () => "a step",
  );

it("says exactly what was recorded, whatever signs are in it", () => {
  const steps = read(STEPS);
  const typed = steps.flatMap((step) => (step.action === "input" ? [step.text] : []));
  expect(typed).toEqual(["account: account.password", ...HOSTILE]);
  const seen = steps.flatMap((step) => (step.action === "assert" && step.text !== undefined ? [step] : []));
  expect(seen.map(({ text }) => text)).toEqual(HOSTILE);
  expect(seen.map(({ locator }) => "text" in locator && locator.text)).toEqual(HOSTILE);
  // A name is read, not typed: it has one line.
  for (const [at, { name }] of steps.entries())
    expect(name).toBe(HOSTILE[at % HOSTILE.length]?.replaceAll(/\s+/g, " "));
});

it("tells each action as the agent carries it out", () => {
  expect(read(STEPS, () => "a step").slice(0, 11)).toEqual([
    { id: "step-1", name: "a step", action: "start_app", package: "dev.udt.shop", clear: true },
    { id: "step-2", name: "a step", action: "tap", locator: { by: "ui", text: "Sign in", which: 2 } },
    { id: "step-3", name: "a step", action: "tap", locator: { by: "ui", path: "/hierarchy/a[1]" } },
    { id: "step-4", name: "a step", action: "tap", locator: { by: "position", x: 0.1, y: 0.9 } },
    {
      id: "step-5",
      name: "a step",
      action: "long_press",
      locator: { by: "position", x: 0.1, y: 0.9 },
      seconds: 0.7,
    },
    {
      id: "step-6",
      name: "a step",
      action: "swipe",
      from: { x: 0.5, y: 0.8 },
      to: { x: 0.5, y: 0.2 },
      seconds: 0.25,
    },
    { id: "step-7", name: "a step", action: "key", key: "KeyA", times: 2, modifiers: ["ctrl", "shift"] },
    { id: "step-8", name: "a step", action: "rotate" },
    { id: "step-9", name: "a step", action: "assert", locator: { by: "ui", text: "Sign in", which: 2 } },
    {
      id: "step-10",
      name: "a step",
      action: "long_press",
      locator: { by: "ui", text: "Sign in", which: 2 },
      at: { x: 0.5, y: 0.9 },
      seconds: 0.8,
    },
    { id: "step-11", name: "a step", action: "input", text: "account: account.password" },
  ]);
});

it("declares no variable for what is of the run's account, and says nothing of it", () => {
  const text = "${secret}";
  const file = lowCode(
    [{ step_id: 0, note: "", rest_ms: 0, action: { kind: "text", text, field: "account" } }],
    () => "a",
  );
  expect(file).toContain('text: "${account.account}"');
  expect(file).not.toMatch(/secret|variables/);
});

it("touches the part of an element that was touched, where that was not about its middle", () => {
  const target = { by: "resource_id", value: "shop:id/map", instance: 0, is_alone: true } as const;
  const locator = { by: "ui", id: "shop:id/map" };
  expect(
    ofActions({ kind: "tap", target, within: { x: 0.3, y: 0.7 } }, { kind: "tap", target, within: { x: 0.5, y: 0.9 } }),
  ).toEqual([
    { id: "step-1", name: "a step", action: "tap", locator },
    { id: "step-2", name: "a step", action: "tap", locator, at: { x: 0.5, y: 0.9 } },
  ]);
});

it("waits for a screen that took long, where a step waits for no element of its own", () => {
  const action: Action = { kind: "tap_at", at: { x: 0.5, y: 0.5 }, reason: "unread" };
  const target = { by: "text", value: "Pay", instance: 0, is_alone: true } as const;
  const steps = read(
    [
      { step_id: 0, note: "", rest_ms: 1_240, action },
      { step_id: 1, note: "", rest_ms: 400, action },
      { step_id: 2, note: "", rest_ms: 5_000, action },
      { step_id: 3, note: "", rest_ms: 0, action: { kind: "check", target, text: "" } },
    ],
    () => "a step",
  );
  expect(steps.map(({ id }) => id)).toEqual(["step-1", "step-2-rest", "step-2", "step-3", "step-4"]);
  expect(steps[1]).toMatchObject({ action: "wait", seconds: 1.24 });
  expect(steps[4]).toMatchObject({ action: "assert", timeout: 15 });
});

it("is told in several steps where one may not be so long", () => {
  const text = "${é}😀".repeat(1_000);
  const steps = ofActions({ kind: "text", text }, { kind: "key", key: "Backspace", modifiers: [], times: 130 });
  const typed = steps.flatMap((step) => (step.action === "input" ? [step.text] : []));
  expect(typed.length).toBeGreaterThan(1);
  expect(typed.join("")).toBe(text);
  expect(steps.flatMap((step) => (step.action === "key" ? [step.times] : []))).toEqual([100, 30]);
  expect(read([{ step_id: 0, note: text, rest_ms: 0, action: { kind: "rotate" } }])[0]?.name).toMatch(/^\$\{é\}😀/u);
});

it("knows every key", () => {
  const keys = ofActions(...DEVICE_KEYS.map((key): Action => ({ kind: "key", key, modifiers: [], times: 1 })));
  expect(keys.map((step) => step.action === "key" && step.key)).toEqual([...DEVICE_KEYS]);
});
