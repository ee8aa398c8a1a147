/**
 * What an installation had in its tables when its newest migration was `0033_password-links-of-user`: somebody with a
 * project, an agent and its device, a debug session, a run with its report, and a case library that was read; and, of an agent
 * that is never seen again, what went on when that version was stopped. It is written as that version wrote it and stays as
 * it is: every later version starts on it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashSecret } from "../src/platform/ids.ts";

export const LIVED_IN_UNTIL = "0033_password-links-of-user";

/** What Ada is signed in by. */
export const LIVED_IN_TOKEN = "the token of somebody who stays signed in";
const said = JSON.stringify({ code: "agent_restarted", args: {}, evidence: "" });
const facts = `'android', '15', 'Acme', 'Model One'`;
const config =
  '{"test_type":"app","os":"android","app_id":null,"preinstall_app_ids":[],"framework":"node_test","library_id":"library","environment":{"kind":"built_in"},"cases":{"kind":"all"},"monkey":null,"instrumentation":null,"devices":{"kind":"devices","device_ids":["device"]},"accounts":{"kind":"none"},"parameters":"","mode":"sequential","retry":{"mode":"same_device","times":0},"timeouts":{"case_minutes":10,"device_minutes":30,"test_minutes":60},"install_mode":"overwrite","skip_same_version":false,"auto_launch":true,"performance":true,"video":true,"video_minutes":60,"log":true,"reboot_before":false,"reboot_after":false,"white_list":"","priority":5}';

/** Files of an app, of a recording, and of one that grew when the server was stopped: bytes by their keys. */
export const LIVED_IN_FILES = {
  "apps/shop": Buffer.from("the package of a shop"),
  "tests/looked/video": Buffer.from("a video that is whole"),
  "tests/looking/growing/0-a": Buffer.from("a video that "),
  "tests/looking/growing/1-b": Buffer.from("grew"),
};

