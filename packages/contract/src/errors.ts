import { z } from "zod";
import { type Said, said, saidInEnglish, saidOf, say } from "./words.ts";

/**
 * Every refusal the product can utter: one row each. `ret` and the message's wording are part of the contract (document 1
 * §8, document 2 §8). `{name}` in a message is filled in from the error's `args`. The console has a rule and a text in each
 * language for every row; a test proves it.
 */
export interface ErrorRow {
  ret: number;
  status: number;
  message: string;
}

const row = (ret: number, status: number, message: string): ErrorRow => ({ ret, status, message });

export const ERRORS = {
  need_login: row(2, 401, "need login or login failed"),
  invalid_session: row(7, 401, "invalid session id"),
  internal: row(10000, 500, "internal error"),
  invalid_param: row(10001, 400, "invalid param {field}: {rule}"),
  invalid_body: row(10002, 400, "request body cannot be read: {reason}"),
  xhr_header_required: row(10003, 403, "state-changing calls need the header X-Requested-With: XMLHttpRequest"),
  route_not_found: row(10004, 404, "no such call"),
  body_too_large: row(10006, 413, "request body is larger than {limit_bytes} bytes"),
  rate_limited: row(10015, 429, "too many calls, try again in {seconds} s"),
  host_unknown: row(10009, 421, "this server is not known as {host}: name it in UDT_PUBLIC_URL or UDT_ALLOWED_HOSTS"),
  unavailable: row(10008, 503, "server is shutting down, try again"),
  project_not_exists: row(10010, 404, "project not exists"),
  user_not_in_project: row(10011, 403, "user not in project"),
  no_permission: row(10012, 401, "no permission: {privilege}"),
  admin_only: row(10013, 403, "administrators only"),
  not_holder: row(10014, 403, "only who started test {test_id} may do this"),
  user_name_or_password: row(10100, 400, "user name or password error"),
  too_many_attempts: row(10101, 429, "too many attempts, try again in {seconds} s"),
  mail_not_set: row(10140, 400, "this server sends no mail: ask an administrator for a new password"),
  password_link_over: row(10141, 400, "this link was used, or is too old: ask for another one"),
  email_unconfirmed: row(10142, 403, "confirm your address first, by the link that was mailed to it"),
  signup_link_over: row(10143, 400, "this link was used, or is too old: sign in, or register again"),
  signup_not_found: row(10144, 404, "registration {signup_id} not exists"),
  user_approving: row(10102, 403, "user permissions being approved"),
  user_rejected: row(10103, 403, "user review rejected"),
  user_expired: row(10104, 403, "experience time expired"),
  user_disabled: row(10105, 403, "request permission denied"),
  mailbox_exists: row(10106, 400, "mailbox already exists"),
  nickname_exists: row(10107, 400, "nickname already exists"),
  signup_closed: row(10108, 403, "registration is closed on this server"),
  wrong_password: row(10109, 400, "user name or password error: the present password is wrong"),
  user_not_found: row(10110, 404, "user {user_id} not exists"),
  user_state: row(10111, 409, "user {user_id} is {state}"),
  last_admin: row(10112, 409, "the last administrator cannot go"),
  key_not_found: row(10160, 404, "API key {secret_id} not exists"),
  key_name_exists: row(10161, 409, "API key name exist: {name}"),
  key_limit: row(10162, 409, "a user has at most {max} API keys"),
  key_expired: row(10163, 401, "this API key has expired"),
  key_read_only: row(10164, 403, "this API key only reads"),
  key_scope: row(10165, 403, "this API key is for project {project_id} alone"),
  signed_in_only: row(10166, 403, "only who signed in may do this: by no API key and no token"),
  password_required: row(10167, 400, "enter the password again to do this"),
  metrics_refused: row(
    10116,
    401,
    "metrics are for callers on the server's machine, or with UDT_METRICS_TOKEN as a bearer token",
  ),
  password_common: row(10115, 400, "this password is one of the most used"),
  image_type: row(10113, 400, "image must be PNG, JPEG, WebP or GIF"),
  sign_in_kind: row(10130, 404, "sign-in by {kind} is not set up on this server"),
  sign_in_state: row(10131, 400, "no valid jump state"),
  sign_in_failed: row(10132, 502, "authorization failed: {reason}"),
  sign_in_ticket: row(10133, 401, "sign-in ticket is used or too old"),
  second_step_needed: row(10150, 401, "a second step is needed to sign in"),
  second_factor_required: row(10157, 403, "administrators must set up a second factor first"),
  own_second_factor: row(10158, 409, "one's own second factor is removed on the account page"),
  second_step_over: row(10151, 401, "the sign-in took too long, begin again"),
  second_step_code: row(10152, 400, "wrong or used code"),
  sign_in_again: row(10153, 403, "sign in again first: this session is older than {minutes} minutes"),
  second_factor_exists: row(10154, 409, "there is an authenticator app already"),
  second_factor_missing: row(10155, 409, "there is no such second factor"),
  totp_not_begun: row(10156, 409, "begin to set up the authenticator app again"),
  passkey_refused: row(10170, 400, "this passkey was not accepted"),
  passkey_over: row(10171, 400, "this took too long or was done already, begin again"),
  passkey_exists: row(10172, 409, "this passkey is there already"),
  passkey_limit: row(10173, 409, "a user has at most {max} passkeys"),
  passkey_not_found: row(10174, 404, "passkey {passkey_id} not exists"),
  passkeys_unavailable: row(10175, 409, "passkeys need an address with a name and https: see UDT_PUBLIC_URL"),
  remote_adb_off: row(10176, 409, "this server offers no remote ADB: see UDT_ADB_PORTS"),
  remote_adb_no_port: row(10177, 503, "no port of UDT_ADB_PORTS is free"),
  adb_key_not_found: row(10178, 404, "this adb key does not wait to be let in, or is known no more"),
  adb_key_not_yours: row(10197, 403, "only who turned remote ADB of test {test_id} on lets keys in"),
  adb_key_limit: row(10179, 409, "a user has at most {max} adb keys"),
  api_key_only: row(10187, 401, "only an API key may be used here, as HTTP Basic"),
  origin_unknown: row(10188, 403, "pages of {origin} may not call here"),
  mcp_session_unknown: row(10189, 404, "no such MCP session: initialize again"),
  mcp_no_batch: row(10196, 400, "one call is one message: this server takes no batches"),
  mcp_no_stream: row(10190, 405, "this server opens no stream of its own"),
  session_not_found: row(10114, 404, "session {session_id} not exists"),
  org_not_found: row(10120, 404, "org {org_id} not exists"),
  org_name_exists: row(10121, 409, "org name exist: {name}"),
  org_cycle: row(10122, 409, "org {org_id} cannot be moved below itself"),
  org_depth: row(10123, 409, "the tree of orgs has at most {max} levels"),
  org_not_in_project: row(10124, 404, "org {org_id} is no member of the project"),
  org_user_not_found: row(10125, 404, "user {user_id} is not in the org"),
  platform_sync_off: row(10126, 403, "platform sync is off"),
  platform_managed: row(10127, 403, "{privilege} is set by the parent platform"),
  project_id_exists: row(1, 400, "project id exist: {project_id}"),
  project_name_exists: row(1, 400, "project name exist: {name}"),
  project_mismatch: row(10016, 400, "the project of the path is not the project of the query"),
  project_confirm: row(10017, 400, "type the project's id to confirm"),
  last_project_owner: row(10027, 409, "last project owner"),
  last_project_member: row(10019, 409, "last project member"),
  member_not_found: row(10020, 404, "user {user_id} is no member of the project"),
  project_secret: row(10021, 403, "only administrators of the project invite to it"),
  join_exists: row(10022, 409, "a request to join is already waiting"),
  join_not_found: row(10024, 404, "request to join of {user_id} not exists"),
  already_member: row(10025, 409, "user {user_id} is a member already"),
  device_not_found: row(10033, 404, "device {device_id} not exists"),
  device_not_in_project: row(10036, 403, "no auth: device {device_id} does not belong to project"),
  picture_not_found: row(10202, 404, "device {device_id} has no picture to be seen here"),
  note_limit: row(10215, 409, "a device has at most {max} notes of a project: delete one"),
  note_not_found: row(10227, 404, "note {note_id} not exists"),
  note_not_own: row(10228, 403, "only who wrote note {note_id} and administrators of the project delete it"),
  device_busy: row(10034, 409, "device {device_id} is in use by {user_name}"),
  device_offline: row(10035, 409, "device {device_id} is offline"),
  device_not_ready: row(10037, 409, "device {device_id} is {state}"),
  test_watched: row(10030, 409, "test {test_id} is a run: its device is watched, not driven"),
  not_driver: row(10180, 403, "somebody else has control of test {test_id}"),
  driver_unfit: row(10181, 409, "user_id {user_id}: must be somebody else who may watch the session"),
  driver_limit: row(10182, 409, "at most {max} people drive one device beside its holder"),
  control_own: row(10201, 409, "control of test {test_id} is the caller's already, or theirs to take"),
  watch_links_off: row(10183, 403, "this server makes no links to watch sessions by"),
  watch_link_limit: row(10184, 409, "a session has at most {max} links to watch it by"),
  watch_link_not_found: row(10185, 404, "link {link_id} not exists"),
  watch_link_over: row(10186, 404, "this link is good no longer"),
  watch_link_full: row(10195, 409, "at most {max} look by one link at a time"),
  duration_out_of_range: row(10038, 400, "duration_minutes must be from {min} to {max}"),
  parallel_limit_user: row(10039, 409, "already reach account parallel limit ({limit})"),
  parallel_limit_project: row(10029, 409, "concurrency limit reached ({limit}), end other tests"),
  test_not_found: row(10040, 404, "test {test_id} not exists"),
  test_not_in_project: row(10041, 403, "no auth: test {test_id} does not belong to project"),
  test_ended: row(10042, 409, "test {test_id} has ended"),
  test_not_running: row(10043, 409, "device of test {test_id} is not ready yet"),
  capability_missing: row(10044, 409, "device {device_id} cannot do {capability}"),
  resource_not_found: row(10045, 404, "file {resource_id} not exists"),
  resource_piece: row(10047, 409, "piece {piece} of file {resource_id} cannot come now, {expected} is the next"),
  resource_ended: row(10048, 409, "file {resource_id} takes nothing more"),
  resource_quota: row(10049, 413, "files of a test may take {limit_bytes} bytes"),
  stream_unknown: row(10046, 404, "no such stream"),
  app_not_found: row(10050, 404, "app {app_id} not exists"),
  app_not_in_project: row(10051, 403, "no auth: get app failed"),
  upload_not_found: row(10052, 404, "upload {upload_id} not exists"),
  upload_too_large: row(10053, 413, "file is larger than {limit_bytes} bytes"),
  upload_wrong_type: row(10054, 400, "wrong file type: {file_name}"),
  upload_file_name: row(10055, 400, "invalid file name {file_name}: {rule}"),
  upload_chunk: row(10056, 400, "chunk {chunk_number} is wrong: {reason}"),
  upload_incomplete: row(10057, 409, "chunks missing: {missing}"),
  upload_md5: row(10058, 400, "MD5 of the file is {actual}, not {expected}"),
  app_corrupt: row(10060, 400, "package cannot be read: {reason}"),
  app_hostile: row(10061, 400, "package refused as unsafe: {reason}"),
  app_unsupported: row(10062, 400, "package kind is not supported: {reason}"),
  app_wrong_device: row(10064, 409, "an .{kind} package cannot be installed on {os}, which takes .{needed}"),
  storage_full: row(10063, 507, "the server has no space left"),
  install_failed: row(10070, 409, "install failed: {reason}"),
  install_cancelled: row(10071, 409, "install cancel"),
  uninstall_failed: row(10072, 409, "uninstall failed: {reason}"),
  start_app_failed: row(10073, 409, "start app failed: {reason}"),
  device_command_failed: row(10074, 502, "device refused: {reason}"),
  no_sound: row(10191, 409, "the device gives no sound now"),
  screenshot_failed: row(10075, 502, "screenshot failed: {reason}"),
  file_not_found: row(10240, 404, "{path} is not on the device"),
  file_denied: row(10241, 403, "the device denies access to {path}"),
  file_no_space: row(10242, 507, "the device has no space left for {path}"),
  file_exists: row(10243, 409, "{path} exists already"),
  file_not_folder: row(10244, 409, "{path} is not a folder"),
  file_is_folder: row(10245, 409, "{path} is a folder"),
  file_name_invalid: row(10246, 400, "the device takes no such name: {path}"),
  file_read_only: row(10247, 403, "{path} lies where the device can only be read"),
  camera_image_type: row(10248, 400, "a camera takes PNG or JPEG"),
  camera_image_size: row(10249, 400, "a camera's picture may have {max_px} pixels a side"),
  tag_not_found: row(10250, 404, "tag {tag_id} not exists"),
  tag_name_exists: row(10251, 409, "tag name exist: {name}"),
  tag_changed: row(10252, 409, "tag {name} was changed by {user_name} meanwhile, and is at version {version}"),
  tag_used: row(10253, 409, "tag {name} is used by {count} jobs: {job_names}"),
  tag_limit: row(10254, 409, "a project has at most {max} tags"),
  elements_failed: row(10076, 502, "elements cannot be read: {reason}"),
  agent_token: row(10080, 401, "invalid agent token"),
  agent_duplicate: row(10081, 409, "an agent with this token is already connected"),
  agent_lost: row(10082, 503, "agent of the device is not connected"),
  agent_timeout: row(10083, 504, "agent did not answer in time"),
  agent_stale_lease: row(10084, 409, "lease is no longer valid"),
  agent_not_found: row(10085, 404, "agent {agent_id} not exists"),
  account_shortage: row(1001, 409, "failed to start the task: not enough test accounts ({free} free, {needed} needed)"),
  job_not_found: row(10200, 404, "job {job_id} not exists"),
  job_changed: row(10090, 409, "job {job_id} was changed by {user_name} meanwhile, and is at revision {revision}"),
  job_app_deleted: row(10203, 409, "no auth: get app failed: an app of the job was deleted"),
  job_name_too_long: row(10023, 400, "job name is too long: at most {max} characters"),
  no_valid_devices: row(10018, 409, "10018: no valid devices"),
  run_not_found: row(10205, 404, "no auth: not valid job request"),
  case_run_not_found: row(10206, 404, "case {case_run_id} not exists"),
  share_not_found: row(10210, 404, "share {share_id} not exists"),
  account_file_not_found: row(10207, 404, "account file {account_file_id} not exists"),
  account_file_changed: row(10208, 400, "account file must keep the template's first line"),
  account_file_empty: row(10209, 400, "account file has no accounts"),
  account_file_used: row(10211, 409, "account file is used by jobs: {job_names}"),
  account_file_held: row(10217, 409, "{count} accounts of the file are in use by running tests"),
  device_not_selectable: row(10218, 409, "device state not selectable: device {device_id} is {state}"),
  device_list: row(10005, 409, "device list names a device that is not the project's: {device_id}"),
  device_wrong_os: row(10219, 409, "device {device_id} runs {os}, and the job is for {needed}"),
  run_too_large: row(10216, 400, "{cases} cases on {devices} devices are more than {limit}"),
  schedule_not_found: row(10212, 404, "schedule {schedule_id} not exists"),
  cron_invalid: row(10213, 400, "cron expression is not valid: {reason}"),
  time_zone_invalid: row(10214, 400, "time zone {time_zone} is not known"),
  library_not_found: row(10220, 404, "check repo failed: library {library_id} not exists"),
  library_not_parsed: row(10221, 409, "library {library_id} is not parsed yet"),
  repository_auth_required: row(10007, 400, "require git repo auth"),
  repository_check_failed: row(10223, 400, "check repo failed: {reason}"),
  repository_branch_missing: row(10224, 400, "check repo failed: branch {branch} not exists"),
  library_name_exists: row(10225, 409, "library name exist: {name}"),
  library_builtin: row(10226, 409, "library {name} is served by this server: only its name can be changed"),
  credential_not_found: row(10230, 404, "credential {credential_id} not exists"),
  credential_name_exists: row(10231, 409, "credential name exist: {name}"),
  credential_used: row(10232, 409, "credential {name} is used by {users}"),
  agent_task_not_found: row(10235, 404, "task {task_id} is not this agent's"),
  agent_task_snapshot: row(10236, 400, "snapshot arrived damaged"),
  library_empty: row(10222, 409, "library is empty or the chosen cases are not in it any more"),
  rerun_gone: row(10237, 409, "nothing of what was to be run again is in the library any more"),
  selfcheck_under_way: row(10260, 409, "device {device_id} is checking itself or waits to do so"),
  selfcheck_not_found: row(10261, 404, "self-check {selfcheck_id} not exists"),
  work_order_not_found: row(10262, 404, "work order {number} not exists"),
  work_order_open: row(10263, 409, "device {device_id} is reported as broken by work order {number} already"),
  work_order_state: row(10264, 409, "work order {number} is {state} already"),
  work_order_comments: row(10265, 409, "a work order has at most {max} entries"),
  ios_certificate_not_found: row(10270, 404, "iOS certificate {cert_id} not exists"),
  ios_certificate_password: row(10271, 400, "decryption password incorrect"),
  ios_certificate_mismatch: row(10272, 400, "invalid param p12_id: profile {profile} does not name {name}"),
  ios_certificate_p12: row(10273, 400, "p12 cannot be read: {reason}"),
  ios_certificate_profile: row(10274, 400, "provisioning profile cannot be used: {reason}"),
  ios_certificate_expired: row(10275, 400, "certificate {name} has expired"),
  ios_certificate_title_exists: row(10276, 409, "iOS certificate title exist: {title}"),
  ios_certificate_limit: row(10277, 409, "a project has at most {max} iOS certificates"),
  ios_certificate_files_lost: row(10278, 409, "files of iOS certificate {title} are lost: send both"),
  ios_certificate_profile_expired: row(10279, 400, "provisioning profile {profile} has expired"),
  channel_not_found: row(10300, 404, "notification channel {id} not exists"),
  channel_in_use: row(10301, 409, "notification channel {id} is used by triggers and cannot become a scheduled one"),
  channel_scheduled: row(10302, 409, "notification channel {name} sends by the clock, not by a trigger"),
  trigger_not_found: row(10303, 404, "notification trigger {id} not exists"),
  delivery_not_found: row(10304, 404, "delivery {delivery_id} not exists"),
  delivery_state: row(10305, 409, "delivery {delivery_id} is {state}"),
  notification_limit: row(10306, 409, "there are at most {max} of them"),
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof ERRORS;
export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

/** Values for the `{…}` in a row's message; travel as `data.args` so that the console can speak in the user's language. */
export const errorArgs = z.object({ reason: said.exactOptional() }).catchall(z.union([z.string(), z.number(), said]));
/** A `reason` is never a sentence that code made up: it is said by the table of words, and its language is the reader's. */
export type ErrorArgs = { reason?: Said } & Record<string, string | number | Said>;

export function errorMessage(name: ErrorName, args: ErrorArgs = {}): string {
  return ERRORS[name].message.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = args[key] ?? whole;
    return typeof value === "object" ? saidInEnglish(value) : String(value);
  });
}

