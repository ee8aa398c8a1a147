import { LIMITS, UdtError, type MemoryBaseline } from "@udt/contract";
import { must } from "@udt/base";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import * as repository from "./baselines.repository.ts";
import type { MemoryCaller } from "./memory.answers.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { findSample } from "./memory.repository.ts";

/** For each app and branch the sample that others are measured by. */
export class BaselinesService {
  readonly #needs: Pick<MemoryDependencies, "database" | "bus" | "clock" | "audit">;

  constructor(needs: Pick<MemoryDependencies, "database" | "bus" | "clock" | "audit">) {
    this.#needs = needs;
  }

  list(project_id: string, app_name?: string): Promise<MemoryBaseline[]> {
    return repository.listBaselines(this.#needs.database.db, project_id, { app_name });
  }

  /** @throws UdtError memory_sample_not_found, memory_sample_unread, memory_baseline_no_app, memory_baseline_limit */
  async set(
    { user, ip, project: { project_id } }: MemoryCaller,
    { sample_id, branch }: { sample_id: string; branch: string },
  ): Promise<MemoryBaseline> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      // Their number is of all of them: who else sets one waits.
      await lockProject(tx, project_id, "change");
      const found = await findSample(tx, project_id, sample_id);
      // It may be on its way to be deleted.
      if (!found || !(await repository.holdSample(tx, sample_id)))
        throw new UdtError("memory_sample_not_found", { sample_id });
      const { sample, trace } = found;
      if (sample.state !== "read") throw new UdtError("memory_sample_unread", { number: sample.number });
      const { app_name } = trace;
      if (app_name === "") throw new UdtError("memory_baseline_no_app", { name: trace.name });
      const made = { user_id: user.user_id, created_at: clock.now() };
      const row = { baseline_id: newId(), project_id, app_name, branch, sample_id, ...made };
      const baseline_id = await repository.putBaseline(tx, row);
      const max = LIMITS.memory_baselines_max;
      if ((await repository.countBaselines(tx, project_id)) > max) throw new UdtError("memory_baseline_limit", { max });
      const detail = { branch, number: sample.number, trace: trace.name };
      await audit.write(tx, { user, ip, action: "memory_baseline.set", project_id, target: app_name, detail });
      announce(project_id, { type: "memory_baselines.changed" });
      const [baseline] = await repository.listBaselines(tx, project_id, { baseline_id });
      return must(baseline, "the baseline that was set");
    });
  }

  /** @throws UdtError memory_baseline_not_found */
  async remove({ user, ip, project: { project_id } }: MemoryCaller, baseline_id: string): Promise<void> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const gone = await repository.deleteBaseline(tx, project_id, baseline_id);
      if (!gone) throw new UdtError("memory_baseline_not_found", { baseline_id });
      const { app_name: target, branch } = gone;
      await audit.write(tx, { user, ip, action: "memory_baseline.remove", project_id, target, detail: { branch } });
      announce(project_id, { type: "memory_baselines.changed" });
    });
  }
}

/**
 * Samples that others are measured by are not deleted before that is at an end: whoever measures would be told nothing all at
 * once. Call it in the transaction that deletes them, to the end of which none becomes one.
 *
 * @throws UdtError memory_is_baseline
 */
export async function assertNoBaseline(tx: Queries, sample_ids: readonly string[]): Promise<void> {
  const baseline = await repository.baselineAmong(tx, sample_ids);
  if (!baseline) return;
  const { number, app_name, branch } = baseline;
  throw new UdtError("memory_is_baseline", { number, app_name, branch });
}
