import { DEVICE_STATES, LIMITS, say, type DeviceState, type Said } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { countNote, deviceOptions } from "./device-options.ts";

beforeAll(async () => {
  vi.stubGlobal("document", { cookie: "udt_lang=en", documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { languages: [] });
  await loadTexts("jobs", "common", "words");
});
afterAll(() => vi.unstubAllGlobals());

const device = (state: DeviceState, care: Said[] = []) => ({
  device_id: state,
  brand: "Acme",
  model: "One",
  serial: `s-${state}`,
  state,
  care,
  task_access: true,
  last_check: null,
  open_work_orders: 0,
});

describe("the devices that a job can choose", () => {
  it("are those that will come free; the others say why not", () => {
    const options = deviceOptions(
      DEVICE_STATES.map((state) => device(state)),
      [],
      [],
    );
    expect(options.filter(({ disabled }) => disabled).map(({ value, label }) => [value, label])).toEqual([
      ["initialization_failed", "Acme One · s-initialization_failed · Device state not selectable"],
      ["out_of_use", "Acme One · s-out_of_use · Device state not selectable"],
      ["offline", "Acme One · s-offline · Device temporarily unavailable"],
    ]);
    expect(options.find(({ value }) => value === "busy")!.label).toBe("Acme One · s-busy · Busy");
  });

  it("can be taken out again whatever has become of them, and have names though they are not offered", () => {
    const named = [{ device_id: "far", brand: "Acme", model: "Two", serial: "s-far" }];
    const options = deviceOptions([device("offline")], named, ["offline", "far"]);
    expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
      ["far", false],
      ["offline", false],
    ]);
    expect(options[0]!.label).toBe("Acme Two · s-far");
  });

  it("say how they are", () => {
    const ill = { ...device("idle"), open_work_orders: 1, last_check: { state: "failed", ended_at: 1 } as const };
    const well = { ...device("busy"), last_check: { state: "warning", ended_at: 1 } as const };
    expect(deviceOptions([ill, well], [], []).map(({ label }) => label)).toEqual([
      "Acme One · s-idle · Idle · open work order · failed its last self-check",
      "Acme One · s-busy · Busy",
    ]);
  });

  it("are none that are not there for tasks, unless they were chosen before", () => {
    const closed = { ...device("idle"), task_access: false };
    const label = "Acme One · s-idle · not there for tasks";
    expect(deviceOptions([closed], [], [])).toMatchObject([{ disabled: true, label }]);
    expect(deviceOptions([closed], [], ["idle"])).toMatchObject([{ disabled: false, label }]);
  });

  it("say why they need care", () => {
    const [hot] = deviceOptions([device("idle", [say("care_hot", { celsius: 47 })])], [], []);
    expect(hot).toMatchObject({ disabled: false, label: "Acme One · s-idle · Idle · the battery is at 47 °C" });
  });

  it("are so many and no more, which is said", () => {
    const chosen = Array.from({ length: LIMITS.job_devices_max }, (_, index) => `device-${index}`);
    expect(countNote(chosen.slice(1))).toBeUndefined();
    expect(countNote(chosen)).toContain("Exceeded selectable device count");
  });
});
