/**
 * What an installation had in its tables when its newest migration was `0033_password-links-of-user`: somebody with a
 * project, an agent and its device, a debug session, a run with its report, and a case library that was read. It is
 * written as that version wrote it and stays as it is: every later version starts on it.
 */
import { hashSecret } from "../src/platform/ids.ts";

export const LIVED_IN_UNTIL = "0033_password-links-of-user";

/** What Ada is signed in by. */
export const LIVED_IN_TOKEN = "the token of somebody who stays signed in";
const said = JSON.stringify({ code: "agent_restarted", args: {}, evidence: "" });
const facts = `'android', '15', 'Acme', 'Model One'`;
const config =
  '{"test_type":"app","os":"android","app_id":null,"preinstall_app_ids":[],"framework":"node_test","library_id":"library","environment":{"kind":"built_in"},"cases":{"kind":"all"},"monkey":null,"instrumentation":null,"devices":{"kind":"devices","device_ids":["device"]},"accounts":{"kind":"none"},"parameters":"","mode":"sequential","retry":{"mode":"same_device","times":0},"timeouts":{"case_minutes":10,"device_minutes":30,"test_minutes":60},"install_mode":"overwrite","skip_same_version":false,"resign":false,"auto_launch":true,"performance":true,"video":true,"video_minutes":60,"log":true,"reboot_before":false,"reboot_after":false,"white_list":"","priority":5}';

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
