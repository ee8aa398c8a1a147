import { Window } from "happy-dom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, PHASE_NAMES, say } from "@udt/contract";
import { PHASE_LOOKS } from "@udt/contract/report-words/tones";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun } from "../../../../test/run-factory.ts";

const project = "alpha";

onEachDatabase("pages of reports", (open) => {
  let udt: TestServer;
  let ada: Person;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
  });
  afterAll(() => udt.dispose());

  it("name their run, and the one that it is compared with, by its number", async () => {
    let made = 0;
    const make = (failing: boolean, more: Partial<Parameters<typeof makeRun>[1]> = {}) =>
      makeRun(udt.server.database.db, {
        project_id: project,
        user_id: ada.user_id,
        at: udt.clock.now() + (made += 60_000),
        job_name: "Smoke <1>",
        cases: [{ key: "a.ts::a", state: failing ? "failed" : "success" }, { key: "a.ts::b" }],
        ...more,
      });
    const of = ({ test_id: of_id }: { test_id: string }, change: { language?: string; format?: string } = {}) =>
      udt.call(ENDPOINTS.runExport, {
        as: ada,
        query: { project, format: "html", language: "en", ...change },
        params: { test_id: of_id },
      });
    await make(false);
    const whole = await make(true);
    const { text, headers } = await of(whole);
    expect(text).toContain("<title>Smoke &lt;1&gt; #2</title>");
    expect(text).toContain("<h1>Smoke &lt;1&gt; #2 ");
    expect(text).toContain("new failures · against #1<");
    expect(text).toContain(">50%, was 100%<");
    expect(decodeURIComponent(headers["content-disposition"] as string)).toMatch(
      /''Smoke <1> #2 \d{4}-\d\d-\d\d\.html$/,
    );
    expect((await of(whole, { language: "zh" })).text).toContain("与 #1 相比");
    expect((await of(whole, { language: "ja" })).text).toContain("#1 との比較");
    // Of some cases, or of some so far, the rate says nothing against that of all.
    for (const more of [{ origin: "rerun" }, { state: "running" }] as const) {
      const part = (await of(await make(true, more))).text;
      expect(part).toContain("against #2<");
      expect(part).not.toContain("was 50%");
    }
  });

  it("say on each choice how many rows it leaves, where several devices ran a case too", async () => {
    const { db } = udt.server.database;
    const devices = await makeDevices(db, 2, udt.clock.now());
    const on = (failing: boolean) =>
      ["a.ts::a", "a.ts::b"].flatMap((key) =>
        [0, 1].map((device_seq) => ({
          key,
          device_seq,
          ...(failing && key === "a.ts::a" && { state: "failed" as const }),
        })),
      );
    const made = { project_id: project, user_id: ada.user_id, job_id: "two", devices };
    await makeRun(db, { ...made, at: udt.clock.now(), cases: on(false) });
    const { test_id } = await makeRun(db, { ...made, at: udt.clock.now() + 60_000, cases: on(true) });
    const query = { project, format: "html", language: "en" };
    const { text } = await udt.call(ENDPOINTS.runExport, { as: ada, query, params: { test_id } });
    const window = new Window({
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    try {
      window.document.write(text);
      const choices = [...window.document.querySelectorAll("button[data-filter]")];
      expect(choices.map(({ textContent }) => textContent)).toEqual([
        "All 4",
        "Failed 2",
        "Passed 2",
        "new failure 2",
        "flaky 2",
      ]);
      for (const choice of choices) {
        choice.dispatchEvent(new window.Event("click"));
        const [, rows] = /(\d+)$/.exec(choice.textContent)!;
        expect(window.document.querySelector("#found")!.textContent).toBe(`${rows} of 4`);
      }
    } finally {
      await window.happyDOM.close();
    }
  });

  it("show each phase in the pattern that the console shows it in, and say which it is", async () => {
    const { db } = udt.server.database;
    const [device] = await makeDevices(db, 1, udt.clock.now());
    const spent = await makeRun(db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      devices: [device!],
      phases: PHASE_NAMES.map((name) => ({
        name,
        cost: 1_000,
        ...(name === "install" && { error: say("install_refused") }),
      })),
      cases: [{ key: "a.ts::a" }],
    });
    const query = { project, format: "html", language: "en" };
    const params = { test_id: spent.test_id };
    const { text } = await udt.call(ENDPOINTS.runExport, { as: ada, query, params });
    for (const name of PHASE_NAMES) {
      const { tone, fill } = PHASE_LOOKS[name];
      expect(text).toContain(`<span><i class="${tone}" style="--fill:${fill};"></i>`);
      expect(text).toContain(`<i class="${name === "install" ? "bad" : tone}" style="--fill:${fill};flex:1000 0 0"`);
    }
  });
});
