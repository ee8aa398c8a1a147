import type { Session, TestDevice, TestWithViewers } from "./session.tsx";
import { stageOf } from "./stage.ts";

interface Parts {
  test?: Partial<TestWithViewers>;
  test_device?: Partial<TestDevice>;
}

/** A session as its page has it, with no server: its holder's, who drives, unless told otherwise. */
export function sessionOf({ test, test_device, ...more }: Parts & Partial<Omit<Session, keyof Parts>> = {}): Session {
  const whose = { test_id: "t", project_id: "demo", user_id: "u", user_name: "me", key_name: null, app_id: null };
  const shown = {
    ...whose,
    state: "running",
    kind: "debug",
    drivers: [],
    viewers: [],
    devices: [],
    run: null,
    ended_by: null,
    ...test,
  };
  const part = { state: "running", os: "android", model: "Model", serial: "serial", error: null, ...test_device };
  const stage = stageOf(shown as TestWithViewers, part as TestDevice);
  return {
    project: "demo",
    test_id: "t",
    device_id: "d",
    test: shown as TestWithViewers,
    test_device: part as TestDevice,
    device: undefined,
    isHolder: true,
    drives: true,
    isWatched: false,
    stage,
    running: stage === "running",
    target: { project: "demo", test_id: "t", device_id: "d" },
    ...more,
  };
}
