import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../shapes.ts";

/** A case as who found it calls it. */
export const foundCase = z.object({
  case_key: text(LIMITS.case_key_max).min(1),
  name: text(LIMITS.case_name_max).min(1),
  file: text(LIMITS.case_key_max),
  function: text(LIMITS.case_key_max),
});
