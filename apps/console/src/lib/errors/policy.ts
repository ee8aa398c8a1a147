import type { ApiError } from "@udt/client";
import type { ErrorName } from "@udt/contract";
import type { Namespaces, TextKey } from "../i18n/index.ts";
import { DEVICE_PAGE } from "./parent-path.ts";

/**
 * What the console does by itself about a failure, whoever made the call.
 * - `login`: the session is over; sign in and come back
 * - `projects`, `jobs`, `cases`: a message, and on to that list
 * - `load`: a message, and on to the load tests' jobs or images; to the list of projects when that was tried before
 * - `devices`: a message, and on to what the debug page is below
 * - `parent`: a message, and up to what the page is below
 * - `missing_project`, `missing_case`, `missing_job`: to the page that says so and goes on to the list by itself
 * - `reload`: load the page anew, once; when that does not help, as `bar`
 * - `no_privilege`: a message in words, for reads too
 * - `alert`: a message in words, without technical detail
 * - `bar`: the failure bar with request id, path, time and copy
 * - `second_factor`: to the page where an administrator sets up the second factor that is asked of them
 * - `inline`: nothing; the screen that asked shows it in its place
 */
export type Rule =
  | "login"
  | "projects"
  | "jobs"
  | "cases"
  | "load"
  | "devices"
  | "parent"
  | "missing_project"
  | "missing_case"
  | "missing_job"
  | "reload"
  | "no_privilege"
  | "alert"
  | "bar"
  | "second_factor"
  | "inline";

