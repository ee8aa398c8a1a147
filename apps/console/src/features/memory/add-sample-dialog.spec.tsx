// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AddSampleDialog } from "./add-sample-dialog.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "errors", "memory"));

const file = (name: string, text = "main 1") => new File([text], name);
const rows = () =>
  [...document.querySelectorAll(`ul[aria-label="${en.add.files}"] li span.udt-ellipsis`)].map((row) => row.textContent);
const said = () => [...document.querySelectorAll("[role=alert]")].map((alert) => alert.textContent);

async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  Object.defineProperty(input, "files", { value: files, configurable: true });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
}

it("names the files that it does not take", async () => {
  await show(<AddSampleDialog project="demo" trace_id="t-1" onAdded={() => undefined} onClose={() => undefined} />);
  await choose(file("vmmap.txt"), file("nothing.txt", ""));
  expect(rows()).toEqual(["vmmap.txt"]);
  expect(said()).toEqual([expect.stringContaining("nothing.txt")]);
  await choose(...Array.from({ length: 17 }, (_, index) => file(`stacks-${index}.txt`)));
  expect(rows().length).toBe(16);
  expect(said()).toEqual([expect.stringMatching(/16 files at most: stacks-15\.txt, stacks-16\.txt/)]);
  await choose();
  expect(said()).toEqual([]);
});
