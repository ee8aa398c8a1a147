import { ApiError } from "@udt/client";
import { DEVICE_STATES, USER_STATES, type DeviceState, type UserState } from "@udt/contract";
import { getT } from "../i18n/index.ts";
import { ruleText } from "../rules/index.ts";
import { rowOf } from "./rule-of.ts";

const isDeviceState = (value: unknown): value is DeviceState => DEVICE_STATES.includes(value as DeviceState);
const isUserState = (value: unknown): value is UserState => USER_STATES.includes(value as UserState);

/** What went wrong, in the user's language: the row's text with its arguments, else the server's own words. */
export function errorText(error: unknown): string {
  const t = getT("errors");
  if (!(error instanceof ApiError)) return t("kind.unexpected");
  const said = rowOf(error)?.text;
  if (said !== undefined) return t(said, error.args);
  if (error.kind === "bad_answer") return t("kind.bad_answer");
  if (!error.code) return error.message;
  const args = { ...error.args };
  if (isDeviceState(args["state"])) args["state"] = getT("common")(`device_state.${args["state"]}`);
  if (isUserState(args["state"])) args["state"] = getT("common")(`user_state.${args["state"]}`);
  if (error.code === "invalid_param") args["rule"] = ruleText(String(args["rule"])) ?? args["rule"] ?? "";
  // An administrator's or the platform's own work has no name to tell.
  if (error.code === "device_busy" && !args["user_name"]) return t("rows.device_busy_unnamed");
  return t(`rows.${error.code}`, args);
}
