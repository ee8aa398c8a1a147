import { ENDPOINTS } from "@udt/contract";
import { expect, it } from "vitest";
import { onPostgresql } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { signingAnew } from "../../../test/signing-anew.ts";
import { eq, sql } from "../../platform/database/sql.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";

onPostgresql("a project that goes while something of it is signed anew", (open) => {
  const { its, link, handed, signed, deliver, cancel } = signingAnew(open);

  it.each([
    [
      "a delivery",
      "agent_task_not_found",
      (task_id: string) => its.udt.call(ENDPOINTS.agentResignSigned, deliver(task_id, signed())),
    ],
    ["calling off", "resign_over", (task_id: string) => its.udt.call(ENDPOINTS.resignCancel, cancel(task_id))],
  ])("is not held up by %s, which holds nothing while it waits for the project", async (_what, code, begin) => {
    await link();
    const task_id = await handed();
    const { database } = its.udt.server;
    const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // As a deletion does: the project first, and then what is signed in it.
    const deleting = database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from projects where project_id = ${its.query.project} for update`);
      held.resolve();
      await waits.promise;
      await tx.update(agent_tasks).set({ state: "cancelled" }).where(eq(agent_tasks.task_id, task_id));
    });
    await held.promise;
    const begun = begin(task_id);
    await until(async () => {
      const waiting = await database.db.execute(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(waiting.rows).toHaveLength(1);
    }).finally(waits.resolve);
    await deleting;
    expect((await begun).code).toBe(code);
  });
});
