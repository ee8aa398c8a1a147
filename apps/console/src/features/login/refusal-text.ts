import type { ErrorName } from "@udt/contract";
import { ApiError } from "@udt/client";
import { errorText } from "../../lib/errors/index.ts";

/** The text of a refusal that came by an address or a message, and so without its arguments. */
export const refusalText = (code: ErrorName): string =>
  errorText(new ApiError(code, { kind: "refused", code, method: "GET", path: "" }));
