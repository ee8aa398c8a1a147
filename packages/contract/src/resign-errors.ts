/** What is refused at signing apps anew: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const RESIGN_ERRORS = {
  resign_no_tool: row(10360, 409, "no agent of the project has a signing tool: install zsign or rcodesign on one"),
  resign_blocked: row(10361, 409, "the app cannot be signed anew: {reason}"),
  resign_under_way: row(10362, 409, "iOS certificate {title} is signing {app} already"),
  resign_not_found: row(10363, 404, "re-signing {task_id} not exists"),
  resign_over: row(10364, 409, "re-signing {task_id} is {state} already"),
  resign_unisolated: row(10366, 409, "no agent of the project with a signing tool isolates users' scripts"),
  resign_delivered: row(10365, 400, "signed app is refused: {reason}"),
} as const;
