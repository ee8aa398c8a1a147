import { parseJson } from "../links/links.service.ts";

/** Longer messages are no marks, and are not looked into. */
const MARK_MAX_BYTES = 512;

/**
 * Adds to a mark's answer how long it was away from here, so that a page can tell the way to this server from the way beyond
 * (`mark` and `marked` of the `input` stream). Everything else passes as it is.
 * @param now milliseconds of a clock that nobody sets
 */
export function markToll(now: () => number): (from: "browser" | "agent", data: Buffer, isBinary: boolean) => Buffer {
  // A newer mark takes the place of one that is not answered.
  let passed: { mark: unknown; atMs: number } | undefined;
  return (from, data, isBinary) => {
    if (isBinary || data.length > MARK_MAX_BYTES || !data.includes('"mark')) return data;
    // What is no JSON is for the far end to refuse.
    const message = parseJson(data.toString()) as Record<string, unknown> | null | undefined;
    if (from === "browser" && message?.["type"] === "mark") passed = { mark: message["mark"], atMs: now() };
    if (from !== "agent" || message?.["type"] !== "marked" || message["mark"] !== passed?.mark) return data;
    return Buffer.from(JSON.stringify({ ...message, server_ms: now() - (passed?.atMs ?? 0) }));
  };
}
