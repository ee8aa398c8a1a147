import { sql } from "../../platform/database/sql.ts";
import { timingSafeEqual } from "node:crypto";
import { isLocal } from "../../platform/http/addresses.ts";
import { credentialsOf } from "../../platform/http/caller.ts";
import { hashSecret } from "../../platform/ids.ts";
import { ENDPOINTS, openapiDocument, UdtError } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database } from "../../platform/database/database.ts";
import { isDiskFull } from "../../platform/database/violations.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { Metrics } from "./metrics.ts";

const isSecret = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(wanted)));

interface MetaNeeds {
  database: Database;
  blobs: Blobs;
  metrics: Metrics;
  version: string;
  /** What reads `/metrics`; undefined: whoever is on this machine. */
  metricsToken: string | undefined;
}

export function metaRoutes(routes: Routes, { database, blobs, metrics, version, metricsToken }: MetaNeeds): void {
  let openapi: string | undefined;
  routes.implement(ENDPOINTS.health, async ({ reply, request }) => {
    try {
      await database.db.execute(sql`select 1`);
      await database.assertRoom();
      await blobs.assertRoom();
    } catch (cause) {
      request.log.error({ err: cause }, "the server cannot serve");
      throw new UdtError(isDiskFull(cause) ? "storage_full" : "unavailable", {}, { cause });
    }
    return reply.type("application/json").header("cache-control", "no-store").send('{"status":"ok"}');
  });
  routes.implement(ENDPOINTS.metrics, async ({ reply, request }) => {
    const { bearer } = credentialsOf(request.headers, "");
    const may =
      metricsToken === undefined ? isLocal(request.raw) : bearer !== undefined && isSecret(bearer, metricsToken);
    if (!may) throw new UdtError("metrics_refused");
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  routes.implement(ENDPOINTS.openapi, async ({ reply }) =>
    // Takes longer to make than all else that a start makes; few servers are ever asked for it.
    reply.type("application/json; charset=utf-8").send((openapi ??= JSON.stringify(openapiDocument(version)))),
  );
}
