/** What a failed tool answers: a code, what it is about, and a sentence. */
import { ApiError } from "../../client.ts";
import { DriveFault } from "../access.ts";

export interface ToolRefusal {
  code: string;
  message: string;
  field?: string;
  /** Which rules the fields broke, of a call that the server found invalid. */
  issues?: { field: string; rule: string }[];
  /** For the server's log. */
  request_id?: string;
}

/** Undefined for what nobody foresaw. */
export function toolRefusal(error: unknown): ToolRefusal | undefined {
  if (error instanceof DriveFault) {
    const { code, message, field } = error;
    return { code, message, ...(field !== undefined && { field }) };
  }
  if (!(error instanceof ApiError)) return undefined;
  const { code, kind, message, issues, request_id } = error;
  return {
    code: code ?? kind,
    message,
    ...(issues.length > 0 && { issues }),
    ...(request_id !== "" && { request_id }),
  };
}
