import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";

/** What a person said of the phone `d`, found in session `t`. */
export const ORDER: WholeWorkOrder = {
  number: 7,
  state: "unprocessed",
  source: "person",
  device: { device_id: "d", brand: "", model: "Model", serial: "serial", os: "android", catalogue: null },
  step: null,
  error: null,
  text: "The lower half takes no touch",
  reporter_name: "Ada",
  assignee_id: null,
  assignee_name: null,
  test: { test_id: "t", kind: "debug" },
  selfcheck_id: null,
  reported_at: 1,
  closed_at: null,
  closed_by: null,
  entries: [],
  files: [],
};

export const ORDERS_PATH = "/v1/api/work_orders";
