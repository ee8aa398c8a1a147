import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { embedded, onEachDatabase, onPostgresql } from "../../../test/databases.ts";
import { GitUser } from "../../../test/git-user.ts";
import { until, type Person } from "../../../test/harness.ts";
import { ScriptScene as Scene } from "../../../test/script-scene.ts";
import { ServerProcess } from "../../../test/server-process.ts";
import { packetLine } from "../../platform/git-http.ts";
import { script_repositories } from "../../platform/database/scripts.schema.ts";
import { eq } from "../../platform/database/sql.ts";

onEachDatabase("git at a script repository", (open) => {
  let scene: Scene;
  let anna: GitUser;
  beforeAll(async () => {
    scene = await Scene.start(open);
    anna = scene.anna;
  });
  afterAll(() => scene.dispose());
  beforeEach(() => scene.next());

  const reads = async (credential: string): Promise<boolean> =>
    (await anna.run(".", "ls-remote", scene.url(credential))).code === 0;
  const writes = async (credential: string): Promise<boolean> => {
    const place = await scene.clone(`as-${randomBytes(4).toString("hex")}`);
    await anna.commit(place, { "a.txt": randomBytes(4).toString("hex") });
    return (await anna.run(place, "push", scene.url(credential), "HEAD:main")).code === 0;
  };

  it("lets in who may, by an API key or the project's token, and nobody else", async () => {
    const { udt, owner, member, project } = scene;
    const stranger = await udt.person("stranger");
    await udt.project(`${project}-other`, [{ person: stranger, user_type: 1 }]);
    const [mine, looking, other, elsewhere] = [
      scene.key,
      await scene.keyOf(member, { access: "read" }),
      await scene.keyOf(stranger),
      await scene.keyOf(owner, { project_id: project }),
    ];
    const tokenOf = async (project_id: string, as: Person) =>
      (await udt.ok(ENDPOINTS.tokenReset, { as, params: { project_id }, body: { confirm: project_id } })).token;
    const token = await tokenOf(project, owner);
    for (const credential of [mine, elsewhere, `whoever:${token}`])
      expect([await reads(credential), await writes(credential)], credential).toEqual([true, true]);
    expect([await reads(looking), await writes(looking)]).toEqual([true, false]);
    const wrong = mine.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    for (const credential of ["", wrong, other, `x:${await tokenOf(`${project}-other`, stranger)}`, `x:udtc_v1.a.b`])
      expect([await reads(credential), await writes(credential)], credential).toEqual([false, false]);
    const cookie = { headers: { cookie: member.cookie } };
    const asked = await fetch(`${scene.url("")}/info/refs?service=git-upload-pack`, cookie);
    expect([asked.status, asked.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="UDT", charset="UTF-8"']);
    // Who may look at a public project may clone what it has, and no more.
    await udt.project(`${project}-public`, [{ person: owner, user_type: 1 }], { visibility: 2 });
    const query = { project: `${project}-public` };
    const body = { name: "Open", template: "pytest" };
    scene.repository = await udt.ok(ENDPOINTS.scriptCreate, { as: owner, query, body });
    expect(await reads(other)).toBe(true);
    const place = `guest-${project}`;
    await anna.clone(scene.url(other), place);
    await anna.commit(place, { "a.txt": "a" });
    expect((await anna.run(place, "push")).code).not.toBe(0);
    await udt.ok(ENDPOINTS.scriptTree, { as: stranger, params: { repo_id: scene.repository.repo_id }, query });
  });

  it("finds a repository by its own project alone", async () => {
    const { udt, member, repository, project, key } = scene;
    await udt.project(`${project}-b`, [{ person: member, user_type: 1 }]);
    const paths = [`${project}-b/${repository.repo_id}.git`, `${project}/${repository.repo_id}`, `${project}/none.git`];
    for (const path of paths) {
      const url = `${udt.server.url.replace("://", `://${encodeURI(key)}@`)}/git/${path}`;
      expect((await anna.run(".", "ls-remote", url)).code, path).not.toBe(0);
    }
    for (const service of ["", "?service=git-upload-archive"]) {
      const headers = { authorization: `Basic ${Buffer.from(key).toString("base64")}` };
      expect((await fetch(`${scene.url("")}/info/refs${service}`, { headers })).status).toBe(404);
    }
  });

  it("takes no force push, keeps the main branch, and has branches and tags alone", async () => {
    const place = await scene.clone("forcing");
    const pushed = await anna.commit(place, { "a.txt": "one" });
    await anna.ok(place, "push", "--quiet");
    await anna.ok(place, "reset", "--quiet", "--hard", "HEAD~1");
    await anna.commit(place, { "a.txt": "two" });
    for (const words of [["--force"], ["--force", "--no-thin"], ["origin", "+HEAD:main"]])
      expect(await anna.run(place, "push", ...words)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/non-fast-forward/),
      });
    const gone = await anna.run(place, "push", "origin", ":main");
    expect(gone).toMatchObject({ code: 1, said: expect.stringMatching(/deletion of the current branch prohibited/) });
    for (const ref of ["refs/notes/x", "refs/pull/1/head", "refs/replace/x", "refs/hidden"])
      expect(await anna.run(place, "push", "origin", `HEAD:${ref}`)).toMatchObject({
        said: expect.stringMatching(/hidden ref/),
      });
    expect(await scene.newest()).toBe(pushed);
    await anna.ok(place, "push", "--quiet", "origin", "HEAD:refs/heads/side", "HEAD:refs/tags/v1");
    await anna.ok(place, "push", "--quiet", "origin", ":refs/heads/side");
    expect(await anna.ok(place, "ls-remote", "origin")).toMatch(/refs\/heads\/main\n.*refs\/tags\/v1$/);
  });

  it("runs no hook, whoever put it where", async () => {
    const place = await scene.clone("hooking");
    const mark = join(anna.folder, "ran");
    const script = `#!/bin/sh\ntouch ${mark}\n`;
    const names = ["pre-receive", "update", "post-receive", "post-update", "reference-transaction", "proc-receive"];
    const pushed = names.flatMap((name) => [`hooks/${name}`, `.git-hooks/${name}`]);
    await anna.commit(place, Object.fromEntries(pushed.map((path) => [path, script])));
    // Even in the repository's own place on the server's disk.
    await mkdir(join(scene.folder, "hooks"), { recursive: true });
    for (const name of names) {
      await writeFile(join(scene.folder, "hooks", name), script);
      await chmod(join(scene.folder, "hooks", name), 0o755);
    }
    await anna.ok(place, "push", "--quiet");
    await anna.clone(scene.url(), `${place}-again`);
    expect(existsSync(mark)).toBe(false);
  });

  it("speaks both versions of git's protocol, and reads bodies that are packed", async () => {
    for (const version of ["0", "1", "2"]) {
      const place = `protocol-${version}-${scene.project}`;
      await anna.ok(".", "-c", `protocol.version=${version}`, "clone", "--quiet", scene.url(), place);
      // Larger than what git sends in one piece.
      await anna.commit(place, { "large.bin": randomBytes(3 * 1024 ** 2), [`${version}.txt`]: version });
      await anna.ok(place, "-c", `protocol.version=${version}`, "push", "--quiet");
      expect(await anna.ok(place, "fetch")).toBe("");
    }
    const zero = "0".repeat(40);
    const head = await scene.newest();
    const push = (name: string) =>
      Buffer.concat([
        packetLine(`${zero} ${head} refs/heads/${name}\0 report-status`),
        Buffer.from("0000"),
        EMPTY_PACK,
      ]);
    const send = async (body: Buffer, headers: Record<string, string>) => {
      const authorization = `Basic ${Buffer.from(scene.key).toString("base64")}`;
      const type = { "content-type": "application/x-git-receive-pack-request" };
      const url = `${scene.url("")}/git-receive-pack`;
      return fetch(url, {
        method: "POST",
        body: new Uint8Array(body),
        headers: { authorization, ...type, ...headers },
      });
    };
    expect(await (await send(gzipSync(push("packed")), { "content-encoding": "gzip" })).text()).toContain(
      "ok refs/heads/packed",
    );
    expect((await send(push("no"), { "content-encoding": "gzip" })).status).toBe(400);
    expect((await send(push("no"), { "content-encoding": "br" })).status).toBe(400);
    expect((await send(push("no"), { "content-type": "application/json" })).status).toBe(400);
    expect(await (await send(push("no").subarray(0, 60), {})).text()).toContain("cut short");
    const many = Array.from({ length: LIMITS.script_push_refs_max + 1 }, (_, index) =>
      packetLine(`${zero} ${head} refs/heads/n-${index}\n`),
    );
    expect(await (await send(Buffer.concat([...many, Buffer.from("0000"), EMPTY_PACK]), {})).text()).toContain(
      "ng refs/heads/n-0 a push changes at most",
    );
    expect(await scene.newest("packed")).toBe(head);
    await until(async () =>
      expect((await readdir(join(scene.folder, ".."))).filter((name) => name.endsWith(".part"))).toEqual([]),
    );
  });

  it("takes two pushes at once one after the other, and loses none", async () => {
    const places = await Promise.all(["a", "b", "c"].map((name) => scene.clone(name)));
    await Promise.all(places.map((place) => anna.commit(place, { [`${place}.txt`]: place })));
    const sides = places.map((place) => anna.ok(place, "push", "--quiet", "origin", `HEAD:refs/heads/${place}`));
    await Promise.all(sides);
    const results = await Promise.all(places.map((place) => anna.run(place, "push", "origin", "HEAD:main")));
    expect(results.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, said } of results) if (code !== 0) expect(said).toMatch(/rejected/);
    const place = await scene.clone("then");
    for (const each of places) await anna.ok(place, "merge", "--quiet", "--message", "All", `origin/${each}`);
    await anna.ok(place, "push", "--quiet");
    expect((await readdir(join(anna.folder, place))).filter((name) => name.endsWith(".txt"))).toHaveLength(3);
  });

  it("refuses what is too large in git's own words", async () => {
    const { db } = scene.udt.server.database;
    const place = await scene.clone("large");
    const before = await scene.newest();
    await anna.commit(place, { "large.bin": randomBytes(2 * 1024 ** 2) });
    const size_bytes = LIMITS.script_repository_max_bytes - 1024 ** 2;
    await db.update(script_repositories).set({ size_bytes });
    const refused = await anna.run(place, "push");
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/remote rejected.*the repository would be larger than 1024 MB/),
    });
    await db.update(script_repositories).set({ size_bytes: 0 });
    const body = { name: "Others", template: "pytest" };
    const { repo_id } = await scene.udt.ok(ENDPOINTS.scriptCreate, { as: scene.owner, query: scene.query, body });
    await db.update(script_repositories).set({ size_bytes: LIMITS.script_project_max_bytes });
    await db
      .update(script_repositories)
      .set({ size_bytes: 0 })
      .where(eq(script_repositories.repo_id, scene.repository.repo_id));
    expect(await anna.run(place, "push")).toMatchObject({
      code: 1,
      said: expect.stringMatching(/the project's repositories would be larger/),
    });
    expect(await scene.newest()).toBe(before);
    const params = { repo_id };
    await scene.udt.ok(ENDPOINTS.scriptDelete, { as: scene.owner, query: scene.query, params });
    await anna.ok(place, "push", "--quiet");
    await until(async () => {
      const got = await scene.udt.ok(ENDPOINTS.scriptGet, {
        as: scene.owner,
        query: scene.query,
        params: { repo_id: scene.repository.repo_id },
      });
      expect(got.size_bytes).toBeGreaterThan(2 * 1024 ** 2);
    });
  });

  it("writes on after a push that nobody finished, and takes locks away that were left", async () => {
    const { db } = scene.udt.server.database;
    const place = await scene.clone("left");
    await anna.commit(place, { "a.txt": "a" });
    const lock = join(scene.folder, "refs/heads/main.lock");
    await writeFile(lock, "");
    expect(await anna.run(place, "push")).toMatchObject({ code: 1, said: expect.stringMatching(/main\.lock/) });
    await utimes(lock, new Date(0), new Date(0));
    const writer_until = scene.udt.clock.now() + 60_000;
    await db.update(script_repositories).set({ writer: "another server's", writer_until });
    const pushing = anna.run(place, "push");
    const params = { repo_id: scene.repository.repo_id };
    const begun = performance.now();
    await scene.udt.refused(
      ENDPOINTS.scriptDelete,
      { as: scene.owner, query: scene.query, params },
      "script_push_open",
    );
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    await until(async () =>
      expect((await readdir(join(scene.folder, ".."))).some((name) => name.endsWith(".part"))).toBe(true),
    );
    scene.udt.clock.turn(60_001);
    expect((await pushing).code).toBe(0);
  });

  it("leaves nothing of a push whose sender hung up", async () => {
    const before = await scene.newest();
    const { port } = new URL(scene.udt.server.url);
    const socket = connect(Number(port), "127.0.0.1");
    const lines = [
      `POST ${new URL(scene.repository.clone_url).pathname}/git-receive-pack HTTP/1.1`,
      "host: 127.0.0.1",
      `authorization: Basic ${Buffer.from(scene.key).toString("base64")}`,
      "content-type: application/x-git-receive-pack-request",
      "content-length: 1000000",
    ];
    socket.write(
      `${lines.join("\r\n")}\r\n\r\n${packetLine(`${before} ${"0".repeat(40)} refs/heads/main\0report-status`).toString("latin1")}0000`,
    );
    const parts = async () => (await readdir(join(scene.folder, ".."))).filter((name) => name.endsWith(".part"));
    await until(async () => expect(await parts()).toHaveLength(1));
    socket.destroy();
    await until(async () => expect(await parts()).toEqual([]));
    expect(await scene.newest()).toBe(before);
  });
});

