// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { activeLanguage, loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, RUN, SLOT } from "../../lib/runs.fixture.ts";
import { DevicesTab } from "./devices-tab.tsx";
import { ANSWERS, DEVICES_PATH, showInReport } from "./report.fixture.tsx";
import zh from "./texts/zh.ts";
import { useSlots } from "./use-runs.ts";

// Before the page's language is first asked for.
beforeAll(() => {
  document.cookie = "udt_lang=zh";
  expect(activeLanguage()).toBe("zh");
  return loadTexts("common", "errors", "refusals", "words", "runs", "tests", "timeline");
});

const Tab = () => <DevicesTab run={RUN} slots={useSlots("demo", "t-1")} />;
const lost = (model: string) => ({ ...SLOT, device_id: model, model });

it("names lost devices as the page's language lists them, each a way to its page", async () => {
  answerFetch({ ...ANSWERS, [DEVICES_PATH]: pageOf({ ...SLOT, lost_devices: ["A1", "B2", "C3"].map(lost) }) });
  await showInReport(<Tab />, "?tab=devices");
  await vi.waitFor(() => expect(shownText()).toContain(zh.devices.lost));
  expect(shownText()).toContain("A1、B2和C3");
});
