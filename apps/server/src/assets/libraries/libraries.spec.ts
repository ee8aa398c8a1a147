import { createHash } from "node:crypto";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ENDPOINTS, type Library, type AgentTask, say } from "@udt/contract";
import { startGitHost, type GitHost } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { libraries, credentials } from "../../platform/database/libraries.schema.ts";
import { SYNC_EVERY_MS } from "./libraries.service.ts";

const SECRET = "token-of-the-team-91ab";
const outgoing = {
  smtp_url: undefined,
  mail_from: undefined,
  outbound_allow: ["127.0.0.1"],
  secret_key: undefined,
};

onEachDatabase("case libraries", (open) => {
  let host: GitHost;
  let udt: TestServer;
  let agent: TestAgent;
  let owner: Person;
  let project: string;
  const query = () => ({ project });
  let count = 0;

  beforeAll(async () => {
    host = await startGitHost();
    udt = await TestServer.start(open, { outgoing });
    owner = await udt.person("Anna");
  });
  afterAll(async () => {
    await udt.dispose();
    await host.close();
  });
  beforeEach(async () => {
    project = `libraries-${++count}`;
    await udt.project(project, [{ person: owner, user_type: 1 }]);
    agent?.close();
    agent = await udt.agent(`agent-${count}`, [project]);
    await agent.connect([]);
  });

  const create = (repository: string, change: object = {}) =>
    udt.ok(ENDPOINTS.libraryCreate, {
      as: owner,
      query: query(),
      body: { name: repository, framework: "shell", url: `${host.url}/${repository}.git`, ...change },
    });
  const get = (library_id: string): Promise<Library> =>
    udt.ok(ENDPOINTS.libraryGet, { as: owner, query: query(), params: { library_id } });
  const started = (index = 0): Promise<AgentTask> =>
    until(() => {
      const message = agent.all("task_start")[index];
      expect(message).toBeDefined();
      return message!.task;
    });
  const says =
    (endpoint: (typeof ENDPOINTS)["agentTaskCases"] | (typeof ENDPOINTS)["agentTaskFinish"], body: object) =>
    async ({ task_id }: AgentTask) =>
      udt.ok(endpoint, { bearer: agent.token, params: { task_id }, body });
  /** Sends a snapshot of these files as the agent would. */
  async function sendSnapshot({ task_id }: AgentTask, commit_id: string, files: Record<string, string>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "udt-snapshot-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const body = execFileSync("tar", ["-C", folder, "--format=posix", "-czf", "-", "."]);
    rmSync(folder, { recursive: true });
    const sha256 = createHash("sha256").update(body).digest("hex");
    const call = { bearer: agent.token, params: { task_id }, query: { commit_id, sha256 }, body };
    await udt.ok(ENDPOINTS.agentTaskSnapshot, call);
    await udt.refused(
      ENDPOINTS.agentTaskSnapshot,
      { ...call, query: { commit_id, sha256: "0".repeat(64) } },
      "agent_task_snapshot",
    );
    await udt.ok(ENDPOINTS.agentTaskSnapshot, call);
  }
  const caseOf = (name: string) => ({ case_key: `runTest.sh::${name}`, name, file: "runTest.sh", function: name });
  /** The whole of a parsing that goes well. */
  async function parseWell(task: AgentTask, commit_id: string, names: string[], files = { "runTest.sh": "x\n" }) {
    await sendSnapshot(task, commit_id, files);
    for (const [from, name] of names.entries())
      await says(ENDPOINTS.agentTaskCases, { from, cases: [caseOf(name)] })(task);
    const end = {
      kind: "parse",
      failure: null,
      result: { commit_id, case_count: names.length },
      message: say("library_files_unread", { count: 1 }, "a file"),
    };
    await says(ENDPOINTS.agentTaskFinish, end)(task);
  }

  it("are asked at once, given to an agent with what it may dial, and kept with their cases and files", async () => {
    const commit_id = host.push("whole", { "runTest.sh": "x\n" });
    const { library_id, parse_state } = await create("whole");
    expect(parse_state).toBe("parsing");
    const task = await started();
    expect(task).toMatchObject({
      kind: "parse",
      payload: {
        framework: "shell",
        url: `${host.url}/whole.git`,
        addresses: [{ address: "127.0.0.1", family: 4 }],
        auth: null,
        allow_unisolated: false,
      },
    });
    expect((await get(library_id)).task).toMatchObject({ state: "running", stage: "waiting", percent: null });
    agent.send({ type: "task", task_id: task.task_id, stage: "collect", percent: 40 });
    await until(async () => expect((await get(library_id)).task).toMatchObject({ stage: "collect", percent: 40 }));
    await parseWell(task, commit_id, ["login", "logout"], { "runTest.sh": "one\ntwo\nthree\n" });
    // Said twice, it changes nothing.
    await says(ENDPOINTS.agentTaskFinish, { kind: "parse", failure: "pull_failed" })(task);
    expect(await get(library_id)).toMatchObject({ parse_state: "parsed", case_count: 2, commit_id, task: null });
    expect(await get(library_id)).toMatchObject({
      parse_failure: null,
      parse_message: say("library_files_unread", { count: 1 }, "a file"),
    });
    const found = await udt.ok(ENDPOINTS.caseSearch, { as: owner, query: { ...query(), keyword: "LOGO" } });
    expect(found).toMatchObject({ total: 1, list: [{ name: "logout", library_id, library_name: "whole" }] });
    const service = udt.server.services.libraries;
    const pinned = await service.pin(project, library_id);
    expect(pinned).toMatchObject({ commit_id, framework: "shell", is_builtin: false });
    expect(await service.cases(library_id, commit_id)).toEqual([caseOf("login"), caseOf("logout")]);
    expect(await service.cases(library_id, commit_id, ["runTest.sh::logout", "gone"])).toEqual([caseOf("logout")]);
    const asked = { as: owner, params: { library_id }, query: query() };
    const named = await udt.ok(ENDPOINTS.libraryCaseNames, {
      ...asked,
      body: { case_keys: ["gone", "runTest.sh::logout"] },
    });
    expect(named.list).toEqual([{ case_key: "runTest.sh::logout", name: "logout" }]);
    expect(await service.source(library_id, commit_id, "runTest.sh", 2)).toEqual([
      { line: 1, text: "one" },
      { line: 2, text: "two" },
      { line: 3, text: "three" },
      { line: 4, text: "" },
    ]);
    expect(await service.source(library_id, commit_id, "../etc/passwd", 1)).toEqual([]);
    const { stream, size_bytes } = await service.openSnapshot(library_id, commit_id);
    expect(size_bytes).toBe(pinned.snapshot.size_bytes);
    stream.destroy();
  });

  it("tell document 2's failures apart, and keep the cases of the parsing before", async () => {
    const commit_id = host.push("fails", { "runTest.sh": "x\n" });
    const { library_id } = await create("fails");
    await parseWell(await started(), commit_id, ["login"]);
    for (const [index, failure] of (
      ["pull_failed", "parser_exited", "abnormal_result", "save_failed"] as const
    ).entries()) {
      await udt.ok(ENDPOINTS.libraryParse, { as: owner, query: query(), params: { library_id } });
      await says(ENDPOINTS.agentTaskFinish, {
        kind: "parse",
        failure,
        message: say("clone_failed", {}, "what it said"),
      })(await started(index + 1));
      expect(await get(library_id)).toMatchObject({ parse_state: "failed", parse_failure: failure, case_count: 1 });
    }
    // Cases that did not arrive are not taken for a success.
    await udt.ok(ENDPOINTS.libraryParse, { as: owner, query: query(), params: { library_id } });
    const task = await started(5);
    await sendSnapshot(task, commit_id, { "runTest.sh": "x" });
    await says(ENDPOINTS.agentTaskFinish, { kind: "parse", failure: null, result: { commit_id, case_count: 7 } })(task);
    expect(await get(library_id)).toMatchObject({ parse_failure: "save_failed" });
    // One that cannot be asked any more fails without an agent.
    host.protect("fails", SECRET);
    await udt.ok(ENDPOINTS.libraryParse, { as: owner, query: query(), params: { library_id } });
    await until(async () => expect((await get(library_id)).parse_failure).toBe("no_pull_permission"));
  });

  it("keep the files of a commit that could not be listed for as long as nothing better is known", async () => {
    const service = udt.server.services.libraries;
    const filesOf = async (library_id: string, commit_id: string) =>
      (await service.snapshotFacts(library_id, commit_id).catch(() => undefined)) !== undefined;
    const first = host.push("unlisted", { "runTest.sh": "x\n" });
    const { library_id } = await create("unlisted");
    const parse = async (index: number, commit_id: string, failure: string | null) => {
      if (index > 0) await udt.ok(ENDPOINTS.libraryParse, { as: owner, query: query(), params: { library_id } });
      const task = await started(index);
      await sendSnapshot(task, commit_id, { "runTest.sh": "x\n" });
      await says(ENDPOINTS.agentTaskFinish, { kind: "parse", failure, result: { commit_id, case_count: 0 } })(task);
    };
    await parse(0, first, "parser_exited");
    expect(await service.pin(project, library_id, true)).toMatchObject({ commit_id: first, is_listed: false });
    await expect(service.pin(project, library_id)).rejects.toMatchObject({ code: "library_not_parsed" });
    // What was not read for another reason is no library.
    await parse(1, first, "save_failed");
    await expect(service.pin(project, library_id, true)).rejects.toMatchObject({ code: "library_not_parsed" });
    expect(await filesOf(library_id, first)).toBe(false);
    await parse(2, first, "abnormal_result");
    const second = host.push("unlisted", { "runTest.sh": "y\n" });
    await parse(3, second, "parser_exited");
    expect([await filesOf(library_id, first), await filesOf(library_id, second)]).toEqual([false, true]);
    await parse(4, second, null);
    expect(await service.pin(project, library_id, true)).toMatchObject({ commit_id: second, is_listed: true });
    // From then on it is the cases of its last success that run.
    const third = host.push("unlisted", { "runTest.sh": "z\n" });
    await parse(5, third, "parser_exited");
    expect(await service.pin(project, library_id, true)).toMatchObject({ commit_id: second });
    expect(await filesOf(library_id, third)).toBe(false);
  });

  it("go back to the queue once when their agent goes away, and fail the second time", async () => {
    host.push("lost", { "runTest.sh": "x\n" });
    const { library_id } = await create("lost");
    const { task_id } = await started();
    agent.close();
    await agent.connect([], { instance_id: "instance-2" });
    await until(() => expect(agent.all("task_start")).toHaveLength(2));
    expect(agent.all("task_start")[1]!.task.task_id).toBe(task_id);
    agent.close();
    await agent.connect([], { instance_id: "instance-3" });
    await until(async () => expect(await get(library_id)).toMatchObject({ parse_failure: "pull_failed" }));
    expect(agent.all("task_start")).toHaveLength(2);
    expect((await get(library_id)).parse_message).toMatchObject({ code: "agent_went_away" });
  });

  it("can be called off, which the agent hears, and what it says afterwards does not count", async () => {
    host.push("called-off", { "runTest.sh": "x\n" });
    const { library_id } = await create("called-off");
    const task = await started();
    const told = agent.next("task_cancel");
    await udt.ok(ENDPOINTS.libraryParseCancel, { as: owner, query: query(), params: { library_id } });
    expect(await told).toMatchObject({ task_id: task.task_id });
    await udt.refused(
      ENDPOINTS.agentTaskCases,
      { bearer: agent.token, params: { task_id: task.task_id }, body: { from: 0, cases: [] } },
      "agent_task_not_found",
    );
    expect(await get(library_id)).toMatchObject({ parse_state: "unparsed" });
    // Another agent's task is nobody else's.
    const other = await udt.agent("other", [project]);
    await udt.refused(
      ENDPOINTS.agentTaskFinish,
      { bearer: other.token, params: { task_id: task.task_id }, body: { kind: "parse", failure: null } },
      "agent_task_not_found",
    );
  });

  it("ask for authorisation with ret 10007, keep secrets sealed, and send none to another host", async () => {
    host.push("private", { "runTest.sh": "x\n" });
    host.protect("private", SECRET);
    const url = `${host.url}/private.git`;
    const body = { name: "private", framework: "shell", url };
    const refusal = await udt.refused(
      ENDPOINTS.libraryCreate,
      { as: owner, query: query(), body },
      "repository_auth_required",
    );
    expect(refusal).toMatchObject({ ret: 10007 });
    expect(refusal.text).toContain("require git repo auth");
    const { library_id } = await create("private", { auth: { kind: "token", token: SECRET } });
    expect(await started()).toMatchObject({ payload: { auth: { password: SECRET } } });
    const rows = JSON.stringify(await udt.server.database.db.select().from(libraries));
    expect(rows).not.toContain(SECRET);
    expect(JSON.stringify(await get(library_id))).not.toContain(SECRET);
    const other = await startGitHost();
    other.push("thief", { "runTest.sh": "x\n" });
    const seen: (string | undefined)[] = [];
    other.answerWith = (request) => {
      seen.push(request.headers.authorization);
      return false;
    };
    const moved = { name: "private", framework: "shell", url: `${other.url}/thief.git`, sync: true };
    await udt.ok(ENDPOINTS.libraryUpdate, { as: owner, query: query(), params: { library_id }, body: moved });
    await udt.ok(ENDPOINTS.libraryCheck, { as: owner, query: query(), body: { url: moved.url, library_id } });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
    expect(await get(library_id)).toMatchObject({ auth_kind: "none" });
    await other.close();
  });

  it("are read again by their webhook and by the clock, when there is something new", async () => {
    const first = host.push("synced", { "runTest.sh": "1\n" });
    const { library_id } = await create("synced");
    await parseWell(await started(), first, ["one"]);
    const { url } = await udt.ok(ENDPOINTS.libraryHookGet, { as: owner, query: query(), params: { library_id } });
    const push = async (ref: string, address = url) =>
      fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ref, commits: [] }),
      });
    expect((await push("refs/heads/main")).status).toBe(200);
    await parseWell(await started(1), first, ["one"]);
    const again = await udt.ok(ENDPOINTS.libraryHookReset, { as: owner, query: query(), params: { library_id } });
    expect((await push("refs/heads/main")).status).toBe(404);
    expect(again.url).not.toBe(url);
    // Nothing new: nobody is asked to read it.
    udt.clock.turn(SYNC_EVERY_MS + 60_000);
    await udt.server.services.libraries.syncDue(10);
    expect(agent.all("task_start")).toHaveLength(2);
    const second = host.push("synced", { "runTest.sh": "2\n" });
    udt.clock.turn(SYNC_EVERY_MS + 60_000);
    await agent.heartbeat();
    await udt.server.services.libraries.syncDue(10);
    await parseWell(await started(2), second, ["one", "two"]);
    expect(await get(library_id)).toMatchObject({ commit_id: second, case_count: 2 });
    // Nobody needs the first commit's files any more.
    await expect(udt.server.services.libraries.openSnapshot(library_id, first)).rejects.toThrow("library");
  });

  it("are refused what breaks document 2's rules, by name and rule", async () => {
    const rules = async (change: object) => {
      const body = { name: "x", framework: "shell", url: "https://example.com/x.git", ...change };
      const { data } = await udt.refused(ENDPOINTS.libraryCreate, { as: owner, query: query(), body }, "invalid_param");
      return JSON.stringify(data);
    };
    expect(await rules({ name: "  " })).toContain("library_name_required");
    expect(await rules({ url: "" })).toContain("repository_url_required");
    for (const url of [
      "ssh://git@host/x.git",
      "https://host/x",
      "http://.git",
      "http://a b/x.git",
      "https://h/x.git?y=.git",
    ])
      expect(await rules({ url })).toContain("repository_url_format");
    expect(await rules({ url: "https://anna:pw@host/x.git" })).toContain("repository_url_secret");
    expect(await rules({ auth: { kind: "token", token: "" } })).toContain("access_token_required");
    expect(await rules({ auth: { kind: "token", token: "a b" } })).toContain("access_token_format");
    for (const branch of ["-x", "a..b", "x.lock", "a b", "a/", "@{x"])
      expect(await rules({ branch })).toContain("branch_format");
    host.push("twice", { "runTest.sh": "x\n" });
    await create("twice");
    const again = { name: "TWICE", framework: "shell", url: `${host.url}/twice.git` };
    await udt.refused(ENDPOINTS.libraryCreate, { as: owner, query: query(), body: again }, "library_name_exists");
    const wrong = { ...again, name: "other", branch: "not-there" };
    await udt.refused(ENDPOINTS.libraryCreate, { as: owner, query: query(), body: wrong }, "repository_branch_missing");
    const inside = { ...again, name: "other", url: "http://169.254.169.254/x.git" };
    await udt.refused(ENDPOINTS.libraryCreate, { as: owner, query: query(), body: inside }, "repository_check_failed");
  });

  describe("credentials", () => {
    it("have 3 to 15 characters, are sealed, and stay while they are used", async () => {
      const add = (name: string) => ({
        as: owner,
        query: query(),
        body: { name, username: "robot", password: SECRET },
      });
      for (const name of ["ab", "x".repeat(16)])
        await udt.refused(ENDPOINTS.credentialCreate, add(name), "invalid_param");
      const longest = await udt.ok(ENDPOINTS.credentialCreate, add("凭".repeat(15)));
      const { credential_id } = await udt.ok(ENDPOINTS.credentialCreate, add("abc"));
      await udt.refused(ENDPOINTS.credentialCreate, add("ABC"), "credential_name_exists");
      expect(JSON.stringify(await udt.server.database.db.select().from(credentials))).not.toContain(SECRET);
      const listed = await udt.call(ENDPOINTS.credentialList, { as: owner, query: query() });
      expect(listed.text).not.toContain(SECRET);
      host.push("by-credential", { "runTest.sh": "x\n" });
      host.protect("by-credential", SECRET);
      await create("by-credential", { auth: { kind: "credential", credential_id } });
      expect(await started()).toMatchObject({ payload: { auth: { username: "robot", password: SECRET } } });
      const job = await udt.ok(ENDPOINTS.jobCreate, {
        as: owner,
        query: query(),
        body: {
          name: "in an image",
          config: {
            app_id: null,
            framework: "monkey",
            library_id: null,
            monkey: { minutes: 5, seed: 7, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] },
            devices: { kind: "rule", rules: [], count: 1 },
            environment: { kind: "image", image: "localhost/runner", tag: "1", credential_id },
          },
        },
      });
      const { list } = await udt.ok(ENDPOINTS.credentialList, { as: owner, query: query() });
      const usesOf = (name: string) =>
        list.find((one) => one.name === name)?.uses.map(({ kind, name }) => `${kind} ${name}`);
      expect(usesOf("abc")).toEqual(["library by-credential", "job in an image"]);
      expect(usesOf("凭".repeat(15))).toEqual([]);
      expect(list.flatMap(({ uses }) => uses.map(({ id }) => id))).toContain(job.job_id);
      const params = { credential_id };
      expect(await udt.ok(ENDPOINTS.credentialGet, { as: owner, query: query(), params })).toEqual(
        list.find(({ name }) => name === "abc"),
      );
      const gone = { as: owner, query: query(), params: { credential_id: "gone" } };
      await udt.refused(ENDPOINTS.credentialGet, gone, "credential_not_found");
      await udt.refused(ENDPOINTS.credentialDelete, { as: owner, query: query(), params }, "credential_used");
      // What was typed for one user is not tried for another.
      const renamed = { name: "abc", username: "somebody" };
      await udt.refused(
        ENDPOINTS.credentialUpdate,
        { as: owner, query: query(), params, body: renamed },
        "invalid_param",
      );
      await udt.ok(ENDPOINTS.credentialDelete, {
        as: owner,
        query: query(),
        params: { credential_id: longest.credential_id },
      });
    });
  });

  it("go with their project, files and all", async () => {
    const commit_id = host.push("goes", { "runTest.sh": "x\n" });
    const { library_id } = await create("goes");
    await parseWell(await started(), commit_id, ["one"]);
    await udt.ok(ENDPOINTS.projectDelete, {
      as: owner,
      params: { project_id: project },
      query: { project, confirm: project },
    });
    expect(await udt.server.services.libraries.cases(library_id, commit_id)).toEqual([]);
  });
});

