import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_MEMBER_PRIVILEGES, ENDPOINTS, SOCKETS, SWITCHABLE_PRIVILEGES, type Endpoint } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { makePeople, ownedProject, type ProjectChange } from "./projects.fixture.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n and what follows", "latin1");
const VIEWS = ["cred.view", "case.view", "tag.view", "project.view", "device.view"];

onEachDatabase("projects", (open) => {
  let udt: TestServer;
  let root: Person;
  let owner: Person;
  let member: Person;
  let stranger: Person;
  let project: string;
  let count = 0;

  const at = (as: Person, body?: unknown) => ({
    as,
    params: { project_id: project },
    query: { project },
    ...(body !== undefined && { body }),
  });
  const begin = (change?: ProjectChange) => ownedProject(udt, (project = `p${++count}`), { owner, member }, change);
  const create = (body: object, as = stranger) => udt.call(ENDPOINTS.projectCreate, { as, body });
  const facts = (change: object = {}) => ({
    name: project,
    description: "",
    visibility: 1,
    target_usage: "normal",
    ...change,
  });
  const update = (as: Person, change: object) => udt.call(ENDPOINTS.projectUpdate, at(as, facts(change)));

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ({ root, owner, member, stranger } = await makePeople(udt));
  });
  afterAll(() => udt.dispose());
  beforeEach(() => begin());

  /** What each may: see it in the list, open it, ask to join. */
  describe.each([
    {
      name: "private",
      visibility: 1 as const,
      stranger: { listed: true, opens: "user_not_in_project", joins: "done" },
    },
    { name: "public", visibility: 2 as const, stranger: { listed: true, opens: "done", joins: "done" } },
    {
      name: "secret",
      visibility: 3 as const,
      stranger: { listed: false, opens: "project_not_exists", joins: "project_not_exists" },
    },
  ])("$name", (row) => {
    it.each([
      { role: "stranger", ...row.stranger, user_type: 0 },
      { role: "member", listed: true, opens: "done", joins: "already_member", user_type: 2 },
      { role: "owner", listed: true, opens: "done", joins: "already_member", user_type: 1 },
      {
        role: "admin",
        listed: true,
        opens: "done",
        joins: row.name === "secret" ? "project_not_exists" : "done",
        user_type: 0,
      },
    ])("to a $role", async ({ role, listed, opens, joins, user_type }) => {
      await begin({ visibility: row.visibility });
      await udt.ok(ENDPOINTS.projectIconPut, at(owner, PNG));
      const as = { stranger, member, owner, admin: root }[role]!;
      const page = await udt.ok(ENDPOINTS.projectList, { as, query: { project_id: project } });
      expect(page.total).toBe(listed ? 1 : 0);
      const entry = page.list.map((one) => ({ can_open: one.can_open, user_type: one.user_type }));
      expect(entry).toEqual(listed ? [{ can_open: opens === "done", user_type }] : []);
      expect((await udt.call(ENDPOINTS.projectGet, at(as))).code ?? "done").toBe(opens);
      const door = await udt.call(ENDPOINTS.projectDoor, { as, params: { project_id: project } });
      const owners = [{ user_name: owner.user_name }];
      const told = { name: project, visibility: row.visibility, owners, join_requested: false };
      expect(door.code ?? door.data).toEqual(listed ? told : "project_not_exists");
      const icon = await udt.call(ENDPOINTS.projectIconGet, { as, params: { project_id: project } });
      expect(icon.code ?? icon.status).toBe(listed ? 200 : "project_not_exists");
      const join = await udt.call(ENDPOINTS.joinRequest, { as, params: { project_id: project }, body: {} });
      expect(join.code ?? "done").toBe(joins);
    });
  });

  describe("the list", () => {
    it("is narrowed to where one is a member, or an owner, also for an administrator", async () => {
      const ada = await udt.person("ada", { udt_admin: true });
      const mine = await udt.project("ada-owns", [{ person: ada, user_type: 1 }]);
      const other = await udt.project("ada-tests", [{ person: ada, user_type: 2 }]);
      const ids = async (query: object) =>
        (await udt.ok(ENDPOINTS.projectList, { as: ada, query: { page_size: 100, ...query } })).list.map(
          (one) => one.project_id,
        );
      expect(await ids({ member: 1 })).toEqual([mine, other]);
      expect(await ids({ manage_flag: 1 })).toEqual([mine]);
      expect(await ids({})).toContain(project);
    });

    it("counts members, finds by id and name as they are typed, and comes in pages", async () => {
      await create({ project_id: "find-me_1", name: "测试项目" }, owner);
      const list = (query: Record<string, string | number>) => udt.ok(ENDPOINTS.projectList, { as: owner, query });
      expect(await list({ keyword: "试项" })).toMatchObject({
        total: 1,
        list: [{ project_id: "find-me_1", member_count: 1, user_type: 1, description: "" }],
      });
      expect(await list({ keyword: "FIND-ME_" })).toMatchObject({ total: 1 });
      expect(await list({ keyword: "%" })).toMatchObject({ total: 0 });
      expect(await list({ keyword: "' or 1=1 --" })).toMatchObject({ total: 0 });
      expect(await list({ project_id: project })).toMatchObject({ list: [{ member_count: 2 }] });
      const pages = [await list({ member: 1, page_size: 2 }), await list({ member: 1, page_size: 2, page_num: 2 })];
      expect(pages[0]).toMatchObject({ page_size: 2, page_num: 1, list: { length: 2 } });
      const ids = pages.flatMap((page) => page.list.map((one) => one.project_id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(await list({ member: 1, page_num: 1000 })).toMatchObject({ list: [], total: pages[0]!.total });
    });
  });

  describe("creating", () => {
    it("makes its maker the owner, with everything they may do", async () => {
      const made = (await create({ project_id: "Made-1", name: "Made", description: "x".repeat(280) })).data;
      expect(made).toMatchObject({
        project_id: "Made-1",
        user_type: 1,
        visibility: 1,
        target_usage: "normal",
        member_count: 1,
        join_state: null,
        privileges: expect.arrayContaining(["project.owner", "device.view", ...SWITCHABLE_PRIVILEGES]),
      });
      const enabled = (
        await udt.ok(ENDPOINTS.privilegeList, {
          as: stranger,
          params: { project_id: "Made-1" },
          query: { project: "Made-1" },
        })
      ).privilege_list.filter((one) => one.enabled);
      expect(enabled.map((one) => one.privilege)).toEqual(DEFAULT_MEMBER_PRIVILEGES);
    });

    it("takes no id or name that is taken, whatever its case, and says which", async () => {
      await create({ project_id: "taken", name: "Taken" });
      const same = await create({ project_id: "TAKEN", name: "Other" });
      expect(same).toMatchObject({ status: 400, ret: 1, code: "project_id_exists" });
      expect(same.text).toContain("project id exist");
      const named = await create({ project_id: "other", name: "tAKEN" });
      expect(named).toMatchObject({ status: 400, ret: 1, code: "project_name_exists" });
      expect(named.text).toContain("project name exist");
      expect((await create({ project_id: "taken", name: "Taken" })).code).toBe("project_id_exists");
    });

    it.each([
      ["admin", "project_id_reserved"],
      ["V1", "project_id_reserved"],
      ["-a", "project_id_characters"],
      ["_a", "project_id_characters"],
      ["a b", "project_id_characters"],
      ["项目", "project_id_characters"],
      ["a".repeat(33), "project_id_length"],
    ])("takes no id %s", async (project_id, rule) => {
      const answer = await create({ project_id, name: "Free" });
      expect(answer).toMatchObject({ status: 400, data: { issues: [{ field: "project_id", rule }] } });
    });

    it.each([
      ["a", "project_name_length"],
      [" ab", "project_name_spaces"],
      ["a\tb", "project_name_spaces"],
      ["ab<b>", "project_name_characters"],
      ["ab😀", "project_name_characters"],
      ["مشروع", "project_name_characters"],
    ])("takes no name %j", async (name, rule) => {
      const answer = await create({ project_id: "free", name });
      expect((answer.data as { issues: { rule: string }[] }).issues[0]?.rule).toBe(rule);
    });

    it("of one id, or of one name, by many at once succeeds once", async () => {
      const ids = await Promise.all(
        Array.from({ length: 10 }, (_, index) => create({ project_id: `race${count}`, name: `Race${count}-${index}` })),
      );
      expect(ids.filter((answer) => answer.ret === 0)).toHaveLength(1);
      expect(ids.filter((answer) => answer.code === "project_id_exists")).toHaveLength(9);
      const names = await Promise.all(
        Array.from({ length: 10 }, (_, index) => create({ project_id: `n${count}-${index}`, name: `Name${count}` })),
      );
      expect(names.filter((answer) => answer.ret === 0)).toHaveLength(1);
      expect(names.filter((answer) => answer.code === "project_name_exists")).toHaveLength(9);
    });
  });

  describe("editing", () => {
    it("changes what it is told to, for those who may, and tells open consoles", async () => {
      const events = await udt.socket(SOCKETS.events, { as: member, query: { project } });
      const change = { name: `Now${count}`, description: "<script>alert(1)</script>", target_usage: "car" };
      expect((await update(member, change)).headers["x-udt-permission"]).toBe("project.edit");
      expect(await update(owner, change)).toMatchObject({ ret: 0, data: { ...change, user_type: 1 } });
      expect(await udt.ok(ENDPOINTS.projectGet, at(member))).toMatchObject({ ...change, visibility: 1 });
      await until(() => expect(events.json).toContainEqual(expect.objectContaining({ type: "project.changed" })));
    });

    it("takes no name of another project, but its own in another case", async () => {
      const other = project;
      await begin();
      expect((await update(owner, { name: other.toUpperCase() })).code).toBe("project_name_exists");
      expect((await update(owner, { name: project.toUpperCase() })).ret).toBe(0);
    });
  });

  it("is the project of the query, if that names one, in every call that names one in its path", async () => {
    const elsewhere = project;
    await begin();
    const calls = (Object.values(ENDPOINTS) as Endpoint[]).filter(
      (endpoint) => endpoint.access !== "admin" && endpoint.path.includes("{project_id}"),
    );
    expect(calls.length).toBeGreaterThan(15);
    for (const endpoint of calls) {
      const params = { project_id: elsewhere, user_id: member.user_id, org_id: "unknown" };
      const query = { project, confirm: elsewhere };
      await udt.refused(endpoint, { as: owner, params, query, body: {} }, "project_mismatch");
    }
  });

  it("need not be said again by the query of a call whose path names it", async () => {
    await begin();
    const params = { project_id: project };
    expect((await udt.ok(ENDPOINTS.projectGet, { as: member, params })).project_id).toBe(project);
    expect((await udt.ok(ENDPOINTS.memberList, { as: member, params })).total).toBe(2);
    await udt.refused(ENDPOINTS.projectGet, { as: stranger, params }, "user_not_in_project");
    await udt.refused(ENDPOINTS.privilegeSet, { as: member, params, body: { privilege_list: [] } }, "no_permission");
  });

  describe("privileges", () => {
    const enforce = async (as: Person, asked: string) =>
      (await udt.ok(ENDPOINTS.privilegeEnforce, { ...at(as), query: { project, privilege_list: asked } }))
        .privilege_list;
    const all = [...SWITCHABLE_PRIVILEGES, ...VIEWS, "project.owner"].join(",");

    it("are set by owners alone, exactly, and enforced at once", async () => {
      const set = (as: Person, privilege_list: string[]) =>
        udt.call(ENDPOINTS.privilegeSet, at(as, { privilege_list }));
      expect((await set(member, [])).headers["x-udt-permission"]).toBe("project.owner");
      expect((await set(owner, ["tag.delete", "project.token", "tag.delete"])).ret).toBe(0);
      const { privilege_list } = await udt.ok(ENDPOINTS.privilegeList, at(member));
      expect(privilege_list.map((one) => one.privilege)).toEqual(SWITCHABLE_PRIVILEGES);
      expect(privilege_list.filter((one) => one.enabled).map((one) => one.privilege)).toEqual([
        "project.token",
        "tag.delete",
      ]);
      expect((await enforce(member, all)).toSorted()).toEqual(["project.token", "tag.delete", ...VIEWS].toSorted());
      expect((await udt.call(ENDPOINTS.tokenList, at(member))).ret).toBe(0);
      expect((await set(owner, [])).ret).toBe(0);
      expect((await udt.call(ENDPOINTS.tokenList, at(member))).headers["x-udt-permission"]).toBe("project.token");
      expect((await set(owner, ["cred.view"])).code).toBe("invalid_param");
      expect((await set(owner, ["project.owner"])).code).toBe("invalid_param");
    });

    it("are all held by owners and administrators; guests look at the project, its devices and tasks", async () => {
      await begin({ visibility: 2, member_privileges: [] });
      expect((await enforce(owner, all)).toSorted()).toEqual(all.split(",").toSorted());
      expect((await enforce(root, all)).toSorted()).toEqual(all.split(",").toSorted());
      expect((await enforce(member, all)).toSorted()).toEqual(VIEWS.toSorted());
      expect((await enforce(stranger, all)).toSorted()).toEqual(["case.view", "device.view", "project.view"]);
    });

    it("answers of those that were asked, once each, and always of device.view", async () => {
      expect(await enforce(member, "")).toEqual(["device.view"]);
      expect(await enforce(member, "project.owner, case.view,nothing,case.view")).toEqual(["case.view", "device.view"]);
      await begin({ visibility: 1 });
      await udt.refused(ENDPOINTS.privilegeEnforce, at(stranger), "user_not_in_project");
    });
  });

  describe("the icon", () => {
    const put = (as: Person, body: Buffer) => udt.call(ENDPOINTS.projectIconPut, at(as, body));
    const icon = () => udt.server.app.inject({ url: address, headers: { cookie: member.cookie } });
    let address = "";

    it.each([
      ["image/png", PNG],
      ["image/jpeg", Buffer.from("\xff\xd8\xff\xe0 jpeg", "latin1")],
      ["image/gif", Buffer.from("GIF89a gif", "latin1")],
      ["image/webp", Buffer.from("RIFF\x04\0\0\0WEBPVP8 ", "latin1")],
    ])("is told to be %s by its first bytes", async (type, bytes) => {
      const answer = await put(owner, bytes);
      expect(answer.ret, answer.text).toBe(0);
      address = (answer.data as { icon: string }).icon;
      const got = await icon();
      expect(got.headers).toMatchObject({ "content-type": type, "x-content-type-options": "nosniff" });
      expect(got.headers["content-security-policy"]).toContain("sandbox");
      expect(got.rawPayload.equals(bytes)).toBe(true);
    });

    it("has a new address when it is replaced", async () => {
      const first = ((await put(owner, PNG)).data as { icon: string }).icon;
      const second = ((await put(owner, Buffer.concat([PNG, PNG]))).data as { icon: string }).icon;
      expect(second).not.toBe(first);
      expect((await udt.ok(ENDPOINTS.projectList, { as: member, query: { project_id: project } })).list[0]!.icon).toBe(
        second,
      );
      address = first;
      expect((await icon()).rawPayload.length).toBe(2 * PNG.length);
    });

    it("is refused when it is none, too large, or from somebody who may not", async () => {
      expect((await put(owner, Buffer.from("<svg onload=alert(1)>"))).code).toBe("image_type");
      expect((await put(owner, Buffer.alloc(0))).code).toBe("image_type");
      const large = Buffer.concat([PNG, Buffer.alloc(1024 ** 2 - PNG.length)]);
      expect((await put(owner, large)).ret).toBe(0);
      expect(await put(owner, Buffer.concat([large, Buffer.alloc(1)]))).toMatchObject({
        status: 413,
        code: "body_too_large",
      });
      expect((await put(member, PNG)).headers["x-udt-permission"]).toBe("project.edit");
      await begin();
      const none = { as: member, params: { project_id: project } };
      await udt.refused(ENDPOINTS.projectIconGet, none, "resource_not_found");
    });
  });

  describe("the token", () => {
    const reset = (as: Person, confirm = project) => udt.call(ENDPOINTS.tokenReset, at(as, { confirm }));
    const get = (bearer: string, id = project) =>
      udt.call(ENDPOINTS.projectGet, { bearer, params: { project_id: id }, query: { project: id } });

    it("is made on confirmation, told once, and kept as a hash", async () => {
      expect((await reset(owner, project.toUpperCase())).code).toBe("project_confirm");
      expect((await reset(member)).headers["x-udt-permission"]).toBe("project.token");
      const { token } = (await reset(owner)).data as { token: string };
      expect(token).toMatch(/^udtp_[\w-]{43}$/);
      const { list } = await udt.ok(ENDPOINTS.tokenList, at(owner));
      expect(list).toMatchObject([{ prefix: token.slice(0, 11), last_used_at: null }]);
      const { rows } = await udt.server.database.db.execute("select * from project_tokens");
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it("acts as an ordinary member, in this project alone, until it is reset", async () => {
      await begin({ member_privileges: ["tag.delete"] });
      const { token } = (await reset(owner)).data as { token: string };
      expect(await get(token)).toMatchObject({ ret: 0, data: { user_type: 2 } });
      expect((await udt.ok(ENDPOINTS.tokenList, at(owner))).list[0]!.last_used_at).toBe(udt.clock.now());
      const scoped = { bearer: token, params: { project_id: project }, query: { project } };
      await udt.refused(ENDPOINTS.privilegeSet, { ...scoped, body: { privilege_list: [] } }, "no_permission");
      const mine = project;
      await begin();
      expect((await get(token)).code).toBe("user_not_in_project");
      project = mine;
      const next = (await reset(owner)).data as { token: string };
      expect((await get(token)).code).toBe("invalid_session");
      expect((await get(next.token)).ret).toBe(0);
    });

    it("ends with the membership of who made it", async () => {
      await begin({ member_privileges: ["project.token"] });
      const { token } = (await reset(member)).data as { token: string };
      expect((await get(token)).ret).toBe(0);
      const params = { project_id: project, user_id: member.user_id };
      await udt.ok(ENDPOINTS.memberRemove, { as: owner, params, query: { project } });
      expect((await get(token)).code).toBe("invalid_session");
    });

    it("is one, however many reset it at once", async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => reset(owner)));
      const tokens = answers.map((answer) => (answer.data as { token: string }).token);
      const good = await Promise.all(tokens.map(async (token) => (await get(token)).ret === 0));
      expect(good.filter(Boolean)).toHaveLength(1);
    });
  });
});
