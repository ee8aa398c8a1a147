/** The catalogue of hardware models: one entry for each, which comes to be when a device of it first reports. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { modelFacts, modelLook } from "../models.ts";
import { rule } from "../rules.ts";
import { id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";

const model = modelLook.extend({
  model_id: id,
  brand: z.string(),
  model: z.string(),
  hardware_model: z.string(),
  device_count: z.int(),
  /** What a device of it said last. */
  told: modelFacts,
  /** What administrators say instead: it holds for all devices of the model. */
  edited: modelFacts,
  /** Grows with every change of names and facts; a change names the one that it was made from. */
  version: z.int(),
  /** Who changed it last; null: it is as it came to be. */
  user_name: z.string().nullable(),
  created_at: time,
  updated_at: time,
});
export type Model = z.output<typeof model>;

export const MODEL_SORTS = ["model", "device_count", "created_at"] as const;
export type ModelSort = (typeof MODEL_SORTS)[number];

const name = text(LIMITS.model_name_max).trim();
const said = (max: number) => text(max).trim().min(1, rule("required")).optional();
const count = z.int().positive().max(Number.MAX_SAFE_INTEGER).optional();
/** A device's width alone is no resolution. */
const edited = z
  .object({
    width: count,
    height: count,
    cpu_name: said(LIMITS.model_text_max),
    cpu_arch: said(LIMITS.model_text_max),
    cpu_cores: z.int().positive().max(LIMITS.model_cores_max).optional(),
    gpu: said(LIMITS.model_text_max),
    memory_bytes: count,
  })
  .refine(({ width, height }) => width !== undefined || height === undefined, {
    path: ["width"],
    message: rule("required"),
  })
  .refine(({ width, height }) => height !== undefined || width === undefined, {
    path: ["height"],
    message: rule("required"),
  });
export const modelWish = z.object({ names: z.object({ en: name, zh: name, ja: name }), edited });
export type ModelWish = z.output<typeof modelWish>;

const params = z.object({ model_id: id });
const path = "/v1/plat/admin/models/{model_id}" as const;
const picture = `${path}/picture` as const;
/** The picture's name: another picture has another address. It chooses none. */
const v = id.optional();

export const modelEndpoints = {
  adminModelList: endpoint({
    name: "adminModelList",
    method: "GET",
    path: "/v1/plat/admin/models",
    access: "admin",
    summary:
      "The hardware models that devices ever reported. The keyword looks in brand, model, hardware model and the catalogue's names.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      sort: z.enum(MODEL_SORTS).default("model"),
      order: z.enum(["asc", "desc"]).default("asc"),
      ...pageQuery,
    }),
    response: page(model),
    errors: [],
  }),
  adminModelGet: endpoint({
    name: "adminModelGet",
    method: "GET",
    path,
    access: "admin",
    summary: "One hardware model.",
    params,
    response: model,
    errors: ["model_not_found"],
  }),
  adminModelUpdate: endpoint({
    name: "adminModelUpdate",
    method: "PUT",
    path,
    access: "admin",
    summary:
      "Say what a hardware model is called and what it has. What is left out of `edited` is what its devices say. `version` is the one that was read: when somebody has changed it since, nothing is overwritten.",
    params,
    body: modelWish.extend({ version: z.int() }),
    response: model,
    errors: ["model_not_found", "model_changed"],
  }),
  adminModelPicturePut: endpoint({
    name: "adminModelPicturePut",
    method: "PUT",
    path: picture,
    access: "admin",
    summary: "Set a hardware model's picture: PNG, JPEG or WebP, at most 1 MiB, told by its first bytes.",
    params,
    body: z.unknown(),
    body_kind: "bytes",
    response: model,
    errors: ["model_not_found", "image_type", "model_picture_type", "body_too_large"],
  }),
  adminModelPictureDelete: endpoint({
    name: "adminModelPictureDelete",
    method: "DELETE",
    path: picture,
    access: "admin",
    summary: "Take a hardware model's picture away.",
    params,
    response: model,
    errors: ["model_not_found"],
  }),
  adminModelPicture: endpoint({
    name: "adminModelPicture",
    method: "GET",
    path: picture,
    access: "admin",
    summary: "A hardware model's picture.",
    params,
    query: z.object({ v }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["model_not_found", "resource_not_found"],
  }),
  modelPicture: endpoint({
    name: "modelPicture",
    method: "GET",
    path: "/v1/api/models/{model_id}/picture",
    access: "viewer",
    summary: "The picture of a hardware model of which the project sees a device.",
    params,
    query: projectQuery.extend({ v }),
    response: z.unknown(),
    response_kind: "raw",
    errors: ["model_not_found", "resource_not_found"],
  }),
};
