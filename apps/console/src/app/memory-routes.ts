import type { ScreenRoute } from "./screen-route.ts";

const LIST = "/:projectId/memory-graph/record";
const texts = ["memory", "rules"] as const;

/** What apps' memory was, and what became of it. */
export const MEMORY_SCREENS: readonly ScreenRoute[] = [
  {
    path: LIST,
    title: "title.memory_traces",
    texts: [...texts, "baselines"],
    load: () => import("../features/memory/traces-page.tsx"),
    menu: { group: "menu.memory", icon: "memory", go: "y" },
  },
  {
    path: "/:projectId/memory-graph/compare-analysis",
    title: "title.memory_compare",
    texts: [...texts, "memory-compare", "partitions"],
    load: () => import("../features/memory/memory-compare/compare-page.tsx"),
    menu: { group: "menu.memory", icon: "compare", go: "v" },
  },
  {
    path: "/:projectId/memory-graph/region-manage",
    title: "title.memory_partitions",
    texts: [...texts, "partitions"],
    load: () => import("../features/memory/partitions/partitions-page.tsx"),
    menu: { group: "menu.memory", icon: "partitions", go: "b" },
  },
  {
    path: "/:projectId/memory-graph/report/:testId",
    title: "title.memory_report",
    texts: [...texts, "partitions", "uploads", "baselines"],
    load: () => import("../features/memory/report-page.tsx"),
    below: LIST,
  },
  {
    path: "/:projectId/memory-graph/report/:testId/flamegraph",
    title: "title.memory_flame",
    texts: [...texts, "flame"],
    load: () => import("../features/memory/flame/flame-page.tsx"),
    below: LIST,
  },
];
