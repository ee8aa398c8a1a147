// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ORDER } from "../../lib/work-orders/order.fixture.ts";
import { AdminOrdersTab } from "./admin-orders-tab.tsx";
import { OpenOrdersBadge } from "./open-orders-badge.tsx";

const PATH = "/v1/plat/admin/work_orders";
const answer = {
  list: [ORDER],
  total: 1,
  page_num: 1,
  page_size: 20,
  state_counts: { unprocessed: 3, processing: 1, processed: 9 },
  agents: [{ agent_id: "a-1", name: "lab-1" }],
};
const projects = { list: [], total: 0, page_num: 1, page_size: 20 };
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

beforeAll(() => loadTexts("common", "work-orders", "tests", "errors", "refusals", "words", "inspection"));

it("lists the orders of all devices, narrowed by what the address says and by the agent that is chosen", async () => {
  const asked = answerFetch({ [PATH]: answer, "/v1/api/projects": projects });
  await show(<AdminOrdersTab />, "/admin/issues?source=person&project_id=demo");
  await settled(() => expect(shownText()).toContain("The lower half takes no touch"));
  const queries = () => asked.filter(({ path }) => path === PATH).map(({ query }) => query);
  expect(queries().at(-1)).toMatchObject({ source: "person", project_id: "demo" });
  await press(button(/^Agent/));
  const lab = () =>
    [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find((one) => one.textContent === "lab-1");
  await settled(() => expect(lab()).toBeDefined());
  await press(lab()!);
  await settled(() => expect(queries().at(-1)).toMatchObject({ project_id: "demo", agent_id: "a-1" }));
});

it("tells how many are open beside the tab's name", async () => {
  answerFetch({ [PATH]: answer });
  await show(<OpenOrdersBadge />);
  await settled(() => expect(shownText()).toContain("4 open work orders"));
});

it("tells nothing where none is open", async () => {
  const asked = answerFetch({ [PATH]: { ...answer, state_counts: { unprocessed: 0, processing: 0, processed: 9 } } });
  await show(<OpenOrdersBadge />);
  await settled(() => expect(asked).toHaveLength(1));
  expect(document.querySelector(".udt-badge")).toBeNull();
});
