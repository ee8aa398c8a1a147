import { existsSync } from "node:fs";
import { chmod, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ENDPOINTS, LIMITS, SOCKETS, type BodyInputOf } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase, onPostgresql } from "../../../test/databases.ts";
import type { GitUser } from "../../../test/git-user.ts";
import { until, type Person } from "../../../test/harness.ts";
import { ScriptScene } from "../../../test/script-scene.ts";
import { ServerProcess } from "../../../test/server-process.ts";
import { script_repositories } from "../../platform/database/scripts.schema.ts";

type Change = BodyInputOf<(typeof ENDPOINTS)["scriptSave"]>["changes"][number];

const write = (path: string, text: string): Change => ({ change: "write", path, text });
const remove = (path: string): Change => ({ change: "delete", path });
const picture = (path: string, png: Buffer): Change => ({
  change: "picture",
  path,
  png: png.toString("base64"),
  is_new: true,
});
/** As much of a PNG as a save looks at. */
function png(side = 16, bytes = 100): Buffer {
  const made = Buffer.alloc(bytes);
  made.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  made.writeUInt32BE(side, 16);
  made.writeUInt32BE(side, 20);
  made.set([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], bytes - 8);
  return made;
}
const rename = (old_path: string, path: string, text: string | null = null): Change => ({
  change: "rename",
  old_path,
  path,
  text,
});