/** The rule of each row of the contract, where no row of the {@link CATALOGUE} says otherwise. */
export const ERROR_POLICY: Record<ErrorName, Rule> = {
  need_login: "login",
  invalid_session: "login",
  internal: "bar",
  invalid_param: "bar",
  invalid_body: "bar",
  xhr_header_required: "bar",
  route_not_found: "bar",
  body_too_large: "bar",
  rate_limited: "alert",
  host_unknown: "alert",
  reading_busy: "inline",
  unavailable: "alert",
  project_not_exists: "missing_project",
  user_not_in_project: "projects",
  no_permission: "no_privilege",
  admin_only: "alert",
  not_holder: "alert",
  not_driver: "alert",
  driver_unfit: "alert",
  driver_limit: "alert",
  control_own: "alert",
  watch_links_off: "alert",
  watch_link_limit: "alert",
  watch_link_not_found: "alert",
  watch_link_over: "inline",
  watch_link_full: "inline",
  user_name_or_password: "inline",
  too_many_attempts: "inline",
  mail_not_set: "inline",
  password_link_over: "inline",
  email_unconfirmed: "inline",
  signup_link_over: "inline",
  signup_not_found: "alert",
  user_approving: "inline",
  user_rejected: "inline",
  user_expired: "inline",
  user_disabled: "inline",
  mailbox_exists: "inline",
  nickname_exists: "inline",
  signup_closed: "inline",
  wrong_password: "inline",
  user_not_found: "alert",
  user_state: "alert",
  last_admin: "alert",
  key_not_found: "alert",
  key_name_exists: "inline",
  key_limit: "inline",
  key_expired: "alert",
  key_read_only: "alert",
  key_scope: "alert",
  signed_in_only: "alert",
  password_required: "inline",
  metrics_refused: "alert",
  password_common: "inline",
  image_type: "inline",
  sign_in_kind: "inline",
  sign_in_state: "inline",
  sign_in_failed: "inline",
  sign_in_ticket: "inline",
  second_step_needed: "inline",
  second_factor_required: "second_factor",
  own_second_factor: "alert",
  second_step_over: "inline",
  second_step_code: "inline",
  sign_in_again: "inline",
  second_factor_exists: "inline",
  second_factor_missing: "inline",
  totp_not_begun: "inline",
  passkey_refused: "inline",
  passkey_over: "inline",
  passkey_exists: "inline",
  passkey_limit: "inline",
  passkey_not_found: "alert",
  passkeys_unavailable: "inline",
  remote_adb_off: "alert",
  remote_adb_no_port: "alert",
  adb_key_not_found: "alert",
  adb_key_not_yours: "alert",
  adb_key_limit: "alert",
  api_key_only: "alert",
  origin_unknown: "alert",
  mcp_session_unknown: "alert",
  mcp_no_stream: "alert",
  mcp_no_batch: "alert",
  no_sound: "inline",
  session_not_found: "alert",
  project_id_exists: "inline",
  project_name_exists: "inline",
  project_mismatch: "bar",
  project_confirm: "inline",
  last_project_owner: "alert",
  last_project_member: "alert",
  member_not_found: "alert",
  project_secret: "alert",
  join_exists: "alert",
  join_not_found: "alert",
  already_member: "alert",
  org_not_found: "alert",
  org_name_exists: "inline",
  org_cycle: "alert",
  org_depth: "alert",
  org_not_in_project: "alert",
  org_user_not_found: "alert",
  platform_sync_off: "inline",
  platform_managed: "alert",
  device_not_found: "alert",
  device_not_in_project: "alert",
  picture_not_found: "alert",
  note_limit: "inline",
  note_not_found: "alert",
  note_not_own: "alert",
  selfcheck_under_way: "alert",
  selfcheck_not_found: "alert",
  work_order_not_found: "alert",
  work_order_open: "inline",
  work_order_state: "inline",
  work_order_comments: "inline",
  work_order_comments_own: "inline",
  work_order_steps: "inline",
  work_order_reassigned: "inline",
  work_order_assignee: "inline",
  work_order_file_type: "inline",
  work_order_file_content: "inline",
  work_order_files: "inline",
  work_order_files_own: "inline",
  work_order_file_not_found: "alert",
  work_order_file_not_own: "inline",
  work_order_entry_not_own: "inline",
  tag_not_found: "alert",
  tag_name_exists: "inline",
  tag_changed: "inline",
  tag_used: "alert",
  tag_limit: "inline",
  tag_devices_full: "inline",
  app_tagged: "alert",
  ios_certificate_not_found: "alert",
  ios_certificate_password: "inline",
  ios_certificate_mismatch: "inline",
  ios_certificate_p12: "inline",
  ios_certificate_profile: "inline",
  ios_certificate_expired: "inline",
  ios_certificate_profile_expired: "inline",
  ios_certificate_title_exists: "inline",
  ios_certificate_limit: "inline",
  ios_certificate_files_lost: "inline",
  resign_no_tool: "inline",
  resign_unisolated: "inline",
  resign_blocked: "inline",
  resign_under_way: "inline",
  resign_not_found: "alert",
  resign_over: "alert",
  resign_delivered: "bar",
  device_busy: "inline",
  device_offline: "inline",
  device_not_ready: "inline",
  device_out_of_use: "inline",
  device_not_out_of_use: "inline",
  model_not_found: "alert",
  model_changed: "inline",
  model_picture_type: "inline",
  device_no_remote: "inline",
  device_shared: "inline",
  device_used_by_project: "inline",
  agent_gives_elsewhere: "inline",
  device_no_tasks: "inline",
  duration_out_of_range: "inline",
  parallel_limit_user: "inline",
  parallel_limit_project: "inline",
  test_not_found: "alert",
  test_not_in_project: "alert",
  test_ended: "inline",
  test_not_running: "inline",
  test_watched: "alert",
  capability_missing: "alert",
  resource_not_found: "alert",
  resource_piece: "alert",
  resource_ended: "alert",
  resource_quota: "alert",
  stream_unknown: "bar",
  app_not_found: "alert",
  app_not_in_project: "alert",
  upload_not_found: "inline",
  upload_too_large: "inline",
  upload_wrong_type: "inline",
  upload_file_name: "inline",
  upload_chunk: "inline",
  upload_incomplete: "inline",
  upload_md5: "inline",
  app_corrupt: "inline",
  app_hostile: "inline",
  app_unsupported: "inline",
  app_wrong_device: "alert",
  storage_full: "inline",
  install_failed: "inline",
  install_cancelled: "inline",
  uninstall_failed: "alert",
  start_app_failed: "alert",
  device_command_failed: "alert",
  device_took_too_long: "alert",
  screenshot_failed: "alert",
  file_not_found: "inline",
  file_denied: "inline",
  file_no_space: "inline",
  file_exists: "inline",
  file_not_folder: "inline",
  file_is_folder: "inline",
  file_name_invalid: "inline",
  file_read_only: "inline",
  camera_image_type: "inline",
  camera_image_size: "inline",
  elements_failed: "inline",
  agent_token: "bar",
  agent_duplicate: "bar",
  agent_lost: "alert",
  agent_timeout: "alert",
  agent_stale_lease: "alert",
  agent_not_found: "alert",
  agent_shared: "alert",
  agent_project_in_use: "inline",
  device_draining: "inline",
  channel_not_found: "alert",
  channel_in_use: "inline",
  channel_scheduled: "inline",
  trigger_not_found: "alert",
  delivery_not_found: "alert",
  delivery_state: "alert",
  notification_limit: "inline",
  account_shortage: "alert",
  job_not_found: "alert",
  job_name_too_long: "alert",
  job_changed: "inline",
  job_app_deleted: "alert",
  no_valid_devices: "alert",
  run_not_found: "jobs",
  case_run_not_found: "alert",
  share_not_found: "alert",
  account_file_not_found: "alert",
  account_file_changed: "inline",
  account_file_empty: "inline",
  account_file_used: "alert",
  account_file_held: "alert",
  device_not_selectable: "inline",
  device_list: "inline",
  device_wrong_os: "inline",
  run_too_large: "alert",
  schedule_not_found: "alert",
  cron_invalid: "inline",
  time_zone_invalid: "inline",
  script_repository_not_found: "alert",
  script_name_exists: "inline",
  script_repository_used: "alert",
  script_repository_limit: "alert",
  script_push_open: "alert",
  script_branch_not_found: "inline",
  script_commit_not_found: "inline",
  script_file_not_found: "inline",
  script_file_changed: "inline",
  script_path_taken: "inline",
  script_save_refused: "inline",
  script_no_room: "inline",
  memory_trace_not_found: "inline",
  memory_sample_not_found: "inline",
  memory_sample_unread: "inline",
  memory_file_not_found: "inline",
  memory_trace_limit: "inline",
  memory_sample_limit: "inline",
  memory_no_room: "inline",
  memory_not_own: "alert",
  memory_incomparable: "inline",
  memory_tree_unread: "inline",
  memory_partitions_newer: "inline",
  memory_partitions_not_found: "inline",
  memory_unpartitioned: "inline",
  trial_no_cases: "inline",
  trial_gone: "inline",
  trial_replaced: "inline",
  trial_too_large: "inline",
  script_git_failed: "inline",
  library_not_found: "alert",
  library_not_parsed: "alert",
  library_empty: "alert",
  rerun_gone: "alert",
  repository_auth_required: "inline",
  repository_check_failed: "inline",
  repository_branch_missing: "inline",
  library_name_exists: "inline",
  library_builtin: "inline",
  credential_not_found: "alert",
  credential_name_exists: "inline",
  credential_used: "alert",
  agent_task_not_found: "bar",
  agent_task_snapshot: "bar",
};

