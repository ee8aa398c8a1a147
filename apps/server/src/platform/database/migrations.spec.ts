/** What was there before a migration is there after it. */
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "vitest";

const knownTags = async (): Promise<string[]> => {
  const journal = await readFile(new URL("../../../migrations/meta/_journal.json", import.meta.url), "utf8");
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return entries.map(({ tag }) => tag);
};
const read = (tag: string) => readFile(new URL(`../../../migrations/${tag}.sql`, import.meta.url), "utf8");

it("keeps people who came before registration, their names and their sessions", async () => {
  const database = await PGlite.create();
  try {
    for (const tag of ["0000_first", "0001_apps"]) await database.exec(await read(tag));
    const user = (user_id: string, user_name: string, created_at: number) =>
      `insert into users (user_id, email, user_name, auth_type, password_hash, created_at)
       values ('${user_id}', '${user_id}@example.com', '${user_name}', 1, 'none', ${created_at});`;
    await database.exec(user("a", "Ada", 1) + user("b", "ADA", 2) + user("c", "Grace", 3));
    await database.exec("insert into sessions (token_hash, user_id, created_at, expires_at) values ('h', 'a', 5, 9)");
    await database.exec(
      "insert into projects (project_id, name, member_privileges, created_at) values ('alpha', 'Alpha', '[]', 7)",
    );
    await database.exec("insert into members (project_id, user_id, user_type) values ('alpha', 'a', 1)");
    await database.exec(await read("0002_projects"));
    const { rows: users } = await database.query(
      "select user_id, user_name, name_key, state, expires_at, last_login_at from users order by user_id",
    );
    const same = { state: "approved", expires_at: null, last_login_at: null };
    expect(users).toEqual([
      { user_id: "a", user_name: "Ada", name_key: "ada", ...same },
      { user_id: "b", user_name: "ADA", name_key: "ada b", ...same },
      { user_id: "c", user_name: "Grace", name_key: "grace", ...same },
    ]);
    const { rows: sessions } = await database.query("select * from sessions");
    expect(sessions).toEqual([
      {
        token_hash: "h",
        session_id: expect.stringMatching(/^[\da-f-]{36}$/),
        user_id: "a",
        ip: "",
        user_agent: "",
        created_at: 5,
        last_seen_at: 5,
        expires_at: 9,
      },
    ]);
    const { rows: members } = await database.query("select user_id, joined_at from members");
    expect(members).toEqual([{ user_id: "a", joined_at: 7 }]);
  } finally {
    await database.close();
  }
});

it("keeps the one API key that people had, as the one called default that does all and never ends", async () => {
  const database = await PGlite.create();
  try {
    const tags = await knownTags();
    const several = tags.findIndex((tag) => tag.endsWith("_several_keys"));
    for (const tag of tags.slice(0, several)) await database.exec(await read(tag));
    await database.exec(
      `insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
       values ('a', 'a@example.com', 'Ada', 'ada', 1, 'none', 1);
       insert into api_keys (user_id, secret_id, secret_hash, created_at, last_used_at) values ('a', 'id', 'hash', 5, 9)`,
    );
    await database.exec(await read(tags[several]!));
    const { rows } = await database.query("select * from api_keys");
    expect(rows).toEqual([
      {
        secret_id: "id",
        user_id: "a",
        name: "default",
        project_id: null,
        access: "write",
        secret_hash: "hash",
        created_at: 5,
        expires_at: null,
        last_used_at: 9,
      },
    ]);
  } finally {
    await database.close();
  }
});

