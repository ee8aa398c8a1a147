/** What leaves the platform of a report: files, and links for those who have no account. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, id, projectQuery, runNumber, time } from "../shapes.ts";

export const EXPORT_FORMATS = ["junit", "csv", "html"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** The languages that a report can be written in. */
export const REPORT_LANGUAGES = ["zh", "en", "ja"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

export const share = z.object({
  share_id: id,
  user_name: z.string(),
  language: z.enum(REPORT_LANGUAGES),
  /** Whether who has the link may see the devices' screens as they were recorded beside failed cases. */
  with_video: z.boolean(),
  created_at: time,
  expires_at: time,
});
export type Share = z.output<typeof share>;

const testParams = z.object({ test_id: id });
const shareParams = z.object({ token: z.string().min(1).max(100) });
const runErrors = ["test_not_found", "test_not_in_project", "run_not_found"] as const;

export const reportEndpoints = {
  runExport: endpoint({
    name: "runExport",
    method: "GET",
    path: "/v1/api/tests/{test_id}/run/export",
    access: "viewer",
    summary:
      "The report as one file: JUnit XML, CSV (UTF-8 with a byte order mark), or HTML that needs nothing else. Streamed.",
    params: testParams,
    query: projectQuery.extend({
      format: z.enum(EXPORT_FORMATS),
      /** Of the HTML. */
      language: z.enum(REPORT_LANGUAGES).default("zh"),
      /** The number of the run to compare with, in place of the one before. */
      against: runNumber.optional(),
    }),
    response: z.unknown(),
    response_kind: "raw",
    errors: [...runErrors],
  }),
  shareList: endpoint({
    name: "shareList",
    method: "GET",
    path: "/v1/api/tests/{test_id}/shares",
    access: "member",
    summary: "The links to this report that still work, newest first. Their addresses are told only once.",
    params: testParams,
    query: projectQuery,
    response: z.object({ list: z.array(share) }),
    errors: [...runErrors],
  }),
  shareCreate: endpoint({
    name: "shareCreate",
    method: "POST",
    path: "/v1/api/tests/{test_id}/shares",
    access: "member",
    summary: "Make a link by which anybody reads this report until it expires or is revoked.",
    params: testParams,
    query: projectQuery,
    body: z.object({
      days: z.int().min(1).max(LIMITS.share_days_max),
      language: z.enum(REPORT_LANGUAGES).default("zh"),
      with_video: bodyFlag.default(false),
    }),
    /** `path` is below the base path. */
    response: share.extend({ path: z.string() }),
    errors: [...runErrors],
  }),
  shareRevoke: endpoint({
    name: "shareRevoke",
    method: "DELETE",
    path: "/v1/api/tests/{test_id}/shares/{share_id}",
    access: "member",
    summary: "Make a link stop working at once.",
    params: testParams.extend({ share_id: id }),
    query: projectQuery,
    response: z.null(),
    errors: [...runErrors, "share_not_found"],
  }),
  shareOpen: endpoint({
    name: "shareOpen",
    method: "GET",
    path: "/v1/share/{token}",
    access: "public",
    summary:
      "A shared report, as a page that loads nothing else, unless the link is one with video. A link that is no good answers a page too, with 404.",
    params: shareParams,
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: { 404: "A page that says that the link is no good." },
    errors: [],
  }),
  shareVideo: endpoint({
    name: "shareVideo",
    method: "GET",
    path: "/v1/share/{token}/videos/{resource_id}",
    access: "public",
    summary:
      "A video of a report that is shared with its videos. Takes `Range` as resources do; any other link is answered as one that is no good.",
    params: shareParams.extend({ resource_id: id }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["resource_not_found"],
  }),
};
