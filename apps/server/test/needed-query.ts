/** What calls must say; deleting must be confirmed: confirmed wrongly, it is judged and not done. */
export const QUERY = {
  confirm: "wrong",
  job_id: "unknown",
  case_key: "unknown",
  format: "csv",
  buss_type: "gce",
  path: "/sdcard/walk",
  type: "back",
  image_index: "0",
  name: "walk.png",
  before: "unknown",
  after: "unknown",
};
