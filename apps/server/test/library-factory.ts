import { libraries, library_cases, parses } from "../src/platform/database/libraries.schema.ts";
import { agent_tasks } from "../src/platform/database/tasks.schema.ts";
import type { Queries } from "../src/platform/database/database.ts";
import { newId } from "../src/platform/ids.ts";

/** A library that has been read, with as many cases. */
export async function makeLibrary(
  db: Queries,
  of: { project_id: string; user_id: string; now: number },
  count: number,
): Promise<string> {
  const { project_id, user_id, now } = of;
  const [library_id, task_id] = [newId(), newId()];
  const shared = { library_id, framework: "node_test" as const, branch: "" };
  await db.insert(libraries).values({
    ...shared,
    project_id,
    created_at: now,
    name: library_id,
    url: "https://git.example.com/cases.git",
    sync: false,
    hook_secret: "",
    hook_hash: library_id,
    parsed_task_id: task_id,
    user_id,
    updated_at: now,
  });
  await db.insert(agent_tasks).values({
    task_id,
    kind: "parse",
    subject_id: library_id,
    project_id,
    state: "done",
    stage: "save",
    created_at: now,
  });
  await db.insert(parses).values({
    ...shared,
    task_id,
    origin: "manual",
    commit_id: "c0ffee",
    snapshot: { blob_key: "none", sha256: "", size_bytes: 0, commit_id: "c0ffee" },
  });
  await db.insert(library_cases).values(
    Array.from({ length: count }, (_, position) => {
      const case_key = `cases.test.ts::case ${position}`;
      return { task_id, position, case_key, name: case_key, file: "cases.test.ts", function: "" };
    }),
  );
  return library_id;
}
