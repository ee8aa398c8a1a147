import { jobConfig, type CaseDetail, type CaseRun, type Resource, type Run, type Slot } from "@udt/contract";

const ONE_CANCELLED = {
  undistributed: 0,
  distribution_failed: 0,
  cancelled: 1,
  executing: 0,
  success: 0,
  failed: 0,
  skipped: 0,
  total: 1,
};

/** A run of a job that is not there any more, which ended before anything began. */
export const RUN: Run = {
  test: {
    test_id: "t-1",
    kind: "job",
    project_id: "demo",
    user_id: "u-1",
    user_name: "Ada",
    key_name: null,
    state: "ended",
    end_reason: "user",
    ended_by: null,
    duration_minutes: 60,
    created_at: 1,
    started_at: null,
    ended_at: 2,
    deadline: 3,
    inactive_deadline: null,
    app_id: null,
    run: null,
    devices: [],
  },
  run_number: 12,
  job_id: null,
  job_name: "Smoke",
  execution: "user_cancelled",
  verdict: "incomplete",
  verdict_reason: null,
  verdict_note: null,
  waits_for_memory: false,
  origin: "manual",
  framework: "node_test",
  library_id: "l-1",
  library_name: "Shop tests",
  commit_id: "",
  app_name: "",
  app_version: "",
  config: jobConfig.parse({
    app_id: null,
    framework: "node_test",
    library_id: "l-1",
    devices: { kind: "rule", rules: [], count: 1 },
  }),
  config_withheld: false,
  totals: ONE_CANCELLED,
  device_totals: { total: 1, passed: 0, failed: 0, unfinished: 1 },
  previous: null,
  comparison: { new_failures: 0, fixed: 0, flaky: 0 },
};

/** Its one case, which was given to a device. */
export const RUN_CASE: CaseRun & { detail: CaseDetail; attempts: CaseRun[] } = {
  case_run_id: 7,
  case_key: "a.ts::pays",
  name: "pays",
  file: "a.ts",
  function: "pays",
  attempt: 1,
  device_seq: 0,
  device_id: "d-1",
  device_model: "Pixel",
  state: "cancelled",
  cause: "user",
  started_at: null,
  ended_at: null,
  cost: null,
  error: "",
  reason: null,
  taken_over_by: "",
  compared: "same",
  flaky: false,
  detail: { message: "", location: null, output: "", steps: [] },
  attempts: [],
};

/** That device. */
export const SLOT: Slot = {
  device_seq: 0,
  state: "done",
  result: "cancelled",
  outcome: null,
  error: null,
  device_id: "d-1",
  brand: "Google",
  model: "Pixel",
  serial: "s-1",
  os: "android",
  os_version: "15",
  phases: [],
  memory: null,
  totals: ONE_CANCELLED,
  progress: null,
  queue: null,
  taken_over: null,
  lost_devices: [],
};

/** What was recorded of it. */
export const VIDEO: Resource = {
  resource_id: "r-1",
  name: "screen.mp4",
  kind: "video",
  content_type: "video/mp4",
  size_bytes: 1,
  url: "",
  created_at: 1,
  state: "complete",
  started_at: 1,
  duration_ms: 1,
  case_run_id: null,
};

/** A list that is one page. */
export const pageOf = <Item>(...list: Item[]) => ({ list, total: list.length, page_num: 1, page_size: 100 });
