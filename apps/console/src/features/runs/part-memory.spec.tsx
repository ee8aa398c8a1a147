// @vitest-environment happy-dom
import { say, type PartMemory } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RecordedMemory } from "./part-memory.tsx";

beforeAll(() => loadTexts("common", "errors", "words", "runs"));

const NONE: PartMemory = { trace_id: null, samples: 0, reading: 0, refused: 0, fault: null };
const showMemory = (memory: Partial<PartMemory>) =>
  show(<RecordedMemory project="demo" memory={{ ...NONE, ...memory }} />);
const link = () => document.querySelector<HTMLAnchorElement>("a.udt-link");

it("leads to the trace, and tells how its samples stand", async () => {
  await showMemory({ trace_id: "t-9", samples: 3, reading: 1, refused: 1 });
  expect(shownText()).toContain("3 samples · 1 is being read · 1 could not be taken or read");
  expect(link()?.getAttribute("href")).toBe("/demo/memory-graph/report/t-9");
});

it("says in words why nothing was recorded, and leads nowhere", async () => {
  await showMemory({ fault: say("memory_no_capability") });
  expect(shownText()).toContain("the device does not tell of the memory of its apps");
  expect(link()).toBeNull();
});
