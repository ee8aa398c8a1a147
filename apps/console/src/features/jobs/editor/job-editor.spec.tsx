// @vitest-environment happy-dom
import { jobConfig, REPEATS, type Job, type Library, type Run, type Schedule } from "@udt/contract";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerFetch,
  button,
  field,
  fill,
  noteOf,
  press,
  radio,
  show,
  shownText,
} from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { UNREAD_LIBRARY } from "../../../lib/libraries.fixture.ts";
import { pageOf, RUN, RUN_CASE } from "../../../lib/runs.fixture.ts";
import { FRESH } from "./draft.ts";
import { JobEditor } from "./job-editor.tsx";
import { useSource } from "./use-source.ts";

const config = jobConfig.parse({
  app_id: null,
  framework: "node_test",
  library_id: "l-1",
  devices: { kind: "rule", rules: [], count: 1 },
});
const job: Job = {
  job_id: "j-1",
  project_id: "demo",
  name: "Smoke",
  revision: 1,
  config,
  config_withheld: false,
  library_name: "Shop tests",
  app_name: "",
  user_name: "ada",
  created_at: 1,
  updated_at: 1,
  latest_commit_id: "",
  last_run: null,
  trend: [],
  schedule_count: 0,
};
const library: Library = { ...UNREAD_LIBRARY, parsed_at: 1, commit_id: "0".repeat(40), case_count: 3 };
const schedule: Schedule = {
  schedule_id: "s-1",
  job_id: "j-1",
  job_name: "Smoke",
  name: "Smoke",
  kind: "timed",
  timing: { kind: "timed", days: ["daily"], time: "10:00", time_zone: "UTC" },
  state: "started",
  next_at: 1,
  last_fired_at: null,
  last_test_id: null,
  last_error: null,
  last_missed: false,
  user_name: "ada",
  updated_at: 1,
};
const editor = () => show(<JobEditor project="demo" job={undefined} />);
const step = () => document.querySelector('.jobs-steps [aria-current="step"]')?.textContent;
const broken = () => [...document.querySelectorAll(".jobs-steps [data-broken]")].map((each) => each.textContent);
const alerts = () => [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent);
const isFolded = () => document.querySelector<HTMLDetailsElement>(".udt-fold")?.open === false;

beforeAll(() => loadTexts("common", "errors", "refusals", "rules", "words", "jobs", "job-config", "device-rules"));
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

