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
  offline: "offline",
};

/** A device's state; a busy one says what it is busy with. */
export function DeviceStatePill({ device }: { device: Pick<Device, "state" | "lease"> }) {
  const t = useT("common");
  const { state, lease } = device;
  const busyWith =
    lease && (lease.phase === "running" ? t(`test_kind.${lease.kind}`) : t(`test_device_state.${lease.phase}`));
  return (
    <StatePill tone={DEVICE_TONES[state]}>{(state === "busy" && busyWith) || t(`device_state.${state}`)}</StatePill>
  );
}

const TEST_TONES: Record<Exclude<TestState, "ended">, Tone> = { queued: "warning", running: "busy" };
const END_TONES: Record<EndReason, Tone> = {
  user: "offline",
  admin: "offline",
  access_lost: "offline",
  device_timeout: "offline",
  test_timeout: "offline",
  inactivity: "offline",
  device_lost: "bad",
  agent_lost: "bad",
  start_failed: "bad",
  work_failed: "bad",
  no_device: "bad",
  finished: "good",
};

/** A test's state; ended by a fault is told apart from ended as meant. */
export function TestStatePill({ test }: { test: Pick<Test, "state" | "end_reason"> }) {
  const t = useT("common");
  const tone = test.state === "ended" ? END_TONES[test.end_reason ?? "user"] : TEST_TONES[test.state];
  return <StatePill tone={tone}>{t(`test_state.${test.state}`)}</StatePill>;
}