type ErrorsKey = TextKey<Namespaces["errors"]>;

/** A row of document 1 §8 that holds on some pages only, or that no name of the contract stands for. */
export interface CatalogueRow {
  /** The document's words. */
  readonly row: string;
  /** All that is given must hold. */
  readonly code?: readonly ErrorName[];
  readonly kind?: ApiError["kind"];
  readonly ret?: number;
  readonly status?: number;
  readonly message?: RegExp;
  /** The answer carries the permission header. */
  readonly permission?: true;
  /** Paths of the pages that it holds on, below the tree of the embedded ones. */
  readonly on?: RegExp;
  readonly except?: RegExp;
  readonly rule: Rule;
  /** What the user is told, where the row's own text does not fit or does not exist. */
  readonly text?: ErrorsKey;
  /** The refusal whose row is told instead. */
  readonly told_as?: ErrorName;
}

/** A job's own pages: its reports are still there when it is not. */
const JOB_PAGE = /^\/[^/]+\/auto\/(job|job-manage|task)\/(?!(list|create)$)[^/]+(\/[^/]+)?$/;
const TASK_OR_JOB_PAGE = /^\/[^/]+\/auto\/(job|job-manage|task|records)(\/|$)/;
const CASE_PAGE = /^\/[^/]+\/auto\/case\/(?!(list|create|authorize|credentials)\b)[^/]+\//;
const REPORT_PAGE = /^\/[^/]+\/auto\/(records\/(?!list$)[^/]|job\/[^/]+\/test\/)/;
const DEBUG_PAGE = /^\/[^/]+\/remote\/debug\b/;
const LOAD_PAGE = /^\/[^/]+\/(cloudload\/|gce\/preview\/)/;

