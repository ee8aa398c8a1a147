/** What a new password must keep here: the server's config says which of the two rules is in force. */
import { LIMITS, rules } from "@udt/contract";
import type { ZodType } from "zod";
import { config } from "../config/index.ts";
import { getT } from "../i18n/index.ts";

export const newPasswordRule = (): ZodType => rules.passwordRule(config().strong_passwords);

/** The rule in words, for beside the field. */
export const newPasswordHint = (): string =>
  config().strong_passwords
    ? getT("rules")("strong_password_hint", { min: LIMITS.strong_password_min, max: LIMITS.strong_password_max })
    : getT("rules")("password_hint", { min: LIMITS.password_min, max: LIMITS.password_max });
