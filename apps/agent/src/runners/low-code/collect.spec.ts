import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saidText } from "@udt/base";
import { WORDS_ZH } from "@udt/base/words/zh";
import { said } from "@udt/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Workplace } from "../../isolation/workplace.ts";
import { settled } from "../collectors.ts";
import { collectLowCode } from "./collect.ts";

const GOOD = `low_code: 1
cases:
  - name: starts
    steps: [{ id: open, action: start_app }]
`;
let library: string;
beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), "udt-low-code-"));
  await mkdir(join(library, "cases"));
  await writeFile(join(library, "cases/good.yaml"), GOOD);
  await writeFile(join(library, "cases/bad.yaml"), GOOD.replace("start_app", "begin").replace("id: open", "id: 7"));
});
afterAll(() => rm(library, { recursive: true, force: true }));

test("what is wrong with a file is told by codes, file by file, in every language", async () => {
  const found = await collectLowCode({ library } as Workplace, new AbortController().signal);
  const { cases, message } = settled(found);
  expect(cases.map(({ case_key }) => case_key)).toEqual(["cases/good.yaml::starts", "cases/bad.yaml"]);
  expect(message).toMatchObject({ code: "library_files_unread", args: { count: 1 } });
  const parts = message?.more ?? [];
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every(({ of, args }) => of === "cases/bad.yaml" && args["line"] === 4)).toBe(true);
  const [first] = parts;
  expect(first && saidText(first, WORDS_ZH)).toMatch(/^第 4 行/);
  // As the server takes it.
  expect(said.parse(message)).toEqual(message);
});