/** For the `params` of a rule that is refused by a row of its own rather than as `invalid_param`. */
export const refusal = (code: ErrorName, args: ErrorArgs): { refusal: ErrorName; args: ErrorArgs } => ({
  refusal: code,
  args,
});

/** A refusal on its way to the wire. Everything else that is thrown becomes `internal`. */
export class UdtError extends Error {
  readonly code: ErrorName;
  readonly args: ErrorArgs;
  constructor(code: ErrorName, args: ErrorArgs = {}, options?: ErrorOptions) {
    super(errorMessage(code, args), options);
    this.name = "UdtError";
    this.code = code;
    this.args = args;
  }
}

/** A refusal as it is kept: what was refused is told later, in the language of who reads it then. */
export const refused = z.object({ code: z.enum(ERROR_NAMES), args: errorArgs });
export type Refused = z.output<typeof refused>;

/** What there is to tell of a call that an agent did not carry out. */
export function saidOfCall(error: unknown): Said {
  if (!(error instanceof UdtError)) return saidOf(error);
  if (error.code === "agent_lost") return say("agent_not_connected");
  if (error.code === "agent_timeout") return say("agent_no_answer");
  if (error.code === "capability_missing" && error.args["capability"] === "apps") return say("device_no_apps");
  if (error.code === "app_wrong_device") {
    const { kind = "", os = "", needed = "" } = error.args as Record<string, string>;
    return say("app_wrong_device", { kind, os, needed });
  }
  return error.args.reason ?? say("agent_refused", {}, error.message);
}
