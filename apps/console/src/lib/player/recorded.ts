import { skipToken, useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { LIMITS } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../api/api.ts";
import { keyOf } from "../api/keys.ts";
import { readLog } from "./log-data.ts";
import { parseInput } from "./recorded-input.ts";
import type { Recording } from "./recorded-parts.ts";

export interface Range {
  /** Epoch milliseconds, by the server's clock. */
  from: number;
  to: number;
}

/** What of a range lies before and after another. */
export const outsideOf = ({ from, to }: Range, inside: Range | undefined): Range[] =>
  inside === undefined
    ? []
    : [
        { from, to: Math.min(to, inside.from) },
        { from: Math.max(from, inside.to), to },
      ].filter((rest) => rest.to > rest.from);

/** Whose files are played: one device's part in a test. */
export interface RecordedPlace {
  project: string;
  test_id: string;
  device_id: string;
}

/** How one of these files is asked for. */
export const fileCall = ({ project, test_id, device_id }: RecordedPlace, { resource_id }: { resource_id: string }) => ({
  params: { test_id, device_id, resource_id },
  query: { project },
});

/** Under which key what is made of it is kept: what a file of some size holds does not change, whatever happens. */
const fileKey = (call: ReturnType<typeof fileCall>, recording: Recording | undefined) => [
  ...keyOf(resourceEndpoints.resourceGet, call),
  recording?.size_bytes,
];

/** A file's text, or a part of it; rejects with the server's own reason. */
async function fetchText(call: ReturnType<typeof fileCall>, range?: { start: number; end: number }): Promise<string> {
  try {
    const response = await api.raw(resourceEndpoints.resourceGet, {
      ...call,
      timeoutMs: LIMITS.request_timeout_ms * 4,
      ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
    });
    return await response.text();
  } catch (error) {
    if (error instanceof ApiError && error.status === 416) return "";
    throw error;
  }
}

/** What a device logged in a range. */
export function useRecordedLog(place: RecordedPlace, log: Recording | undefined, { from, to }: Range) {
  const call = fileCall(place, { resource_id: log?.resource_id ?? "" });
  return useQuery({
    queryKey: [...fileKey(call, log), "log", from, to],
    queryFn: log ? () => readLog((start, end) => fetchText(call, { start, end }), log.size_bytes, from, to) : skipToken,
    staleTime: "static",
  });
}

/** What was given to a device while it was recorded. */
export function useRecordedInput(place: RecordedPlace, input: Recording | undefined) {
  const call = fileCall(place, { resource_id: input?.resource_id ?? "" });
  return useQuery({
    queryKey: [...fileKey(call, input), "input"],
    queryFn: input ? async () => parseInput(await fetchText(call)) : skipToken,
    staleTime: "static",
  });
}
