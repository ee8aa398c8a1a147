import { ApiError } from "@udt/client";
import { envelope, failureData, XHR_HEADER, type ErrorName } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { api } from "../../../lib/api/api.ts";
import { applyPolicy } from "../../../lib/errors/index.ts";
import { deviceCall, type Session } from "../session.tsx";

interface Put {
  session: Session;
  path: string;
  replace: boolean;
  file: File;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

const { fileUpload } = filebrowserEndpoints;

/** Sends a file as it lies on the disk; `fetch` tells no progress of what it sends. */
export function putFile({ session, path, replace, file, onSent, signal }: Put): Promise<void> {
  const call = deviceCall(session);
  const url = api.url(fileUpload, { ...call, query: { ...call.query, path, replace: replace ? "1" : "0" } });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(fileUpload.method, url);
    for (const [name, value] of Object.entries(XHR_HEADER)) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    const fail = (error: ApiError) => {
      if (error.kind !== "aborted") applyPolicy(error);
      reject(error);
    };
    const failed = (kind: "network" | "aborted") => () =>
      fail(new ApiError(kind, { kind, method: fileUpload.method, path: fileUpload.path }));
    request.addEventListener("error", failed("network"));
    request.addEventListener("abort", failed("aborted"));
    request.addEventListener("load", () => {
      const refusal = refusalOf(request);
      if (refusal) fail(refusal);
      else resolve();
    });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Why the server did not take it; undefined when it did. */
function refusalOf({ responseText, status }: XMLHttpRequest): ApiError | undefined {
  const where = { method: fileUpload.method, path: fileUpload.path, status };
  const body = envelope.safeParse(parsed(responseText));
  if (!body.success) return new ApiError(`HTTP ${status}`, { kind: "bad_answer", ...where });
  const { ret, msg, request_id } = body.data;
  if (ret === 0) return undefined;
  const data = failureData.safeParse(body.data.data);
  const told = data.success ? { code: data.data.code as ErrorName, args: data.data.args } : {};
  return new ApiError(msg, { kind: "refused", ret, request_id, ...told, ...where });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
