import { z } from "zod";
import { errorArgs } from "./errors.ts";

/** Every JSON answer (document 1 §7). `ret` 0 is success; otherwise `data` is `{code, args}` of an error row. */
export const envelope = z.object({
  ret: z.int(),
  data: z.unknown(),
  msg: z.string(),
  request_id: z.string(),
});
export const failureData = z.object({
  code: z.string(),
  args: errorArgs,
  /** For `invalid_param`: each field that broke a rule. */
  issues: z.array(z.object({ field: z.string(), rule: z.string() })).optional(),
});
/** State-changing calls must carry it: a form on another site cannot. */
export const XHR_HEADER = { "x-requested-with": "XMLHttpRequest" } as const;
/** On a 401 that a missing privilege caused, names it; tells it apart from a lost session. */
/**
 * On answers to who is signed in: the newest event when the answer was begun. Who follows events from there on misses nothing
 * that the answer does not have yet.
 */
export const EVENT_HEADER = "x-udt-event-id";
export const PERMISSION_HEADER = "x-udt-permission";
