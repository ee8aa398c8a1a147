import type { Device, DeviceState, EndReason, Test, TestState } from "@udt/contract";
import type { Tone } from "@udt/contract/report-words/tones";
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import "./state-pill.css";

/** A dot and a word. */
export function StatePill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="udt-pill" data-tone={tone}>
      {children}
    </span>
  );
}

export const DEVICE_TONES: Record<DeviceState, Tone> = {
  idle: "good",
  busy: "busy",
  initializing: "warning",
  initialization_failed: "bad",
  inspection: "warning",
  cleaning: "warning",
  out_of_use: "warning",
  offline: "offline",
};

/** A device's state; a busy one says what it is busy with, and one that the platform has cleaned now that it is cleaned. */
export function DeviceStatePill({ device }: { device: Pick<Device, "state" | "lease"> }) {
  const t = useT("common");
  const { lease } = device;
  const state = device.state === "inspection" && lease?.work?.work === "clean" ? "cleaning" : device.state;
  const busyWith =
    lease && (lease.phase === "running" ? t(`test_kind.${lease.kind}`) : t(`test_device_state.${lease.phase}`));
  return (
    <StatePill tone={DEVICE_TONES[state]}>{(state === "busy" && busyWith) || t(`device_state.${state}`)}</StatePill>
  );
}

const TEST_TONES: Record<Exclude<TestState, "ended">, Tone> = { queued: "warning", running: "busy" };
type End = "ended" | "broken_off" | "finished";
const ENDS: Record<EndReason, End> = {
  user: "ended",
  admin: "ended",
  access_lost: "ended",
  device_timeout: "ended",
  test_timeout: "ended",
  inactivity: "ended",
  device_lost: "broken_off",
  agent_lost: "broken_off",
  start_failed: "broken_off",
  work_failed: "broken_off",
  no_device: "broken_off",
  yielded: "ended",
  finished: "finished",
};
const END_TONES: Record<End, Tone> = { ended: "offline", broken_off: "bad", finished: "good" };

/** A test's state; ended by a fault is told apart from ended as meant, by its word as well as by its colour. */
export function TestStatePill({ test }: { test: Pick<Test, "state" | "end_reason"> }) {
  const t = useT("common");
  if (test.state !== "ended")
    return <StatePill tone={TEST_TONES[test.state]}>{t(`test_state.${test.state}`)}</StatePill>;
  const end = ENDS[test.end_reason ?? "user"];
  return <StatePill tone={END_TONES[end]}>{t(`test_state.${end}`)}</StatePill>;
}
