import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { text, time } from "../shapes.ts";

const notice = z.object({ text: z.string(), level: z.enum(["info", "warning"]), updated_at: time }).nullable();

/** What the console's frame needs, whoever uses it. Every page loads this group, so nothing else is in it. */
export const consoleEndpoints = {
  noticeGet: endpoint({
    name: "noticeGet",
    method: "GET",
    path: "/v1/plat/notice",
    access: "session",
    summary: "The administrator's announcement for the system notice bar; null when there is none.",
    response: notice,
    errors: [],
  }),
  noticeSet: endpoint({
    name: "noticeSet",
    method: "PUT",
    path: "/v1/plat/admin/notice",
    access: "admin",
    summary: "Set the announcement; an empty text removes it.",
    body: z.object({ text: text(LIMITS.announcement_max).trim(), level: z.enum(["info", "warning"]) }),
    response: notice,
    errors: [],
  }),
  errorReport: endpoint({
    name: "errorReport",
    method: "POST",
    path: "/v1/plat/error_report",
    access: "session",
    summary: "A fault in the console, for the server's log; at most 6 a page load are sent.",
    body: z.object({
      message: text(2000),
      stack: text(10_000).default(""),
      page: text(2000),
      user_agent: text(500).default(""),
    }),
    response: z.null(),
    errors: ["too_many_attempts"],
  }),
};