it("serves its own examples as repositories that git clones", async () => {
  const udt = await TestServer.start();
  // This very process serves: whatever asks it must not hold it up.
  const folder = mkdtempSync(join(tmpdir(), "udt-examples-"));
  try {
    const served = await fetch(`${udt.server.url}/git/shop-ts.git/info/refs?service=git-upload-pack`);
    expect(served.status).toBe(200);
    await promisify(execFile)("git", ["clone", "--quiet", "--depth", "1", `${udt.server.url}/git/shop-ts.git`, folder]);
    expect(execFileSync("ls", [folder]).toString()).not.toBe("");
    for (const path of [
      "/git/none.git/info/refs?service=git-upload-pack",
      "/git/shop-ts.git/info/refs",
      "/git/shop-ts.git/info/refs?service=git-receive-pack",
      "/git/..%2f..%2fetc.git/info/refs?service=git-upload-pack",
    ])
      expect((await fetch(udt.server.url + path)).status, path).toBe(404);
    const owner = await udt.person("Anna");
    await udt.project("demo-project", [{ person: owner, user_type: 1 }]);
    const agent = await udt.agent();
    await agent.connect([]);
    const id = await udt.server.services.libraries.ensureBuiltin("demo-project", owner.user_id);
    expect(id).toBeDefined();
    const { task } = await until(() => {
      const [message] = agent.all("task_start");
      expect(message).toBeDefined();
      return message!;
    });
    expect(task).toMatchObject({ payload: { url: null, path: "/git/shop-ts.git", allow_unisolated: true } });
    expect(await udt.server.services.libraries.ensureBuiltin("demo-project", owner.user_id)).toBe(id);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await udt.dispose();
  }
});
