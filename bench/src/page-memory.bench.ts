import type { Benchmark, Row } from "./lib/report.ts";
import { round } from "./lib/stats.ts";
import { FACTOR, soak } from "./soak/soak.ts";

/** Of a session, by what is done in it. */
const HOURS = 1;
/** The log keeps 100,000 lines, which an hour does not fill, and the video's frames lie outside of the heap. */
const BUDGET_MB = { heap: 64, process: 800 } as const;

export default {
  title: `a debug page after ${HOURS} hour of all that is done in a session; floor: the same page after its first ten minutes`,
  async run() {
    const { samples, minutes, factor } = await soak((HOURS * 60) / FACTOR, () => {});
    const [first, last] = [samples[0]!, samples.at(-1)!];
    const of = ({ figures: { page } }: typeof last) => ({ nodes: 0, listeners: 0, heap: 0, process: 0, ...page });
    const [floor, value] = [of(first), of(last)];
    const rows: Row[] = [
      { what: "heap, garbage collected", unit: "MB", value: value.heap, floor: floor.heap, budget: BUDGET_MB.heap },
      {
        what: "renderer's own memory",
        unit: "MB",
        value: value.process,
        floor: floor.process,
        budget: BUDGET_MB.process,
      },
      { what: "nodes of the document", unit: "", value: value.nodes, floor: floor.nodes },
      { what: "event listeners", unit: "", value: value.listeners, floor: floor.listeners },
    ];
    const how = `done in ${round(minutes)} minutes, ${round(factor)} times as fast as in a session; what goes by the clock alone went by the clock`;
    return { rows, notes: [how] };
  },
} satisfies Benchmark;
