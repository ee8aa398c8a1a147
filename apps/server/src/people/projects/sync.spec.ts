import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, SWITCHABLE_PRIVILEGES, type SwitchablePrivilege } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { settingsFor } from "../../../test/harness.ts";

onEachDatabase("platform sync", (open) => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  let bob: Person;
  const sync = (as: Person, sync_project_id: string) =>
    udt.call(ENDPOINTS.projectSync, { as, body: { sync_project_id } });
  const idOf = async (as: Person, sync_project_id: string) => {
    const answer = await sync(as, sync_project_id);
    expect(answer, answer.text).toMatchObject({ ret: 0 });
    return (answer.data as { project_id: string }).project_id;
  };
  const get = (as: Person, project: string) =>
    udt.call(ENDPOINTS.projectGet, { as, params: { project_id: project }, query: { project } });

  beforeAll(async () => {
    const database = await open();
    const { web } = settingsFor(database);
    udt = await TestServer.start(() => Promise.resolve(database), { web: { ...web, platform_sync: true } });
    admin = await udt.person("root", { udt_admin: true });
    ada = await udt.person("ada");
    bob = await udt.person("bob");
  });
  afterAll(() => udt.dispose());

  it("makes a project for who comes with an id first, and finds it from then on", async () => {
    const project = await idOf(ada, "camera-lab");
    expect(project).toBe("camera-lab");
    expect((await get(ada, project)).data).toMatchObject({ user_type: 1, member_count: 1, visibility: 1 });
    expect(await idOf(ada, "camera-lab")).toBe(project);
    expect(await idOf(admin, "camera-lab")).toBe(project);
    expect((await sync(bob, "camera-lab")).code).toBe("user_not_in_project");
    await udt.ok(ENDPOINTS.memberAdd, {
      as: ada,
      params: { project_id: project },
      query: { project },
      body: { user_id_list: [bob.user_id] },
    });
    expect(await idOf(bob, "camera-lab")).toBe(project);
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: project } });
    expect(list.at(-1)).toMatchObject({ action: "project.sync", user_name: "ada", target: "camera-lab" });
  });

  it("gives an id of ours to what the platform calls otherwise, the same each time", async () => {
    for (const name of ["项目 42/α", "admin", "x".repeat(128), "-a b", "<b>&amp;</b>", "' or 1=1 --"]) {
      const project = await idOf(ada, name);
      expect(project).toMatch(/^sync-[0-9a-f]{12}$/);
      expect(await idOf(ada, name)).toBe(project);
      expect((await get(ada, project)).ret).toBe(0);
    }
  });

  it("does not take a project of our own for the platform's because of its id", async () => {
    await udt.project("ours", [{ person: bob, user_type: 1 }]);
    const project = await idOf(ada, "ours");
    expect(project).toMatch(/^sync-/);
    expect((await get(ada, "ours")).code).toBe("user_not_in_project");
  });

  it("makes one project of many calls at one moment", async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all(Array.from({ length: 6 }, () => idOf(ada, `race-${round}`)));
      expect(new Set(ids)).toEqual(new Set([`race-${round}`]));
    }
  });

  it("makes none for who registered here by email", async () => {
    await udt.server.services.users.active(bob.user_id);
    const { body } = { body: { email: "mail@example.com", user_name: "mail", password: "sunny day 1" } };
    await udt.ok(ENDPOINTS.userSignup, { body });
    const { list } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: body.email } });
    const mail = { ...ada, user_id: list[0]!.user_id, ...(await udt.session(list[0]!)) };
    await udt.ok(ENDPOINTS.adminUserUpdate, {
      as: admin,
      params: { user_id: mail.user_id },
      body: { state: "approved" },
    });
    Object.assign(mail, await udt.session(mail));
    expect((await sync(mail, "not-theirs")).code).toBe("project_not_exists");
    expect(await idOf(ada, "not-theirs")).toBe("not-theirs");
    expect((await sync(mail, "not-theirs")).code).toBe("user_not_in_project");
  });

  it("forgets what stands for a project that is deleted", async () => {
    const project = await idOf(ada, "goes");
    await udt.ok(ENDPOINTS.projectDelete, {
      as: ada,
      params: { project_id: project },
      query: { project, confirm: project },
    });
    expect(await idOf(bob, "goes")).toBe("goes");
    expect((await get(ada, "goes")).code).toBe("user_not_in_project");
  });

  it("refuses an id that is none", async () => {
    for (const id of ["", "   ", "x".repeat(129), "a\0b"]) expect((await sync(ada, id)).code).toBe("invalid_param");
  });

  describe("privileges", () => {
    it("are the platform's, but for the token's", async () => {
      const project = await idOf(ada, "locked");
      const at = { as: ada, params: { project_id: project }, query: { project } };
      const { privilege_list } = await udt.ok(ENDPOINTS.privilegeList, at);
      expect(privilege_list.filter(({ locked }) => !locked).map(({ privilege }) => privilege)).toEqual([
        "project.token",
      ]);
      const held = privilege_list.filter(({ enabled }) => enabled).map(({ privilege }) => privilege);
      const set = (list: SwitchablePrivilege[]) =>
        udt.call(ENDPOINTS.privilegeSet, { ...at, body: { privilege_list: list } });
      for (const privilege of SWITCHABLE_PRIVILEGES.filter((name) => name !== "project.token")) {
        const changed = held.includes(privilege) ? held.filter((name) => name !== privilege) : [...held, privilege];
        const answer = await set(changed);
        expect(answer, privilege).toMatchObject({
          status: 403,
          code: "platform_managed",
          data: { args: { privilege } },
        });
      }
      expect((await set([...held, "project.token"])).ret).toBe(0);
      expect((await set(held)).ret).toBe(0);
      expect((await udt.ok(ENDPOINTS.privilegeList, at)).privilege_list).toEqual(privilege_list);
    });
  });
});

onEachDatabase("without platform sync", (open) => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());

  it("nothing is synced, and no privilege is locked", async () => {
    const ada = await udt.person("ada");
    const answer = await udt.call(ENDPOINTS.projectSync, { as: ada, body: { sync_project_id: "x" } });
    expect(answer).toMatchObject({ status: 403, code: "platform_sync_off" });
    const project = await udt.project("free", [{ person: ada, user_type: 1 }]);
    const at = { as: ada, params: { project_id: project }, query: { project } };
    const { privilege_list } = await udt.ok(ENDPOINTS.privilegeList, at);
    expect(privilege_list.every(({ locked }) => !locked)).toBe(true);
    await udt.ok(ENDPOINTS.privilegeSet, { ...at, body: { privilege_list: [...SWITCHABLE_PRIVILEGES] } });
  });
});