describe("the editor of several steps", () => {
  it("keeps what was entered on each step, whichever way one comes back", async () => {
    await editor();
    await fill(field("Name"), "Nightly smoke");
    await press(button(/Resources/));
    await fill(field("How many"), "3");
    await press(button("Back"));
    expect(field("Name").value).toBe("Nightly smoke");
    await press(button(/Execution/));
    await press(button(/Resources/));
    expect(field("How many").value).toBe("3");
  });

  it("counts the devices that runs take, says why they take no others, and asks anew for other ones", async () => {
    const device = { brand: "", serial: "s", os_version: "14", state: "idle" };
    const asked = answerFetch({
      "/v1/api/jobs/devices": {
        total: 5,
        usable: 2,
        idle: 1,
        with_engine: 0,
        left_out: [
          { reason: "broken", count: 1 },
          { reason: "unwell", count: 2 },
        ],
        list: ["Well", "Busy", "Broken"].map((model) => ({ ...device, device_id: model, model })),
      },
    });
    await editor();
    await press(button(/Resources/));
    const found = () => document.querySelector(".jobs-found")?.textContent;
    await vi.waitFor(() => expect(found()).toContain("2 devices fit, 1 idle now"));
    expect(found()).toContain("Runs do not take: 1 with an open work order, 2 that failed the last self-check");
    expect(found()).not.toContain("Broken ·");
    const wanted = () => asked.filter(({ path }) => path === "/v1/api/jobs/devices").map(({ body }) => body);
    expect(wanted()).toEqual([expect.objectContaining({ only_healthy: true })]);
    await press(field("Only healthy devices"));
    await vi.waitFor(() => expect(wanted().at(-1)).toMatchObject({ only_healthy: false }));
  });

  it("does not go on from a step that breaks a rule, says so at once, and leads to the field", async () => {
    await editor();
    expect(noteOf("Name")).toBe("");
    field("Name").blur();
    await press(button("Next"));
    expect(step()).toMatch(/Application/);
    expect(noteOf("Name")).not.toBe("");
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
    expect(alerts()).toEqual(["One thing in this step is not right yet."]);
    expect(document.activeElement).toBe(field("Name"));
    await fill(field("Name"), "Nightly smoke");
    expect(noteOf("Name")).toBe("");
    expect(alerts()).toEqual([]);
  });

  it("lets the list of steps lead anywhere, and marks those that are left with a fault in words", async () => {
    await editor();
    expect(broken()).toEqual([]);
    await press(button(/Check and save/));
    expect(step()).toMatch(/Check and save/);
    expect(broken()).toEqual([expect.stringMatching(/Application.*not right yet/)]);
  });

  it("leads to the field of the step that holds the fault when all before it is right", async () => {
    await editor();
    await fill(field("Name"), "Nightly smoke");
    await press(button(/Check and save/));
    await press(button("Save and run"));
    expect(step()).toMatch(/Execution/);
    expect(broken()).toEqual([expect.stringMatching(/Execution/)]);
    expect(noteOf("Case library")).not.toBe("");
    expect(document.activeElement).toBe(field("Case library"));
  });

  it("leads back to the first step that holds a fault when it is saved, and says it at the field", async () => {
    await editor();
    await press(button(/Check and save/));
    await press(button("Save"));
    expect(step()).toMatch(/Application/);
    expect(noteOf("Name")).not.toBe("");
  });
});

describe("advanced options", () => {
  it("are folded, and unfold for what is wrong within, where the way on leads", async () => {
    await editor();
    await press(button(/Execution/));
    expect(isFolded()).toBe(true);
    expect(document.querySelector(".udt-fold summary")?.textContent).toContain("all as usual");
    await fill(field("Single-case timeout"), "45");
    await press(button("Next"));
    expect(isFolded()).toBe(false);
    expect(document.activeElement).toBe(field("Case library"));
    expect(document.querySelector(".udt-fold summary")?.textContent).toContain("changed: Timeouts");
  });

  it("of packages are not there in a project that has none, which says where they come from", async () => {
    answerFetch({ "/v1/api/apps": { list: [], total: 0, page_num: 1, page_size: 1 } });
    await editor();
    await vi.waitFor(() => expect(shownText()).toContain("This project has no Android package yet."));
    expect(document.querySelector(".udt-fold")).toBeNull();
    expect(shownText()).not.toContain("Pre-installed apps");
  });
});

describe("a trigger in the last step", () => {
  it("is asked about only when one is wanted, and stops saving while it has no time", async () => {
    await show(<JobEditor project="demo" job={undefined} from={{ name: "Smoke", config }} />);
    await press(button(/Check and save/));
    expect(shownText()).not.toContain("Cron expression");
    await press(radio("Crontab"));
    await fill(field("Cron expression"), "");
    await press(button("Back"));
    await press(button("Save"));
    expect(step()).toMatch(/Check and save/);
    expect(document.activeElement).toBe(field("Cron expression"));
    await press(radio("None"));
    expect(shownText()).not.toContain("Cron expression");
  });

  it("is left to the job's page where there are some already", async () => {
    await show(<JobEditor project="demo" job={{ ...job, schedule_count: 2 }} />);
    await press(button(/Check and save/));
    expect(shownText()).toContain("2 triggers start this task.");
    expect(document.querySelector(".jobs-trigger input")).toBeNull();
  });
});

