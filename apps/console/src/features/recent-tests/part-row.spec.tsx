// @vitest-environment happy-dom
import type { DeviceTest } from "@udt/contract/endpoints/device-tests";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { PartRow } from "./part-row.tsx";

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

it.each([
  ["what a person asked for", RESTART, ["Restart", "Ada", "Passed"]],
  [
    "what a tag asked for, with its warnings",
    { work: "check", user_name: null, has_warnings: true } as const,
    ["Inspection", "UDT", "With warnings"],
  ],
])("tells of %s who it was and how it came out", async (_, change, told) => {
  await show(
    <Table columns={[]}>
      <PartRow part={{ ...RESTART, ...change }} device_id="d" project="demo" />
    </Table>,
  );
  const cells = [...document.querySelectorAll("td")].map((cell) => cell.textContent);
  expect([cells[0], cells[2], cells.at(-1)]).toEqual(told);
});
