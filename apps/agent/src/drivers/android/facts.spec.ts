import { expect, test } from "vitest";
import {
  isVirtual,
  parseBattery,
  parseCpu,
  parseCycles,
  parseGpu,
  parseMemory,
  parseProps,
  parseSize,
} from "./facts.ts";

test("properties keep brackets, blanks and line breaks in their values", () => {
  const props = parseProps("[ro.product.model]: [Pixel 8 [dev]]\r\n[empty]: []\r\n[two.lines]: [a\nb]\n");
  expect(Object.fromEntries(props)).toEqual({ "ro.product.model": "Pixel 8 [dev]", empty: "", "two.lines": "a\nb" });
});

test("an override of the size wins", () => {
  expect(parseSize("Physical size: 1080x2400\n")).toEqual({ width: 1080, height: 2400 });
  expect(parseSize("Physical size: 1080x2400\nOverride size: 720x1600\n")).toEqual({ width: 720, height: 1600 });
  expect(parseSize("error")).toEqual({ width: 0, height: 0 });
});

test("battery: charging, full on a cable, full off it, absent", () => {
  const dump = (status: number, powered: boolean, more = "") =>
    `Current Battery Service state:\n  AC powered: false\n  USB powered: ${powered}\n  status: ${status}\n  present: true\n  level: 87\n${more}`;
  expect(parseBattery(dump(2, true))).toEqual({ battery_level: 87, battery_charging: true, battery_celsius: null });
  expect(parseBattery(dump(5, true))).toEqual({ battery_level: 87, battery_charging: true, battery_celsius: null });
  expect(parseBattery(dump(5, false))).toEqual({ battery_level: 87, battery_charging: false, battery_celsius: null });
  expect(parseBattery("  present: false\n  level: 0\n")).toEqual({
    battery_level: null,
    battery_charging: false,
    battery_celsius: null,
  });
  const at = (tenths: string) => parseBattery(dump(2, true, `  temperature: ${tenths}\n`)).battery_celsius;
  expect(["312", "-50", "5200", "hot", ""].map(at)).toEqual([31.2, -5, null, null, null]);
  expect(parseBattery("  present: false\n  temperature: 250\n").battery_celsius).toBeNull();
  expect(parseBattery("")).toEqual({ battery_level: null, battery_charging: false, battery_celsius: null });
});

test("cycles are told by some kernels, and by others not", () => {
  const said = ["812\n", "0\n", "-1\n", "", "99999999999\n"];
  expect(said.map(parseCycles)).toEqual([812, 0, null, null, null]);
});

test("the renderer of the GLES line", () => {
  expect(parseGpu("GLES: Qualcomm, Adreno (TM) 650, OpenGL ES 3.2 V@0502.0")).toBe("Adreno (TM) 650");
  expect(parseGpu("")).toBe("");
});

test("memory in bytes", () => {
  expect(parseMemory("MemTotal:        7891234 kB\nMemFree: 1 kB\n")).toBe(7_891_234 * 1024);
});

test("the processor's name from the system-on-chip, else from cpuinfo, else from the board", () => {
  const cpuinfo =
    "processor\t: 0\nBogoMIPS\t: 38.40\n\nprocessor\t: 1\nHardware\t: Qualcomm Technologies, Inc SM8250\n";
  const named = new Map([
    ["ro.soc.manufacturer", "Google"],
    ["ro.soc.model", "Tensor G3"],
    ["ro.product.cpu.abi", "arm64-v8a"],
  ]);
  expect(parseCpu(cpuinfo, named)).toEqual({ cpu_name: "Google Tensor G3", cpu_arch: "arm64-v8a", cpu_cores: 2 });
  expect(parseCpu(cpuinfo, new Map()).cpu_name).toBe("Qualcomm Technologies, Inc SM8250");
  expect(parseCpu("", new Map([["ro.board.platform", "kona"]])).cpu_name).toBe("kona");
});

test.each([
  [{ "ro.boot.qemu": "1" }, true],
  [{ "ro.hardware": "ranchu" }, true],
  [{ "ro.hardware": "cutf_cvm" }, true],
  [{ "ro.product.brand": "UDT" }, true],
  [{ "ro.hardware": "qcom", "ro.product.brand": "OnePlus" }, false],
])("%j is virtual: %s", (props, expected) => {
  expect(isVirtual(new Map(Object.entries(props)))).toBe(expected);
});
