import { expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { shopFiles } from "@udt/memory/testing";
import { onPostgresql } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { memoryBench } from "../../../test/memory-bench.ts";
import { memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";
import { eq, sql } from "../../platform/database/sql.ts";

onPostgresql("who changes a memory sample", (open) => {
  const at = memoryBench(open);

  it.each([
    [
      "renames it",
      (sample_id: string) =>
        at.udt.call(ENDPOINTS.memorySampleUpdate, {
          ...at.as("other"),
          params: { sample_id },
          body: { label: "Cart" },
        }),
    ],
    [
      "deletes it",
      (sample_id: string) => at.udt.call(ENDPOINTS.memorySampleDelete, { ...at.as("member"), params: { sample_id } }),
    ],
    [
      "deletes its project",
      () => {
        const params = { project_id: at.project };
        return at.udt.call(ENDPOINTS.projectDelete, { as: at.people.owner, params, query: { confirm: at.project } });
      },
    ],
  ])("and %s waits for who has its trace, and keeps them from no sample", async (_what, change) => {
    const { trace_id } = await at.tracer.trace();
    const { sample_id } = await at.tracer.read(trace_id, shopFiles(3));
    const { database } = at.udt.server;
    const [locked, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async (tx) => {
      await tx.select().from(memory_traces).where(eq(memory_traces.trace_id, trace_id)).for("update");
      locked.resolve();
      await waits.promise;
      const ofTrace = eq(memory_samples.trace_id, trace_id);
      return tx.select().from(memory_samples).where(ofTrace).for("update", { noWait: true });
    });
    await locked.promise;
    const changed = change(sample_id);
    await until(async () => {
      const { rows } = await database.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }).finally(waits.resolve);
    expect(await holding).toHaveLength(1);
    expect((await changed).ret).toBe(0);
  });
});
