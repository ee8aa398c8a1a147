import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS, type Said, type ScriptRepository } from "@udt/contract";
import { startGitHost, type GitHost } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";

const FILES = { "README.md": "Cart\n", "cases/device.yaml": "low_code: 1\n" };
const PASSWORD = "pa55-word+of/mirrors";
const outgoing = { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.1"], secret_key: undefined };

onEachDatabase("an outside repository in the editor", (open) => {
  let udt: TestServer;
  let host: GitHost;
  let mia: Person;
  let guest: Person;
  let project: string;
  let name: string;
  let library_id: string;
  let first: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open, { outgoing });
    host = await startGitHost();
    mia = await udt.person("Mia");
    guest = await udt.person("Gil");
  });
  afterAll(async () => {
    await udt.dispose();
    await host.close();
  });
  beforeEach(async () => {
    name = `cart-${++count}`;
    project = `outside-${count}`;
    host.answerWith = undefined;
    await udt.project(project, [{ person: mia, user_type: 1 }], { visibility: 2 });
    first = host.push(name, FILES, { branch: "trunk" });
    execFileSync("git", ["symbolic-ref", "HEAD", "refs/heads/trunk"], { cwd: host.folder(name) });
    host.takePushes(name);
    host.protect(name, PASSWORD);
    const auth = { kind: "token", token: PASSWORD };
    const body = { name: "Cart", url: `${host.url}/${name}.git`, framework: "low_code", auth, sync: false };
    ({ library_id } = await udt.ok(ENDPOINTS.libraryCreate, { as: mia, query: { project }, body }));
  });

  const query = () => ({ project });
  const openIt = (as = mia) => udt.ok(ENDPOINTS.scriptOutsideOpen, { as, query: query(), body: { library_id } });
  const get = (repo_id: string) => udt.ok(ENDPOINTS.scriptGet, { as: mia, params: { repo_id }, query: query() });
  const settled = async (repo_id: string): Promise<ScriptRepository> => {
    await until(async () => expect((await get(repo_id)).outside?.fetch_state).not.toBe("fetching"));
    return get(repo_id);
  };
  const opened = async () => settled((await openIt()).repo_id);
  const tree = (repo_id: string, more: object = {}) =>
    udt.ok(ENDPOINTS.scriptTree, { as: mia, params: { repo_id }, query: { ...query(), ...more } });
  const wish = (repo_id: string, base_commit_id: string, text: string, more: object = {}) => ({
    as: mia,
    params: { repo_id },
    query: query(),
    body: {
      base_commit_id,
      message: "Say more",
      changes: [{ change: "write", path: "README.md", text }],
      ...more,
    },
  });
  const reasonOf = async (call: ReturnType<typeof wish>) => {
    const { data } = await udt.refused(ENDPOINTS.scriptSave, call, "script_outside_refused");
    return (data as { args: { reason?: Said } }).args.reason;
  };
  const there = (...words: string[]) =>
    execFileSync("git", words, { cwd: host.folder(name) })
      .toString()
      .trim();

  it("is mirrored by its library's access, and read like any other", async () => {
    const { repo_id, outside, default_branch, clone_url } = await opened();
    expect(outside).toMatchObject({ library_id, fetch_state: "ready", failure: null, push_refusal: null });
    expect([default_branch, clone_url]).toEqual(["trunk", `${host.url}/${name}.git`]);
    const { commit_id, entries } = await tree(repo_id);
    expect(commit_id).toBe(first);
    expect(entries.map(({ path }) => path)).toEqual(Object.keys(FILES));
    expect((await openIt()).repo_id).toBe(repo_id);
    await settled(repo_id);
    const { list } = await udt.ok(ENDPOINTS.scriptList, { as: mia, query: query() });
    expect(list).toEqual([]);
  });

  it("gets what is saved as a commit of who saved it, and is read again then", async () => {
    const { repo_id } = await opened();
    const saved = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, saved\n"));
    expect(saved.parent_commit_id).toBe(first);
    expect(there("rev-parse", "trunk")).toBe(saved.commit_id);
    expect(there("show", "trunk:README.md")).toBe("Cart, saved");
    expect(there("log", "-1", "--format=%an %s", "trunk")).toBe("Mia Say more");
    expect((await tree(repo_id)).commit_id).toBe(saved.commit_id);
    const parses = await udt.ok(ENDPOINTS.libraryParses, { as: mia, params: { library_id }, query: query() });
    expect(parses.list.length).toBeGreaterThan(0);
    const again = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, saved\n"));
    expect(again.commit_id).toBe(saved.commit_id);
    const branch = { branch: "trunk", new_branch: "next" };
    const next = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, saved.commit_id, "Cart, next\n", branch));
    expect(there("rev-parse", "next")).toBe(next.commit_id);
  });

  it("keeps what somebody pushed since it was opened, and refuses what touches the same file", async () => {
    const { repo_id } = await opened();
    const theirs = commitThere({ "cases/more.yaml": "low_code: 1\n" });
    const saved = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, saved\n"));
    expect(saved.parent_commit_id).toBe(theirs);
    expect(there("show", "trunk:cases/more.yaml")).toBe("low_code: 1");
    const last = commitThere({ "README.md": "Cart, theirs\n" });
    const mine = wish(repo_id, saved.commit_id, "Cart, mine\n");
    const { data } = await udt.refused(ENDPOINTS.scriptSave, mine, "script_file_changed");
    expect(data).toMatchObject({ args: { path: "README.md", commit_id: last } });
    expect((await tree(repo_id)).commit_id).toBe(last);
    expect(there("rev-parse", "trunk")).toBe(last);
  });

  it("follows a branch that becomes a folder of branches, and back", async () => {
    there("branch", "feature", "trunk");
    const { repo_id } = await opened();
    const names = async () => {
      const at = { as: mia, params: { repo_id }, query: query() };
      return (await udt.ok(ENDPOINTS.scriptBranches, at)).branches.map((one) => one.name);
    };
    expect(await names()).toEqual(["feature", "trunk"]);
    there("branch", "-m", "feature", "feature/x");
    there("tag", "feature/y", "trunk");
    expect((await opened()).outside).toMatchObject({ fetch_state: "ready", failure: null });
    expect(await names()).toEqual(["feature/x", "trunk"]);
    there("branch", "-m", "feature/x", "feature");
    expect((await opened()).outside).toMatchObject({ fetch_state: "ready", failure: null });
    expect(await names()).toEqual(["feature", "trunk"]);
  });

  it("is fetched on where a server was killed that left its locks", async () => {
    const { repo_id } = await opened();
    const left = ["HEAD.lock", "config.lock", "packed-refs.lock", "packed-refs.new", "refs/heads/trunk.lock"];
    for (const lock of [...left, "objects/info/commit-graphs/commit-graph-chain.lock"]) {
      const file = join(udt.settings.data_dir, "blobs/scripts", `${repo_id}.git`, lock);
      await writeFile(file, "");
      await utimes(file, 1, 1);
    }
    const theirs = commitThere({ "other.txt": "other\n" });
    const { outside, size_bytes } = await opened();
    expect(outside).toMatchObject({ fetch_state: "ready", failure: null });
    expect(size_bytes).toBeGreaterThan(0);
    expect((await tree(repo_id)).commit_id).toBe(theirs);
    // One that somebody holds keeps it from being tidied, and from nothing else.
    await writeFile(
      join(
        udt.settings.data_dir,
        "blobs/scripts",
        `${repo_id}.git`,
        "objects/info/commit-graphs/commit-graph-chain.lock",
      ),
      "",
    );
    const more = commitThere({ "more.txt": "more\n" });
    expect((await opened()).outside).toMatchObject({ fetch_state: "ready", failure: null });
    expect((await tree(repo_id)).commit_id).toBe(more);
  });

  it("is tried again when somebody pushes between fetch and push", async () => {
    const { repo_id } = await opened();
    let theirs = "";
    host.answerWith = ({ url = "" }) => {
      if (theirs === "" && url.includes("service=git-receive-pack")) theirs = commitThere({ "other.txt": "other\n" });
      return false;
    };
    const saved = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, saved\n"));
    expect(theirs).not.toBe("");
    expect(saved.parent_commit_id).toBe(theirs);
    expect(there("rev-parse", "trunk~1")).toBe(theirs);
  });

  it("tells a refused push in the repository's words, and keeps nothing of it", async () => {
    const { repo_id } = await opened();
    host.takePushes(name, "echo 'trunk is protected: open a merge request' >&2; exit 1");
    const reason = await reasonOf(wish(repo_id, first, "Cart, mine\n"));
    expect(reason?.code).toBe("outside_declined");
    expect(reason?.evidence).toContain("trunk is protected: open a merge request");
    expect((await tree(repo_id)).commit_id).toBe(first);
    expect(there("rev-parse", "trunk")).toBe(first);
    const files = await readdir(join(udt.settings.data_dir, "blobs/scripts"));
    expect(files.filter((one) => one.endsWith(".part"))).toEqual([]);
  });

  it("says nothing of a secret that the repository says back, however that is written", async () => {
    const { repo_id } = await opened();
    const header = Buffer.from(`oauth2:${PASSWORD}`);
    const secrets = [PASSWORD, encodeURIComponent(PASSWORD), header.toString("base64"), btoa(PASSWORD)];
    const urlSafe = header.toString("base64url");
    host.takePushes(
      name,
      `printf '%s\\n' ${[...secrets, urlSafe].map((secret) => `'<${secret}>'`).join(" ")} >&2; exit 1`,
    );
    const evidence = (await reasonOf(wish(repo_id, first, "x\n")))?.evidence;
    expect(evidence?.match(/<\*\*\*>/g)).toHaveLength(5);
  });

  it("tells access that was revoked, or that reads alone", async () => {
    const { repo_id } = await opened();
    host.answerWith = ({ url = "" }, response) => {
      if (!url.includes("receive-pack")) return false;
      response.writeHead(403).end();
      return true;
    };
    expect((await reasonOf(wish(repo_id, first, "x\n")))?.code).toBe("outside_no_push");
    expect((await opened()).outside?.push_refusal).toMatchObject({ code: "repository_auth_required" });
    const asked = host.asked.length;
    expect((await reasonOf(wish(repo_id, first, "x\n")))?.code).toBe("outside_no_push");
    expect(host.asked).toHaveLength(asked);
    host.answerWith = undefined;
    expect((await opened()).outside?.push_refusal).toBeNull();
    host.protect(name, "another");
    await udt.refused(ENDPOINTS.scriptSave, wish(repo_id, first, "x\n"), "repository_auth_required");
    const { outside } = await opened();
    const failure = { code: "repository_auth_required" };
    expect(outside).toMatchObject({ fetch_state: "failed", failure, fetched_at: null });
  });

  it("takes a host that is down for a while for none that refuses pushes", async () => {
    host.answerWith = ({ url = "" }, response) => {
      if (!url.includes("receive-pack")) return false;
      response.writeHead(503).end();
      return true;
    };
    const { repo_id, outside } = await opened();
    expect(outside).toMatchObject({ fetch_state: "ready", push_refusal: null });
    host.answerWith = undefined;
    await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, saved\n"));
  });

  it("shows nothing of what it may not read any more, until that is fetched anew", async () => {
    const { repo_id } = await opened();
    const at = { as: mia, params: { repo_id }, query: query() };
    const shut = () => udt.refused(ENDPOINTS.scriptTree, at, "script_not_fetched");
    host.protect(name, "another");
    expect((await opened()).outside?.failure).toMatchObject({ code: "repository_auth_required" });
    await shut();
    await udt.refused(ENDPOINTS.scriptSave, wish(repo_id, first, "x\n"), "script_not_fetched");
    host.protect(name, PASSWORD);
    expect((await opened()).outside?.failure).toBeNull();
    await tree(repo_id);
    const secret = { name: "host", username: "oauth2", password: PASSWORD };
    const { credential_id } = await udt.ok(ENDPOINTS.credentialCreate, { as: mia, query: query(), body: secret });
    const auth = { kind: "credential", credential_id };
    const body = { name: "Cart", url: `${host.url}/${name}.git`, framework: "low_code", branch: "", auth, sync: false };
    await udt.ok(ENDPOINTS.libraryUpdate, { as: mia, params: { library_id }, query: query(), body });
    await shut();
    expect((await opened()).outside?.failure).toBeNull();
    await tree(repo_id);
    const changed = { as: mia, params: { credential_id }, query: query(), body: secret };
    await udt.ok(ENDPOINTS.credentialUpdate, changed);
    await shut();
    host.answerWith = (_, response) => {
      response.writeHead(404).end();
      return true;
    };
    expect((await opened()).outside).toMatchObject({ fetch_state: "failed", fetched_at: null });
    await shut();
  });

  it("is fetched while somebody else's host answers nothing, and gives up a place where nobody waits for it", async () => {
    const eve = await udt.person("Eve");
    const theirs = { project: `tar-${count}` };
    await udt.project(theirs.project, [{ person: eve, user_type: 1 }]);
    const held: string[] = [];
    let ended = 0;
    host.answerWith = ({ url = "", method }, response) => {
      if (method !== "POST" || !url.startsWith("/tar-")) return false;
      held.push(url);
      response.on("close", () => ended++);
      return true;
    };
    const openTar = async (tar: string) => {
      host.push(tar, FILES);
      const body = { name: tar, url: `${host.url}/${tar}.git`, framework: "low_code", sync: false };
      const library = await udt.ok(ENDPOINTS.libraryCreate, { as: eve, query: theirs, body });
      const made = { library_id: library.library_id };
      return udt.ok(ENDPOINTS.scriptOutsideOpen, { as: eve, query: theirs, body: made });
    };
    const tars = [await openTar("tar-1"), await openTar("tar-2"), await openTar("tar-3")];
    await until(() => expect(held).toHaveLength(1));
    expect((await opened()).outside).toMatchObject({ fetch_state: "ready", failure: null });
    // One that waits is called off, and of one that goes on the library is deleted: the last comes at once.
    const params = { repo_id: tars[1]?.repo_id ?? "" };
    await udt.ok(ENDPOINTS.scriptOutsideCancel, { as: eve, params, query: theirs });
    const of = { library_id: tars[0]?.outside?.library_id ?? "" };
    await udt.ok(ENDPOINTS.libraryDelete, { as: eve, params: of, query: theirs });
    await until(() => expect([held.length, ended]).toEqual([2, 1]));
    expect(held[1]).toContain("tar-3");
    const last = { repo_id: tars[2]?.repo_id ?? "" };
    await udt.ok(ENDPOINTS.scriptOutsideCancel, { as: eve, params: last, query: theirs });
    await until(() => expect(ended).toBe(2));
  });

  it("is not shown to guests of a public project", async () => {
    const { repo_id } = await opened();
    const at = { as: guest, params: { repo_id }, query: query() };
    const commit = { ...at, params: { repo_id, commit_id: first } };
    const searched = { ...at, query: { ...query(), text: "Cart" } };
    const preview = { ...at, query: { ...query(), commit_id: first, what: "version" } };
    const calls = [
      () => udt.refused(ENDPOINTS.scriptGet, at, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptBranches, at, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptTree, at, "script_repository_not_found"),
      () =>
        udt.refused(
          ENDPOINTS.scriptFile,
          { ...at, query: { ...query(), path: "README.md" } },
          "script_repository_not_found",
        ),
      () => udt.refused(ENDPOINTS.scriptCommits, at, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptCommit, commit, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptSearch, searched, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptEditorList, at, "script_repository_not_found"),
      () => udt.refused(ENDPOINTS.scriptRestorePreview, preview, "script_repository_not_found"),
    ];
    for (const call of calls) await call();
  });

  it("has nothing of commits that were taken back, and does not bring them again", async () => {
    const { repo_id } = await opened();
    const secret = commitThere({ "secret.txt": "s3cret\n" });
    await opened();
    expect((await tree(repo_id, { commit_id: secret })).entries.map(({ path }) => path)).toContain("secret.txt");
    there("update-ref", "refs/heads/trunk", first);
    const branch = { new_branch: "again" };
    await udt.refused(ENDPOINTS.scriptSave, wish(repo_id, secret, "x\n", branch), "script_commit_not_found");
    const body = { name: "again", commit_id: secret };
    const at = { as: mia, params: { repo_id }, query: query() };
    await udt.refused(ENDPOINTS.scriptBranchCreate, { ...at, body }, "script_commit_not_found");
    await udt.refused(
      ENDPOINTS.scriptTree,
      { ...at, query: { ...query(), commit_id: secret } },
      "script_commit_not_found",
    );
    const commit = { ...at, params: { repo_id, commit_id: secret } };
    await udt.refused(ENDPOINTS.scriptCommit, commit, "script_commit_not_found");
    expect(there("for-each-ref", "--format=%(refname)")).toBe("refs/heads/trunk");
  });

  it("tells that its host is gone, and says nothing of the secret", async () => {
    const { repo_id } = await opened();
    host.answerWith = ({ url = "" }, response) => {
      if (!url.includes("git-receive-pack")) return false;
      response.destroy();
      return true;
    };
    const reason = await reasonOf(wish(repo_id, first, "x\n"));
    expect(reason?.code).toBe("outside_push_failed");
    expect(JSON.stringify(reason)).not.toContain(PASSWORD);
    const config = await readFile(join(udt.settings.data_dir, "blobs/scripts", `${repo_id}.git`, "config"), "utf8");
    expect(config).not.toContain("http");
    expect(config).not.toContain(PASSWORD);
  });

  it("takes up a push whose answer never came", async () => {
    const { repo_id } = await opened();
    host.answerWith = ({ url = "", method }, response) => {
      // It is taken, and the line breaks before that is said.
      if (method === "POST" && url.endsWith("/git-receive-pack")) response.writeHead = () => response.destroy();
      return false;
    };
    await udt.refused(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, mine\n"), "script_outside_refused");
    await until(() => expect(there("show", "trunk:README.md")).toBe("Cart, mine"));
    expect((await tree(repo_id)).commit_id).toBe(first);
    host.answerWith = undefined;
    const saved = await udt.ok(ENDPOINTS.scriptSave, wish(repo_id, first, "Cart, mine\n"));
    expect(saved.commit_id).toBe(there("rev-parse", "trunk"));
    expect(there("rev-list", "--count", "trunk")).toBe("2");
  });

  it("is opened by members, served to nobody's git, and goes with its library", async () => {
    await udt.refused(
      ENDPOINTS.scriptOutsideOpen,
      { as: guest, query: query(), body: { library_id } },
      "user_not_in_project",
    );
    const { repo_id } = await opened();
    const at = { as: mia, params: { repo_id }, query: query() };
    await udt.refused(ENDPOINTS.scriptDelete, at, "script_repository_not_found");
    await udt.refused(ENDPOINTS.scriptUpdate, { ...at, body: { name: "x" } }, "script_repository_not_found");
    const body = { url: `${udt.server.url}/git/${project}/${repo_id}.git` };
    await udt.refused(ENDPOINTS.libraryCheck, { as: mia, query: query(), body }, "repository_check_failed");
    const folder = join(udt.settings.data_dir, "blobs/scripts", `${repo_id}.git`);
    expect(existsSync(folder)).toBe(true);
    await udt.ok(ENDPOINTS.libraryDelete, { as: mia, params: { library_id }, query: query() });
    await udt.refused(ENDPOINTS.scriptTree, at, "script_repository_not_found");
    await until(() => {
      udt.clock.turn(3_600_000);
      expect(existsSync(folder)).toBe(false);
    });
  });

  /** Somebody pushes from elsewhere. Answers the commit. */
  function commitThere(files: Record<string, string>): string {
    const before = there("ls-tree", "-r", "--name-only", "trunk").split("\n");
    const kept = Object.fromEntries(before.map((path) => [path, `${there("show", `trunk:${path}`)}\n`]));
    const tip = there("rev-parse", "trunk");
    const lone = host.push(name, { ...kept, ...files }, { branch: "theirs" });
    const env = { ...process.env, GIT_AUTHOR_NAME: "Anna", GIT_AUTHOR_EMAIL: "a@b.c" };
    const committer = { GIT_COMMITTER_NAME: "Anna", GIT_COMMITTER_EMAIL: "a@b.c" };
    const words = ["commit-tree", `${lone}^{tree}`, "-p", tip, "-m", "Theirs"];
    const commit = execFileSync("git", words, { cwd: host.folder(name), env: { ...env, ...committer } })
      .toString()
      .trim();
    there("update-ref", "refs/heads/trunk", commit);
    there("update-ref", "-d", "refs/heads/theirs");
    return commit;
  }
});
