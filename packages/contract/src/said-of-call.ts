import { UdtError } from "./errors.ts";
import { type Said, saidOf, say } from "./words.ts";

/** What there is to tell of a call that an agent did not carry out. */
export function saidOfCall(error: unknown): Said {
  if (!(error instanceof UdtError)) return saidOf(error);
  if (error.code === "agent_lost") return say("agent_not_connected");
  if (error.code === "agent_timeout") return say("agent_no_answer");
  if (error.code === "capability_missing" && error.args["capability"] === "apps") return say("device_no_apps");
  if (error.code === "app_wrong_device") {
    const { kind = "", os = "", needed = "" } = error.args as Record<string, string>;
    return say("app_wrong_device", { kind, os, needed });
  }
  return error.args.reason ?? say("agent_refused", {}, error.message);
}
