import { isDriven, TEST_KINDS } from "@udt/contract";
import { resources, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq, exists, notInArray, or, sql, type SQL } from "../../platform/database/sql.ts";

const DRIVEN_KINDS = TEST_KINDS.filter(isDriven);

/**
 * What people do on a device is seen, while they do it, by who may watch it; then its files are the project's, as all others
 * are. There is none for who may not, by whatever name.
 */
export const isShownTo = (db: Queries, may_watch: boolean): SQL | undefined =>
  may_watch
    ? undefined
    : exists(
        db
          .select({ one: sql`1` })
          .from(tests)
          .where(
            and(
              eq(tests.test_id, resources.test_id),
              or(notInArray(tests.kind, DRIVEN_KINDS), eq(tests.state, "ended")),
            ),
          ),
      );
