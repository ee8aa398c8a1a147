import { MEMORY_LIMITS } from "./memory-limits.ts";
import { SCRIPT_LIMITS } from "./script-limits.ts";

/** Every number that two sides must agree on, named once. Sizes in bytes, times in milliseconds unless the name says otherwise. */
export const LIMITS = {
  ...MEMORY_LIMITS,
  ...SCRIPT_LIMITS,
  request_timeout_ms: 45_000,
  user_refresh_ms: 1_800_000,
  debug_minutes_min: 5,
  debug_minutes_max: 480,
  extend_minutes_max: 480,
  page_size_default: 25,
  page_size_max: 100,
  menu_project_page_size: 100,
  keyword_max: 100,
  serial_max: 200,
  battery_cycles_max: 100_000,
  email_max: 254,
  password_min: 8,
  password_max: 20,
  strong_password_min: 12,
  strong_password_max: 128,
  /** Of any password on the wire, in UTF-16 units: one character that people count may be many of them. */
  password_units_max: 2_048,
  name_max: 64,
  api_keys_max: 20,
  /** For so long a sign-in elsewhere proves again who somebody is. */
  fresh_sign_in_minutes: 10,
  nickname_max: 20,
  project_name_min: 2,
  project_id_max: 32,
  description_columns: 280,
  image_size_max_bytes: 1024 ** 2,
  announcement_max: 500,
  error_report_max_bytes: 16 * 1024,
  bulk_max: 100,
  notification_channels_max: 100,
  notification_triggers_max: 200,
  notification_recipients_max: 50,
  notification_list_max_chars: 10_000,
  notification_comment_max: 50,
  trigger_channels_max: 20,
  webhook_max_chars: 2_000,
  webhook_secret_min: 16,
  webhook_secret_max: 128,
  wework_markdown_max_bytes: 4096,
  wework_text_max_bytes: 2048,
  wework_messages_per_minute: 20,
  delivery_days: 30,
  /** How long an alert that has ended is kept. */
  alert_days: 90,
  org_depth_max: 10,
  sync_project_id_max: 128,
  recent_tests_max: 20,
  /** What a quality board may be narrowed to. */
  quality_projects_max: 100,
  quality_brand_max: 200,
  quality_app_version_max: 500,
  /** The newest versions of apps, to choose among. */
  quality_versions_told: 50,
  /** Pictures of boards: of one user, how they are called, and for how long one works. */
  board_images_max: 20,
  board_image_name_max: 100,
  board_image_days_max: 365,
  job_name_max: 128,
  /** PostgreSQL's integers end there. */
  run_number_max: 2_147_483_647,
  job_devices_max: 100,
  job_parameters_max: 16 * 1024,
  case_key_max: 500,
  case_name_max: 300,
  case_minutes_max: 240,
  /** For so long after somebody read of a running case its agent tells what it does as it comes. Pages ask in half of it. */
  case_watched_ms: 10_000,
  run_minutes_max: 1440,
  retry_times_max: 5,
  video_minutes_min: 10,
  video_minutes_max: 480,
  performance_min_ms: 30_000,
  library_cases_max: 100_000,
  /** Of one screen: a web page in an app can have many more than anybody looks at. */
  elements_max: 5_000,
  /** Of an answer over the agent's link, as JSON. */
  element_tree_max_bytes: 384 * 1024,
  element_text_max: 1_000,
  repository_url_max: 1_000,
  branch_max: 200,
  access_token_max: 1_000,
  credential_name_min: 3,
  credential_name_max: 15,
  credential_username_max: 200,
  snapshot_max_bytes: 256 * 1024 ** 2,
  /** Of a file's path in a library, in bytes: what lies deeper in an agent's own folders must still be named. */
  library_path_max: 1_024,
  case_page_max: 500,
  step_locator_max: 500,
  case_error_max: 500,
  case_detail_max: 64 * 1024,
  /** `<testcase>` elements of a framework for one case: its tests within a test. */
  case_reported_max: 1_000,
  share_days_max: 90,
  resource_max_bytes: 64 * 1024 ** 2,
  growing_resource_max_bytes: 8 * 1024 ** 3,
  resource_piece_max_bytes: 8 * 1024 ** 2,
  resource_pieces_max: 100_000,
  resource_list_max: 1_000,
  install_list_max: 200,
  late_recording_hours: 24,
  /** What a debug session keeps to be saved afterwards: the last so many seconds. */
  recent_seconds: 60,
  /** The platform's own tests are deleted so long after their end: no project takes them away with it. */
  platform_test_days: 90,
  /** For so long a run waits for its first device. */
  queue_hours: 24,
  test_resources_max_bytes: 64 * 1024 ** 3,
  app_size_max_bytes: 1024 ** 3,
  chunk_size_bytes: 4 * 1024 ** 2,
  body_size_max_bytes: 1024 ** 2,
  /** Of a form, with its files: the largest file that one takes, and what stands around it. */
  form_max_bytes: 6 * 1024 ** 2 + 16 * 1024,
  file_name_max: 255,
  /** Of what a device calls an app. */
  device_app_name_max: 100,
  /** Of a path on a device, in UTF-8: Linux takes no longer one. */
  file_path_max_bytes: 4_096,
  /** Entries that are told of one folder of a device. */
  file_list_max: 50_000,
  /** Of each camera of a device. */
  camera_images_max: 10,
  /** One fits into a message of a stream. */
  camera_image_max_bytes: 6 * 1024 ** 2,
  /** Of each side, decoded: a small file can be a very large picture. */
  camera_image_max_px: 6_000,
  /** Of a choice of devices: a job's, or a tag's. */
  device_rules_max: 20,
  /** Of the values of a tag's rules together: all tags of a project are read for a list of its devices. */
  tag_rules_max_bytes: 8 * 1024,
  tag_name_min: 2,
  tag_name_max: 32,
  /** Of one project. */
  tags_max: 200,
  /** Of the devices that a tag includes by hand, and of those that it excludes. */
  tag_devices_max: 200,
  /** Devices that are told of a tag's while it is being edited. */
  tag_preview_max: 50,
  ios_certificate_title_max: 64,
  /** Of one project. */
  ios_certificates_max: 200,
  /** What an app that is signed anew may take once it is unpacked. */
  resign_unpacked_max_bytes: 4 * 1024 ** 3,
  /** Re-signings that are over and stay in a certificate's list. */
  /** Told of one check; the others are counted. */
  resign_findings_max: 200,
  resigns_kept: 100,
  p12_max_bytes: 1024 ** 2,
  p12_password_max: 200,
  profile_max_bytes: 4 * 1024 ** 2,
  /** Devices of the farm that are named as lacking in a profile. */
  unprovisioned_devices_max: 50,
  device_note_max: 500,
  /** Of one project, on one device. */
  device_notes_max: 50,
  /** The newest of a device. */
  self_checks_listed: 20,
  inspection_free_gb_min: 0.1,
  inspection_free_gb_max: 1_000,
  /** A device waits no longer for an answer. */
  inspection_latency_ms_max: 3_000,
  inspection_hours_max: 168,
  profile_font_scale_min: 0.7,
  profile_font_scale_max: 2,
  profile_density_min: 72,
  profile_density_max: 1_000,
  profile_permissions_max: 30,
  /** Of what is not as it was after a session. */
  handover_entries_max: 200,
  handover_name_max: 1_024,
  handover_value_max: 256,
  /** Applications that a tag wants on its devices. */
  environment_apps_max: 20,
  /** Applications, and paths, that a tag frees from cleaning. */
  environment_free_max: 100,
  /** Of each of these lists, its entries together. */
  environment_free_max_bytes: 16 * 1024,
  environment_path_max: 1_024,
  package_name_max: 255,
  /** Checks that tags ask for by themselves, at one agent at a time. */
  scheduled_checks_max: 2,
  /** A check by a tag's schedule that did not come to its end is not repeated before. */
  scheduled_check_retry_minutes: 15,
  out_of_use_reason_max: 200,
  /** Of what is said of a hardware model in words. */
  model_text_max: 200,
  model_cores_max: 1_024,
  model_name_max: 60,
  device_site_max: 60,
  device_location_max: 100,
  /** Projects that a device is given to, or taken from, by one call. */
  given_projects_max: 200,
  /** Of the projects that see a device, lists name so many. */
  given_shown: 3,
  work_order_text_max: 1_000,
  /** Of one work order by everybody, and by one person. What is done to it has its own bound, so that no words stand in its way. */
  work_order_comments_max: 400,
  work_order_comments_each: 50,
  work_order_steps_max: 200,
  /** Of one work order, those of its comments among them. */
  work_order_files_max: 20,
  work_order_files_each: 5,
  work_order_file_max_bytes: 20 * 1024 ** 2,
  /** Of the last picture of a device, and of its longer side. */
  device_picture_max_bytes: 12 * 1024,
  device_picture_max_px: 240,
  /** More than any screen has. */
  capture_height_max: 10_000,
  clipboard_max_chars: 100_000,
  text_max_chars: 10_000,
  stream_message_max_bytes: 8 * 1024 ** 2,
  control_message_max_bytes: 512 * 1024,
  log_lines_max: 100_000,
  agent_heartbeat_ms: 5_000,
  agent_lost_ms: 30_000,
  /** Of its log an agent keeps so many lines of so many characters for who asks. */
  agent_log_lines: 500,
  agent_log_line_max: 500,
  session_days: 14,
  redirect_max: 2_000,
  ticket_ms: 60_000,
  sign_in_flow_ms: 600_000,
  /** How long a mailed link sets a new password. */
  password_link_ms: 1_800_000,
  /** How long a mailed link confirms an address, and how long a registration waits for that in all. */
  signup_link_ms: 86_400_000,
  signup_waits_ms: 7 * 86_400_000,
  /** How long a page hears by one token what an administrator decides; who signs in anew gets another. */
  account_waits_ms: 7 * 86_400_000,
  /** Between the password and the second step. */
  second_step_ms: 300_000,
  /** From the beginning of setting up an authenticator app to its first code; and how young the session of who has no password must be. */
  second_factor_setup_ms: 600_000,
  /** Of an authenticator app or a recovery code, as typed. */
  second_code_max: 100,
  passkeys_max: 20,
  adb_keys_max: 20,
  /** Of one session, besides its holder. */
  drivers_max: 8,
  /** Of one session, at one time. */
  watch_links_max: 20,
  /** Who look at one moment by one link, on each server. */
  watch_link_watchers_max: 50,
  watch_link_hours_max: 24,
  /** From a passkey's challenge to its answer: WebAuthn advises five to ten minutes where the device asks its owner, too. */
  passkey_challenge_ms: 300_000,
  /** Of what a browser answers with, as base64url: WebAuthn bounds ids to 1023 bytes; keys and signatures fit many times over. */
  passkey_id_max: 1_364,
  passkey_part_max: 16_384,
  small_screen_px: 720,
  page_min_width_px: 1280,
  menu_width_px: 200,
  menu_collapsed_width_px: 64,
  header_height_px: 60,
  project_popup_max_px: 400,
  error_reports_max: 6,
} as const;
