// @vitest-environment happy-dom
import { say, type MemoryRecording, type MemorySample, type MemoryTrace } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { SAMPLE as READ, TRACE } from "./memory.fixture.ts";
import { RecordedOn } from "./recorded-on.tsx";
import { SampleReport } from "./sample-report.tsx";
import { SampleStrip } from "./sample-strip.tsx";
import en from "./texts/en.ts";
import { ViewTabs } from "./view-tabs.tsx";

beforeAll(() => loadTexts("common", "errors", "words", "memory"));

const RECORDING: MemoryRecording = {
  recording_id: "r-1",
  trace_id: "t-1",
  test_id: "test-1",
  test_kind: "job",
  device_id: "d-1",
  serial: "s",
  brand: "Brand",
  model: "Model",
  process: "a.shop",
  every_seconds: null,
  with_heap: false,
  state: "ended",
  phase: "idle",
  started_at: 1_000,
  ended_at: 2_000,
  ended_reason: null,
  user_name: "member",
};
const SAMPLE: MemorySample = { ...READ, state: "reading", read_bytes: 1, recording_id: "r-1" };
const traceOf = (test_kind: MemoryRecording["test_kind"]): MemoryTrace => ({
  ...TRACE,
  recording: { ...RECORDING, test_kind },
});
const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>("a")].map((link) => [link.textContent, link.getAttribute("href")]);

it.each([
  ["job", en.recorded.run, "/demo/auto/records/test-1/device/d-1"],
  ["debug", en.recorded.moment, "/demo/remote/record?test_id=test-1&at=1500"],
] as const)("leads from a sample of a test of kind %s to where its device is seen", async (kind, text, href) => {
  await show(<SampleReport project="demo" trace={traceOf(kind)} sample={SAMPLE} canDelete={false} />);
  expect(links()).toEqual([[text, href]]);
});

it("calls the figure of Java's heap alone what it is, and sets it against no footprint", async () => {
  const facts = (footprint_bytes: number | null, java_bytes: number | null) =>
    ({ footprint_bytes, java_bytes }) as MemorySample["facts"];
  const MB = 1024 ** 2;
  const samples = [
    { ...READ, sample_id: "m-1", facts: facts(null, 12 * MB) },
    { ...READ, sample_id: "m-2", facts: facts(100 * MB, 12 * MB) },
    { ...READ, sample_id: "m-3", facts: facts(null, null) },
  ];
  await show(<SampleStrip samples={samples} chosen={READ} onChoose={() => {}} />);
  const told = [...document.querySelectorAll(".memory-value")].map(({ textContent }) => textContent);
  expect(told).toEqual(["12.00 MB Java heap", "100.00 MB", "–"]);
  const bars = [...document.querySelectorAll<HTMLElement>(".memory-bar i")].map(({ style }) => style.height);
  expect(bars).toEqual(["100%", "100%", "0%"]);
});

it.each([
  ["job", false, true, [{ checked: false, disabled: false }]],
  ["job", true, false, [{ checked: true, disabled: true }]],
  ["debug", false, true, []],
] as const)(
  "lets a trace of a %s be kept (%s) that would give way, by who may (%s)",
  async (kind, is_kept, may, told) => {
    const trace = { ...traceOf(kind), is_kept };
    await show(<RecordedOn project="demo" trace={trace} recording={{ ...RECORDING, test_kind: kind }} canEdit={may} />);
    const boxes = [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    expect(boxes.map(({ checked, disabled }) => ({ checked, disabled }))).toEqual(told);
  },
);

it("leads to the first page of another part", async () => {
  const parts = { name: "tab", views: ["traces", "baselines"] as const, chosen: "traces" as const };
  const labelOf = (view: string) => view;
  await show(<ViewTabs label="Parts" {...parts} labelOf={labelOf} />, "/demo/memory?page_num=3&keyword=a");
  expect(links().map(([, href]) => href)).toEqual([
    "/demo/memory?keyword=a&tab=traces",
    "/demo/memory?keyword=a&tab=baselines",
  ]);
});

const REFUSED: MemorySample = {
  ...SAMPLE,
  state: "refused",
  fault: say("memory_process_gone", { process: "a.shop" }),
};
const FILE: MemorySample["files"][number] = {
  file_no: 0,
  file_name: "smaps.txt",
  size_bytes: 10,
  format: null,
  lines: null,
};

it.each([
  ["that no device gave", REFUSED, en.untaken, en.untaken_text],
  ["whose files a device gave", { ...REFUSED, files: [FILE] }, en.refused, en.unread_text],
  ["whose files somebody chose", { ...REFUSED, recording_id: null, files: [FILE] }, en.refused, en.refused_text],
])("says what is left to do about a sample %s", async (_what, sample, title, text) => {
  await show(<SampleReport project="demo" trace={traceOf("debug")} sample={sample} canDelete={false} />);
  const said = document.querySelector("[role=alert]")?.textContent ?? "";
  expect(said).toContain(title);
  expect(said).toContain("a.shop does not run");
  expect(said).toContain(text);
});

it("brings the column of the chosen sample into sight", async () => {
  const brought: (string | null)[] = [];
  Element.prototype.scrollIntoView = function () {
    brought.push(this.textContent);
  };
  const samples = Array.from({ length: 40 }, (_, index) => ({
    ...SAMPLE,
    sample_id: `m-${index}`,
    label: `Scene ${index}`,
  }));
  const chosen = samples.at(-1) ?? SAMPLE;
  await show(<SampleStrip samples={samples} chosen={chosen} onChoose={() => undefined} />);
  expect(brought).toEqual([expect.stringContaining("Scene 39")]);
});

it.each([
  [{ stage: "waiting", percent: null, agent_name: "", readers: 0 }, [en.memgraph.waits, en.memgraph.no_mac]],
  [{ stage: "waiting", percent: null, agent_name: "", readers: 1 }, [en.memgraph.waits, en.memgraph.busy]],
  [
    { stage: "tools", percent: 40, agent_name: "mac", readers: 1 },
    [en.memgraph.reads, "mac has Apple’s tools read it."],
  ],
] as const)("tells of a memory graph who reads it, or that nobody can: %o", async (memgraph, told) => {
  const sample: MemorySample = { ...READ, state: "waiting", memgraph };
  await show(<SampleReport project="demo" trace={TRACE} sample={sample} canDelete={false} />);
  for (const text of told) expect(document.body.textContent).toContain(text);
  expect(document.body.textContent?.includes(en.memgraph.why)).toBe(memgraph.agent_name === "");
});

it.each([
  [true, 1],
  [false, 0],
])("keeps a memory graph that failed, with why, and has it read again by who may (%s)", async (may, buttons) => {
  const fault = say("memgraph_nothing");
  const notes = [say("memgraph_tool_failed", { tool: "heap", exit_code: 1 }, "no"), say("memgraph_no_stacks")];
  const sample: MemorySample = { ...READ, state: "failed", fault, notes };
  await show(<SampleReport project="demo" trace={TRACE} sample={sample} canDelete={may} />);
  expect(document.body.textContent).toContain("none of Apple's tools told anything");
  expect(document.body.textContent).toContain("heap failed with exit code 1");
  const again = [...document.querySelectorAll("button")].filter(({ textContent }) => textContent === en.memgraph.retry);
  expect(again).toHaveLength(buttons);
});
