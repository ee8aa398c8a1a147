// @vitest-environment happy-dom
import type { Slot } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import { pageOf, RUN, SLOT } from "../../lib/runs.fixture.ts";
import { ORDER, ORDERS_PATH } from "../../lib/work-orders/order.fixture.ts";
import DevicePage from "./device-page.tsx";
import { DevicesTab } from "./devices-tab.tsx";
import { ANSWERS, DEVICES_PATH, showInReport } from "./report.fixture.tsx";
import { useSlots } from "./use-runs.ts";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "runs", "tests", "timeline"));

const WAITING: Slot = { ...SLOT, device_seq: 1, state: "queued", device_id: null, model: "", serial: "" };
const Tab = () => <DevicesTab run={RUN} slots={useSlots("demo", "t-1")} />;
const answers = {
  ...ANSWERS,
  ...standing(2),
  [DEVICES_PATH]: pageOf(SLOT, WAITING),
  [`GET ${ORDERS_PATH}`]: pageOf(),
  [`POST ${ORDERS_PATH}`]: ORDER,
};

it.each([
  ["among the devices of a run", Tab, "?tab=devices"],
  ["on its own page", DevicePage, "/device/d-1"],
])("a device is reported as broken %s, with the run", async (_, Part, rest) => {
  const asked = answerFetch(answers);
  await showInReport(<Part />, rest);
  // Of what waits for a device there is none to report.
  await vi.waitFor(() => button(/^Report as broken/));
  await press(button("Report as broken…: Pixel"));
  await vi.waitFor(() => field("What is wrong with it?"));
  await fill(field("What is wrong with it?"), "It is hot");
  await press(button("Report"));
  await vi.waitFor(() => expect(document.querySelector(".reported-order")).not.toBeNull());
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    device_id: "d-1",
    test_id: "t-1",
    text: "It is hot",
  });
});

it("is not for guests to say", async () => {
  answerFetch({ ...answers, ...standing(0) });
  await showInReport(<DevicePage />, "/device/d-1");
  await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toContain("Pixel"));
  expect(shownText()).not.toContain("Report as broken");
});
