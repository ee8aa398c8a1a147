/** What a run came to by more than its cases, in the files that other programs read. */
import Papa from "papaparse";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say, type Framework, type Said } from "@udt/contract";
import { readXml, type XmlElement } from "@udt/testkit/xml";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeRun } from "../../../../test/run-factory.ts";
import { runs } from "../../../platform/database/jobs.schema.ts";
import { eq } from "../../../platform/database/sql.ts";

const project = "alpha";
const HOSTILE = `]]></failure> & "Heap"\n=1+1`;
const reason = say("memory_over_budget", { module: HOSTILE, size: "38.0 MB", budget: "10.0 MB" });
const sentence = `${HOSTILE} has 38.0 MB of memory, and its budget is 10.0 MB`;
const gap = { ...say("memory_samples_lost", { count: 3 }), of: "Pixel 9" };
const note: Said = { ...say("memory_unmeasured", { count: 1, total: 2 }), more: [gap] };

onEachDatabase("verdicts in exported reports", (open) => {
  let reader: Person;
  let udt: TestServer;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    reader = await udt.person("reader");
    await udt.project(project, [{ person: reader, user_type: 2 }]);
  });
  afterAll(() => udt.dispose());

  const made = async (framework: Framework, verdict_reason: Said | null, verdict_note: Said | null, cases = 2) => {
    const { db } = udt.server.database;
    const { test_id } = await makeRun(db, {
      project_id: project,
      user_id: reader.user_id,
      at: udt.clock.now(),
      config: { framework },
      verdict: verdict_reason === null ? "passed" : "failed",
      cases: Array.from({ length: cases }, (_, index) => ({ key: `tests/cart.ts::case ${index}` })),
    });
    await db.update(runs).set({ verdict_reason, verdict_note }).where(eq(runs.test_id, test_id));
    return async (format: "junit" | "csv") =>
      (await udt.call(ENDPOINTS.runExport, { as: reader, query: { project, format }, params: { test_id } })).text;
  };
  const suitesIn = (xml: string): XmlElement[] => readXml(xml).children;
  const allIn = (one: XmlElement): XmlElement[] => [one, ...one.children.flatMap(allIn)];
  const rowsIn = (csv: string) =>
    Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data;

  it.each(["node_test", "pytest", "shell"] as const)(
    "JUnit XML of %s has a case that failed for it, of a suite of its own",
    async (framework) => {
      const suites = suitesIn(await (await made(framework, reason, note))("junit"));
      expect(suites.flatMap(allIn).filter(({ name }) => name === "testcase")).toHaveLength(3);
      const own = suites.at(-1);
      const counts = { tests: "1", failures: "1", errors: "0", skipped: "0" };
      expect(own).toMatchObject({ name: "testsuite", attributes: { name: "udt", ...counts } });
      expect(own?.children).toMatchObject([
        {
          name: "testcase",
          attributes: { classname: "udt", name: "verdict of the run", time: "0.000" },
          children: [
            { name: "failure", attributes: { message: sentence, type: "memory_over_budget" }, text: sentence },
            { name: "system-out", text: expect.stringContaining("Pixel 9 · ") as string },
          ],
        },
      ]);
    },
  );

  it("JUnit XML says as skipped what a verdict does not cover, and nothing of a run of which there is nothing to say", async () => {
    const suites = suitesIn(await (await made("pytest", null, say("memory_no_budgets")))("junit"));
    const counts = { tests: "1", failures: "0", errors: "0", skipped: "1" };
    expect(suites.at(-1)).toMatchObject({
      attributes: { name: "udt", ...counts },
      children: [{ children: [{ name: "skipped", attributes: { type: "memory_no_budgets" } }] }],
    });
    expect(suitesIn(await (await made("pytest", null, null))("junit"))).toHaveLength(1);
    // A run without a case has a file that fails as well.
    const alone = suitesIn(await (await made("shell", reason, null, 0))("junit"));
    expect(alone.map(({ attributes }) => attributes["failures"])).toEqual(["0", "1"]);
  });

  it("CSV has it at each case, and no formula in it", async () => {
    const told = rowsIn(await (await made("pytest", reason, note))("csv"));
    const cells = { verdict: "failed", verdict_reason: sentence };
    expect(told).toMatchObject([cells, cells]);
    for (const { verdict_note } of told) expect(verdict_note).toMatch(/1 of 2.*\(Pixel 9 · .*3/);
    const formula = say("memory_over_budget", { module: "=cmd()", size: "38.0 MB", budget: "10.0 MB" });
    const [row] = rowsIn(await (await made("pytest", formula, null, 1))("csv"));
    expect(row).toMatchObject({ verdict: "failed", verdict_note: "" });
    expect(row?.["verdict_reason"]).toMatch(/^'=cmd/);
    const [passed] = rowsIn(await (await made("pytest", null, null, 1))("csv"));
    expect(passed).toMatchObject({ verdict: "passed", verdict_reason: "", verdict_note: "" });
  });
});
