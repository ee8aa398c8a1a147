/** Device tags of a project, and what each of them finds now. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { deviceProfile } from "../device-profiles.ts";
import { environmentConfig } from "../environments.ts";
import { inspectionConfig } from "../inspections.ts";
import { LIMITS } from "../limits.ts";
import { foundDevice, id, page, pageQuery, projectQuery, queryFlag, text, time } from "../shapes.ts";
import { refused } from "../errors.ts";
import { TAG_PICKS, tagChoice, tagWish } from "../tags.ts";

export const tag = tagWish.extend({
  tag_id: id,
  name: z.string(),
  is_default: z.boolean(),
  inspection: inspectionConfig.nullable(),
  profile: deviceProfile,
  environment: environmentConfig,
  /** Its place among the project's tags, from 1. Of those that a device has, the first with an inspection config decides, and for each setting of a profile or of the environment the first that says anything of it. */
  position: z.int().positive(),
  /** How many devices it has now. */
  device_count: z.int(),
  /** How many jobs choose devices by it, and the first of them by name. */
  job_count: z.int(),
  jobs: z.array(z.object({ job_id: id, name: z.string() })),
  /** Grows with every change; a change names the one that it was made from. */
  version: z.int(),
  /** Who changed it last. */
  user_name: z.string(),
  created_at: time,
  updated_at: time,
});
export type Tag = z.output<typeof tag>;

export type FoundDevice = z.output<typeof foundDevice>;

const params = z.object({ tag_id: id });
const position = z.int().min(1).max(LIMITS.tags_max);

export const tagEndpoints = {
  tagList: endpoint({
    name: "tagList",
    method: "GET",
    path: "/v1/api/tags",
    access: { privilege: "tag.view" },
    summary:
      "The project's device tags, in their order, each with how many devices it has now. The keyword looks in names.",
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(tag),
    errors: [],
  }),
  tagNames: endpoint({
    name: "tagNames",
    method: "GET",
    path: "/v1/api/tags/names",
    access: { privilege: "tag.view" },
    summary:
      "What the project's device tags are called, by name: the same as their list without counts, which cost a look at every device. The keyword looks in names; `tag_id` narrows to one, `default_only` to the default.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      tag_id: id.optional(),
      default_only: queryFlag,
      ...pageQuery,
    }),
    response: page(z.object({ tag_id: id, name: z.string(), is_default: z.boolean() })),
    errors: [],
  }),
  tagGet: endpoint({
    name: "tagGet",
    method: "GET",
    path: "/v1/api/tags/{tag_id}",
    access: { privilege: "tag.view" },
    summary: "One device tag.",
    params,
    query: projectQuery,
    response: tag,
    errors: ["tag_not_found"],
  }),
  tagCreate: endpoint({
    name: "tagCreate",
    method: "POST",
    path: "/v1/api/tags",
    access: { privilege: "tag.delete" },
    summary: "Make a device tag, at this place among the project's or as the last of them.",
    query: projectQuery,
    body: tagWish.extend({ position: position.optional() }),
    response: tag,
    errors: ["tag_name_exists", "tag_limit", "app_not_found"],
  }),
  tagUpdate: endpoint({
    name: "tagUpdate",
    method: "PUT",
    path: "/v1/api/tags/{tag_id}",
    access: { privilege: "tag.delete" },
    summary:
      "Change a device tag. `version` is the one that was read: when somebody has changed it since, nothing is overwritten.",
    params,
    query: projectQuery,
    body: tagWish.extend({ version: z.int() }),
    response: tag,
    errors: ["tag_not_found", "tag_changed", "tag_name_exists", "app_not_found"],
  }),
  tagMove: endpoint({
    name: "tagMove",
    method: "PUT",
    path: "/v1/api/tags/{tag_id}/position",
    access: { privilege: "tag.delete" },
    summary:
      "Give a device tag another place among the project's; those between move by one. Of a device's tags the first with an inspection config decides how the device checks itself.",
    params,
    query: projectQuery,
    body: z.object({ position }),
    response: z.null(),
    errors: ["tag_not_found"],
  }),
  tagPick: endpoint({
    name: "tagPick",
    method: "PUT",
    path: "/v1/api/tags/{tag_id}/devices",
    access: { privilege: "tag.delete" },
    summary:
      "Include devices in a tag by hand (`include`), exclude them (`exclude`), or leave them to its rules again (`clear`), all by one call. Of each that could not be, why; the others are done. What else the tag says stays, whoever changes it meanwhile.",
    params,
    query: projectQuery,
    body: z.object({ pick: z.enum(TAG_PICKS), device_ids: z.array(id).min(1).max(LIMITS.bulk_max) }),
    response: z.object({ refused: z.array(refused.extend({ device_id: id })) }),
    errors: ["tag_not_found"],
  }),
  tagDelete: endpoint({
    name: "tagDelete",
    method: "DELETE",
    path: "/v1/api/tags/{tag_id}",
    access: { privilege: "tag.delete" },
    summary: "Delete a device tag by which no job chooses devices.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: ["tag_not_found", "tag_used"],
  }),
  tagPreview: endpoint({
    name: "tagPreview",
    method: "POST",
    path: "/v1/api/tags/preview",
    access: { privilege: "tag.view" },
    reads: true,
    summary:
      "What a tag with these rules would have now: how many devices, out of how many that the project sees, and the first of them. Those included or excluded by hand come along, and how many of these the project sees no more.",
    query: projectQuery,
    body: tagChoice,
    response: z.object({
      total: z.int(),
      device_total: z.int(),
      list: z.array(foundDevice),
      included: z.array(foundDevice),
      excluded: z.array(foundDevice),
      included_gone: z.int(),
      excluded_gone: z.int(),
    }),
    errors: [],
  }),
};
