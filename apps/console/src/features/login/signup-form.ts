import { ApiError } from "@udt/client";
import type { ErrorName } from "@udt/contract";
import { rules } from "@udt/contract";
import { errorText } from "../../lib/errors/index.ts";
import { getT } from "../../lib/i18n/index.ts";
import { newPasswordRule, type RuleTexts } from "../../lib/rules/index.ts";

export const FIELDS = ["user_name", "email", "password", "repeat"] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Record<Field, string>;

const schemas = () => ({ user_name: rules.nickname, email: rules.email, password: newPasswordRule() });
const TAKEN: Partial<Record<ErrorName, Field>> = {
  mailbox_exists: "email",
  nickname_exists: "user_name",
  password_common: "password",
};

/** What is wrong with a field as it stands, in words. */
export function wrongWith(field: Field, values: Values, texts: RuleTexts): string | undefined {
  if (field !== "repeat") return texts.check(schemas()[field], values[field]);
  return values.repeat === values.password ? undefined : getT("rules")("password_repeat");
}

/** What the server said about each field; empty when its refusal was about something else. */
export function refusedFields(error: unknown, texts: RuleTexts): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const words = texts.refused(error, field);
    if (words !== undefined) found[field] = words;
  }
  const taken = error instanceof ApiError && error.code ? TAKEN[error.code] : undefined;
  if (taken) found[taken] = errorText(error);
  return found;
}
