/** Pictures of a quality board for pages elsewhere: each is drawn anew as it is asked for, of what its maker may see by then. */
import { z } from "zod";
import { FRAMEWORKS } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, text, time } from "../shapes.ts";
import { DEVICE_OS } from "../states.ts";
import { QUALITY_DAYS } from "./quality.ts";
import { REPORT_LANGUAGES } from "./reports.ts";
import { ownTimeZone } from "./statistics.ts";

export const IMAGE_THEMES = ["light", "dark"] as const;
export type ImageTheme = (typeof IMAGE_THEMES)[number];

/** What a picture is of, as a board is narrowed. */
const shown = {
  days: z.enum(QUALITY_DAYS),
  time_zone: ownTimeZone,
  project_ids: z.array(id).max(LIMITS.quality_projects_max).default([]),
  os: z.enum(DEVICE_OS).optional(),
  brand: text(LIMITS.quality_brand_max).min(1).optional(),
  framework: z.enum(FRAMEWORKS).optional(),
  app_version: text(LIMITS.quality_app_version_max).min(1).optional(),
};
export const boardShown = z.object(shown);
export type BoardShown = z.output<typeof boardShown>;

const boardImage = z.object({
  image_id: id,
  name: z.string(),
  ...shown,
  created_at: time,
  expires_at: time,
});
export type BoardImage = z.output<typeof boardImage>;

const width = (least: number, most: number, initial: number) =>
  z.coerce.number().int().min(least).max(most).default(initial);

export const qualityImageEndpoints = {
  qualityImageList: endpoint({
    name: "qualityImageList",
    method: "GET",
    path: "/v1/api/bi/quality/images",
    access: "session",
    summary: "The caller's own pictures of boards that still work, newest first. Their addresses are told only once.",
    response: z.object({ list: z.array(boardImage) }),
    errors: [],
  }),
  qualityImageCreate: endpoint({
    name: "qualityImageCreate",
    method: "POST",
    path: "/v1/api/bi/quality/images",
    access: "session",
    signed_in: true,
    summary:
      "Make an address at which anybody sees a picture of this board until it expires or is revoked. It counts what the caller may see whenever it is asked for, and nothing once they may not sign in.",
    body: z.object({
      ...shown,
      name: text(LIMITS.board_image_name_max).trim().min(1, rule("required")),
      valid_days: z.int().min(1).max(LIMITS.board_image_days_max),
    }),
    /** `path` is below the base path. */
    response: boardImage.extend({ path: z.string() }),
    errors: ["signed_in_only", "board_image_limit"],
  }),
  qualityImageRevoke: endpoint({
    name: "qualityImageRevoke",
    method: "DELETE",
    path: "/v1/api/bi/quality/images/{image_id}",
    access: "session",
    summary: "Make one of the caller's own pictures stop working at once.",
    params: z.object({ image_id: id }),
    response: z.null(),
    errors: ["board_image_not_found"],
  }),
  qualityImage: endpoint({
    name: "qualityImage",
    method: "GET",
    path: "/v1/quality-signage/{picture}",
    access: "public",
    summary:
      "The picture as SVG, by `<token>.svg`, in a language and for a light or a dark page. Counted anew once a minute at most.",
    params: z.object({ picture: text(80) }),
    query: z.object({
      language: z.enum(REPORT_LANGUAGES).default("en"),
      theme: z.enum(IMAGE_THEMES).default("light"),
      width: width(320, 1_920, 640),
      height: width(140, 1_080, 280),
    }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["board_image_not_found", "too_many_attempts"],
  }),
};
