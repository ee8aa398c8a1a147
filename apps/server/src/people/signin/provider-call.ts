import { UdtError, type Said, say } from "@udt/contract";
import type { z } from "zod";

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 256 * 1024;

/** The refusal for whatever a provider did wrong. Its own words go to the log with the cause, not to the page. */
export const failed = (reason: Said, cause?: unknown): UdtError =>
  new UdtError("sign_in_failed", { reason }, { cause });

/**
 * Asks a provider that the operator set up and checks its answer. Reasons name the step and no parameter: those are secrets.
 * @throws UdtError sign_in_failed
 */
export async function askProvider<T extends z.ZodType>(step: string, url: URL, schema: T): Promise<z.output<T>> {
  let text: string;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (text.length > ANSWER_MAX_BYTES) throw new Error("answer is too large");
  } catch (error) {
    throw failed(say("sign_in_answer", {}, step), error);
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw failed(say("sign_in_answer", {}, step), error);
  }
  const read = schema.safeParse(answer);
  if (!read.success) throw failed(say("sign_in_answer", {}, step), read.error);
  return read.data;
}

/** An address below a base, with its query. */
export function addressOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base.replace(/\/$/, "") + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** The `code` of the way back; without one the user or the provider said no. @throws UdtError sign_in_failed */
export function codeOf(callback: URL): string {
  const code = callback.searchParams.get("code");
  if (!code) throw failed(say(callback.searchParams.has("error") ? "sign_in_refused" : "sign_in_called_off"));
  return code;
}
