import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ENDPOINTS, fillPath, type BodyInputOf } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embedded } from "../../../test/databases.ts";
import { until, type Person, type TestAgent } from "../../../test/harness.ts";
import { ScriptScene } from "../../../test/script-scene.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

type Wish = Partial<BodyInputOf<(typeof ENDPOINTS)["trialStart"]>>;
const FILE = "tests/device.test.ts";

describe("trials", () => {
  let scene: ScriptScene;
  let agent: TestAgent;
  let folder: string;
  let commit_id: string;
  let place: { test_id: string; device_id: string };
  let before: string[] = [];
  let number = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "udt-trials-"));
    scene = await ScriptScene.start(embedded);
  });
  afterAll(async () => {
    await scene.dispose();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await scene.next();
    commit_id = await scene.newest();
    agent = await scene.udt.agent(`agent-${++number}`, [scene.project]);
    await agent.connect([deviceReport(`s-${number}a`), deviceReport(`s-${number}b`)]);
    place = await session(0);
    before = [];
    before = await kept();
  });

  /** The member debugs one of the devices. */
  const session = async (at: number) => {
    const of = { as: scene.member, query: scene.query };
    const { device_id } = (await scene.udt.ok(ENDPOINTS.deviceList, of)).list[at] ?? expect.fail("no device");
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await scene.udt.ok(ENDPOINTS.testCreate, { ...of, body });
    await until(async () =>
      expect((await scene.udt.ok(ENDPOINTS.testGet, { ...of, params: { test_id } })).state).toBe("running"),
    );
    return { test_id, device_id };
  };
  const call = (wish: Wish = {}, as: Person = scene.member) => ({
    as,
    params: place,
    query: scene.query,
    body: { repo_id: scene.repository.repo_id, commit_id, file: FILE, ...wish },
  });
  const start = async (wish: Wish = {}) => (await scene.udt.ok(ENDPOINTS.trialStart, call(wish))).ticket;
  const leased = (ticket: string, at = place) => {
    const lease = agent.all("session_start").find(({ test_id }) => test_id === at.test_id);
    return {
      bearer: agent.token,
      params: at,
      query: { lease_token: String(lease?.lease_token), trial_ticket: ticket },
    };
  };
  /** What is kept of the archives that were made since this test began. */
  const kept = async () => {
    const all = join(scene.udt.settings.data_dir, "blobs/trials");
    return existsSync(all) ? (await readdir(all)).filter((name) => !before.includes(name)) : [];
  };
  /** The files as the agent gets them, unpacked. */
  const fetched = async (ticket: string) => {
    const { bearer, params, query } = leased(ticket);
    const path = fillPath(ENDPOINTS.agentTrialSnapshot.path, params);
    const answer = await fetch(`${scene.udt.server.url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const into = await mkdtemp(join(folder, "unpacked-"));
    await writeFile(join(into, "files.tar.gz"), bytes);
    await mkdir(join(into, "files"));
    await promisify(execFile)("tar", ["-xzf", join(into, "files.tar.gz"), "-C", join(into, "files")]);
    return { bytes, text: (name: string) => readFile(join(into, "files", name), "utf8"), at: join(into, "files") };
  };

  it("have what nobody has saved, and the repository knows nothing of it", async () => {
    const objects = await readdir(join(scene.folder, "objects"), { recursive: true });
    const ticket = await start({
      changes: [
        { change: "write", path: FILE, text: "// 购物车\n" },
        { change: "write", path: ".gitattributes", text: "lib export-ignore\n" },
        { change: "rename", path: "lib/phone.ts", old_path: "lib/adb.ts", text: null },
        { change: "delete", path: "README.md" },
      ],
    });
    const { spec, file } = await scene.udt.ok(ENDPOINTS.agentTrialSpec, leased(ticket));
    expect({ file, ...spec }).toMatchObject({ file: FILE, framework: "node_test", library: { commit_id } });
    expect(await kept()).toHaveLength(1);
    const files = await fetched(ticket);
    expect(createHash("sha256").update(files.bytes).digest("hex")).toBe(spec.library?.sha256);
    expect(await files.text(FILE)).toBe("// 购物车\n");
    expect(await files.text("lib/phone.ts")).toContain("adb");
    expect((await readdir(files.at)).toSorted()).toEqual([".gitattributes", "lib", "package.json", "tests"]);
    expect(await readdir(join(files.at, "lib"))).not.toContain("adb.ts");
    expect(await readdir(join(scene.folder, "objects"), { recursive: true })).toEqual(objects);
    expect(await scene.newest()).toBe(commit_id);
    expect((await readdir(join(scene.folder, ".."))).filter((name) => name.endsWith(".part"))).toEqual([]);
    // They are handed out once.
    await until(async () => expect(await kept()).toEqual([]));
    await scene.udt.refused(ENDPOINTS.agentTrialSnapshot, leased(ticket), "trial_gone");
  });

  it("run with the account that was said for them, whatever it is, and no other does", async () => {
    const long = "密".repeat(200);
    const account = { account: "ada@example.com", password: long, extra: long };
    const said = await scene.udt.ok(ENDPOINTS.agentTrialSpec, leased(await start({ account })));
    expect(said.spec.account).toEqual(account);
    const next = await scene.udt.ok(ENDPOINTS.agentTrialSpec, leased(await start()));
    expect(next.spec.account).toBeNull();
    const longer = { account: "ada", password: `${long}密` };
    await scene.udt.refused(ENDPOINTS.trialStart, call({ account: longer }), "invalid_param");
  });

  it("are for who drives the device, in the project of both", async () => {
    await scene.udt.refused(ENDPOINTS.trialStart, call({}, scene.owner), "not_driver");
    const stranger = await scene.udt.person(`Stranger ${number}`);
    await scene.udt.refused(ENDPOINTS.trialStart, call({}, stranger), "user_not_in_project");
    const { query } = scene;
    await scene.next();
    await scene.udt.refused(ENDPOINTS.trialStart, call(), "test_not_in_project");
    await scene.udt.refused(ENDPOINTS.trialStart, { ...call(), query }, "script_repository_not_found");
    expect(await kept()).toEqual([]);
  });

  it("are for the agent that holds the device for that very session", async () => {
    const ticket = await start();
    const other = await session(1);
    await scene.udt.refused(ENDPOINTS.agentTrialSpec, leased(ticket, other), "trial_gone");
    const stale = { ...leased(ticket), query: { trial_ticket: ticket, lease_token: "1" } };
    await scene.udt.refused(ENDPOINTS.agentTrialSnapshot, stale, "agent_stale_lease");
    await scene.udt.refused(ENDPOINTS.agentTrialSpec, leased(`${ticket.slice(0, -2)}xx`), "trial_gone");
    const query = scene.query;
    await scene.udt.ok(ENDPOINTS.testCancel, { as: scene.member, query, params: { test_id: place.test_id } });
    await scene.udt.refused(ENDPOINTS.agentTrialSpec, leased(ticket), "agent_stale_lease");
    await scene.udt.refused(ENDPOINTS.trialStart, call(), "test_ended");
    await scene.udt.refused(ENDPOINTS.agentTrialSnapshot, leased(ticket), "agent_stale_lease");
  });

  it("are one of each session, and wait for one another where they are made", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => scene.udt.call(ENDPOINTS.trialStart, call())));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code !== "reading_busy")).toEqual(Array(4).fill(undefined));
    expect(await kept()).toHaveLength(1);
  });

  it("do not stay where nobody fetches them", async () => {
    await start();
    expect(await kept()).toHaveLength(1);
    scene.udt.clock.turn(3 * 60_000);
    await until(async () => expect(await kept()).toEqual([]));
  });

  it.each([
    ["what holds no cases", { file: "lib/adb.ts" }, "trial_no_cases"],
    ["what is not there", { file: "tests/none.test.ts" }, "trial_no_cases"],
    ["what was deleted", { changes: [{ change: "delete", path: FILE }] }, "trial_no_cases"],
    ["a commit of nowhere", { commit_id: "0".repeat(40) }, "script_commit_not_found"],
    ["a file in the place of a folder", { changes: [{ change: "write", path: "lib", text: "" }] }, "script_path_taken"],
  ] as const satisfies readonly (readonly [string, Wish, string])[])("refuse %s", async (_, wish, code) => {
    await scene.udt.refused(ENDPOINTS.trialStart, call(wish), code);
    expect(await kept()).toEqual([]);
  });
});
