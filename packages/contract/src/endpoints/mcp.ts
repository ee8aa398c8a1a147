/**
 * The door for programs and AI agents: the Model Context Protocol over Streamable HTTP. What is said there is JSON-RPC and the
 * protocol's own, so it is neither validated nor answered in an envelope here; refusals before it is reached are.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import type { ErrorName } from "../errors.ts";

const errors: ErrorName[] = ["api_key_only", "origin_unknown"];
const PROTOCOL_ANSWERS = {
  202: "Nothing in it asks for an answer.",
  400: "Not what the protocol lets be said now, told as a JSON-RPC error.",
  406: "The caller takes no such answer, told as a JSON-RPC error.",
} as const;

export const mcpEndpoints = {
  mcpCall: endpoint({
    name: "mcpCall",
    method: "POST",
    path: "/mcp",
    access: "session",
    // Each tool makes calls of this API with the same key, which are judged by themselves.
    reads: true,
    single_project_keys: true,
    summary:
      "A message of the Model Context Protocol, by API key, and no batch: one call is one message. Answered as a stream of server-sent events; the session of the first answer's `Mcp-Session-Id` belongs to this key alone.",
    body: z.unknown(),
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: PROTOCOL_ANSWERS,
    errors: [...errors, "mcp_session_unknown", "mcp_no_batch"],
  }),
  mcpListen: endpoint({
    name: "mcpListen",
    method: "GET",
    path: "/mcp",
    access: "session",
    single_project_keys: true,
    summary: "Refused: this server says nothing of itself, so there is no stream to listen to.",
    response: z.unknown(),
    response_kind: "raw",
    errors: [...errors, "mcp_no_stream"],
  }),
  mcpEnd: endpoint({
    name: "mcpEnd",
    method: "DELETE",
    path: "/mcp",
    access: "session",
    reads: true,
    single_project_keys: true,
    summary: "End the protocol's session. Devices that were taken in it stay taken.",
    response: z.unknown(),
    response_kind: "raw",
    errors: [...errors, "mcp_session_unknown"],
  }),
};
