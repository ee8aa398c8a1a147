// @vitest-environment happy-dom
import type { Device } from "@udt/contract";
import { expect, it } from "vitest";
import { answering } from "../server.fixture.ts";
import { Group } from "./group.ts";

const device: Device = {
  serial: "serial",
  os: "android",
  os_version: "14",
  brand: "",
  model: "Model",
  hardware_model: "",
  width: 720,
  height: 1600,
  cpu_name: "",
  cpu_arch: "",
  cpu_cores: 8,
  gpu: "",
  memory_bytes: 0,
  battery_level: null,
  battery_charging: false,
  is_virtual: true,
  capabilities: [],
  device_id: "d",
  agent_id: "a",
  agent_name: "agent",
  state: "idle",
  state_reason: null,
  lease: null,
  last_seen_at: 0,
};

it.each([
  ["with the app that the session before had", "a1", { app_id: "a1" }],
  ["without an app where it had none", null, {}],
])("begins a session anew %s", async (_, app_id, more) => {
  const asked = answering({ "/devices/d": { data: device }, "/tests": { data: { test_id: "t2" } } });
  const group = new Group("demo", "u");
  await group.begin("d", app_id);
  expect(group.of("d")).toEqual({ test_id: "t2", isBeginning: false, refusal: undefined });
  expect(asked.at(-1)?.body).toEqual({ kind: "debug", device_id: "d", duration_minutes: expect.any(Number), ...more });
});
