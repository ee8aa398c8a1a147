/** Commits one row after the other and says so after each, until it is killed. */
import { sql } from "drizzle-orm";
import { openDatabase } from "../src/platform/database/database.ts";

const database = await openDatabase({ folder: process.env["FOLDER"]! });
for (let row = 1; ; row++) {
  const name = `row-${row}`;
  await database.transaction(async (tx) => {
    await tx.execute(
      sql`insert into projects (project_id, name, member_privileges, created_at) values (${name}, ${name}, '[]', 0)`,
    );
  });
  process.send!({ acknowledged: row });
}
