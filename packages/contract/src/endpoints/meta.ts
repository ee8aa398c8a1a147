import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const metaEndpoints = {
  health: endpoint({
    name: "health",
    method: "GET",
    path: "/healthz",
    access: "public",
    summary: "200 when the server and its database can serve and write.",
    response: z.unknown(),
    response_kind: "raw",
    errors: ["unavailable", "storage_full"],
  }),
  metrics: endpoint({
    name: "metrics",
    method: "GET",
    path: "/metrics",
    access: "public",
    summary:
      "Prometheus text, for who has the bearer token of `UDT_METRICS_TOKEN`; without one, on the server's machine.",
    response: z.unknown(),
    response_kind: "raw",
    errors: ["metrics_refused"],
  }),
  openapi: endpoint({
    name: "openapi",
    method: "GET",
    path: "/v1/openapi.json",
    access: "public",
    summary: "This API as OpenAPI 3.1.",
    response: z.unknown(),
    response_kind: "raw",
    errors: [],
  }),
};
