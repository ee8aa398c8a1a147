// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { PlainTable } from "../../lib/list/index.ts";
import { ProjectRow } from "./project-row.tsx";
import type { ListedProject } from "./use-project-list.ts";

const PUBLIC: ListedProject = {
  project_id: "shop",
  name: "Shop",
  icon: "",
  description: "",
  visibility: 2,
  target_usage: "normal",
  user_type: 0,
  member_count: 3,
  created_at: 0,
  can_open: true,
  join_requested: false,
};
const asked = vi.fn();
const row = (change: Partial<ListedProject>, udt_admin = false) =>
  show(
    <PlainTable>
      <ProjectRow project={{ ...PUBLIC, ...change }} onJoin={asked} />
    </PlainTable>,
    "/",
    { user_role: { udt_admin } },
  );
const joins = () => [...document.querySelectorAll("button")].filter((each) => each.textContent === "Ask to join");

beforeAll(() => loadTexts("common", "projects"));

describe("a project in the list", () => {
  it("may be joined by who may only look into it", async () => {
    await row({});
    await press(button(/^Ask to join/));
    expect(asked).toHaveBeenCalledWith(PUBLIC);
  });

  it.each([
    ["who cannot open it", { can_open: false }, false, 1],
    ["who waits for an answer", { join_requested: true }, false, 0],
    ["its members", { user_type: 2 as const }, false, 0],
    ["administrators", {}, true, 0],
  ])("offers that as often as it is of use to %s", async (_, change, udt_admin, times) => {
    await row(change, udt_admin);
    expect(joins()).toHaveLength(times);
  });
});
