// @vitest-environment happy-dom
import { say, type WearRow } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { CareFilter, CareMark } from "./care.tsx";
import { DeviceWear } from "./device-wear.tsx";

beforeAll(() => loadTexts("devices", "common", "words", "errors", "refusals"));

const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const row = (at: number, change: Partial<WearRow> = {}): WearRow => ({
  at,
  celsius: { min: 28, max: 52, last: 30 },
  level: { min: 60, max: 80, last: 70 },
  free_bytes: { min: 3 * GIB, max: 4 * GIB, last: 3 * GIB },
  cycles: null,
  disconnects: 2,
  ...change,
});
const answer = (...rows: WearRow[]) => answerFetch({ "/v1/api/devices/d/wear": { step_ms: HOUR_MS, rows } });
const chart = (name: string) => document.querySelector(`[role=slider][aria-label="${name}"]`);
const drawn = async () => vi.waitFor(() => expect(chart("Charge")).not.toBeNull());
const headings = () => [...document.querySelectorAll(".devices-wear-chart h3")].map((one) => one.textContent);

it("draws what the device told, with the peak of each hour, and says it in full", async () => {
  answer(row(hour - HOUR_MS), row(hour, { disconnects: 1 }));
  await show(<DeviceWear project="demo" device={{ ...DEVICE, is_virtual: false }} />);
  await drawn();
  expect(headings()).toEqual(["Battery temperature 30 °C", "Charge 70%", "Free storage 3.00 GB", "Lost connections 3"]);
  expect(chart("Battery temperature")?.getAttribute("aria-valuetext")).toMatch(/: 30 °C \(28 °C to 52 °C\)$/);
  // The scale ends at the peak, and the line begins there.
  const [, y] = chart("Battery temperature")!.querySelector("polyline")!.getAttribute("points")!.split(/[ ,]/);
  expect(Number(y)).toBeCloseTo(0);
  expect(shownText()).not.toContain("simulated");
});

it("draws charge cycles where a phone counts them", async () => {
  answer(row(hour - HOUR_MS, { cycles: 811 }), row(hour, { cycles: 812 }));
  await show(<DeviceWear project="demo" device={DEVICE} />);
  await drawn();
  expect(headings()).toContain("Charge cycles 812");
  expect(chart("Charge cycles")?.getAttribute("aria-valuetext")).toMatch(/: 812$/);
});

it("has a gap where the device was not there, and no chart of what it does not tell", async () => {
  answer(row(hour - 2 * HOUR_MS, { celsius: null }), row(hour, { celsius: null }));
  await show(<DeviceWear project="demo" device={DEVICE} />);
  await drawn();
  expect(headings().map((text) => text?.split(" ")[0])).toEqual(["Charge", "Free", "Lost"]);
  expect(chart("Charge")!.querySelectorAll("polyline")).toHaveLength(2);
  expect(shownText()).toContain("not known");
  expect(shownText()).toContain("The values of a virtual phone are simulated.");
});

it("says why the device needs care, that it is away, and that nothing was told", async () => {
  answer();
  const care = [say("care_cycles", { cycles: 812, most: 800 })];
  await show(<DeviceWear project="demo" device={{ ...DEVICE, care, state: "offline" }} />);
  await vi.waitFor(() => expect(shownText()).toContain("It has told nothing of this yet."));
  expect(shownText()).toContain("the battery was charged in full 812 times: from 800 on it is worn");
  expect(shownText()).toContain("Read before it went away");
});

it("asks for more days where somebody wants to see them", async () => {
  const asked = answer(row(hour));
  await show(<DeviceWear project="demo" device={DEVICE} />);
  await drawn();
  const ninety = [...document.querySelectorAll<HTMLElement>("label")].find((one) => one.textContent === "90 days");
  await act(async () => ninety!.click());
  await vi.waitFor(() => expect(asked.map(({ query }) => query["days"])).toEqual(["7", "90"]));
});

it("marks a device that needs care, and no other, and narrows the list", async () => {
  await show(<CareMark care={[]} />);
  expect(shownText()).toBe("");
  await show(<CareMark care={[say("care_hot", { celsius: 47 }), say("care_disk_low", { free: "1.0 GB" })]} />);
  expect(shownText()).toBe("Needs care soon: the battery is at 47 °C · only 1.0 GB is free");
  const chosen = vi.fn();
  await show(
    <>
      <CareFilter isOn={false} onChange={chosen} />
      <CareFilter isOn onChange={chosen} />
    </>,
  );
  for (const button of document.querySelectorAll("button")) button.click();
  expect(chosen.mock.calls).toEqual([["1"], [undefined]]);
});
