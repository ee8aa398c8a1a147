// @vitest-environment happy-dom
import type { DeviceTest } from "@udt/contract/endpoints/device-tests";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { PartRow } from "./part-row.tsx";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

beforeAll(() => loadTexts("common", "recent-tests"));

const RESTART: DeviceTest = {
  test_id: "t",
  kind: "inspection",
  project: null,
  user_name: "Ada",
  run: null,
  work: "restart",
  since: 1_000,
  until: 2_000,
  verdict: "passed",
  has_warnings: false,
  error: null,
};

const showRow = (part: DeviceTest, project: string | null) =>
  show(
    <Table columns={[]}>
      <PartRow part={part} device_id="d" project={project} />
    </Table>,
  );

it.each([
  ["what a person asked for", RESTART, ["Restart", "Ada", "Passed"]],
  [
    "what a tag asked for, with its warnings",
    { work: "check", user_name: null, has_warnings: true } as const,
    ["Inspection", "UDT", "With warnings"],
  ],
])("tells of %s who it was and how it came out", async (_, change, told) => {
  await showRow({ ...RESTART, ...change }, "demo");
  const cells = [...document.querySelectorAll("td")].map((cell) => cell.textContent);
  expect([cells[0], cells[2], cells.at(-1)]).toEqual(told);
});

it.each([
  ["demo", "/demo/remote/list?device_id=d#check=t"],
  [null, "/admin/device?device_id=d#check=t"],
])("leads from a check to that check, through %s", async (project, to) => {
  await showRow(RESTART, project);
  expect(document.querySelector("td a")?.getAttribute("href")).toBe(to);
});

it("names the kind of what is over by a noun, as no state that goes on", async () => {
  const session = { kind: "debug", work: null, project: { project_id: "demo", name: "Demo" } } as const;
  await showRow({ ...RESTART, ...session }, "demo");
  expect(document.querySelectorAll("td")[1]?.textContent).toBe("Debug session");
  expect([zh, ja].flatMap(({ kind }) => Object.values(kind)).filter((noun) => noun.endsWith("中"))).toEqual([]);
});
