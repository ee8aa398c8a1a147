import { ENDPOINTS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { until, type Person } from "../../../test/harness.ts";
import { ScriptScene } from "../../../test/script-scene.ts";

onEachDatabase("branches of script repositories", (open) => {
  let scene: ScriptScene;
  let place: string;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
  });
  afterAll(() => scene.dispose());
  beforeEach(async () => {
    await scene.next();
    place = await scene.clone("branches");
  });

  const at = (more: object = {}, as: Person = scene.member) => ({
    as,
    params: { repo_id: scene.repository.repo_id },
    query: { project: scene.project, ...more },
  });
  const make = (name: string, commit_id: string) => ({ ...at(), body: { name, commit_id } });
  const names = async () =>
    (await scene.udt.ok(ENDPOINTS.scriptBranches, at({}, scene.owner))).branches.map(({ name }) => name);
  const push = async (branch: string) => {
    const commit_id = await scene.anna.commit(place, { "more.txt": Math.random().toString() });
    await scene.anna.ok(place, "push", "--quiet", "origin", `HEAD:refs/heads/${branch}`);
    return commit_id;
  };

  it("begin at any commit, and git has them", async () => {
    const first = await scene.newest();
    const second = await push("main");
    expect(await scene.udt.ok(ENDPOINTS.scriptBranchCreate, make("测试/one", first))).toEqual({
      name: "测试/one",
      commit_id: first,
    });
    await scene.udt.ok(ENDPOINTS.scriptBranchCreate, make("two", second));
    expect(await names()).toEqual(["main", "two", "测试/one"]);
    await scene.anna.ok(place, "fetch", "--quiet");
    expect(await scene.anna.ok(place, "rev-parse", "origin/测试/one")).toBe(first);
    expect(await scene.anna.ok(place, "rev-parse", "origin/two")).toBe(second);
    for (const name of ["two", "two/more", "测试"])
      await scene.udt.refused(ENDPOINTS.scriptBranchCreate, make(name, first), "script_branch_exists");
    for (const name of ["", "HEAD", "a b", "-a", "a..b", "a.lock", "@{1}"])
      await scene.udt.refused(ENDPOINTS.scriptBranchCreate, make(name, first), "invalid_param");
    await scene.udt.refused(ENDPOINTS.scriptBranchCreate, make("none", "0".repeat(40)), "script_commit_not_found");
    // One is made of two that ask at once.
    const asked = [1, 2, 3].map(() => scene.udt.call(ENDPOINTS.scriptBranchCreate, make("race", first)));
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it("are deleted as they were seen, and not after somebody pushed, nor the main one", async () => {
    const first = await scene.newest();
    await scene.udt.ok(ENDPOINTS.scriptBranchCreate, make("side", first));
    const pushed = await push("side");
    const remove = (branch: string, commit_id: string, as = scene.member) => at({ branch, commit_id }, as);
    const { data } = await scene.udt.refused(
      ENDPOINTS.scriptBranchDelete,
      remove("side", first),
      "script_branch_moved",
    );
    expect(data).toMatchObject({ args: { branch: "side", commit_id: pushed } });
    expect(await names()).toEqual(["main", "side"]);
    await scene.udt.refused(ENDPOINTS.scriptBranchDelete, remove("main", first), "script_branch_main");
    await scene.udt.refused(ENDPOINTS.scriptBranchDelete, remove("none", first), "script_branch_not_found");
    const stranger = await scene.udt.person("stranger");
    expect((await scene.udt.call(ENDPOINTS.scriptBranchDelete, remove("side", pushed, stranger))).status).toBe(403);
    await scene.udt.ok(ENDPOINTS.scriptBranchDelete, remove("side", pushed));
    expect(await names()).toEqual(["main"]);
    expect(await scene.anna.ok(place, "ls-remote", "--heads", "origin")).toMatch(/^\w+\trefs\/heads\/main$/);
    // A push and its end at once: whichever comes first, what was pushed is never lost unseen.
    await scene.udt.ok(ENDPOINTS.scriptBranchCreate, make("race", first));
    const commit_id = await scene.anna.commit(place, { "race.txt": "" });
    const [gone, sent] = await Promise.all([
      scene.udt.call(ENDPOINTS.scriptBranchDelete, remove("race", first)),
      scene.anna.run(place, "push", "origin", "HEAD:refs/heads/race"),
    ]);
    await until(async () => {
      const isThere = (await names()).includes("race");
      expect(isThere).toBe(gone.status !== 200 || sent.code === 0);
    });
    if (sent.code === 0) expect(await scene.newest("race")).toBe(commit_id);
  });
});
