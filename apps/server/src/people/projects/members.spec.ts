import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS, type ConsoleEvent } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Answer, type Person, type Tap } from "../../../test/harness.ts";
import { makePeople, ownedProject, type ProjectChange } from "./projects.fixture.ts";

const ROUNDS = 8;

onEachDatabase("members", (open) => {
  let udt: TestServer;
  let root: Person;
  let owner: Person;
  let member: Person;
  let stranger: Person;
  let project: string;
  let count = 0;

  const at = (as: Person, body?: unknown, user_id?: string) => ({
    as,
    params: { project_id: project, ...(user_id !== undefined && { user_id }) },
    query: { project },
    ...(body !== undefined && { body }),
  });
  const everybody = async (as = root) => {
    const { list } = await udt.ok(ENDPOINTS.memberList, at(as));
    return Object.fromEntries(list.map((one) => [one.user_name, one.user_type]));
  };
  const add = (as: Person, people: Person[], more: object = {}) =>
    udt.call(ENDPOINTS.memberAdd, at(as, { user_id_list: people.map((one) => one.user_id), ...more }));
  const remove = (as: Person, person: Person) => udt.call(ENDPOINTS.memberRemove, at(as, undefined, person.user_id));
  const setType = (as: Person, person: Person, user_type: 1 | 2) =>
    udt.call(ENDPOINTS.memberUpdate, at(as, { user_type }, person.user_id));
  const begin = (change?: ProjectChange) => ownedProject(udt, (project = `p${++count}`), { owner, member }, change);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ({ root, owner, member, stranger } = await makePeople(udt));
  });
  afterAll(() => udt.dispose());
  beforeEach(() => begin());

  describe("the list", () => {
    it("has owners first, by name, in pages, and is found by nickname and email as they are typed", async () => {
      const many = await Promise.all(["b_b", "a%a", "测试", "עברית"].map((name) => udt.person(name)));
      expect((await add(owner, many)).data).toEqual({ added: 4, updated: 0 });
      const list = async (query: Record<string, string | number>) => {
        const page = await udt.ok(ENDPOINTS.memberList, { ...at(member), query: { project, ...query } });
        return { names: page.list.map((one) => one.user_name), total: page.total };
      };
      expect((await list({})).names.slice(0, 2)).toEqual(["owner", "a%a"]);
      expect(await list({ page_num: 2, page_size: 4 })).toMatchObject({ total: 6, names: { length: 2 } });
      expect(await list({ page_num: 9 })).toEqual({ total: 6, names: [] });
      expect(await list({ keyword: "%" })).toEqual({ names: ["a%a"], total: 1 });
      expect(await list({ keyword: "_" })).toEqual({ names: ["b_b"], total: 1 });
      expect(await list({ keyword: "试" })).toEqual({ names: ["测试"], total: 1 });
      expect((await list({ keyword: "MEMBER-" })).names).toEqual(["member"]);
      expect((await list({ keyword: "' or 1=1 --" })).names).toEqual([]);
    });
  });

  describe("adding", () => {
    it("takes several, each once, and leaves those who are members already as they are", async () => {
      const other = await udt.person("other");
      expect((await add(member, [stranger, other, other, owner], { update_existing: false })).data).toEqual({
        added: 2,
        updated: 0,
      });
      expect(await everybody()).toEqual({ owner: 1, member: 2, stranger: 2, other: 2 });
    });

    it("is all or none", async () => {
      const ghost = { ...stranger, user_id: "ghost" };
      const answer = await add(owner, [stranger, ghost]);
      expect(answer).toMatchObject({ code: "user_not_found", data: { args: { user_id: "ghost" } } });
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
      expect((await add(owner, [])).code).toBe("invalid_param");
    });

    it("gives members the new type unless asked not to, which takes the right to edit them", async () => {
      const change = { user_type: 1 };
      expect((await add(owner, [member, stranger], change)).data).toEqual({ added: 1, updated: 1 });
      expect(await everybody()).toEqual({ owner: 1, member: 1, stranger: 1 });
      await begin({ member_privileges: ["member.invite"] });
      const refused = await add(member, [owner, stranger], { user_type: 2, update_existing: 1 });
      expect(refused).toMatchObject({ code: "no_permission", headers: { "x-udt-permission": "member.edit" } });
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
    });

    it("makes owners by owners alone, and not the last owner a member", async () => {
      const refused = await add(member, [stranger], { user_type: 1 });
      expect(refused).toMatchObject({ status: 401, code: "no_permission" });
      expect(refused.headers["x-udt-permission"]).toBe("project.owner");
      expect((await add(owner, [owner], { user_type: 2, update_existing: true })).code).toBe("last_project_owner");
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
    });

    it("is for those who may invite, and for owners alone where the project is secret", async () => {
      await begin({ member_privileges: [] });
      expect((await add(member, [stranger])).headers["x-udt-permission"]).toBe("member.invite");
      await begin({ visibility: 3 });
      expect((await add(member, [stranger])).code).toBe("project_secret");
      expect((await add(owner, [stranger])).ret).toBe(0);
    });

    it("of one person by many at once makes one member", async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => add(owner, [stranger])));
      expect(answers.map((answer) => answer.ret)).toEqual(Array.from({ length: 10 }, () => 0));
      const added = answers.map((answer) => (answer.data as { added: number }).added);
      expect(added.reduce((sum, one) => sum + one)).toBe(1);
    });
  });

  describe("changing types", () => {
    it("takes the right to edit, and an owner for owners", async () => {
      expect((await setType(member, stranger, 2)).headers["x-udt-permission"]).toBe("member.edit");
      await begin({ member_privileges: ["member.edit"] });
      expect((await setType(member, member, 1)).headers["x-udt-permission"]).toBe("project.owner");
      expect((await setType(member, owner, 2)).headers["x-udt-permission"]).toBe("project.owner");
      expect((await add(owner, [stranger])).ret).toBe(0);
      expect((await setType(member, stranger, 1)).ret).toBe(0);
      expect(await everybody()).toEqual({ owner: 1, member: 2, stranger: 1 });
      expect((await setType(member, stranger, 2)).headers["x-udt-permission"]).toBe("project.owner");
      expect((await remove(owner, stranger)).ret).toBe(0);
      expect((await setType(owner, member, 1)).ret).toBe(0);
      expect(await everybody()).toEqual({ owner: 1, member: 1 });
    });

    it("of several is all or none", async () => {
      const list = (people: Person[], user_type: 1 | 2) =>
        udt.call(ENDPOINTS.memberUpdateMany, at(owner, { user_id_list: people.map((one) => one.user_id), user_type }));
      expect((await list([member, stranger], 1)).code).toBe("member_not_found");
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
      expect((await list([owner, member], 2)).code).toBe("last_project_owner");
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
      expect((await list([owner, member], 1)).ret).toBe(0);
      expect(await everybody()).toEqual({ owner: 1, member: 1 });
    });

    it("leaves an owner, also when two owners step down at one moment", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await begin();
        expect((await setType(owner, member, 1)).ret).toBe(0);
        const answers = await Promise.all([setType(owner, owner, 2), setType(member, member, 2)]);
        expect(answers.map((answer) => answer.code ?? "done").toSorted()).toEqual(["done", "last_project_owner"]);
        expect(Object.values(await everybody()).toSorted()).toEqual([1, 2]);
      }
    });
  });

  describe("removing", () => {
    it("takes the right to, and an owner for owners", async () => {
      expect((await remove(member, owner)).headers["x-udt-permission"]).toBe("member.remove");
      expect((await remove(member, stranger)).code).toBe("member_not_found");
      await begin({ member_privileges: ["member.remove"] });
      expect((await remove(member, owner)).headers["x-udt-permission"]).toBe("project.owner");
      expect((await remove(owner, stranger)).code).toBe("member_not_found");
      expect((await remove(member, member)).ret).toBe(0);
      expect(await everybody()).toEqual({ owner: 1 });
      await udt.refused(ENDPOINTS.memberList, at(member), "user_not_in_project");
    });

    it("lets everybody leave by themselves, but the last owner", async () => {
      await begin({ member_privileges: [] });
      expect((await remove(member, member)).ret).toBe(0);
      await udt.refused(ENDPOINTS.memberList, at(member), "user_not_in_project");
      expect((await remove(owner, owner)).code).toBe("last_project_owner");
      await begin({ member_privileges: [] });
      const token = (await udt.ok(ENDPOINTS.tokenReset, at(owner, { confirm: project }))).token;
      const made = { ...at(owner, undefined, owner.user_id), as: undefined };
      const headers = { authorization: `Bearer ${token}` };
      // A token is not the person who made it.
      expect((await udt.call(ENDPOINTS.memberRemove, { ...made, headers })).code).toBe("no_permission");
    });

    it("of several is all or none, and leaves the last owner", async () => {
      const list = (people: Person[]) =>
        udt.call(ENDPOINTS.memberRemoveMany, at(owner, { user_id_list: people.map((one) => one.user_id) }));
      expect((await list([member, stranger])).code).toBe("member_not_found");
      expect(await list([owner, member])).toMatchObject({ status: 409, code: "last_project_owner" });
      expect((await list([owner])).text).toContain("last project owner");
      expect(await everybody()).toEqual({ owner: 1, member: 2 });
      expect((await list([member, member])).ret).toBe(0);
      expect(await everybody()).toEqual({ owner: 1 });
    });

    it("leaves the last member of a project that has no owner", async () => {
      await udt.project((project = `p${++count}`), [{ person: member, user_type: 2 }]);
      expect((await remove(root, member)).code).toBe("last_project_member");
      expect(await everybody()).toEqual({ member: 2 });
    });

    it("leaves an owner, also when two owners remove each other, or both are removed, at one moment", async () => {
      const both = async (calls: () => Promise<Answer>[]) => {
        await begin();
        expect((await setType(owner, member, 1)).ret).toBe(0);
        const answers = await Promise.all(calls());
        expect(answers.filter((answer) => answer.ret === 0)).toHaveLength(1);
        expect(Object.values(await everybody())).toEqual([1]);
        return answers.find((answer) => answer.ret !== 0)!.code;
      };
      for (let round = 0; round < ROUNDS; round++) {
        expect(await both(() => [remove(owner, member), remove(member, owner)])).toBe("user_not_in_project");
        expect(await both(() => [remove(root, member), remove(root, owner)])).toBe("last_project_owner");
      }
    });

    it("leaves a member, also when the last two are removed at one moment", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const people = [owner, member].map((person) => ({ person, user_type: 2 as const }));
        await udt.project((project = `p${++count}`), people);
        const answers = await Promise.all([remove(root, owner), remove(root, member)]);
        expect(answers.map((answer) => answer.code ?? "done").toSorted()).toEqual(["done", "last_project_member"]);
        expect(Object.values(await everybody())).toEqual([2]);
      }
    });
  });

  describe("requests to join", () => {
    const ask = (as: Person, message = "") =>
      udt.call(ENDPOINTS.joinRequest, { as, params: { project_id: project }, body: { message } });
    const decide = (as: Person, person: Person, accept: boolean) =>
      udt.call(ENDPOINTS.joinDecide, at(as, { accept }, person.user_id));
    const waiting = async () =>
      (await udt.ok(ENDPOINTS.joinList, at(owner))).list.map((one) => [one.user_name, one.message]);

    it("wait until they are accepted", async () => {
      expect((await ask(stranger, "测试 <b>let me in</b>")).ret).toBe(0);
      expect((await ask(stranger)).code).toBe("join_exists");
      expect(await waiting()).toEqual([["stranger", "测试 <b>let me in</b>"]]);
      const listed = await udt.ok(ENDPOINTS.projectList, { as: stranger, query: { project_id: project } });
      expect(listed.list).toMatchObject([{ join_requested: true, can_open: false, user_type: 0 }]);
      expect((await decide(member, stranger, true)).ret).toBe(0);
      expect(await waiting()).toEqual([]);
      expect(await everybody()).toEqual({ owner: 1, member: 2, stranger: 2 });
      expect((await ask(stranger)).code).toBe("already_member");
      expect((await decide(owner, stranger, true)).code).toBe("join_not_found");
    });

    it("can be made again after having been declined", async () => {
      await begin({ visibility: 2 });
      expect((await ask(stranger)).ret).toBe(0);
      expect((await decide(owner, stranger, false)).ret).toBe(0);
      expect(await udt.ok(ENDPOINTS.projectGet, at(stranger))).toMatchObject({ join_state: "declined", user_type: 0 });
      expect((await ask(stranger)).ret).toBe(0);
      expect(await udt.ok(ENDPOINTS.projectGet, at(stranger))).toMatchObject({ join_state: "requested" });
      expect((await add(owner, [stranger])).ret).toBe(0);
      expect(await udt.ok(ENDPOINTS.projectGet, at(stranger))).toMatchObject({ join_state: null, user_type: 2 });
      expect(await waiting()).toEqual([]);
    });

    it("tell who asked what became of them, wherever they are, and nobody else", async () => {
      const own = await udt.socket(SOCKETS.ownEvents, { as: stranger });
      const others = await udt.socket(SOCKETS.ownEvents, { as: member });
      const decisions = (tap: Tap) =>
        (tap.json as ConsoleEvent[]).flatMap((event) =>
          event.type === "join.decided" ? [[event.project_id, event.accepted]] : [],
        );
      await until(() => expect([own.json, others.json].map((said) => said.length)).toEqual([1, 1]));
      await ask(stranger);
      await decide(owner, stranger, false);
      await until(() => expect(decisions(own)).toEqual([[project, false]]));
      await ask(stranger);
      await decide(owner, stranger, true);
      await until(() =>
        expect(decisions(own)).toEqual([
          [project, false],
          [project, true],
        ]),
      );
      expect(others.json).toHaveLength(1);
    });

    it("by one person at one moment are one", async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(stranger)));
      expect(answers.filter((answer) => answer.ret === 0)).toHaveLength(1);
      expect(answers.filter((answer) => answer.code === "join_exists")).toHaveLength(7);
    });

    it("do not find a secret project, and are decided by who may invite to it", async () => {
      expect((await ask(stranger)).ret).toBe(0);
      const { name, target_usage } = await udt.ok(ENDPOINTS.projectGet, at(owner));
      const secret = { name, target_usage, description: "", visibility: 3 };
      await udt.ok(ENDPOINTS.projectUpdate, at(owner, secret));
      expect((await ask(stranger)).code).toBe("project_not_exists");
      expect((await ask(member)).code).toBe("already_member");
      expect((await decide(member, stranger, true)).code).toBe("project_secret");
      expect((await decide(owner, stranger, true)).ret).toBe(0);
      await begin({ member_privileges: [] });
      await udt.refused(ENDPOINTS.joinList, at(member), "no_permission");
    });
  });

  it("leave a trace in the audit log of who did what to whom", async () => {
    await add(owner, [stranger]);
    await setType(owner, stranger, 1);
    await remove(owner, stranger);
    await remove(owner, owner);
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: root, query: { project_id: project } });
    expect(list.map((entry) => [entry.action, entry.user_name, entry.target])).toEqual([
      ["member.remove", "owner", "stranger"],
      ["member.edit", "owner", "stranger"],
      ["member.add", "owner", "stranger"],
    ]);
  });
});
