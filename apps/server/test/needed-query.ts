/** What calls must say; deleting must be confirmed: confirmed wrongly, it is judged and not done. */
const QUERY = {
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
  branch: "walk",
  commit_id: "0".repeat(40),
  what: "version",
  text: "walk",
  app_name: "walk",
};

/** Files of repositories are not named as those of devices are, and a tree is no table. */
export function queryOf(endpoint: string): typeof QUERY {
  if (endpoint === "memorySampleTree") return { ...QUERY, format: "columns" };
  return endpoint.startsWith("script") ? { ...QUERY, path: "walk.py" } : QUERY;
}
