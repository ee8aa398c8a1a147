import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { ownedProject, type ProjectChange } from "./projects.fixture.ts";

const ROUNDS = 6;

onEachDatabase("organisations", (open) => {
  let udt: TestServer;
  let root: Person;
  let owner: Person;
  let member: Person;
  let ada: Person;
  let project: string;
  let count = 0;

  const at = (as: Person, body?: unknown, org_id?: string) => ({
    as,
    params: { project_id: project, ...(org_id !== undefined && { org_id }) },
    query: { project },
    ...(body !== undefined && { body }),
  });
  const begin = (change?: ProjectChange) => ownedProject(udt, (project = `p${++count}`), { owner, member }, change);
  const create = async (name: string, parent_id: string | null = null) =>
    (await udt.ok(ENDPOINTS.adminOrgCreate, { as: root, body: { name: `${name} ${count}`, parent_id } })).org_id;
  const put = (org_id: string, people: Person[]) =>
    udt.ok(ENDPOINTS.adminOrgUserAdd, {
      as: root,
      params: { org_id },
      body: { user_id_list: people.map(({ user_id }) => user_id) },
    });
  const take = (org_id: string, person: Person) =>
    udt.call(ENDPOINTS.adminOrgUserRemove, { as: root, params: { org_id }, body: { user_id_list: [person.user_id] } });
  const update = (org_id: string, body: object) =>
    udt.call(ENDPOINTS.adminOrgUpdate, { as: root, params: { org_id }, body });
  const add = (as: Person, org_ids: string[], more: object = {}) =>
    udt.call(ENDPOINTS.orgAdd, at(as, { org_id_list: org_ids, ...more }));
  const remove = (as: Person, org_id: string) => udt.call(ENDPOINTS.orgRemove, at(as, undefined, org_id));
  const mayOpen = async (as: Person) => (await udt.call(ENDPOINTS.projectGet, at(as))).code ?? "opened";
  const standing = async (as: Person) => (await udt.ok(ENDPOINTS.projectGet, at(as))).user_type;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    root = await udt.person("root", { udt_admin: true });
    owner = await udt.person("owner");
    member = await udt.person("member");
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    await begin();
    ada = await udt.person("ada");
  });

  describe("the tree", () => {
    it("has levels that are read one by one, each with what is below it counted once", async () => {
      const company = await create("company");
      const lab = await create("lab", company);
      const desk = await create("desk", lab);
      await put(company, [ada]);
      await put(desk, [ada, member]);
      await udt.ok(ENDPOINTS.orgAdd, at(owner, { org_id_list: [desk] }));
      const page = await udt.ok(ENDPOINTS.adminOrgList, { as: root, query: { org_id: company } });
      expect(page).toMatchObject({ total: 1, list: [{ org_id: lab, has_children: true, user_count: 2 }] });
      expect(await udt.ok(ENDPOINTS.adminOrgGet, { as: root, params: { org_id: company } })).toEqual({
        org_id: company,
        parent_id: null,
        name: `company ${count}`,
        path: [`company ${count}`],
        has_children: true,
        user_count: 2,
        own_user_count: 1,
        org_count: 2,
        project_count: 1,
      });
      const found = await udt.ok(ENDPOINTS.adminOrgList, { as: root, query: { keyword: `ESK ${count}` } });
      expect(found.list).toMatchObject([
        { org_id: desk, path: [`company ${count}`, `lab ${count}`, `desk ${count}`], has_children: false },
      ]);
      const nobody = await udt.call(ENDPOINTS.adminOrgList, { as: root, query: { org_id: "none" } });
      expect(nobody.code).toBe("org_not_found");
    });

    it("takes names of every kind, each its own among its siblings", async () => {
      const parent = await create("parent");
      const make = (name: string, parent_id: string | null = parent) =>
        udt.call(ENDPOINTS.adminOrgCreate, { as: root, body: { name, parent_id } });
      for (const name of ["研发部 👩‍💻", "עברית", "' or 1=1 --", "<b>lab</b>", "a%_b", "x".repeat(LIMITS.name_max)]) {
        expect(await make(name), name).toMatchObject({ ret: 0, data: { name } });
        expect(await make(name), name).toMatchObject({
          status: 409,
          code: "org_name_exists",
          data: { args: { name } },
        });
      }
      expect((await make("<B>LAB</B>")).code).toBe("org_name_exists");
      const other = await create("other");
      expect((await make("<b>lab</b>", other)).ret).toBe(0);
      expect((await make("x".repeat(LIMITS.name_max + 1))).text).toContain("org_name_length");
      expect((await make("  ")).text).toContain("org_name_blank");
      expect((await make("lost", "none")).code).toBe("org_not_found");
      expect((await udt.ok(ENDPOINTS.adminOrgList, { as: root, query: { keyword: "%_" } })).list).toMatchObject([
        { name: "a%_b" },
      ]);
      const twice = await Promise.all(Array.from({ length: 5 }, () => make("race")));
      expect(twice.map((answer) => answer.code ?? "made").toSorted()).toEqual([
        "made",
        ...Array.from({ length: 4 }, () => "org_name_exists"),
      ]);
    });

    it("is moved as a whole, and never into itself", async () => {
      const [a, b] = [await create("a"), await create("b")];
      const c = await create("c", a);
      const d = await create("d", c);
      expect((await update(a, { parent_id: d })).code).toBe("org_cycle");
      expect((await update(a, { parent_id: a })).code).toBe("org_cycle");
      expect((await update(c, { parent_id: b, name: "C" })).ret).toBe(0);
      const moved = await udt.ok(ENDPOINTS.adminOrgGet, { as: root, params: { org_id: d } });
      expect(moved.path).toEqual([`b ${count}`, "C", `d ${count}`]);
      expect((await update(c, { parent_id: null, name: `c ${count}` })).ret).toBe(0);
      expect((await udt.ok(ENDPOINTS.adminOrgGet, { as: root, params: { org_id: d } })).path).toHaveLength(2);
      expect((await update(d, { parent_id: "none" })).code).toBe("org_not_found");
    });

    it("makes no ring of two moves at one moment", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        count++;
        const [a, b] = [await create("a"), await create("b")];
        const answers = await Promise.all([update(a, { parent_id: b }), update(b, { parent_id: a })]);
        expect(answers.map((answer) => answer.code ?? "moved").toSorted()).toEqual(["moved", "org_cycle"]);
      }
    });

    it("has so many levels and no more", async () => {
      let parent: string | null = null;
      for (let level = 1; level <= LIMITS.org_depth_max; level++) parent = await create(`level ${level}`, parent);
      const deep = { as: root, body: { name: "too deep", parent_id: parent } };
      expect(await udt.call(ENDPOINTS.adminOrgCreate, deep)).toMatchObject({ status: 409, code: "org_depth" });
      const two = await create("top");
      await create("below", two);
      const { list } = await udt.ok(ENDPOINTS.adminOrgList, { as: root, query: { keyword: `level 9 ${count}` } });
      expect((await update(two, { parent_id: list[0]!.org_id })).code).toBe("org_depth");
      expect((await update(two, { parent_id: list[0]!.parent_id })).ret).toBe(0);
    });

    it("has people put in and taken out, all or none", async () => {
      const org = await create("org");
      const ghost = { ...ada, user_id: "ghost" };
      const all = (people: Person[]) => ({
        as: root,
        params: { org_id: org },
        body: { user_id_list: people.map(({ user_id }) => user_id) },
      });
      expect((await udt.call(ENDPOINTS.adminOrgUserAdd, all([ada, ghost]))).code).toBe("user_not_found");
      expect(await udt.ok(ENDPOINTS.adminOrgUserAdd, all([ada, ada, member]))).toEqual({ added: 2 });
      expect(await udt.ok(ENDPOINTS.adminOrgUserAdd, all([ada]))).toEqual({ added: 0 });
      const names = async (keyword = "") =>
        (await udt.ok(ENDPOINTS.adminOrgUserList, { as: root, params: { org_id: org }, query: { keyword } })).list.map(
          (user) => user.user_name,
        );
      expect(await names()).toEqual(["ada", "member"]);
      expect(await names("MEM")).toEqual(["member"]);
      expect((await udt.call(ENDPOINTS.adminOrgUserRemove, all([ada, owner]))).code).toBe("org_user_not_found");
      expect(await names()).toEqual(["ada", "member"]);
      expect((await udt.call(ENDPOINTS.adminOrgUserRemove, all([ada, member]))).ret).toBe(0);
      expect(await names()).toEqual([]);
    });
  });

  describe("in a project", () => {
    it("make members of their people and of those below, with the strongest of their types", async () => {
      const company = await create("company");
      const lab = await create("lab", company);
      await put(lab, [ada, member]);
      expect(await mayOpen(ada)).toBe("user_not_in_project");
      expect((await add(owner, [company])).data).toEqual({ added: 1, updated: 0 });
      expect([await standing(ada), await standing(member)]).toEqual([2, 2]);
      expect((await add(owner, [lab], { user_type: 1 })).data).toEqual({ added: 1, updated: 0 });
      expect([await standing(ada), await standing(member)]).toEqual([1, 1]);
      const { list, total } = await udt.ok(ENDPOINTS.memberList, at(owner));
      expect(total).toBe(3);
      expect(
        list.map(({ user_name, user_type, own_type, orgs }) => [
          user_name,
          user_type,
          own_type,
          orgs.map((o) => o.name),
        ]),
      ).toEqual([
        ["ada", 1, null, [`lab ${count}`, `company ${count}`]],
        ["member", 1, 2, [`lab ${count}`, `company ${count}`]],
        ["owner", 1, 1, []],
      ]);
      expect((await udt.ok(ENDPOINTS.projectGet, at(owner))).member_count).toBe(3);
      const mine = await udt.ok(ENDPOINTS.projectList, { as: ada, query: { member: "1", keyword: project } });
      expect(mine).toMatchObject({ total: 1, list: [{ project_id: project, user_type: 1, member_count: 3 }] });
      expect((await udt.ok(ENDPOINTS.projectList, { as: ada, query: { manage_flag: "1" } })).total).toBe(1);
      const people = await udt.ok(ENDPOINTS.adminUserList, { as: root, query: { keyword: `ada-${ada.user_id}` } });
      expect(people.list).toMatchObject([{ project_count: 1 }]);
      // Being in already, they have nothing to ask for.
      const asked = await udt.call(ENDPOINTS.joinRequest, { as: ada, params: { project_id: project }, body: {} });
      expect(asked.code).toBe("already_member");
    });

    it("are listed, with the tree to choose from", async () => {
      const company = await create("company");
      const lab = await create("lab", company);
      await put(lab, [ada]);
      await add(owner, [lab]);
      expect(await udt.ok(ENDPOINTS.orgList, at(member))).toMatchObject({
        total: 1,
        list: [{ org_id: lab, user_type: 2, user_count: 1, path: [`company ${count}`, `lab ${count}`] }],
      });
      expect((await udt.ok(ENDPOINTS.orgList, { ...at(member), query: { project, keyword: "none" } })).total).toBe(0);
      const children = async (query: object) =>
        (await udt.ok(ENDPOINTS.orgChildList, { ...at(member), query: { project, ...query } })).list;
      expect(await children({ org_id: company })).toMatchObject([{ org_id: lab, user_type: 2 }]);
      expect(await children({ keyword: `company ${count}` })).toMatchObject([{ org_id: company, user_type: null }]);
      await begin({ member_privileges: [] });
      await udt.refused(ENDPOINTS.orgChildList, at(member), "no_permission");
    });

    it("are added, changed and removed by who may do so with members, all or none", async () => {
      const [a, b] = [await create("a"), await create("b")];
      expect((await add(member, [a], { user_type: 1 })).headers["x-udt-permission"]).toBe("project.owner");
      expect((await add(owner, [a, "none"])).code).toBe("org_not_found");
      expect((await udt.ok(ENDPOINTS.orgList, at(owner))).total).toBe(0);
      expect((await add(member, [a, a, b])).data).toEqual({ added: 2, updated: 0 });
      expect((await add(member, [a])).data).toEqual({ added: 0, updated: 0 });
      const setType = (as: Person, org_ids: string[], user_type: 1 | 2) =>
        udt.call(ENDPOINTS.orgUpdateMany, at(as, { org_id_list: org_ids, user_type }));
      expect((await setType(member, [a], 1)).headers["x-udt-permission"]).toBe("member.edit");
      expect((await setType(owner, [a, "none"], 1)).code).toBe("org_not_in_project");
      expect((await setType(owner, [a, b], 1)).ret).toBe(0);
      expect((await udt.call(ENDPOINTS.orgUpdate, at(owner, { user_type: 2 }, b))).ret).toBe(0);
      const types = (await udt.ok(ENDPOINTS.orgList, at(owner))).list.map((org) => [org.org_id, org.user_type]);
      expect(types).toEqual([
        [a, 1],
        [b, 2],
      ]);
      expect((await remove(member, a)).headers["x-udt-permission"]).toBe("member.remove");
      const many = (org_ids: string[]) => udt.call(ENDPOINTS.orgRemoveMany, at(owner, { org_id_list: org_ids }));
      expect((await many([a, "none"])).code).toBe("org_not_in_project");
      expect((await many([a, b])).ret).toBe(0);
      expect((await remove(owner, a)).code).toBe("org_not_in_project");

      await begin({ member_privileges: ["member.edit", "member.remove"] });
      await add(owner, [a], { user_type: 1 });
      // Whoever could make an organisation of their own an owner would be one.
      expect((await setType(member, [a], 1)).ret).toBe(0);
      expect((await setType(member, [a], 2)).headers["x-udt-permission"]).toBe("project.owner");
      expect((await remove(member, a)).headers["x-udt-permission"]).toBe("project.owner");
      await begin({ visibility: 3 });
      expect((await add(member, [a])).code).toBe("project_secret");
      expect((await add(owner, [a])).ret).toBe(0);
    });

    it("are not counted for the last owner and the last member", async () => {
      const org = await create("owners");
      await put(org, [ada]);
      await add(owner, [org], { user_type: 1 });
      const leave = (as: Person, person: Person) =>
        udt.call(ENDPOINTS.memberRemove, {
          ...at(as),
          params: { project_id: project, user_id: person.user_id },
        });
      expect((await leave(ada, owner)).code).toBe("last_project_owner");
      await udt.project((project = `p${++count}`), [{ person: member, user_type: 2 }]);
      await add(root, [org], { user_type: 1 });
      expect((await leave(ada, member)).code).toBe("last_project_member");
      // Nobody else owns this one.
      expect((await remove(ada, org)).code).toBe("last_project_owner");
      expect((await remove(root, org)).code).toBe("last_project_owner");
      const retype = udt.call(ENDPOINTS.orgUpdate, at(ada, { user_type: 2 }, org));
      expect((await retype).code).toBe("last_project_owner");
    });

    it("keep one owner, also when a person and an organisation go at one moment", async () => {
      const org = await create("owners");
      await put(org, [ada]);
      for (let round = 0; round < ROUNDS; round++) {
        await udt.project((project = `p${++count}`), [{ person: member, user_type: 2 }]);
        const other = await create("others");
        await put(other, [owner]);
        await add(root, [org, other], { user_type: 1 });
        const answers = await Promise.all([remove(root, org), remove(root, other)]);
        expect(answers.map((answer) => answer.code ?? "done").toSorted()).toEqual(["done", "last_project_owner"]);
      }
    });

    it("of one addition by many at once are one", async () => {
      const org = await create("org");
      const answers = await Promise.all(Array.from({ length: 8 }, () => add(owner, [org])));
      expect(answers.map((answer) => answer.ret)).toEqual(Array.from({ length: 8 }, () => 0));
      const added = answers.map((answer) => (answer.data as { added: number }).added);
      expect(added.reduce((sum, one) => sum + one)).toBe(1);
    });
  });

  describe("who loses access by them", () => {
    let agent: TestAgent;
    let device_id: string;
    let company: string;
    let lab: string;
    const query = () => ({ project });
    const start = (as: Person) =>
      udt.call(ENDPOINTS.testCreate, {
        as,
        query: query(),
        body: { kind: "debug", device_id, duration_minutes: 30 },
      });
    const running = async (as: Person): Promise<string> => {
      const { test_id } = (await start(as)).data as { test_id: string };
      await until(async () =>
        expect(await udt.ok(ENDPOINTS.testGet, { as, query: query(), params: { test_id } })).toMatchObject({
          state: "running",
        }),
      );
      return test_id;
    };
    const stateOf = async (test_id: string) => {
      const { state, end_reason } = await udt.ok(ENDPOINTS.testGet, { as: owner, query: query(), params: { test_id } });
      return { state, end_reason };
    };

    beforeEach(async () => {
      agent = await udt.agent("agent", [project]);
      await agent.connect([deviceReport(`serial-${count}`)]);
      device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query: query() })).list[0]!.device_id;
      company = await create("company");
      lab = await create("lab", company);
      await put(lab, [ada]);
      await udt.ok(ENDPOINTS.orgAdd, at(owner, { org_id_list: [company] }));
    });

    it.each<[string, () => Promise<unknown>]>([
      ["being taken out of theirs", () => take(lab, ada)],
      ["their organisation being moved away", () => update(lab, { parent_id: null })],
      [
        "their organisation being deleted",
        () => udt.call(ENDPOINTS.adminOrgDelete, { as: root, params: { org_id: lab } }),
      ],
      ["one above being deleted", () => udt.call(ENDPOINTS.adminOrgDelete, { as: root, params: { org_id: company } })],
      ["the project letting the organisation go", () => remove(owner, company)],
    ])("lose it with sockets and sessions at once by %s", async (_, act) => {
      const test_id = await running(ada);
      const events = await udt.socket(SOCKETS.events, { as: ada, query: query() });
      const others = await udt.socket(SOCKETS.events, { as: owner, query: query() });
      // Followed from here on.
      await until(() => expect(Math.min(events.json.length, others.json.length)).toBeGreaterThan(0));
      expect(await act()).toMatchObject({ ret: 0 });
      expect(await events.closed).toEqual({ code: 4403, reason: "user_not_in_project" });
      expect(await mayOpen(ada)).toBe("user_not_in_project");
      expect(await stateOf(test_id)).toEqual({ state: "ended", end_reason: "access_lost" });
      await until(() => expect(others.json).toContainEqual(expect.objectContaining({ type: "member.changed" })));
      expect(others.socket.readyState).toBe(others.socket.OPEN);
    });

    it("keep it, with what they have running, while another way leads in", async () => {
      const test_id = await running(ada);
      await put(company, [ada]);
      expect((await take(lab, ada)).ret).toBe(0);
      expect(await stateOf(test_id)).toMatchObject({ state: "running" });
      await udt.ok(ENDPOINTS.memberAdd, at(owner, { user_id_list: [ada.user_id] }));
      expect((await remove(owner, company)).ret).toBe(0);
      expect(await stateOf(test_id)).toMatchObject({ state: "running" });
      const own = { ...at(owner), params: { project_id: project, user_id: ada.user_id } };
      await add(owner, [company]);
      await udt.ok(ENDPOINTS.memberRemove, own);
      expect(await stateOf(test_id)).toMatchObject({ state: "running" });
      expect((await udt.call(ENDPOINTS.memberRemove, own)).code).toBe("member_not_found");
    });

    it("gain it at once by being put in, and by a move", async () => {
      const bob = await udt.person("bob");
      const far = await create("far");
      await put(far, [bob]);
      expect(await mayOpen(bob)).toBe("user_not_in_project");
      expect((await update(far, { parent_id: lab })).ret).toBe(0);
      expect(await mayOpen(bob)).toBe("opened");
      expect((await start(bob)).ret).toBe(0);
    });

    it("cannot begin a session while being taken out that would go on after it", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [begun, gone] = await Promise.all([start(ada), round % 2 ? take(lab, ada) : remove(owner, company)]);
        expect(gone.ret, gone.text).toBe(0);
        if (begun.ret !== 0) expect(begun.code).toBe("user_not_in_project");
        await until(async () => {
          const { list } = await udt.ok(ENDPOINTS.testList, { as: owner, query: query() });
          expect(list.filter((test) => test.state !== "ended")).toEqual([]);
          const devices = await udt.ok(ENDPOINTS.deviceList, { as: owner, query: query() });
          expect(devices.list[0]!.state).toBe("idle");
        });
        if (round % 2) await put(lab, [ada]);
        else await udt.ok(ENDPOINTS.orgAdd, at(owner, { org_id_list: [company] }));
      }
    });

    it("end the project's token that they made", async () => {
      await udt.ok(ENDPOINTS.orgUpdate, at(owner, { user_type: 1 }, company));
      const { token } = await udt.ok(ENDPOINTS.tokenReset, at(ada, { confirm: project }));
      const byToken = () => udt.call(ENDPOINTS.deviceList, { bearer: token, query: query() });
      expect((await byToken()).ret).toBe(0);
      await take(lab, ada);
      expect((await byToken()).code).toBe("invalid_session");
    });
  });

  it("leave a trace in the audit log", async () => {
    const org = await create("traced");
    await put(org, [ada]);
    await update(org, { name: `named ${count}` });
    await add(owner, [org]);
    await remove(owner, org);
    await take(org, ada);
    await udt.ok(ENDPOINTS.adminOrgDelete, { as: root, params: { org_id: org } });
    const of = async (query: Record<string, string>) =>
      (await udt.ok(ENDPOINTS.auditList, { as: root, query })).list.map((entry) => [entry.action, entry.user_name]);
    expect(await of({ project_id: project })).toEqual([
      ["org.leave", "owner"],
      ["org.join", "owner"],
    ]);
    expect(await of({ keyword: `named ${count}` })).toEqual([
      ["org.delete", "root"],
      ["org.user_remove", "root"],
      ["org.leave", "owner"],
      ["org.join", "owner"],
    ]);
    expect((await of({ keyword: `traced ${count}` })).slice(0, 3)).toEqual([
      ["org.edit", "root"],
      ["org.user_add", "root"],
      ["org.create", "root"],
    ]);
  });
});