onEachDatabase("saves of the editor", (open) => {
  let scene: ScriptScene;
  let anna: GitUser;
  let base: string;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
    anna = scene.anna;
  });
  afterAll(() => scene.dispose());
  beforeEach(async () => {
    await scene.next();
    base = await scene.newest();
  });

  const at = (more: object = {}, as: Person = scene.member) => ({
    as,
    params: { repo_id: scene.repository.repo_id },
    query: { project: scene.project, ...more },
  });
  const wish = (changes: Change[], more: object = {}) => ({
    ...at(),
    body: { base_commit_id: base, message: "Save", changes, ...more },
  });
  const save = (...changes: Change[]) => scene.udt.ok(ENDPOINTS.scriptSave, wish(changes));
  const text = async (path: string, more: object = {}) =>
    (await scene.udt.ok(ENDPOINTS.scriptFile, at({ path, ...more }))).text;
  const paths = async () => (await scene.udt.ok(ENDPOINTS.scriptTree, at())).entries.map(({ path }) => path);

  it("are commits of the caller, which git sees and who watches hears of", async () => {
    const place = await scene.clone("sees");
    const events = await scene.udt.socket(SOCKETS.events, { as: scene.owner, query: { project: scene.project } });
    const { commit_id, parent_commit_id } = await scene.udt.ok(
      ENDPOINTS.scriptSave,
      wish([write("tests/cart.test.ts", "// Käse 购物车\r\n"), write("README.md", ""), remove("lib/adb.ts")], {
        message: "Try the cart\n\nAnd say why.",
      }),
    );
    expect(parent_commit_id).toBe(base);
    await until(() =>
      expect(events.json).toContainEqual(
        expect.objectContaining({ type: "script.changed", repo_id: scene.repository.repo_id }),
      ),
    );
    const [newest] = (await scene.udt.ok(ENDPOINTS.scriptCommits, at())).list;
    expect(newest).toMatchObject({
      commit_id,
      parent_ids: [base],
      author_name: "Mia",
      subject: "Try the cart",
      body: "And say why.",
    });
    await anna.ok(place, "pull", "--quiet");
    expect(await readFile(join(anna.folder, place, "tests/cart.test.ts"), "utf8")).toBe("// Käse 购物车\r\n");
    expect(existsSync(join(anna.folder, place, "lib/adb.ts"))).toBe(false);
    expect(await anna.ok(place, "fsck", "--strict", "--no-dangling")).toBe("");
    // What was read is still there to be read.
    expect(await text("lib/adb.ts", { commit_id: base })).toContain("adb");
    expect((await scene.udt.ok(ENDPOINTS.scriptTree, at({ commit_id: base }))).entries).toHaveLength(7);
    await scene.udt.refused(ENDPOINTS.scriptFile, at({ path: "lib/adb.ts", commit_id }), "script_file_not_found");
    const unknown = "0".repeat(40);
    await scene.udt.refused(ENDPOINTS.scriptTree, at({ commit_id: unknown }), "script_commit_not_found");
    const old = wish([write("a", "")], { base_commit_id: unknown });
    await scene.udt.refused(ENDPOINTS.scriptSave, old, "script_commit_not_found");
    const nowhere = wish([write("a", "")], { branch: "nowhere" });
    await scene.udt.refused(ENDPOINTS.scriptSave, nowhere, "script_branch_not_found");
  });

  it("rename with and without another text, to and fro, and keep what may be executed", async () => {
    const place = await scene.clone("modes");
    await writeFile(join(anna.folder, place, "run.sh"), "#!/bin/sh\n");
    await chmod(join(anna.folder, place, "run.sh"), 0o755);
    await anna.commit(place, { "a.txt": "a", "b.txt": "b" });
    await anna.ok(place, "push", "--quiet");
    base = await scene.newest();
    await save(
      rename("a.txt", "b.txt"),
      rename("b.txt", "a.txt", "was b"),
      rename("run.sh", "bin/run.sh", "#!/bin/sh -e\n"),
    );
    expect(await text("b.txt")).toBe("a");
    expect(await text("a.txt")).toBe("was b");
    await anna.ok(place, "pull", "--quiet");
    expect(await anna.ok(place, "ls-tree", "HEAD", "bin/run.sh")).toMatch(/^100755 blob/);
    // A file gives way to a folder of its name.
    base = await scene.newest();
    await save(rename("a.txt", "a.txt/inside.txt"));
    expect(await paths()).toContain("a.txt/inside.txt");
  });

  it("go on top of what others pushed, and are refused where they pushed to the same file", async () => {
    const place = await scene.clone("others");
    const others = await anna.commit(place, { "README.md": "by Anna\n", "lib/new.ts": "// new\n" }, "Anna's");
    await anna.ok(place, "push", "--quiet");
    for (const [path, change] of [
      ["README.md", write("README.md", "by Mia\n")],
      ["README.md", remove("README.md")],
      ["README.md", rename("README.md", "READ.md")],
      ["README.md", rename("lib/step.ts", "README.md")],
      ["lib/new.ts", write("lib/new.ts", "// another\n")],
    ] as const) {
      const mine = wish([write("tests/mine.ts", ""), change]);
      const { data } = await scene.udt.refused(ENDPOINTS.scriptSave, mine, "script_file_changed");
      expect(data, JSON.stringify(change)).toMatchObject({ args: { path, commit_id: others, author_name: "Anna" } });
    }
    expect(await scene.newest()).toBe(others);
    const { parent_commit_id } = await save(write("lib/step.ts", "// mine\n"), remove("package.json"));
    expect(parent_commit_id).toBe(others);
    expect([await text("README.md"), await text("lib/step.ts")]).toEqual(["by Anna\n", "// mine\n"]);
    expect(await paths()).not.toContain("package.json");
  });

  it("save once when they are said twice, as after an answer that was lost", async () => {
    const changes = [write("lib/step.ts", "// mine\n"), remove("package.json"), rename("README.md", "READ.md")];
    const { commit_id } = await save(...changes);
    expect((await save(...changes)).commit_id).toBe(commit_id);
    expect((await scene.udt.ok(ENDPOINTS.scriptCommits, at())).total).toBe(2);
  });

  it("come one after the other, and of two that race for a file one is told so", async () => {
    const sent = Array.from({ length: 6 }, (_, index) =>
      scene.udt.call(ENDPOINTS.scriptSave, wish([write("README.md", `${index}\n`), write(`${index}.txt`, "")])),
    );
    const both = Array.from({ length: 4 }, (_, index) => save(write(`apart/${index}.txt`, `${index}`)));
    const answers = (await Promise.all(sent)).map(({ status }) => status);
    await Promise.all(both);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    const won = answers.indexOf(200);
    expect(await text("README.md")).toBe(`${won}\n`);
    expect((await paths()).filter((path) => /^\d\.txt$/.test(path))).toEqual([`${won}.txt`]);
    expect((await paths()).filter((path) => path.startsWith("apart/"))).toHaveLength(4);
    expect((await scene.udt.ok(ENDPOINTS.scriptCommits, at())).total).toBe(6);
  });

  it("keep a text as large as one may be, whatever its quotes", async () => {
    const large = '"\n'.repeat(LIMITS.script_text_max_bytes / 2);
    await save(write("large.txt", large));
    expect(await text("large.txt")).toBe(large);
  });

  it("bring pictures in the same commit, byte by byte", async () => {
    const place = await scene.clone("pictures");
    const made = png(64, 5_000);
    const { commit_id } = await save(
      write("cases/shop.yaml", "low_code: 1\n"),
      picture("cases/pictures/shop.png", made),
    );
    await anna.ok(place, "pull", "--quiet");
    expect(await readFile(join(anna.folder, place, "cases/pictures/shop.png"))).toEqual(made);
    expect(await readFile(join(anna.folder, place, "cases/shop.yaml"), "utf8")).toBe("low_code: 1\n");
    expect((await scene.udt.ok(ENDPOINTS.scriptCommits, at())).total).toBe(2);
    // Said twice, it is saved once; another one is not put in its place.
    base = commit_id;
    const other = wish([picture("cases/pictures/shop.png", png(32))]);
    await scene.udt.refused(ENDPOINTS.scriptSave, other, "script_path_taken");
    expect(await scene.newest()).toBe(commit_id);
  });

  it("take nothing but pictures for such, few and small, where a text's file might be", async () => {
    const large = LIMITS.script_picture_max_bytes;
    await save(picture("largest.png", png(LIMITS.script_picture_side_max, large)));
    for (const [path, bytes] of [
      ["a.yaml", png()],
      ["../a.png", png()],
      [".git/a.png", png()],
      ["a.png", Buffer.from("<svg/>")],
      ["a.png", Buffer.alloc(0)],
      ["a.png", png().subarray(0, 60)],
      ["a.png", png(0)],
      ["a.png", png(LIMITS.script_picture_side_max + 1)],
      ["a.png", png(16, large + 1)],
    ] as const)
      await scene.udt.refused(ENDPOINTS.scriptSave, wish([picture(path, bytes)]), "invalid_param");
    const unreadable = { change: "picture", path: "a.png", png: "?" } as const;
    await scene.udt.refused(ENDPOINTS.scriptSave, wish([unreadable]), "invalid_param");
    const many = Array.from({ length: LIMITS.script_pictures_max + 1 }, (_, index) => picture(`${index}.png`, png()));
    const { data } = await scene.udt.refused(ENDPOINTS.scriptSave, wish(many), "invalid_param");
    expect(JSON.stringify(data)).toContain("changes");
  });

  it("are only for who may push, and only of files within the repository", async () => {
    const { udt, project, owner } = scene;
    const stranger = await udt.person("stranger");
    const mine = wish([write("a.txt", "a")]);
    expect((await udt.call(ENDPOINTS.scriptSave, { ...mine, as: stranger })).status).toBe(403);
    await udt.project(`${project}-other`, [{ person: owner, user_type: 1 }]);
    const elsewhere = { ...mine, as: owner, query: { project: `${project}-other` } };
    await udt.refused(ENDPOINTS.scriptSave, elsewhere, "script_repository_not_found");
    for (const path of [
      "../a",
      "a/../b",
      "/a",
      "a//b",
      "a/",
      "",
      ".",
      ".git/config",
      "x/.GIT/hooks/update",
      "a\nb",
      "a\0b",
    ])
      await udt.refused(ENDPOINTS.scriptSave, wish([write(path, "a")]), "invalid_param");
    const large = "x".repeat(LIMITS.script_text_max_bytes);
    await udt.refused(ENDPOINTS.scriptSave, wish([write("a", `${large}x`)]), "invalid_param");
    const many = Array.from({ length: 8 }, (_, index) => write(`${index}`, large));
    const { data } = await udt.refused(ENDPOINTS.scriptSave, wish(many), "body_too_large");
    expect(data).toMatchObject({ args: { limit_bytes: LIMITS.script_save_max_bytes } });
    await udt.refused(ENDPOINTS.scriptSave, wish([write("a", "a")], { message: " \n" }), "invalid_param");
    // What only git knows to be bad is refused as in a push, and leaves nothing.
    const before = await readdir(join(scene.folder, "objects"));
    for (const change of [
      write("git~1/config", ""),
      write(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = -u./run\n'),
    ])
      await udt.refused(ENDPOINTS.scriptSave, wish([change]), "script_save_refused");
    expect(await readdir(join(scene.folder, "objects"))).toEqual(before);
    expect(await scene.newest()).toBe(base);
    expect((await readdir(dirname(scene.folder))).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("put no file where something else stands, and follow no link", async () => {
    const place = await scene.clone("links");
    await symlink("/etc/passwd", join(anna.folder, place, "link"));
    await anna.commit(place, {});
    await anna.ok(place, "push", "--quiet");
    base = await scene.newest();
    for (const path of ["link", "link/x", "lib", "README.md/x"])
      await scene.udt.refused(ENDPOINTS.scriptSave, wish([write(path, "x")]), "script_path_taken");
    const within = wish([write("new", "x"), write("new/x", "x")]);
    await scene.udt.refused(ENDPOINTS.scriptSave, within, "script_path_taken");
    await scene.udt.refused(ENDPOINTS.scriptSave, wish([remove("missing")]), "script_file_not_found");
    await scene.udt.refused(ENDPOINTS.scriptSave, wish([rename("missing", "x")]), "script_file_not_found");
    await save(rename("link", "other"));
    expect(await text("other")).toBe("/etc/passwd");
  });

  it("run no hook, and are refused when there is no room", async () => {
    const marker = join(anna.folder, "hooked");
    for (const name of ["pre-receive", "update", "post-receive", "pre-commit"]) {
      const hook = join(scene.folder, "hooks", name);
      await writeFile(hook, `#!/bin/sh\ntouch ${marker}\n`).catch(() => undefined);
      await chmod(hook, 0o755).catch(() => undefined);
    }
    const { db } = scene.udt.server.database;
    await save(write("a.txt", "a"));
    expect(existsSync(marker)).toBe(false);
    // The care of a repository after a save counts it anew.
    await until(async () =>
      expect((await db.select().from(script_repositories)).every(({ writer }) => writer === null)).toBe(true),
    );
    await db.update(script_repositories).set({ size_bytes: LIMITS.script_repository_max_bytes });
    await scene.udt.refused(ENDPOINTS.scriptSave, wish([write("b.txt", "b")]), "script_no_room");
    expect(await paths()).not.toContain("b.txt");
  });
});

onPostgresql("several servers with an editor", (open) => {
  let scene: ScriptScene;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
    await scene.next();
  });
  afterAll(() => scene.dispose());

  it("take saves one after the other, and one that is killed amid a save leaves a file old or new", async () => {
    const { udt, member, project, repository } = scene;
    const other = await ServerProcess.beside(udt);
    const base_commit_id = await scene.newest();
    const texts = ["// old\n", "// new\n".repeat(100_000)] as const;
    const saved = (text: string) => ({
      base_commit_id,
      message: "Save",
      changes: [write("tests/device.test.ts", text)],
    });
    const call = { as: member, params: { repo_id: repository.repo_id }, query: { project } };
    const { commit_id } = await udt.ok(ENDPOINTS.scriptSave, { ...call, body: saved(texts[0]) });
    const url = `${other.url}/v1/editor/repos/${repository.repo_id}/commits?project=${project}`;
    const [secret_id, secret_key] = scene.key.split(":");
    const saving = fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-requested-with": "XMLHttpRequest",
        authorization: `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`,
      },
      body: JSON.stringify({ ...saved(texts[1]), base_commit_id: commit_id }),
    }).then(
      ({ status }) => status,
      () => undefined,
    );
    const rows = () => udt.server.database.db.select({ writer: script_repositories.writer }).from(script_repositories);
    await until(async () => expect((await rows()).some(({ writer }) => writer !== null)).toBe(true));
    await other.kill();
    await saving;
    await udt.clock.turn(60_001);
    const read = async () =>
      (await udt.ok(ENDPOINTS.scriptFile, { ...call, query: { project, path: "tests/device.test.ts" } })).text;
    expect(texts).toContain(await read());
    const head = await scene.newest();
    await udt.ok(ENDPOINTS.scriptSave, { ...call, body: { ...saved("// after\n"), base_commit_id: head } });
    expect(await read()).toBe("// after\n");
  });
});
