/** Has channels told of modules that have more memory than they may. */
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./budget-watch.repository.ts";
import type { SampleRow, TraceRow } from "./memory.repository.ts";

/** What a sample that was read has in a module, by the rules of that moment. */
export interface ModuleFacts {
  module: string;
  owner: string;
  budget_bytes: number | null;
  /** What it holds, or has of the tree of VM regions: the larger of the two. */
  bytes: number;
  percent: number;
  is_large: boolean;
  is_over: boolean;
}

type ToldSample = Pick<SampleRow, "sample_id" | "number" | "label">;

export interface BudgetNotice {
  project_id: string;
  memory: Pick<TraceRow, "trace_id" | "app_name" | "app_version"> &
    ToldSample & {
      trace_name: string;
      modules: (Pick<ModuleFacts, "module" | "owner" | "budget_bytes" | "bytes" | "percent"> & {
        reason: "over" | "large";
      })[];
    };
}
/** Queues messages in the transaction in which what they tell becomes so. */
export type TellBudget = (tx: Queries, notice: BudgetNotice) => Promise<void>;

/**
 * Says of which modules a sample is the first of its trace to be over their budget, or to have them above a quarter where an
 * earlier one did not. Each is told once a trace, however many samples follow and whatever becomes of the rules: whoever
 * was told looks at the trace. What was read before is not judged by new rules. Call it in the transaction that keeps the
 * sample, with the trace held.
 */
export async function watchBudgets(
  tx: Queries,
  {
    project_id,
    trace,
    sample,
    modules,
    now,
  }: {
    project_id: string;
    trace: { trace_id: string; name: string; app_name: string; app_version: string };
    sample: ToldSample;
    modules: readonly ModuleFacts[];
    now: number;
  },
  tell: TellBudget,
): Promise<void> {
  if (modules.length === 0) return;
  const { trace_id, name: trace_name, app_name, app_version } = trace;
  const names = modules.map(({ module }) => module);
  const before = new Map((await repository.holdWatched(tx, trace_id, names)).map((row) => [row.module, row]));
  const told: BudgetNotice["memory"]["modules"] = [];
  for (const { is_large, is_over, ...facts } of modules) {
    const row = before.get(facts.module);
    if (!row) continue;
    const isNewlyOver = is_over && row.over_told_at === null;
    const isNewlyLarge = is_large && row.was_small && row.large_told_at === null;
    if (isNewlyOver) told.push({ ...facts, reason: "over" });
    else if (isNewlyLarge) told.push({ ...facts, reason: "large" });
    const was_small = row.was_small || !is_large;
    if (!isNewlyOver && !isNewlyLarge && was_small === row.was_small) continue;
    await repository.updateWatched(tx, {
      ...row,
      was_small,
      over_told_at: isNewlyOver ? now : row.over_told_at,
      large_told_at: isNewlyLarge ? now : row.large_told_at,
    });
  }
  if (told.length === 0) return;
  const { sample_id, number, label } = sample;
  const told_of = { trace_id, trace_name, app_name, app_version, sample_id, number, label };
  await tell(tx, { project_id, memory: { ...told_of, modules: told } });
}
