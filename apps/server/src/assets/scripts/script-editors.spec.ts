import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";

onEachDatabase("who edits a script repository", (open) => {
  let udt: TestServer;
  let ada: Person;
  let ben: Person;
  let guest: Person;
  let project: string;
  let repo_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada");
    ben = await udt.person("Ben");
    guest = await udt.person("Gil");
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    project = `edited-${++count}`;
    const members = [
      { person: ada, user_type: 1 as const },
      { person: ben, user_type: 2 as const },
    ];
    await udt.project(project, members, { visibility: 2 });
    const body = { name: "Cart", template: "low_code" };
    ({ repo_id } = await udt.ok(ENDPOINTS.scriptCreate, { as: ada, query: { project }, body }));
  });

  const page = (as: Person, editor_id: string, body: object = {}) => ({
    as,
    params: { repo_id, editor_id },
    query: { project },
    body: { path: "cases/device.yaml", is_changed: false, ...body },
  });
  const say = (...args: Parameters<typeof page>) => udt.ok(ENDPOINTS.scriptEditorSay, page(...args));
  const list = async (branch = "") => {
    const answer = await udt.ok(ENDPOINTS.scriptEditorList, {
      as: guest,
      params: { repo_id },
      query: { project, branch },
    });
    return answer.list.map(({ user_name, editor_id, path, is_changed }) => [user_name, editor_id, path, is_changed]);
  };
  const changes = (events: { json: unknown[] }) =>
    events.json.filter((event) => (event as { type: string }).type === "script_editors.changed").length;

  it("tells each page of a branch with its file, and others of what is new alone", async () => {
    const events = await udt.socket(SOCKETS.events, { as: guest, query: { project } });
    await say(ben, "b");
    await say(ada, "a", { path: "README.md" });
    await say(ada, "elsewhere", { branch: "next" });
    await until(() => expect(changes(events)).toBe(3));
    await say(ben, "b");
    await say(ben, "b", { is_changed: true, branch: "main" });
    await until(() => expect(changes(events)).toBe(4));
    const both = [
      ["Ada", "a", "README.md", false],
      ["Ben", "b", "cases/device.yaml", true],
    ];
    expect(await list()).toEqual(both);
    expect(await list("main")).toEqual(both);
    expect(await list("next")).toEqual([["Ada", "elsewhere", "cases/device.yaml", false]]);
  });

  it("forgets who closes it, and who is silent", async () => {
    const events = await udt.socket(SOCKETS.events, { as: guest, query: { project } });
    await say(ben, "b");
    await say(ada, "a");
    await udt.ok(ENDPOINTS.scriptEditorClose, page(ben, "b"));
    await udt.ok(ENDPOINTS.scriptEditorClose, page(ben, "b"));
    expect(await list()).toEqual([["Ada", "a", "cases/device.yaml", false]]);
    await until(() => expect(changes(events)).toBe(3));
    udt.clock.turn(LIMITS.script_editor_silent_ms);
    await say(ada, "a");
    expect(await list()).toHaveLength(1);
    udt.clock.turn(LIMITS.script_editor_silent_ms + 1);
    expect(await list()).toEqual([]);
  });

  it("keeps the newest pages of a person, whatever one says", async () => {
    await say(ben, "b");
    for (let at = 0; at < LIMITS.script_editors_max + 3; at += 1) {
      udt.clock.turn(1);
      await say(ada, `a-${String(at).padStart(2, "0")}`);
    }
    const names = (await list()).map(([, editor_id]) => editor_id);
    expect(names).toHaveLength(LIMITS.script_editors_max + 1);
    expect(names).not.toContain("a-02");
    expect(names).toContain("a-03");
    expect(names).toContain("b");
  });

  it("lets nobody speak for another, and neither guests nor strangers speak", async () => {
    await say(ada, "a");
    await say(ben, "a", { path: "" });
    await udt.ok(ENDPOINTS.scriptEditorClose, page(ben, "a"));
    expect(await list()).toEqual([["Ada", "a", "cases/device.yaml", false]]);
    await udt.refused(ENDPOINTS.scriptEditorSay, page(guest, "g"), "user_not_in_project");
    await udt.refused(ENDPOINTS.scriptEditorClose, page(guest, "g"), "user_not_in_project");
    await udt.project(`other-${count}`, [{ person: guest, user_type: 1 }]);
    const foreign = { ...page(guest, "s"), query: { project: `other-${count}` } };
    await udt.refused(ENDPOINTS.scriptEditorSay, foreign, "script_repository_not_found");
    await udt.refused(ENDPOINTS.scriptEditorClose, foreign, "script_repository_not_found");
    await udt.refused(ENDPOINTS.scriptEditorList, foreign, "script_repository_not_found");
    await udt.refused(ENDPOINTS.scriptEditorSay, page(ada, "a", { path: "../x" }), "invalid_param");
  });

  it("goes with the repository", async () => {
    await say(ada, "a");
    await udt.ok(ENDPOINTS.scriptDelete, { as: ada, params: { repo_id }, query: { project } });
    await udt.refused(ENDPOINTS.scriptEditorSay, page(ada, "a"), "script_repository_not_found");
  });
});