/** A pack of nothing, with its checksum. */
const EMPTY_PACK = Buffer.from("5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e", "hex");

it("tells who pushes too much that it is too much, once all of it has come", async () => {
  const scene = await Scene.start(embedded);
  try {
    await scene.next();
    const head = await scene.newest();
    const piece = new Uint8Array(1024 ** 2);
    const total = LIMITS.script_push_max_bytes / piece.length + 8;
    const body = async function* () {
      yield packetLine(`${"0".repeat(40)} ${head} refs/heads/large\0 report-status side-band-64k`);
      yield Buffer.from("0000");
      for (let sent = 0; sent < total; sent++) yield piece;
    };
    const sending = request(`${scene.url("")}/git-receive-pack`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(scene.key).toString("base64")}`,
        "content-type": "application/x-git-receive-pack-request",
      },
    });
    Readable.from(body()).pipe(sending);
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    expect(await text(answer)).toContain("ng refs/heads/large a push has at most 256 MB");
    const { branches } = await scene.udt.ok(ENDPOINTS.scriptBranches, {
      as: scene.owner,
      query: scene.query,
      params: { repo_id: scene.repository.repo_id },
    });
    expect(branches.map(({ name }) => name)).toEqual(["main"]);
  } finally {
    await scene.dispose();
  }
});

onPostgresql("several servers with script repositories", (open) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.start(open);
    await scene.next();
  });
  afterAll(() => scene.dispose());

  it("take pushes into one, and one that is killed in a push leaves it old or new", async () => {
    const { anna } = scene;
    const other = await ServerProcess.beside(scene.udt);
    const place = await scene.clone("killed");
    const before = await scene.newest();
    const after = await anna.commit(place, { "large.bin": randomBytes(20 * 1024 ** 2) });
    const pushing = anna.run(place, "push", scene.url(scene.key, other.url), "HEAD:main");
    const isAt = async () =>
      (await readdir(join(scene.folder, "objects")).catch(() => [])).some((name) => /incoming|quarantine/.test(name));
    await until(async () => expect(await isAt()).toBe(true));
    await other.kill();
    expect((await pushing).code).not.toBe(0);
    expect([before, after]).toContain(await scene.newest());
    // What had arrived is git's, which does not end with its server.
    await until(async () => expect(await isAt()).toBe(false));
    expect([before, after]).toContain(await scene.newest());
    // Who writes is known to be gone a while later.
    await scene.udt.clock.turn(60_001);
    await anna.ok(place, "push", "--quiet", "origin", "HEAD:main");
    expect(await scene.newest()).toBe(after);
    const shown = await readFile(join(scene.folder, "HEAD"), "utf8");
    expect(shown).toBe("ref: refs/heads/main\n");
  });
});