it("keeps parsings as tasks with what is a parsing's beside them, and the cases that they found", async () => {
  const database = await PGlite.create();
  try {
    const tags = await knownTags();
    const before = tags.indexOf("0034_agent-tasks-of-any-kind");
    for (const tag of tags.slice(0, before)) await database.exec(await read(tag));
    await database.exec(
      `insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
       values ('u', 'u@example.com', 'U', 'u', 1, 'none', 1);
       insert into projects (project_id, name, member_privileges, created_at) values ('alpha', 'Alpha', '[]', 1);
       insert into libraries (library_id, project_id, name, framework, url, branch, sync, hook_secret, hook_hash, user_id,
         created_at, updated_at, parsed_task_id, last_task_id)
       values ('l', 'alpha', 'L', 'pytest', 'https://git.example.com/l.git', 'main', false, '', 'h', 'u', 1, 1, 'done', 'done');
       insert into agent_tasks (task_id, project_id, library_id, state, origin, user_id, attempts, stage, failure, framework,
         branch, commit_id, case_count, snapshot, created_at, started_at, ended_at)
       values ('done', 'alpha', 'l', 'done', 'manual', 'u', 1, 'save', null, 'pytest', 'main', 'c0ffee', 1,
           '{"blob_key": "k", "sha256": "s", "size_bytes": 3, "commit_id": "c0ffee"}', 2, 3, 4),
         ('waits', 'alpha', 'l', 'queued', 'webhook', null, 0, 'waiting', null, 'pytest', 'main', '', 0, null, 5, null, null);
       insert into library_cases (task_id, position, case_key, name, file, function)
       values ('done', 0, 'a.py::test_a', 'test_a', 'a.py', 'test_a')`,
    );
    await database.exec(await read(tags[before]!));
    const { rows } = await database.query(
      `select t.task_id, kind, subject_id, project_id, state, user_id, attempts, stage, library_id, origin, framework, branch,
         failure, commit_id, case_count, snapshot ->> 'blob_key' as blob_key, created_at, ended_at
       from agent_tasks t join parses using (task_id) order by created_at`,
    );
    const shared = {
      kind: "parse",
      subject_id: "l",
      library_id: "l",
      project_id: "alpha",
      framework: "pytest",
      branch: "main",
    };
    expect(rows).toEqual([
      {
        ...shared,
        task_id: "done",
        state: "done",
        user_id: "u",
        attempts: 1,
        stage: "save",
        origin: "manual",
        failure: null,
        commit_id: "c0ffee",
        case_count: 1,
        blob_key: "k",
        created_at: 2,
        ended_at: 4,
      },
      {
        ...shared,
        task_id: "waits",
        state: "queued",
        user_id: null,
        attempts: 0,
        stage: "waiting",
        origin: "webhook",
        failure: null,
        commit_id: "",
        case_count: 0,
        blob_key: null,
        created_at: 5,
        ended_at: null,
      },
    ]);
    // What was found goes with its task, and there is one open task of a library.
    await expect(
      database.exec(`insert into agent_tasks (task_id, kind, subject_id, state, stage, created_at)
        values ('second', 'parse', 'l', 'queued', 'waiting', 6)`),
    ).rejects.toThrow(/agent_tasks_open/);
    await database.exec("delete from agent_tasks where task_id = 'done'");
    expect((await database.query("select 1 from library_cases")).rows).toEqual([]);
  } finally {
    await database.close();
  }
});

it("gives the tags that there were places by their names, in each project", async () => {
  const database = await PGlite.create();
  try {
    const tags = await knownTags();
    const placed = tags.findIndex((tag) => tag.endsWith("_tag_inspections"));
    for (const tag of tags.slice(0, placed)) await database.exec(await read(tag));
    const tag = (tag_id: string, project_id: string, name: string) =>
      `insert into tags (tag_id, project_id, name, name_key, rules, included_device_ids, excluded_device_ids, is_default,
         version, changed_by, created_at, updated_at)
       values ('${tag_id}', '${project_id}', '${name}', '${name}', '[]', '[]', '[]', false, 3, 'u', 1, 1);`;
    await database.exec(
      `insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
       values ('u', 'u@example.com', 'U', 'u', 1, 'none', 1);
       insert into projects (project_id, name, member_privileges, created_at)
       values ('alpha', 'Alpha', '[]', 1), ('beta', 'Beta', '[]', 1);
       ${tag("t2", "alpha", "zebra")} ${tag("t1", "alpha", "ant")} ${tag("t3", "beta", "bee")}`,
    );
    await database.exec(await read(tags[placed]!));
    const { rows } = await database.query("select tag_id, position, inspection, version from tags order by tag_id");
    expect(rows).toEqual([
      { tag_id: "t1", position: 1, inspection: null, version: 3 },
      { tag_id: "t2", position: 2, inspection: null, version: 3 },
      { tag_id: "t3", position: 1, inspection: null, version: 3 },
    ]);
  } finally {
    await database.close();
  }
});

it("leaves the cleaning off in the tags and checks that there were", async () => {
  const database = await PGlite.create();
  try {
    const tags = await knownTags();
    const placed = tags.findIndex((tag) => tag.endsWith("_tag_environments"));
    for (const tag of tags.slice(0, placed)) await database.exec(await read(tag));
    await database.exec(
      `insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
       values ('u', 'u@example.com', 'U', 'u', 1, 'none', 1);
       insert into projects (project_id, name, member_privileges, created_at) values ('alpha', 'Alpha', '[]', 1);
       insert into tags (tag_id, project_id, name, name_key, rules, included_device_ids, excluded_device_ids, is_default,
         inspection, position, version, changed_by, created_at, updated_at)
       values ('t', 'alpha', 't', 't', '[]', '[]', '[]', false, '{"levels":{"storage":"warning"},"free_gb":2}', 1, 3, 'u', 1, 1);`,
    );
    await database.exec(await read(tags[placed] ?? expect.fail("no migration")));
    const { rows } = await database.query("select inspection, environment from tags");
    expect(rows).toEqual([
      {
        inspection: { levels: { storage: "warning", cleanup: "off", preinstall: "blocking" }, free_gb: 2 },
        environment: { preinstalled: [], free_apps: [], free_paths: [] },
      },
    ]);
  } finally {
    await database.close();
  }
});