/** The first row that matches decides. */
export const CATALOGUE: readonly CatalogueRow[] = [
  { row: "502 and offline", kind: "network", rule: "alert", text: "kind.network" },
  { row: "502 and offline", kind: "bad_answer", status: 502, rule: "alert", text: "kind.network" },
  { row: "timeout", kind: "timeout", rule: "alert", text: "kind.timeout" },
  { row: "401 with a permission header", status: 401, permission: true, rule: "no_privilege" },
  // No answer of ours has no envelope: it is the gateway that asks to sign in to it.
  { row: "401 from the gateway proxy", kind: "bad_answer", status: 401, rule: "reload" },
  {
    row: "session errors",
    status: 401,
    message: /need login or login failed|invalid session id|invalid user\b/,
    rule: "login",
  },
  { row: "ret 10033 on a device page", ret: 10033, on: DEVICE_PAGE, rule: "parent" },
  { row: "ret 10033 on a device page", code: ["device_not_in_project"], on: DEVICE_PAGE, rule: "parent" },
  {
    row: "a session that is gone, or another project's, on its page",
    code: ["test_not_found", "test_not_in_project"],
    on: DEBUG_PAGE,
    rule: "devices",
  },
  {
    row: "no auth: not valid job request",
    code: ["test_not_found", "test_not_in_project"],
    on: REPORT_PAGE,
    rule: "jobs",
    told_as: "run_not_found",
  },
  { row: "missing case", code: ["library_not_found"], on: CASE_PAGE, rule: "missing_case" },
  {
    row: "check repo failed",
    code: ["library_not_found"],
    except: TASK_OR_JOB_PAGE,
    rule: "cases",
  },
  { row: "missing task", code: ["job_not_found"], on: JOB_PAGE, rule: "missing_job" },
  {
    row: "no auth: get app failed",
    code: ["app_not_in_project", "app_not_found", "job_app_deleted"],
    on: TASK_OR_JOB_PAGE,
    rule: "alert",
    told_as: "job_app_deleted",
  },
  {
    row: "load test or record not found",
    message: /^(?:(?!\b(?:load test|record)\b).)*\b(?:load test|record)\b.*\bnot (?:found|exist)/,
    on: LOAD_PAGE,
    rule: "load",
  },
  { row: "project not match on a workflow", message: /project not match/, on: LOAD_PAGE, rule: "load" },
  { row: "ret 10005 with a device-list message", ret: 10005, message: /device.?list/i, rule: "inline" },
  {
    row: "ret 10023 with a too-long name column",
    ret: 10023,
    message: /name/,
    rule: "alert",
    text: "special.job_name_too_long",
  },
  { row: "ret 10090", ret: 10090, rule: "inline" },
  {
    row: "exceed parallel preview limit",
    status: 403,
    message: /^exceed parallel preview limit/,
    rule: "alert",
    text: "special.preview_limit",
  },
  // Where the form that sent the files is, it says so itself, and what of them.
  { row: "invalid param p12_id", code: ["ios_certificate_mismatch"], rule: "inline" },
  { row: "decryption password incorrect", code: ["ios_certificate_password"], rule: "inline" },
  { row: "invalid param p12_id", message: /^invalid param p12_id\b/, rule: "alert", text: "special.provisioning_file" },
  {
    row: "decryption password incorrect",
    message: /decryption password incorrect/,
    rule: "alert",
    text: "special.p12_password",
  },
];
