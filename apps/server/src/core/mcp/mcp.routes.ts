import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ENDPOINTS, UdtError } from "@udt/contract";
import type { Caller } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { McpService } from "./mcp.service.ts";

interface DoorCall {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @param isOwnOrigin Whether a browser's page of this origin may call. */
export function mcpRoutes(routes: Routes, mcp: McpService, isOwnOrigin: (request: FastifyRequest) => boolean): void {
  const assertProgram = ({ caller, request }: DoorCall) => {
    const { origin } = request.headers;
    if (!isOwnOrigin(request)) throw new UdtError("origin_unknown", { origin: String(origin).slice(0, 253) });
    // A browser's session is a person's, and a project's token nobody's: programs are known by keys that can be ended.
    if (caller.by !== "key") throw new UdtError("api_key_only");
  };
  const answer = async (call: DoorCall, body: unknown) => {
    assertProgram(call);
    const { caller, request, reply } = call;
    const session_id = request.headers["mcp-session-id"];
    const response = await mcp.answer({
      caller,
      from: { authorization: request.headers.authorization ?? "", ip: request.ip },
      request: webRequest(request),
      session_id: session_id === undefined ? undefined : String(session_id),
      body,
    });
    return sent(reply, response);
  };
  routes.implement(ENDPOINTS.mcpCall, async (call) => {
    // Calls are counted one by one, and the protocol has had no batches since its version of 2025-06-18.
    if (Array.isArray(call.body)) throw new UdtError("mcp_no_batch");
    return answer(call, call.body);
  });
  routes.implement(ENDPOINTS.mcpEnd, async (call) => {
    if (call.request.headers["mcp-session-id"] === undefined) throw new UdtError("mcp_session_unknown");
    return answer(call, undefined);
  });
  routes.implement(ENDPOINTS.mcpListen, async (call) => {
    assertProgram(call);
    call.reply.header("allow", "POST, DELETE");
    throw new UdtError("mcp_no_stream");
  });
}

/** The request's head; its body was read before. */
function webRequest({ method, headers, url }: FastifyRequest): Request {
  const shown = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(", ")]],
  );
  return new Request(new URL(url, "http://localhost"), { method, headers: shown });
}

function sent(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header("cache-control", "no-store");
  return reply.send(response.body === null ? "" : Readable.fromWeb(response.body as ReadableStream));
}
