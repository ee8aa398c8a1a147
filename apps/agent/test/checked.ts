import { BARE_ENVIRONMENT, DEFAULT_INSPECTION, ENDPOINTS, type BodyOf, type DataOf } from "@udt/contract";
import { expect } from "vitest";
import type { ContractServer } from "./contract-server.ts";

const { body = expect.fail("no body") } = ENDPOINTS.agentSelfCheck;
type Told = BodyOf<typeof ENDPOINTS.agentSelfCheck>;

/** Has the server ask for this of a device; answers what agents tell of it, as the contract has it. */
export function serveCheck(
  server: ContractServer,
  plan: Partial<DataOf<typeof ENDPOINTS.agentSelfCheckPlan>> = {},
): Told[] {
  const told: Told[] = [];
  server.onHttp = (request, response) => {
    if (!request.url?.split("?")[0]?.endsWith("/selfcheck")) return false;
    const answer = (data: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ret: 0, data, msg: "", request_id: "r" }));
    };
    if (request.method === "GET") {
      answer({ work: "check", config: DEFAULT_INSPECTION, environment: BARE_ENVIRONMENT, may_restart: false, ...plan });
      return true;
    }
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      told.push(body.parse(JSON.parse(text)));
      answer(null);
    });
    return true;
  };
  return told;
}
