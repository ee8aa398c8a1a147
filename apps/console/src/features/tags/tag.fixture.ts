import { NO_ENVIRONMENT } from "@udt/contract";
import type { Tag } from "@udt/contract/endpoints/tags";

export const TAG: Tag = {
  tag_id: "t-1",
  name: "foldables",
  is_default: false,
  rules: [{ attribute: "model", operator: "contains", values: ["Fold"] }],
  included_device_ids: [],
  excluded_device_ids: [],
  inspection: null,
  profile: {},
  environment: NO_ENVIRONMENT,
  position: 1,
  device_count: 1,
  job_count: 0,
  jobs: [],
  version: 4,
  user_name: "ada",
  created_at: 1,
  updated_at: 1,
};
