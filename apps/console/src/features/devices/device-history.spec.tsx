// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { DeviceHistory } from "./device-history.tsx";

beforeAll(() => loadTexts("devices", "common", "errors", "refusals", "tests"));

it("leads to what ran also where the project has not used it: its checks stand there", async () => {
  answerFetch({ "/v1/api/tests": pageOf(), "/v1/api/devices/d-1/failures": { list: [] } });
  await show(<DeviceHistory project="demo" device_id="d-1" />);
  await vi.waitFor(() => expect(shownText()).toContain("Nobody has used it in this project yet."));
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/demo/management/device/d-1/recent");
});
