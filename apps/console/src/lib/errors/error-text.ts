import { ApiError } from "@udt/client";
import {
  CAPABILITIES,
  DEVICE_OS,
  DEVICE_STATES,
  ERROR_NAMES,
  SWITCHABLE_PRIVILEGES,
  USER_STATES,
  VIEW_PRIVILEGES,
  type Capability,
  type DeviceOs,
  type DeviceState,
  type ErrorName,
  type Privilege,
  type Refused,
  type Said,
  type UserState,
} from "@udt/contract";
import { getT, hasText, hasTexts, type TextValues } from "../i18n/index.ts";
import { ruleText } from "../rules/index.ts";
import { saidLine } from "../words/said-text.ts";
import { rowOf } from "./rule-of.ts";

const isErrorName = (value: string): value is ErrorName => ERROR_NAMES.some((name) => name === value);
const isDeviceState = (value: unknown): value is DeviceState => DEVICE_STATES.includes(value as DeviceState);
const isDeviceOs = (value: unknown): value is DeviceOs => DEVICE_OS.includes(value as DeviceOs);
const isCapability = (value: unknown): value is Capability => CAPABILITIES.includes(value as Capability);
const isUserState = (value: unknown): value is UserState => USER_STATES.includes(value as UserState);

/** A word of the table among the arguments of a refusal. */
const isSaid = (value: unknown): value is Said => typeof value === "object" && value !== null && "evidence" in value;

/** Before sign-in no words have been fetched, and no refusal there says any: should one, the raw words have to do. */
const wordOf = (said: Said): string => (hasTexts("words") ? saidLine(said) : said.evidence || said.code);

/** Arguments as texts. */
const textsOf = (args: Refused["args"]): TextValues =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]): [string, string | number] => [
      name,
      isSaid(value) ? wordOf(value) : value,
    ]),
  );

type KeyOf<Name extends string> = Name extends `${infer Of}.${infer What}` ? `${Of}_${What}` : never;

const isPrivilege = (value: string): value is Privilege =>
  [...SWITCHABLE_PRIVILEGES, ...VIEW_PRIVILEGES].some((privilege) => privilege === value);

/** What people call a privilege; one of a newer server keeps its own name. */
export function privilegeText(privilege: string): string {
  if (!isPrivilege(privilege)) return privilege;
  const key = privilege.replace(".", "_") as KeyOf<Privilege>;
  return getT("refusals")(`privilege.${key}`);
}

/** A refusal's own row. Those that the calls before sign-in know come with the page, all others with what is behind it. */
function rowText(code: ErrorName, args: TextValues): string {
  const key = `rows.${code}` as const;
  return hasText("errors", key) ? getT("errors")(key, args) : getT("refusals")(key, args);
}

/** Longer waits are told in minutes. */
const SECONDS_MAX = 120;

/** A refusal's row in the user's language, with its arguments. */
export function refusalText({ code, args: given }: Refused): string {
  const args = textsOf(given);
  if (isDeviceState(args["state"])) args["state"] = getT("common")(`device_state.${args["state"]}`);
  if (isUserState(args["state"])) args["state"] = getT("common")(`user_state.${args["state"]}`);
  for (const name of ["os", "needed"]) if (isDeviceOs(args[name])) args[name] = getT("common")(`os.${args[name]}`);
  if (isCapability(args["capability"])) args["capability"] = getT("common")(`capability.${args["capability"]}`);
  if (args["privilege"] !== undefined) args["privilege"] = privilegeText(String(args["privilege"]));
  if (code === "invalid_param") args["rule"] = ruleText(String(args["rule"])) ?? args["rule"] ?? "";
  // An administrator's or the platform's own work has no name to tell.
  if (code === "device_busy" && !args["user_name"]) return getT("refusals")("rows.device_busy_unnamed");
  const seconds = Number(args["seconds"]);
  if (code === "too_many_attempts" && seconds > SECONDS_MAX) {
    return getT("errors")("rows.too_many_attempts_minutes", { minutes: Math.ceil(seconds / 60) });
  }
  return rowText(code, args);
}

/** Why a socket was closed, by the name of the error that it tells; a name of a newer server stands for itself. */
export function closedText(reason: string): string {
  // Their rows have arguments, which a socket does not tell.
  if (
    reason === "no_permission" ||
    reason === "capability_missing" ||
    reason === "invalid_param" ||
    reason === "device_command_failed"
  )
    return getT("errors")(`closed.${reason}`);
  return isErrorName(reason) ? refusalText({ code: reason, args: {} }) : reason;
}

/** What went wrong, in the user's language: the row's text with its arguments, else the server's own words. */
export function errorText(error: unknown): string {
  const t = getT("errors");
  if (!(error instanceof ApiError)) return t("kind.unexpected");
  const row = rowOf(error);
  if (row?.text !== undefined) return t(row.text, textsOf(error.args));
  if (row?.told_as !== undefined) return refusalText({ code: row.told_as, args: error.args });
  if (error.kind === "bad_answer") return t("kind.bad_answer");
  if (!error.code) return error.message;
  return refusalText({ code: error.code, args: error.args });
}
