// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";
import { Missing } from "./missing.tsx";

beforeAll(() => loadTexts("app", "common"));

it.each([
  ["run", paths.runs("demo"), "On to the reports in 10 s"],
  ["job", paths.jobs("demo"), "On to the tasks in 10 s"],
] as const)("a %s that is not there leads to the list that it would be in", async (what, list, said) => {
  await show(<Missing what={what} project="demo" />, "/demo/anywhere");
  expect(document.querySelector("a")?.getAttribute("href")).toBe(list);
  expect(shownText()).toContain(said);
});
