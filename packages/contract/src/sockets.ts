import { z } from "zod";
import type { SocketRoute } from "./endpoint.ts";
import { id, linkToken, projectQuery } from "./shapes.ts";
import { USER_STATES } from "./states.ts";
import { BROWSER_STREAM_NAMES, STREAM_PROFILES, STREAMS } from "./streams.ts";

const streamProfile = z.enum(STREAM_PROFILES).default("any");

/** The WebSocket routes. A refusal closes with code 4000 + HTTP status and the error's name as reason. */
export const SOCKETS = {
  events: {
    name: "events",
    path: "/v1/api/events",
    access: "viewer",
    summary: "What changed in a project, as it changes.",
    reads: () => true,
    query: projectQuery.extend({ after: z.coerce.number().int().nonnegative().optional() }),
  },
  ownEvents: {
    name: "ownEvents",
    path: "/v1/api/own_events",
    access: "session",
    summary: "The events that belong to no project: those of the caller alone, and those of interest to everybody.",
    reads: () => true,
    query: z.object({ after: z.coerce.number().int().nonnegative().optional() }),
  },
  waiting: {
    name: "waiting",
    path: "/v1/plat/user/waiting/{token}",
    access: "signed",
    summary:
      "How an account stands that waits for an administrator, for who registered it; it ends once they have decided.",
    params: z.object({ token: z.string().min(1).max(1000) }),
  },
  stream: {
    name: "stream",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/streams/{stream}",
    access: "observer",
    summary:
      "A stream of a running test. `input`, `terminal` and `trial` are for who drives a debug session alone; the others are open to observers, too, who change nothing by them. Of a run there are `screen` and `log`: its device is watched, not driven. A key that only reads watches, too.",
    reads: ({ stream }) => BROWSER_STREAM_NAMES.some((one) => one === stream && STREAMS[one].observed),
    params: z.object({ test_id: id, device_id: id, stream: z.enum(BROWSER_STREAM_NAMES) }),
    query: projectQuery.extend({
      profile: streamProfile,
    }),
  },
  watch: {
    name: "watch",
    path: "/v1/watch/{token}/screen",
    access: "signed",
    summary: "The stream `screen` of the session that a link shows, for whoever has the link.",
    params: z.object({ token: linkToken }),
    query: z.object({ profile: streamProfile }),
  },
  agentLink: {
    name: "agentLink",
    path: "/v1/agent/link",
    access: "agent",
    summary: "The link an agent keeps open; authenticated by `Authorization: Bearer <token>`.",
  },
  agentStream: {
    name: "agentStream",
    path: "/v1/agent/streams/{stream_id}",
    access: "agent",
    summary: "The agent's end of a stream that the server asked it to open.",
    params: z.object({ stream_id: id }),
  },
} as const satisfies Record<string, SocketRoute>;

/** What the socket `waiting` says, at first and whenever it changes. */
export const waitingMessage = z.object({ state: z.enum(USER_STATES) });

export const closeCode = (httpStatus: number): number => 4000 + httpStatus;
/** Of a message that the contract does not know; the reason is `invalid_param`. */
export const BAD_MESSAGE = closeCode(400);
/** Whether a socket was refused for good. After a fault of the server's own, from 4500 on, dialling again may help. */
export const isRefusal = (code: number): boolean => code >= closeCode(400) && code < closeCode(500);
