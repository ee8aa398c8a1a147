/** What is refused at work orders: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const WORK_ORDER_ERRORS = {
  work_order_not_found: row(10262, 404, "work order {number} not exists"),
  work_order_open: row(10263, 409, "device {device_id} has the open work order {number} already"),
  work_order_state: row(10264, 409, "work order {number} is {state} already"),
  work_order_comments: row(10265, 409, "a work order has at most {max} comments"),
  work_order_comments_own: row(10413, 409, "one person makes at most {max} comments on a work order"),
  work_order_steps: row(10414, 409, "a work order is moved or assigned at most {max} times, and then only closed"),
  work_order_reassigned: row(10342, 409, "work order {number} was assigned anew meanwhile"),
  work_order_assignee: row(10343, 409, "user {user_id} processes no work orders of the project"),
  work_order_file_type: row(10344, 400, "file {name} cannot be attached: its name must end in one of {endings}"),
  work_order_file_content: row(10345, 400, "file {name} is not what its name says"),
  work_order_files: row(10346, 409, "a work order has at most {max} files"),
  work_order_files_own: row(10415, 409, "one person attaches at most {max} files to a work order"),
  work_order_file_not_found: row(10347, 404, "file {file_id} not exists"),
  work_order_file_not_own: row(
    10348,
    403,
    "only who attached file {file_id} and administrators of the project by which it was attached remove it",
  ),
  work_order_entry_not_own: row(10349, 403, "entry {entry_id} of work order {number} is no comment of the caller"),
} as const;
