// @vitest-environment happy-dom
import type { MemoryPartitions } from "@udt/contract";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { stackKey } from "./flame/names.ts";
import { PartitionTable } from "./partitions/partition-table.tsx";
import { besides } from "./stack-place.ts";

beforeAll(() => loadTexts("common", "memory", "partitions"));

const STACK = ["main (Shop)", "ImageCache.load (Shop)"];
const SAMPLE = { trace_id: "t-1", sample_id: "m-1" };
const share = { held: 10, malloc: 10, java: null, regions: null, vm: 0 };
const none = { malloc: [], vm: [], java: [] };
const PARTITIONS = {
  total: { ...share, vm: null },
  modules: [],
  unexplained: {
    ...share,
    stacks: { ...none, malloc: [{ name: "ImageCache.load", image: "Shop", bytes: 10, stack: STACK }] },
    types: [],
  },
  stack_coverage: null,
} as unknown as MemoryPartitions;

it("leads from a stack of a module to its place in the tree", async () => {
  const table = <PartitionTable partitions={PARTITIONS} sample={SAMPLE} />;
  await show(
    <Routes>
      <Route path="/:projectId/*" element={table} />
    </Routes>,
    "/demo/memory",
  );
  const address = new URL(document.querySelector("a")?.getAttribute("href") ?? "", "http://udt");
  expect(address.pathname).toMatch(/\/memory-graph\/report\/t-1\/flamegraph$/);
  expect(Object.fromEntries(address.searchParams)).toEqual({ sample: "m-1", tree: "malloc", at: stackKey(STACK) });
});

it("names the trace of the sample before where it is another one", () => {
  expect(besides("t-1", { trace_id: "t-1", sample_id: "m-0" })).toEqual({ before: "m-0" });
  expect(besides("t-1", { trace_id: "t-0", sample_id: "m-0" })).toEqual({ before: "m-0", before_trace: "t-0" });
  expect(besides("t-1", undefined)).toEqual({});
});
