// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PageHeader } from "../../lib/components/index.ts";
import { DEVICE } from "../../lib/device.fixture.ts";
import { fill, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { SCREENS } from "../routes.ts";
import { answerAs, server } from "./palette-server.fixture.ts";
import { labels, openPalette, option, search } from "./palette.fixture.tsx";
import { recentPlaces, rememberPlace } from "./recent.ts";
import { useRememberPlaces } from "./use-remember.ts";

vi.mock("../../lib/api/api.ts", async (original) => ({
  ...(await original<object>()),
  api: (await import("./palette-server.fixture.ts")).api,
}));

beforeAll(() => loadTexts("app", "common", "errors", "refusals"));
beforeEach(() => localStorage.clear());

describe("what one can begin from the search", () => {
  const BEGUN = ["Run a task now", "Debug a free phone", "Upload an application", "Invite a member"];
  const idle = { ...DEVICE, model: "Virtual One" };
  const free = { deviceList: { list: [idle], total: 1 } };

  it("is what a member may", async () => {
    answerAs(2, ["member.invite"], free);
    await openPalette();
    await vi.waitFor(() => expect(labels("Actions")).toEqual(expect.arrayContaining(BEGUN)));
  });

  it("is no inviting without its privilege, and no session where no phone is free", async () => {
    answerAs(2, []);
    await openPalette();
    await vi.waitFor(() => expect(labels("Actions")).toContain("Run a task now"));
    expect(labels("Actions")).not.toContain("Invite a member");
    expect(labels("Actions")).not.toContain("Debug a free phone");
  });

  it("is a session on a phone that somebody can get: one whose agent is being drained is not asked for", async () => {
    answerAs(2, [], free);
    await openPalette();
    await vi.waitFor(() => expect(option("Debug a free phone")).toBeDefined());
    const query = { state: "idle", access: "remote", no_draining: "1" };
    expect(server.asked).toContainEqual(
      expect.objectContaining({ name: "deviceList", query: expect.objectContaining(query) }),
    );
    await press(option("Debug a free phone") as HTMLElement);
    expect(server.asked.find(({ name }) => name === "testCreate")?.body).toMatchObject({ device_id: "d" });
  });

  it("is nothing of it for a guest", async () => {
    answerAs(0, [], free);
    await openPalette();
    await vi.waitFor(() => expect(labels("Pages")).toContain("Tasks"));
    expect(labels("Actions").filter((label) => BEGUN.includes(label ?? ""))).toEqual([]);
  });

  it("is a session on the free phone, and a run of the task that was found", async () => {
    const job = { job_id: "7", name: "Nightly", library_name: "Cases", app_name: "" };
    answerAs(2, [], { ...free, jobList: { list: [job], total: 1 } });
    await openPalette();
    await vi.waitFor(() => expect(option("Debug a free phone")).toBeDefined());
    await press(option("Debug a free phone") as HTMLElement);
    expect(server.asked.find(({ name }) => name === "testCreate")?.body).toMatchObject({
      kind: "debug",
      device_id: "d",
    });
    await fill(search(), "night");
    await vi.waitFor(() => expect(labels("Run now")).toEqual(["Nightly"]));
    await press(document.querySelector('[role=group][aria-label="Run now"] [role=option]') as HTMLElement);
    expect(server.asked.at(-1)).toMatchObject({ name: "jobRun", params: { job_id: "7" } });
  });
});

describe("the places where one was", () => {
  const at = (path: string) => SCREENS.find((screen) => screen.path === path);
  function Page({ path, title }: { path: string; title: string }) {
    useRememberPlaces(at(path), "Demo");
    return <PageHeader title={title} />;
  }
  const JOB = { to: "/demo/auto/job/7/runs", label: "Nightly", note: "Demo", title: "title.job" as const };
  const JOBS = { to: "/demo/auto/job/list", label: "Tasks", note: "Demo" };

  it("are remembered as a page opens, by its own heading", async () => {
    await show(<Page path="/:projectId/auto/job/:jobId/:tabActive" title="Nightly" />, `${JOB.to}?page=2`);
    expect(recentPlaces("u-1")).toEqual([JOB]);
  });

  it("tell what project a list is of", async () => {
    await show(<Page path="/:projectId/auto/job/list" title="Tasks" />, JOBS.to);
    expect(recentPlaces("u-1")).toEqual([JOBS]);
  });

  it("are none of a list's own where one thing of it is open: that has its name from where it was chosen", async () => {
    await show(<Page path="/:projectId/remote/list" title="Devices" />, "/demo/remote/list?device_id=d");
    expect(recentPlaces("u-1")).toEqual([]);
  });

  it("are offered without where one is", async () => {
    for (const place of [JOB, JOBS]) rememberPlace("u-1", place);
    answerAs(2, []);
    await openPalette(JOBS.to);
    expect(labels("Recent")).toEqual(["Nightly"]);
    // What they are is said in the words of now, and not of then.
    expect(option("Nightly")?.textContent).toContain("Task · Demo");
  });
});
