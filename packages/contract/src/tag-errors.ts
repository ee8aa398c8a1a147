/** What is refused of device tags: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const TAG_ERRORS = {
  tag_not_found: row(10250, 404, "tag {tag_id} not exists"),
  tag_name_exists: row(10251, 409, "tag name exist: {name}"),
  tag_changed: row(10252, 409, "tag {name} was changed by {user_name} meanwhile, and is at version {version}"),
  tag_used: row(10253, 409, "tag {name} is used by {count} jobs: {job_names}"),
  tag_limit: row(10254, 409, "a project has at most {max} tags"),
  tag_devices_full: row(10255, 409, "tag {name} has {max} devices chosen by hand already, which is all it can"),
} as const;
