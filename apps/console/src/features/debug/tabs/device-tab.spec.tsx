// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press } from "../../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../../lib/device.fixture.ts";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { standing } from "../../../lib/project.fixture.ts";
import { pageOf } from "../../../lib/runs.fixture.ts";
import { ORDER, ORDERS_PATH } from "../../../lib/work-orders/order.fixture.ts";
import { showIn } from "../page.fixture.tsx";
import { sessionOf } from "../session.fixture.ts";
import { DeviceTab } from "./device-tab.tsx";

beforeAll(() => loadTexts("common", "debug", "device-facts", "errors", "refusals", "words"));

it.each([
  ["who drives", { drives: true }],
  ["members who watch", { drives: false, isHolder: false }],
  ["members who see a run", { drives: false, isWatched: true }],
])("lets %s report the device as broken, with the session", async (_, of) => {
  const asked = answerFetch({
    ...standing(2),
    "/v1/api/devices/d": DEVICE,
    [`GET ${ORDERS_PATH}`]: pageOf(),
    [`POST ${ORDERS_PATH}`]: ORDER,
  });
  await showIn(sessionOf({ ...of, test_device: { phases: [] } }), <DeviceTab />);
  await vi.waitFor(() => button("Report as broken…: Model"));
  await press(button("Report as broken…: Model"));
  await vi.waitFor(() => field("What is wrong with it?"));
  await fill(field("What is wrong with it?"), "It is hot");
  await press(button("Report"));
  await vi.waitFor(() => expect(document.querySelector(".reported-order")).not.toBeNull());
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    device_id: "d",
    test_id: "t",
    text: "It is hot",
  });
});

it("does not let guests", async () => {
  const asked = answerFetch({ ...standing(0), "/v1/api/devices/d": DEVICE });
  await showIn(sessionOf({ drives: false, test_device: { phases: [] } }), <DeviceTab />);
  await vi.waitFor(() => button("Copy all"));
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toContain("/v1/plat/project/list"));
  expect(document.body.textContent).not.toContain("Report as broken");
});
