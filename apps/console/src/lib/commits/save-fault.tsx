import { ApiError } from "@udt/client";
import { Alert } from "antd";
import { errorText } from "../errors/index.ts";
import { Said } from "../words/index.ts";

/** Why nothing was saved; with what the repository's host said itself, where that is more than a line. */
export function SaveFault({ error }: { error: unknown }) {
  const reason = error instanceof ApiError ? error.args["reason"] : undefined;
  const said = typeof reason === "object" && reason.evidence.includes("\n") ? <Said said={reason} /> : null;
  return <Alert type="error" showIcon title={errorText(error)} description={said} />;
}
