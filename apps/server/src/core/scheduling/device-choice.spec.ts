import type { DeviceChoice } from "@udt/contract";
import { expect, it } from "vitest";
import { chosenOf, suitsOf, type PooledDevice } from "./device-choice.ts";

const device: PooledDevice = {
  device_id: "d1",
  brand: "Acme",
  model: "Model One",
  os: "android",
  os_version: "12",
  width: 720,
  height: 1280,
  serial: "SERIAL-7",
  cpu_arch: "arm64-v8a",
  memory_bytes: 0,
  battery_level: null,
  is_virtual: true,
  hardware_model: "AC-1",
  cpu_cores: 8,
  first_seen_at: 0,
  agent_name: "lab-1",
  site: "",
  location: "",
  project_ids: ["alpha"],
  has_engine: false,
  is_broken: false,
  is_unwell: false,
  is_out: false,
  no_task: false,
  no_remote: false,
};
const finds = (wanted: DeviceChoice, { project = "alpha" as string | null, os = "android" as const } = {}) =>
  chosenOf([device], project, { os, wanted }, (tag_id) => (tag_id === "t" ? () => true : undefined)).length > 0;
const anyOne: DeviceChoice = { kind: "rule", rules: [], count: 1 };

it("finds what is chosen by hand, by rule and by tag", () => {
  expect(finds({ kind: "devices", device_ids: ["d1"] })).toBe(true);
  expect(finds({ kind: "devices", device_ids: ["d2"] })).toBe(false);
  expect(finds(anyOne)).toBe(true);
  const byTag = (tag_id: string): DeviceChoice => ({
    ...anyOne,
    rules: [{ attribute: "tag", operator: "equals", values: [tag_id] }],
  });
  expect(finds(byTag("t"))).toBe(true);
  expect(finds(byTag("gone"))).toBe(false);
});

it("finds devices of the wanted system alone, and those that the project may use", () => {
  const wish = { os: "ios", wanted: anyOne } as const;
  expect(chosenOf([device], "alpha", wish, () => undefined)).toEqual([]);
  expect(finds(anyOne, { project: "beta" })).toBe(false);
  expect(finds(anyOne, { project: null })).toBe(true);
});

it("gives no device that is out of use, but to who takes even those", () => {
  const suits = (even_out_of_use: boolean, is_out: boolean) => {
    const wish = { os: "android", wanted: anyOne, needs_engine: false, only_healthy: true, even_out_of_use } as const;
    const slot = { ...wish, project_id: "alpha", lost_device_ids: [] };
    return suitsOf(slot, { wants_sound: true, access: null }, () => undefined, undefined)({ ...device, is_out });
  };
  expect([suits(false, false), suits(false, true), suits(true, true)]).toEqual([true, false, true]);
});

it("gives no device to what it is not there for", () => {
  const slot = {
    os: "android",
    wanted: anyOne,
    needs_engine: false,
    even_out_of_use: false,
    only_healthy: true,
  } as const;
  const suits = (access: "task" | "remote" | null, closed: Partial<PooledDevice>) => {
    const waiting = { ...slot, project_id: "alpha", lost_device_ids: [] };
    return suitsOf(waiting, { wants_sound: true, access }, () => undefined, undefined)({ ...device, ...closed });
  };
  const kinds = ["task", "remote", null] as const;
  expect(kinds.map((access) => suits(access, { no_task: true }))).toEqual([false, true, true]);
  expect(kinds.map((access) => suits(access, { no_remote: true }))).toEqual([true, false, true]);
});
