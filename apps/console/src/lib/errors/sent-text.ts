import type { ApiError } from "@udt/client";

const MAX = 2000;
const SECRET = /pass|secret|token|private|webhook|credential|value|^key$|_key$/i;

/** What a failed call sent, to go into a bug report: without what is secret, and not without end. */
export function sentText(sent: ApiError["sent"]): string {
  const text = JSON.stringify(sent, (name, value: unknown) =>
    SECRET.test(name) && value !== null && value !== "" ? "***" : value,
  );
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text;
}
