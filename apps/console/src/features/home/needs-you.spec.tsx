// @vitest-environment happy-dom
import type { DeviceState } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { NeedsYou } from "./needs-you.tsx";

const WAITING = "/v1/plat/admin/waiting";
const NEEDS = "/v1/api/home/needs";
const needs = (accounts: number, udt_admin: boolean) => {
  const asked = answerFetch({ [WAITING]: { accounts } });
  return show(<NeedsYou project="demo" />, "/", { user_role: { udt_admin } }).then(() => asked);
};

beforeAll(() => loadTexts("home", "common"));

describe("what waits for an administrator", () => {
  it("is the accounts to approve, with the way to them", async () => {
    await needs(2, true);
    await vi.waitFor(() => expect(shownText()).toContain("2 accounts wait to be approved"));
    expect(document.querySelector("a")?.getAttribute("href")).toBe("/admin/users?state=approving");
  });

  it("is nothing that others are asked about", async () => {
    expect((await needs(2, false)).filter(({ path }) => path === WAITING)).toEqual([]);
    expect(shownText()).toBe("");
  });
});

describe("what waits in the project's tests", () => {
  const told = (failed_jobs: object[], flaky_risers: object[], privilege_list = ["case.view"]) => {
    const asked = answerFetch({
      "/v1/plat/project/demo/privilege/enforce": { privilege_list },
      [NEEDS]: { failed_jobs, flaky_risers },
    });
    return show(<NeedsYou project="demo" />).then(() => asked);
  };
  const failed = (failures: number, new_failures: number | null) => ({
    job_id: "j",
    job_name: "Nightly",
    test_id: "t",
    run_number: 12,
    created_at: 0,
    failed: failures,
    new_failures,
  });
  const line = async () => {
    await vi.waitFor(() => expect(document.querySelector("li")).not.toBeNull());
    const [link, note] = document.querySelectorAll<HTMLElement>("li a, li small");
    return [link?.textContent, note?.textContent, link?.getAttribute("href")];
  };
  const RUN = "/demo/auto/job/j/test/t";

  it.each([
    [3, 2, "2 new of 3 failures", `${RUN}?compared=new_failure`],
    [1, 1, "1 new of 1 failure", `${RUN}?compared=new_failure`],
    [3, 0, "3 cases failed, none new", RUN],
    [3, null, "3 cases failed", RUN],
    [0, 0, "A device failed", RUN],
  ])("is of %i failures with %s new ones: %s", async (failures, fresh, note, href) => {
    await told([failed(failures, fresh)], []);
    expect(await line()).toEqual(["Nightly #12", expect.stringContaining(`${note} · `), href]);
  });

  it("is a case that became flakier, with the way to its history", async () => {
    const of = { project_id: "demo", job_id: "j", job_name: "Nightly", test_id: "t", case_run_id: 7 };
    const counts = { flaky_runs: 4, runs: 9, flaky_runs_before: 1, runs_before: 8 };
    await told([], [{ ...of, case_key: "cart::pays", name: "pays", file: "cart", ...counts }]);
    expect(await line()).toEqual([
      "pays",
      "Nightly · flakier: flaky in 4 of 9 runs in 7 days, in 1 of 8 before",
      `${RUN}/case/7`,
    ]);
  });

  it("is not asked for by who may not see cases", async () => {
    const asked = await told([failed(1, 1)], [], ["project.view"]);
    await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith("/privilege/enforce"))).toBe(true));
    expect(asked.filter(({ path }) => path === NEEDS)).toEqual([]);
  });
});

it("is devices that need care or cannot be used, by what is so of them, with the way to just these", async () => {
  const counted: Record<DeviceState, number> = {
    idle: 2,
    busy: 0,
    initializing: 0,
    initialization_failed: 1,
    inspection: 0,
    cleaning: 0,
    out_of_use: 0,
    offline: 3,
  };
  const told = {
    list: [],
    total: 2,
    page_num: 1,
    page_size: 6,
    state_counts: counted,
    care_count: 1,
    draining_count: 0,
    sites: [],
  };
  answerFetch({ "/v1/api/devices": told });
  await show(<NeedsYou project="demo" />);
  await vi.waitFor(() => expect(document.querySelectorAll("li a")).toHaveLength(5));
  expect([...document.querySelectorAll("li a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["1 device needs care soon", "/demo/remote/list?care=1"],
    ["2 devices have open work orders", "/demo/remote/list?condition=broken"],
    ["2 devices failed their last self-check", "/demo/remote/list?condition=unwell"],
    ["1 device could not be made ready", "/demo/remote/list?state=initialization_failed"],
    ["3 devices are offline", "/demo/remote/list?state=offline"],
  ]);
});
