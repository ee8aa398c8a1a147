import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS, LIMITS, SOCKETS, type ScriptRepository } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { GitUser } from "../../../test/git-user.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { script_repositories } from "../../platform/database/scripts.schema.ts";

/** Quotes, right to left, non-Latin, and what means something to shells and to git. */
const ODD = ['it\'s "quoted" $(x).ts', "العربية/‏اختبار.ts", "测试/登录 用例.ts", "-dash.ts", "a\\b*.ts"];

onEachDatabase("script repositories", (open) => {
  let udt: TestServer;
  let anna: GitUser;
  let owner: Person;
  let member: Person;
  let agent: TestAgent;
  let project: string;
  let key: string;
  let count = 0;
  const query = () => ({ project });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    anna = await GitUser.start();
    owner = await udt.person("Olga <o@x>");
    member = await udt.person("Mia");
  });
  afterAll(async () => {
    await anna.dispose();
    await udt.dispose();
  });
  beforeEach(async () => {
    project = `scripts-${++count}`;
    await udt.project(project, [
      { person: owner, user_type: 1 },
      { person: member, user_type: 2 },
    ]);
    agent?.close();
    agent = await udt.agent(`agent-${count}`, [project]);
    await agent.connect([]);
    key = await keyOf(member);
  });

  const keyOf = async (person: Person, change: object = {}): Promise<string> => {
    const body = { name: `key ${count} ${Math.random()}`, access: "write", ...change };
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, { as: person, body });
    return `${secret_id}:${secret_key}`;
  };
  const create = (change: object = {}): Promise<ScriptRepository> =>
    udt.ok(ENDPOINTS.scriptCreate, {
      as: member,
      query: query(),
      body: { name: "Cart", description: "of the shop", template: "typescript", ...change },
    });
  const by = (credential: string, { clone_url }: ScriptRepository) =>
    clone_url.replace("://", `://${credential.split(":").map(encodeURIComponent).join(":")}@`);
  const cloned = async (repository: ScriptRepository, place = `clone-${count}`): Promise<string> => {
    await anna.clone(by(key, repository), place);
    return place;
  };
  const at = ({ repo_id }: ScriptRepository, more: object = {}) => ({
    as: owner,
    params: { repo_id },
    query: { ...query(), ...more },
  });

  it("makes one from a template, whose maker is its first author", async () => {
    const repository = await create();
    expect(repository).toMatchObject({
      name: "Cart",
      description: "of the shop",
      user_name: "Mia",
      project_id: project,
    });
    expect(repository.size_bytes).toBeGreaterThan(0);
    const { entries } = await udt.ok(ENDPOINTS.scriptTree, at(repository));
    expect(entries.map(({ path }) => path)).toEqual([
      "README.md",
      "lib/adb.ts",
      "lib/memory.ts",
      "lib/picture.ts",
      "lib/step.ts",
      "package.json",
      "tests/device.test.ts",
    ]);
    const { list, total } = await udt.ok(ENDPOINTS.scriptCommits, at(repository));
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ author_name: "Mia", subject: "Begin", parent_ids: [] });
    const { files, patch } = await udt.ok(ENDPOINTS.scriptCommit, {
      ...at(repository),
      params: { repo_id: repository.repo_id, commit_id: list[0]!.commit_id },
    });
    expect(files).toHaveLength(7);
    expect(files.every(({ change, removed }) => change === "added" && removed === 0)).toBe(true);
    expect(patch).toContain("+describe(");
    const python = await udt.ok(ENDPOINTS.scriptCreate, {
      as: owner,
      query: query(),
      body: { name: "Python", template: "pytest" },
    });
    const { text } = await udt.ok(ENDPOINTS.scriptFile, at(python, { path: "tests/test_device.py" }));
    expect(text).toContain("def test_says_which_model_it_is");
    expect((await udt.ok(ENDPOINTS.scriptCommits, at(python))).list[0]!.author_name).toBe("Olga o@x");
  });

  it("shows what is cloned, changed and pushed with git, and tells who watches", async () => {
    const repository = await create();
    const place = await cloned(repository);
    const events = await udt.socket(SOCKETS.events, { as: owner, query: query() });
    await udt.ok(ENDPOINTS.scriptBranches, at(repository));
    await anna.ok(place, "mv", "lib/step.ts", "lib/steps.ts");
    const commit_id = await anna.commit(place, { "tests/cart.test.ts": "// the cart\n" }, "Try the cart\n\nAnd why.");
    await anna.ok(place, "push", "--quiet");
    const { list, total } = await udt.ok(ENDPOINTS.scriptCommits, at(repository, { page_size: 1 }));
    expect(total).toBe(2);
    expect(list).toMatchObject([{ commit_id, author_name: "Anna", subject: "Try the cart", body: "And why." }]);
    const file = await udt.ok(ENDPOINTS.scriptFile, at(repository, { path: "tests/cart.test.ts" }));
    expect(file).toEqual({
      path: "tests/cart.test.ts",
      kind: "file",
      size_bytes: 12,
      commit_id,
      text: "// the cart\n",
    });
    const changes = await udt.ok(ENDPOINTS.scriptCommit, {
      ...at(repository),
      params: { repo_id: repository.repo_id, commit_id },
    });
    expect(changes.files).toEqual([
      { path: "lib/steps.ts", old_path: "lib/step.ts", change: "renamed", added: 0, removed: 0 },
      { path: "tests/cart.test.ts", old_path: "tests/cart.test.ts", change: "added", added: 1, removed: 0 },
    ]);
    await until(() =>
      expect(events.json).toContainEqual(
        expect.objectContaining({ type: "script.changed", repo_id: repository.repo_id }),
      ),
    );
    // Somebody else's clone has it too.
    await anna.ok(place, "checkout", "--quiet", "-b", "feature/查找");
    await anna.commit(place, { "search.ts": "" });
    await anna.ok(place, "push", "--quiet", "origin", "HEAD");
    const { branches } = await udt.ok(ENDPOINTS.scriptBranches, at(repository));
    expect(branches.map(({ name }) => name)).toEqual(["feature/查找", "main"]);
    const { entries } = await udt.ok(ENDPOINTS.scriptTree, at(repository, { branch: "feature/查找" }));
    expect(entries.map(({ path }) => path)).toContain("search.ts");
  });

  it("keeps names as they are, whatever they are made of", async () => {
    const repository = await create({ name: ODD.join("|").slice(0, 60) });
    const place = await cloned(repository);
    await anna.commit(place, Object.fromEntries(ODD.map((name) => [name, name])));
    await anna.ok(place, "push", "--quiet");
    const { entries } = await udt.ok(ENDPOINTS.scriptTree, at(repository));
    expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(ODD));
    for (const path of ODD)
      expect((await udt.ok(ENDPOINTS.scriptFile, at(repository, { path }))).text, path).toBe(path);
    for (const path of ["../secret", "/etc/passwd", "tests", "tests/", "a*", ":(top)README.md", "none.ts"])
      await udt.refused(ENDPOINTS.scriptFile, at(repository, { path }), "script_file_not_found");
    await udt.refused(ENDPOINTS.scriptTree, at(repository, { branch: "none" }), "script_branch_not_found");
    await udt.refused(
      ENDPOINTS.scriptCommit,
      { ...at(repository), params: { repo_id: repository.repo_id, commit_id: "0".repeat(40) } },
      "script_commit_not_found",
    );
  });

  it("shows links and submodules, and follows neither", async () => {
    const repository = await create();
    const place = await cloned(repository);
    await symlink("/etc/passwd", join(anna.folder, place, "link"));
    const url = "https://example.com/elsewhere.git";
    await anna.commit(place, { ".gitmodules": `[submodule "elsewhere"]\n\tpath = elsewhere\n\turl = ${url}\n` });
    await anna.ok(place, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},elsewhere`);
    await anna.ok(place, "commit", "--quiet", "--message", "A submodule");
    await anna.ok(place, "push", "--quiet");
    const { entries } = await udt.ok(ENDPOINTS.scriptTree, at(repository));
    expect(entries).toEqual(
      expect.arrayContaining([
        { path: "link", kind: "link", size_bytes: 11 },
        { path: "elsewhere", kind: "submodule", size_bytes: 0 },
      ]),
    );
    expect((await udt.ok(ENDPOINTS.scriptFile, at(repository, { path: "link" }))).text).toBe("/etc/passwd");
    await udt.refused(ENDPOINTS.scriptFile, at(repository, { path: "link/x" }), "script_file_not_found");
    // An address that would be a command for whoever follows it.
    await anna.commit(place, { ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = -u./run\n` });
    const refused = await anna.run(place, "push");
    expect(refused.code).not.toBe(0);
    expect(refused.said).toMatch(/gitmodulesUrl/);
  });

  it("says when a file is no text, or too much of it", async () => {
    const repository = await create();
    const place = await cloned(repository);
    const files = {
      "picture.png": Buffer.from([0x89, 0x50, 0, 1]),
      "latin.txt": Buffer.from([0x66, 0xfc, 0x72]),
      "long.txt": "x".repeat(LIMITS.script_text_max_bytes + 1),
    };
    const commit_id = await anna.commit(place, files);
    await anna.ok(place, "push", "--quiet");
    for (const path of Object.keys(files))
      expect(await udt.ok(ENDPOINTS.scriptFile, at(repository, { path })), path).toMatchObject({ text: null });
    const params = { repo_id: repository.repo_id, commit_id };
    const { files: changed, has_more } = await udt.ok(ENDPOINTS.scriptCommit, { ...at(repository), params });
    expect(changed.find(({ path }) => path === "picture.png")).toMatchObject({ added: null, removed: null });
    expect(has_more).toBe(true);
  });

  it("is listed, renamed and deleted, with its folder", async () => {
    const repository = await create();
    await udt.refused(
      ENDPOINTS.scriptCreate,
      { as: member, query: query(), body: { name: "cart", template: "pytest" } },
      "script_name_exists",
    );
    const other = await create({ name: "Search", description: "" });
    const list = async (more: object = {}) =>
      (await udt.ok(ENDPOINTS.scriptList, { as: owner, query: { ...query(), ...more } })).list.map(({ name }) => name);
    expect(await list({ sort: "name", order: "asc" })).toEqual(["Cart", "Search"]);
    expect(await list({ keyword: "SHOP" })).toEqual(["Cart"]);
    const renamed = { ...at(repository), as: member, body: { name: "Basket", description: "" } };
    expect(await udt.ok(ENDPOINTS.scriptUpdate, renamed)).toMatchObject({ clone_url: repository.clone_url });
    await udt.refused(
      ENDPOINTS.scriptUpdate,
      { ...renamed, params: { repo_id: other.repo_id }, body: { name: "basket" } },
      "script_name_exists",
    );
    const folder = (repo_id: string) => join(udt.settings.data_dir, "blobs/scripts", `${repo_id}.git`);
    expect((await readFile(join(folder(repository.repo_id), "HEAD"), "utf8")).trim()).toBe("ref: refs/heads/main");
    await udt.refused(ENDPOINTS.scriptDelete, { ...at(repository), as: member }, "no_permission");
    await udt.ok(ENDPOINTS.scriptDelete, at(repository));
    expect(existsSync(folder(repository.repo_id))).toBe(false);
    await udt.refused(ENDPOINTS.scriptGet, at(repository), "script_repository_not_found");
    // Files that nobody owns are swept, and git's empty folders are no such.
    await udt.server.blobs.sweep();
    expect(existsSync(join(folder(other.repo_id), "refs/tags"))).toBe(true);
    const params = { project_id: project };
    expect(await udt.ok(ENDPOINTS.projectContents, { as: owner, params })).toMatchObject({ script_repositories: 1 });
    await udt.ok(ENDPOINTS.projectDelete, { as: owner, params, query: { confirm: project } });
    expect(existsSync(folder(other.repo_id))).toBe(false);
    expect(
      (await udt.server.database.db.select().from(script_repositories)).map((row) => row.project_id),
    ).not.toContain(project);
  });

  it("is the source of a case library, which reads each push to its branch", async () => {
    const repository = await create();
    const started = (index: number) =>
      until(() => {
        const task = agent.all("task_start")[index]?.task;
        expect(task).toBeDefined();
        return task!;
      });
    const end = async ({ task_id }: { task_id: string }) => {
      const body = { kind: "parse", failure: "parser_exited", message: null };
      await udt.ok(ENDPOINTS.agentTaskFinish, { bearer: agent.token, params: { task_id }, body });
    };
    const check = { as: member, query: query(), body: { url: repository.clone_url } };
    expect((await udt.ok(ENDPOINTS.libraryCheck, check)).default_branch).toBe("main");
    const library = await udt.ok(ENDPOINTS.libraryCreate, {
      as: member,
      query: query(),
      body: { name: "Cases", framework: "node_test", url: repository.clone_url },
    });
    const { repo_id } = repository;
    expect(library).toMatchObject({ url: repository.clone_url, repo_id, auth_kind: "none", is_builtin: false });
    const task = await started(0);
    const { payload } = task as { payload: { path: string; url: null; auth: { username: string; password: string } } };
    expect(payload.url).toBeNull();
    // The agent's way in: to this repository, to read it, and for a while.
    const agents = (path: string) =>
      `${udt.server.url.replace("://", `://${payload.auth.username}:${encodeURIComponent(payload.auth.password)}@`)}${path}`;
    await anna.clone(agents(payload.path), `agent-${count}`);
    await anna.commit(`agent-${count}`, { "by-agent.ts": "" });
    expect((await anna.run(`agent-${count}`, "push")).code).not.toBe(0);
    const another = await create({ name: "Another" });
    const otherPath = new URL(another.clone_url).pathname;
    expect((await anna.run(".", "clone", agents(otherPath), `no-${count}`)).code).not.toBe(0);
    await end(task);

    const place = await cloned(repository);
    udt.clock.turn(1);
    await anna.commit(place, { "one.test.ts": "" });
    await anna.ok(place, "push", "--quiet");
    await end(await started(1));
    await anna.ok(place, "push", "--quiet", "origin", "HEAD:refs/heads/side");
    const params = { library_id: library.library_id };
    const parses = async () => (await udt.ok(ENDPOINTS.libraryParses, { as: owner, query: query(), params })).list;
    expect((await parses()).map(({ origin }) => origin)).toEqual(["push", "import"]);

    await udt.refused(ENDPOINTS.scriptDelete, at(repository), "script_repository_used");
    await udt.project(`${project}-b`, [{ person: member, user_type: 1 }]);
    await udt.refused(
      ENDPOINTS.libraryCheck,
      { ...check, query: { project: `${project}-b` } },
      "repository_check_failed",
    );
    const body = { name: "Cases", framework: "node_test", url: repository.clone_url, branch: "side" };
    await udt.ok(ENDPOINTS.libraryUpdate, { as: member, query: query(), params, body });
    await end(await started(2));
    await udt.clock.turn(16 * 60_000);
    expect((await anna.run(".", "clone", agents(payload.path), `late-${count}`)).code).not.toBe(0);
    await udt.ok(ENDPOINTS.libraryDelete, { as: member, query: query(), params });
    await udt.ok(ENDPOINTS.scriptDelete, at(repository));
  });
});
