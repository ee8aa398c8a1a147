// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../../lib/i18n/index.ts";
import CasePage from "./case-page.tsx";
import DevicePage from "./device-page.tsx";
import { showInReport } from "./report.fixture.tsx";
import RunPage from "./run-page.tsx";

beforeAll(() => loadTexts("common", "runs"));

it.each([
  ["a report", <RunPage key="run" />, ""],
  ["a case", <CasePage key="case" />, "/case/7"],
  ["a device", <DevicePage key="device" />, "/device/d-1"],
])("%s that is read says so", async (_, page, rest) => {
  await showInReport(page, rest);
  expect(document.querySelector("[role=status]")?.getAttribute("aria-label")).toBe("Loading");
  expect([...document.querySelectorAll("h1")].map(({ textContent }) => textContent)).toEqual(["Loading"]);
});