describe("saving", () => {
  it("and running is one press, which saves, makes the trigger, starts, and lands on the run", async () => {
    const asked = answerFetch({
      "/v1/api/schedules": schedule,
      "/v1/api/jobs/j-1/run": { test_id: "t-1" },
      "/v1/api/jobs": job,
    });
    const page = await show(<JobEditor project="demo" job={undefined} from={{ name: "Smoke", config }} />);
    await press(button(/Check and save/));
    await press(radio("Timed"));
    await press(button("Save and run"));
    await vi.waitFor(() => expect(page.address()).toBe("/demo/auto/job/j-1/test/t-1"));
    expect(asked.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/v1/api/jobs", "/v1/api/schedules", "/v1/api/jobs/j-1/run"]),
    );
    expect(asked.find(({ path }) => path === "/v1/api/schedules")?.body).toMatchObject({
      job_id: "j-1",
      name: "Smoke",
      timing: { kind: "timed", time: "10:00" },
    });
  });

  it("makes no second job when its trigger was refused, and the button is pressed again", async () => {
    const asked = answerFetch({
      "/v1/api/schedules": "cron_invalid",
      "/v1/api/jobs": job,
      "/v1/api/jobs/j-1": job,
    });
    const page = await show(<JobEditor project="demo" job={undefined} from={{ name: "Smoke", config }} />);
    await press(button(/Check and save/));
    await press(radio("Timed"));
    await press(button("Save"));
    await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toBe("Edit Smoke"));
    await press(button("Save"));
    const saves = asked.filter(({ method, path }) => method !== "GET" && /\/jobs(\/j-1)?$/.test(path));
    expect(saves.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v1/api/jobs", "PUT /v1/api/jobs/j-1"]);
    expect(page.address()).toBe("/");
  });

  it("keeps the job that cannot start, and goes to its page", async () => {
    answerFetch({ "/v1/api/jobs/j-1/run": "no_valid_devices", "/v1/api/jobs": job });
    const page = await show(<JobEditor project="demo" job={undefined} from={{ name: "Smoke", config }} />);
    await press(button("Save and run"));
    await vi.waitFor(() => expect(page.address()).toBe("/demo/auto/job/j-1/runs"));
  });
});

function FromRun() {
  const { source } = useSource("demo", { library_id: null, test_id: "t-1" }, FRESH.devices);
  return source && <output>{JSON.stringify(source.from.config.cases)}</output>;
}

describe("a new job from a run", () => {
  const casesFrom = async (origin: Run["origin"]) => {
    answerFetch({
      "/v1/api/tests/t-1/run": { ...RUN, origin },
      "/v1/api/tests/t-1/cases": { ...pageOf(RUN_CASE), totals: RUN.totals },
    });
    await show(<FromRun />);
    await vi.waitFor(() => expect(document.querySelector("output")).not.toBeNull());
    return JSON.parse(shownText()) as unknown;
  };

  it.each(REPEATS)("that was a repeat (%s) has the cases that ran", async (origin) =>
    expect(await casesFrom(origin)).toEqual({ kind: "cases", case_keys: ["a.ts::pays"] }),
  );

  it("of the whole job has what the job says", async () => expect(await casesFrom("manual")).toEqual(RUN.config.cases));
});

function FromLibrary() {
  const { source } = useSource("demo", { library_id: "l-1", test_id: null }, FRESH.devices);
  return source && <JobEditor project="demo" job={undefined} {...source} />;
}

describe("a new job", () => {
  it("from a library has its framework and its cases", async () => {
    answerFetch({ "/v1/caseapi/repos/l-1": library });
    await show(<FromLibrary />);
    await vi.waitFor(() => expect(field("Name").value).toBe("Shop tests"));
    expect(shownText()).toContain("With the cases of Shop tests.");
    await press(button(/Check and save/));
    expect(document.querySelector("dl")?.textContent).toContain("pytest");
    expect(button("Save and run").disabled).toBe(false);
  });
});