/** Puts the files where that version kept them. */
export function keepLivedInFiles(data_dir: string): void {
  for (const [key, bytes] of Object.entries(LIVED_IN_FILES)) {
    const path = join(data_dir, "blobs", key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** @param at when all that was; who is signed in has been so since then */
export const livedIn = (at: number): string[] => [
  `insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
   values ('ada', 'ada@example.com', 'Ada', 'ada', 2, 'none', ${at})`,
  `insert into projects (project_id, name, member_privileges, created_at) values ('alpha', 'Alpha', '[]', ${at})`,
  `insert into members (project_id, user_id, user_type, joined_at) values ('alpha', 'ada', 1, ${at})`,
  `insert into sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
   values ('${hashSecret(LIVED_IN_TOKEN)}', 'ada', ${at}, ${at * 2}, ${at})`,
  `insert into agents (agent_id, name, token_hash, created_at, last_heartbeat_at, offline_at)
   values ('agent', 'rack', 'hash', ${at}, ${at}, ${at})`,
  `insert into devices (device_id, serial, agent_id, boot_id, os, os_version, brand, model, hardware_model, width, height,
     cpu_name, cpu_arch, cpu_cores, gpu, memory_bytes, battery_charging, is_virtual, capabilities, readiness, attached, last_seen_at)
   values ('device', 'SERIAL-1', 'agent', 'boot', ${facts}, 'one', 720, 1280, 'cpu', 'arm64-v8a', 8, 'gpu', 4000000000, true,
     false, '["screen","input"]', 'ready', true, ${at})`,
  `insert into tests (test_id, kind, project_id, user_id, state, end_reason, duration_minutes, created_at, started_at, ended_at, deadline)
   values ('looked', 'debug', 'alpha', 'ada', 'ended', 'user', 30, ${at}, ${at}, ${at + 60_000}, ${at + 1_800_000}),
     ('ran', 'job', 'alpha', 'ada', 'ended', 'finished', 60, ${at}, ${at}, ${at + 90_000}, ${at + 3_600_000})`,
  `insert into test_devices (test_id, device_id, serial, os, os_version, brand, model, state, error)
   values ('looked', 'device', 'SERIAL-1', ${facts}, 'done', '${said}'), ('ran', 'device', 'SERIAL-1', ${facts}, 'done', null)`,
  `insert into phases (test_id, device_id, name, started_at, ended_at)
   values ('looked', 'device', 'run', ${at}, ${at + 60_000}), ('ran', 'device', 'run', ${at}, ${at + 90_000})`,
  `insert into leases (device_id, test_id, created_at, released_at, agent_id)
   values ('device', 'looked', ${at}, ${at + 61_000}, 'agent'), ('device', 'ran', ${at + 62_000}, ${at + 95_000}, 'agent')`,
  `insert into libraries (library_id, project_id, name, framework, url, branch, sync, hook_secret, hook_hash, parsed_task_id,
     last_task_id, user_id, created_at, updated_at)
   values ('library', 'alpha', 'Shop', 'node_test', 'https://example.com/shop.git', 'main', false, 'sealed', 'hash', 'task',
     'task', 'ada', ${at}, ${at})`,
  `insert into agent_tasks (task_id, project_id, library_id, state, origin, user_id, stage, framework, branch, commit_id,
     case_count, created_at, started_at, ended_at)
   values ('task', 'alpha', 'library', 'done', 'manual', 'ada', 'save', 'node_test', 'main', 'c0ffee', 1, ${at}, ${at}, ${at})`,
  `insert into library_cases (task_id, position, case_key, name, file, function)
   values ('task', 0, 'cart.test.ts::adds', 'adds', 'cart.test.ts', 'adds')`,
  `insert into runs (test_id, project_id, job_name, origin, config, framework, library_id, library_name, commit_id, app_name,
     app_version, priority, verdict, created_at, case_count, success_count)
   values ('ran', 'alpha', 'Nightly', 'manual', '${config}', 'node_test', 'library', 'Shop', 'c0ffee', '', '', 5, 'passed', ${at}, 1, 1)`,
  `insert into slots (test_id, device_seq, project_id, state, result, outcome, wanted, device_id, lost_device_ids, priority,
     queued_at, dispatched_at, ended_at)
   values ('ran', 0, 'alpha', 'done', 'passed', 'done', '{"kind":"devices","device_ids":["device"]}', 'device', '[]', 5,
     ${at}, ${at}, ${at + 90_000})`,
  `insert into case_runs (test_id, case_key, name, file, function, position, attempt, device_seq, device_id, state, cause,
     started_at, ended_at)
   values ('ran', 'cart.test.ts::adds', 'adds', 'cart.test.ts', 'adds', 0, 1, 0, 'device', 'success', 'none', ${at}, ${at + 80_000})`,
];

const atOnce = '{"kind":"devices","device_ids":["device-3"]}';
const endless = config
  .replace('"device_ids":["device"]', '"device_ids":["device-3"]')
  .replace('"device_minutes":30,"test_minutes":60', '"device_minutes":600,"test_minutes":600');
const ofRun = (test_id: string, at: number) =>
  `('${test_id}', 'alpha', 'Nightly', 'manual', '${endless}', 'node_test', 'library', 'Shop', 'c0ffee', '', '', 5, null, ${at}, 1, 0)`;
const device = (id: string, serial: string, at: number) =>
  `('${id}', '${serial}', 'gone', 'boot', ${facts}, 'one', 720, 1280, 'cpu', 'arm64-v8a', 8, 'gpu', 4000000000, true,
     false, '["screen","input"]', 'ready', true, ${at})`;

/**
 * What went on when it was stopped: a debug session and a run, each with a device and its lease, a run that waited, and one
 * whose device somebody had taken over. Leaves files of {@link LIVED_IN_FILES} besides.
 * @param at when all that began; an hour is less than any deadline
 */
export const livedInAmid = (at: number): string[] => [
  `insert into agents (agent_id, name, token_hash, created_at, last_heartbeat_at, offline_at)
   values ('gone', 'shelf', 'hash-2', ${at}, ${at}, null)`,
  `insert into devices (device_id, serial, agent_id, boot_id, os, os_version, brand, model, hardware_model, width, height,
     cpu_name, cpu_arch, cpu_cores, gpu, memory_bytes, battery_charging, is_virtual, capabilities, readiness, attached, last_seen_at)
   values ${device("device-2", "SERIAL-2", at)}, ${device("device-3", "SERIAL-3", at)}`,
  `insert into tests (test_id, kind, project_id, user_id, state, end_reason, duration_minutes, created_at, started_at, ended_at, deadline)
   values ('looking', 'debug', 'alpha', 'ada', 'running', null, 600, ${at}, ${at}, null, ${at + 36_000_000}),
     ('running', 'job', 'alpha', 'ada', 'running', null, 600, ${at}, ${at}, null, ${at + 36_000_000}),
     ('waiting', 'job', 'alpha', 'ada', 'queued', null, 600, ${at}, null, null, ${at + 36_000_000}),
     ('taken', 'job', 'alpha', 'ada', 'ended', 'finished', 600, ${at}, ${at}, ${at + 30_000}, ${at + 36_000_000})`,
  `insert into test_devices (test_id, device_id, serial, os, os_version, brand, model, state, error)
   values ('looking', 'device-2', 'SERIAL-2', ${facts}, 'running', null), ('running', 'device-3', 'SERIAL-3', ${facts}, 'running', null)`,
  `insert into phases (test_id, device_id, name, started_at, ended_at)
   values ('looking', 'device-2', 'run', ${at}, null), ('running', 'device-3', 'run', ${at}, null)`,
  `insert into leases (device_id, test_id, created_at, released_at, agent_id)
   values ('device-2', 'looking', ${at}, null, 'gone'), ('device-3', 'running', ${at}, null, 'gone')`,
  `insert into runs (test_id, project_id, job_name, origin, config, framework, library_id, library_name, commit_id, app_name,
     app_version, priority, verdict, created_at, case_count, success_count)
   values ${["running", "waiting", "taken"].map((test_id) => ofRun(test_id, at)).join(", ")}`,
  `update runs set executing_count = 1 where test_id = 'running'`,
  `insert into slots (test_id, device_seq, project_id, state, result, outcome, wanted, device_id, lost_device_ids, priority,
     queued_at, dispatched_at, ended_at, taken_over_by, taken_over_test_id)
   values ('running', 0, 'alpha', 'dispatched', 'running', null, '${atOnce}', 'device-3', '[]', 5, ${at}, ${at}, null, null, null),
     ('waiting', 0, 'alpha', 'queued', 'not_dispatched', null, '${atOnce}', null, '[]', 5, ${at}, null, null, null, null),
     ('taken', 0, 'alpha', 'done', 'cancelled', null, '${atOnce}', 'device-3', '[]', 5, ${at}, ${at}, ${at + 30_000}, 'ada', 'looked')`,
  `insert into case_runs (test_id, case_key, name, file, function, position, attempt, device_seq, device_id, state, cause, started_at)
   values ('running', 'cart.test.ts::adds', 'adds', 'cart.test.ts', 'adds', 0, 1, 0, 'device-3', 'executing', 'none', ${at}),
     ('waiting', 'cart.test.ts::adds', 'adds', 'cart.test.ts', 'adds', 0, 1, 0, null, 'undistributed', 'none', null)`,
  `insert into apps (app_id, project_id, user_id, file_name, name, names, package_name, version_name, version_code,
     min_os_version, os, size_bytes, md5, blob_key, created_at)
   values ('shop', 'alpha', 'ada', 'shop.apk', 'Shop', '{}', 'com.example.shop', '1.0', 1, '8', 'android',
     ${LIVED_IN_FILES["apps/shop"].length}, 'md5', 'apps/shop', ${at})`,
  `insert into resources (resource_id, test_id, device_id, name, kind, content_type, size_bytes, blob_key, created_at, state,
     lease_token, started_at, duration_ms)
   values ('video', 'looked', 'device', 'screen.mp4', 'video', 'video/mp4', ${LIVED_IN_FILES["tests/looked/video"].length},
       'tests/looked/video', ${at}, 'complete', null, ${at}, 60000),
     ('growing', 'looking', 'device-2', 'screen.mp4', 'video', 'video/mp4', 17, '', ${at}, 'growing',
       (select lease_token from leases where test_id = 'looking'), ${at}, 1000)`,
  `insert into resource_pieces (resource_id, piece, size_bytes, blob_key, duration_ms, is_start)
   values ('growing', 0, 13, 'tests/looking/growing/0-a', 500, true), ('growing', 1, 4, 'tests/looking/growing/1-b', 1000, false)`,
];
