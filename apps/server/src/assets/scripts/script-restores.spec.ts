import { chmod, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS, LIMITS, type ScriptRestore } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import type { GitUser } from "../../../test/git-user.ts";
import type { Person } from "../../../test/harness.ts";
import { ScriptScene } from "../../../test/script-scene.ts";

/** So far apart that git merges what is done to one with what is done to another. */
const PARTS = ["first", "second", "third"];
const textOf = (parts: readonly string[]) => parts.map((part) => `${part}\n${"-\n".repeat(8)}`).join("");

onEachDatabase("what is restored of a commit", (open) => {
  /** Commits of files, by Anna. */
  let commits: string[];
  let place: string;
  let anna: GitUser;
  let scene: ScriptScene;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
    ({ anna } = scene);
  });
  afterAll(() => scene.dispose());
  beforeEach(async () => {
    await scene.next();
    place = await scene.clone("restores");
    commits = [await scene.newest()];
  });

  const push = async (files: Readonly<Record<string, string | Buffer>>, message = "Change") => {
    commits.push(await anna.commit(place, files, message));
    await anna.ok(place, "push", "--quiet");
    return commits.at(-1) ?? "";
  };
  const at = (more: object = {}, as: Person = scene.member) => ({
    as,
    params: { repo_id: scene.repository.repo_id },
    query: { project: scene.project, ...more },
  });
  const wish = (commit_id: string, what: ScriptRestore, path = "") => ({ commit_id, what, path });
  const preview = (...asked: Parameters<typeof wish>) =>
    scene.udt.ok(ENDPOINTS.scriptRestorePreview, at(wish(...asked), scene.owner));
  const body = (base_commit_id: string, ...asked: Parameters<typeof wish>) => ({
    ...at(),
    body: { ...wish(...asked), base_commit_id, message: "Restore" },
  });
  const restore = async (...asked: Parameters<typeof wish>) =>
    scene.udt.ok(ENDPOINTS.scriptRestore, body(await scene.newest(), ...asked));
  const text = async (path: string) => (await scene.udt.ok(ENDPOINTS.scriptFile, at({ path }))).text;
  const paths = async () => (await scene.udt.ok(ENDPOINTS.scriptTree, at())).entries.map(({ path }) => path);
  const changes = ({ files }: Awaited<ReturnType<typeof preview>>) =>
    files.map(({ path, change }) => `${change} ${path}`);

  it("is told file by file: which commits changed it, and how", async () => {
    await push({ "cart.py": "one\n", "other.py": "" }, "Make the cart");
    const named = await push({ "cart.py": "two\n" }, "Count two");
    await anna.ok(place, "mv", "cart.py", "basket.py");
    const moved = await push({ "other.py": "more\n" }, "Call it a basket");
    const subjects = async (path: string) =>
      (await scene.udt.ok(ENDPOINTS.scriptCommits, at({ path }))).list.map(({ subject }) => subject);
    expect(await subjects("cart.py")).toEqual(["Call it a basket", "Count two", "Make the cart"]);
    expect(await subjects("basket.py")).toEqual(["Call it a basket"]);
    expect(await subjects("lib")).toEqual(["Begin"]);
    expect(await subjects("c*")).toEqual([]);
    const { total, list } = await scene.udt.ok(
      ENDPOINTS.scriptCommits,
      at({ path: "cart.py", page_size: 1, page_num: 2 }),
    );
    expect([total, list[0]?.commit_id]).toEqual([3, named]);
    const commit = (commit_id: string, path: string) =>
      scene.udt.ok(ENDPOINTS.scriptCommit, {
        ...at({ path }),
        params: { repo_id: scene.repository.repo_id, commit_id },
      });
    const one = await commit(named, "cart.py");
    expect(one.files).toEqual([{ path: "cart.py", old_path: "cart.py", change: "changed", added: 1, removed: 1 }]);
    expect(one.patch).toContain("-one\n+two\n");
    const other = await commit(moved, "basket.py");
    expect(other.files).toMatchObject([{ path: "basket.py", old_path: "cart.py", change: "renamed" }]);
    expect(other.patch).toContain("rename from cart.py");
    expect(other.patch).not.toContain("other.py");
  });

  it("is a file as it was, as a commit of who asked, on top of what is there", async () => {
    const before = await push({ "cart.py": "old\n", "picture.png": Buffer.from([0x89, 0, 1]) });
    const after = await push({ "cart.py": "new\n", "picture.png": Buffer.from([0x89, 0, 2]), "later.py": "" });
    const shown = await preview(before, "version", "cart.py");
    expect(changes(shown)).toEqual(["changed cart.py"]);
    expect(shown.patch).toContain("-new\n+old\n");
    expect(shown.base_commit_id).toBe(after);
    const { commit_id, parent_commit_id } = await restore(before, "version", "cart.py");
    expect(parent_commit_id).toBe(after);
    expect(await text("cart.py")).toBe("old\n");
    const [newest] = (await scene.udt.ok(ENDPOINTS.scriptCommits, at())).list;
    expect(newest).toMatchObject({ commit_id, parent_ids: [after], author_name: "Mia", subject: "Restore" });
    // What is no text, too; and what was not there goes.
    await restore(before, "version", "picture.png");
    await restore(before, "version", "later.py");
    await anna.ok(place, "pull", "--quiet");
    expect(await anna.ok(place, "diff", "--stat", before, "HEAD")).toBe("");
    // Once more is nothing more.
    expect(changes(await preview(before, "version", "cart.py"))).toEqual([]);
    const again = await restore(before, "version", "cart.py");
    expect(again.commit_id).toBe(again.parent_commit_id);
    for (const path of ["none.py", "lib"]) {
      const asked = at(wish(before, "version", path));
      await scene.udt.refused(ENDPOINTS.scriptRestorePreview, asked, "script_file_not_found");
    }
    await scene.udt.refused(ENDPOINTS.scriptRestorePreview, at(wish(before, "version", "../x")), "invalid_param");
  });

  it("is all files as they were, links and folders among them", async () => {
    await symlink("/etc/passwd", join(anna.folder, place, "link"));
    await writeFile(join(anna.folder, place, "run.sh"), "#!/bin/sh\n");
    await chmod(join(anna.folder, place, "run.sh"), 0o755);
    const before = await push({ "a/one.txt": "1", "a/two.txt": "2", "gone.txt": "gone" });
    for (const path of ["a", "link", "gone.txt"]) await rm(join(anna.folder, place, path), { recursive: true });
    await chmod(join(anna.folder, place, "run.sh"), 0o644);
    await push({ a: "a file where a folder was", link: "no link", "b.txt": "b" });
    await restore(before, "version");
    await anna.ok(place, "pull", "--quiet");
    expect(await anna.ok(place, "diff", "--stat", before, "HEAD")).toBe("");
    expect(await anna.ok(place, "ls-tree", "HEAD", "run.sh")).toMatch(/^100755 /);
    expect(await anna.ok(place, "fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("is what a commit did, undone, and what came later stays", async () => {
    await push({ "cart.py": textOf(PARTS), "old.py": "old\n" });
    await anna.ok(place, "rm", "--quiet", "old.py");
    const wrong = await push({ "cart.py": textOf(["wrong", "second", "third"]), "new.py": "new\n" }, "Wrong");
    await push({ "cart.py": textOf(["wrong", "second", "last"]) });
    const shown = await preview(wrong, "undo");
    expect(changes(shown)).toEqual(["changed cart.py", "deleted new.py", "added old.py"]);
    expect(shown.patch).toContain("-wrong\n+first\n");
    await restore(wrong, "undo");
    expect(await text("cart.py")).toBe(textOf(["first", "second", "last"]));
    expect(await text("old.py")).toBe("old\n");
    expect(await paths()).not.toContain("new.py");
    // What was undone is undone: nothing is left to do.
    expect(changes(await preview(wrong, "undo"))).toEqual([]);
  });

  it("is refused where the same lines were changed since, and says by whom", async () => {
    await push({ "cart.py": textOf(PARTS), "picture.png": Buffer.from([0, 1]) });
    const wrong = await push({ "cart.py": textOf(["wrong", "second", "third"]), "picture.png": Buffer.from([0, 2]) });
    const since = await push({ "cart.py": textOf(["other", "second", "third"]) });
    const { data } = await scene.udt.refused(
      ENDPOINTS.scriptRestorePreview,
      at(wish(wrong, "undo")),
      "script_restore_conflict",
    );
    expect(data).toMatchObject({ args: { path: "cart.py", commit_id: since, author_name: "Anna" } });
    await scene.udt.refused(ENDPOINTS.scriptRestore, body(since, wrong, "undo"), "script_restore_conflict");
    expect(await scene.newest()).toBe(since);
    // Another file of it can be had by itself, and what is no text is not merged.
    await restore(wrong, "undo", "picture.png");
    await anna.ok(place, "pull", "--quiet");
    await push({ "picture.png": Buffer.from([0, 3]) });
    const asked = at(wish(wrong, "undo", "picture.png"));
    await scene.udt.refused(ENDPOINTS.scriptRestorePreview, asked, "script_restore_conflict");
  });

  it("loses nothing that is pushed between what was shown and what is done", async () => {
    const before = await push({ "cart.py": "old\n" });
    const wrong = await push({ "cart.py": "new\n" });
    const { base_commit_id } = await preview(before, "version");
    const others = await push({ "cart.py": "newest\n", "more.py": "more\n" });
    for (const asked of [
      body(base_commit_id, before, "version"),
      body(base_commit_id, before, "version", "cart.py"),
      body(base_commit_id, wrong, "undo"),
    ]) {
      const { data } = await scene.udt.refused(ENDPOINTS.scriptRestore, asked, "script_file_changed");
      expect(data).toMatchObject({ args: { path: "cart.py", commit_id: others, author_name: "Anna" } });
    }
    expect(await scene.newest()).toBe(others);
    // A push to other files stays beside what is restored.
    const { base_commit_id: seen } = await preview(before, "version", "cart.py");
    const last = await push({ "more.py": "more and more\n" });
    const answer = await scene.udt.ok(ENDPOINTS.scriptRestore, body(seen, before, "version", "cart.py"));
    expect(answer.parent_commit_id).toBe(last);
    expect([await text("cart.py"), await text("more.py")]).toEqual(["old\n", "more and more\n"]);
  });

  it("is bounded, and only for who may push", async () => {
    const names = Array.from({ length: LIMITS.script_restore_max + 1 }, (_, index) => [`many/${index}.txt`, ""]);
    const many = await push(Object.fromEntries(names));
    const { data } = await scene.udt.refused(
      ENDPOINTS.scriptRestorePreview,
      at(wish(many, "undo")),
      "script_restore_limit",
    );
    expect(data).toMatchObject({ args: { max: LIMITS.script_restore_max } });
    await anna.ok(place, "rm", "--quiet", "many/0.txt");
    await push({});
    await restore(commits[0] ?? "", "version", "many/1.txt");
    const stranger = await scene.udt.person("stranger");
    const mine = body(many, many, "version", "many/2.txt");
    expect((await scene.udt.call(ENDPOINTS.scriptRestore, { ...mine, as: stranger })).status).toBe(403);
    await scene.udt.refused(
      ENDPOINTS.scriptRestorePreview,
      at(wish("0".repeat(40), "version")),
      "script_commit_not_found",
    );
  });

  it("gives what may be run back, and refuses what would take too long or cannot be named", async () => {
    const count = LIMITS.script_undo_merged_max + 1;
    const all = (parts: readonly string[]) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`all/${index}.txt`, textOf(parts)]));
    await push({ "run.sh": textOf(PARTS), ...all(PARTS) });
    await chmod(join(anna.folder, place, "run.sh"), 0o755);
    const wrong = await push(all(["first", "second", "3rd"]));
    await push({ "run.sh": textOf(["1st", "second", "third"]), ...all(["1st", "second", "3rd"]) });
    const { data } = await scene.udt.refused(
      ENDPOINTS.scriptRestorePreview,
      at(wish(wrong, "undo")),
      "script_undo_limit",
    );
    expect(data).toMatchObject({ args: { max: LIMITS.script_undo_merged_max } });
    await restore(wrong, "undo", "run.sh");
    await anna.ok(place, "pull", "--quiet");
    expect(await anna.ok(place, "ls-tree", "HEAD", "run.sh")).toMatch(/^100644 /);
    expect(await text("run.sh")).toBe(textOf(["1st", "second", "third"]));
    const odd = Buffer.concat([Buffer.from(join(anna.folder, place, "gr")), Buffer.from([0xfc, 0x6e])]);
    const before = await scene.newest();
    await writeFile(odd, "");
    await push({});
    await scene.udt.refused(ENDPOINTS.scriptRestorePreview, at(wish(before, "version")), "script_restore_name");
  });
});
