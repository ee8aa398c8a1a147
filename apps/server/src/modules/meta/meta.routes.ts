import { sql } from "../../platform/database/sql.ts";
import { ENDPOINTS, openapiDocument, UdtError } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { Metrics } from "./metrics.ts";

export function metaRoutes(routes: Routes, database: Database, metrics: Metrics, version: string): void {
  const openapi = JSON.stringify(openapiDocument(version));
  routes.implement(ENDPOINTS.health, async ({ reply, request }) => {
    try {
      await database.db.execute(sql`select 1`);
    } catch (cause) {
      request.log.error({ err: cause }, "database does not answer");
      throw new UdtError("unavailable", {}, { cause });
    }
    return reply.type("application/json").header("cache-control", "no-store").send('{"status":"ok"}');
  });
  routes.implement(ENDPOINTS.metrics, async ({ reply }) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  routes.implement(ENDPOINTS.openapi, async ({ reply }) => reply.type("application/json; charset=utf-8").send(openapi));
}
