// @vitest-environment happy-dom
import { CASE_HEALTH } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Behind } from "./behind.tsx";
import { HealthStrip } from "./health.tsx";

beforeAll(() => loadTexts("quality", "common"));

const COUNTS = { broken: 1, regressing: 2, flaky: 3, new: 4, recovering: 5, stable: 1_600 };

it("tells how many cases are how well, and each number opens its list", async () => {
  const opened: (string | undefined)[] = [];
  await show(<HealthStrip health={{ counts: COUNTS, total: 1_615 }} onOpen={(of) => opened.push(of)} />, "/");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".quality-health button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "1,615 cases",
    expect.stringContaining("Broken1failed each time"),
    expect.stringContaining("Regressing2"),
    expect.stringContaining("Flaky3"),
    expect.stringContaining("New4in fewer than 3 runs so far"),
    expect.stringContaining("Recovering5"),
    expect.stringContaining("Stable1,600"),
  ]);
  for (const button of buttons) await act(async () => button.click());
  expect(opened).toEqual([undefined, ...CASE_HEALTH]);
});

it("lists the cases of one health by what is in their keys, each with the attempt to look at", async () => {
  const one = { project_id: "shop", project_name: "Shop", job_id: "nightly", job_name: "Nightly", case_key: "a::one" };
  const row = { ...one, name: "one", file: "a", test_id: "test", case_run_id: 7, health: "broken", runs: 4, failed: 4 };
  const asked = answerFetch({
    "/v1/api/bi/quality/health/cases": { list: [row], total: 1, page_num: 1, page_size: 25 },
  });
  await show(
    <Behind
      list="health"
      query={{ days: "7", time_zone: "UTC" }}
      page_num={1}
      search={new URLSearchParams("health=broken&keyword=one")}
      onPage={() => {}}
      onNarrow={() => {}}
      onClose={() => {}}
    />,
    "/",
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain("failed in 4 of 4 runs"));
  const link = document.querySelector<HTMLAnchorElement>(".quality-behind a");
  expect(link?.getAttribute("href")).toMatch(/\/case\/7/);
  expect(asked.at(-1)?.query).toMatchObject({ health: "broken", keyword: "one", days: "7", page_num: "1" });
});
