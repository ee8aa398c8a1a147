import type { WebSocket } from "ws";
import { ERRORS, FILE_FAULTS, say, UdtError, type ErrorArgs, type ErrorName } from "@udt/contract";
import { endOf } from "../../platform/http/closing.ts";

/** What a device may refuse with. An agent cannot speak for the server: it must not be able to sign a user out. */
const AGENT_ERRORS: ReadonlySet<string> = new Set<ErrorName>([
  "agent_stale_lease",
  "capability_missing",
  "test_watched",
  "device_command_failed",
  "device_took_too_long",
  "elements_failed",
  "device_not_ready",
  "device_offline",
  ...FILE_FAULTS,
  "install_cancelled",
  "install_failed",
  "not_driver",
  "screenshot_failed",
  "start_app_failed",
  "test_not_running",
  "uninstall_failed",
]);

/** What an agent refuses with, as far as it may say that. */
export function agentError(error: { code: string; args: ErrorArgs }): UdtError {
  if (AGENT_ERRORS.has(error.code)) return new UdtError(error.code as ErrorName, error.args);
  return new UdtError("device_command_failed", { reason: error.args.reason ?? say("agent_refused", {}, error.code) });
}

/** Why a stream of the server's own is over: because the server ended it, or an agent hung up, as far as that says why. */
export function closedFor(socket: WebSocket, said: Buffer): UdtError {
  const reason = said.toString();
  return endOf(socket) ?? (reason in ERRORS ? agentError({ code: reason, args: {} }) : new UdtError("agent_lost"));
}

/** What an agent answered is nothing that the contract knows. */
export const unreadableAnswer = (): UdtError =>
  new UdtError("device_command_failed", { reason: say("agent_answer_unreadable") });

/** A message of an agent's; undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
