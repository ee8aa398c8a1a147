import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { startGitHost, type GitHost } from "@udt/testkit";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { monkeyConfig } from "../../../test/run-project.ts";
import { newPackage, Uploader } from "../../assets/apps/apps.fixture.ts";

const PASSWORD = "hush-4711";
const outgoing = { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.1"], secret_key: undefined };

onEachDatabase("the audit log", (open) => {
  let host: GitHost;
  let udt: TestServer;
  let admin: Person;
  let owner: Person;
  const query = { project: "alpha" };
  const as = () => ({ as: owner, query });

  beforeAll(async () => {
    host = await startGitHost();
    host.push("cases", { "runTest.sh": "x\n" });
    udt = await TestServer.start(open, { outgoing });
    admin = await udt.person("root", { udt_admin: true });
    owner = await udt.person("olga");
    await udt.project("alpha", [{ person: owner, user_type: 1 }]);
  });
  afterAll(async () => {
    await udt.dispose();
    await host.close();
  });

  /** What was written of these things, the oldest first. */
  const written = async (prefix: string) => {
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: "alpha" } });
    const own = list.filter(({ action }) => action.startsWith(`${prefix}.`)).toReversed();
    expect(JSON.stringify(own)).not.toContain(PASSWORD);
    for (const entry of own) expect(entry).toMatchObject({ user_name: "olga", ip: "127.0.0.1", project_id: "alpha" });
    return own.map(({ action, target, detail }) => [action, target, detail]);
  };

  it("has what was done to credentials, and no word of them", async () => {
    const body = { name: "Git", username: "me", password: PASSWORD };
    const { credential_id } = await udt.ok(ENDPOINTS.credentialCreate, { ...as(), body });
    const params = { credential_id };
    await udt.refused(ENDPOINTS.credentialCreate, { ...as(), body }, "credential_name_exists");
    await udt.ok(ENDPOINTS.credentialUpdate, { ...as(), params, body: { ...body, name: "Git 2" } });
    await udt.ok(ENDPOINTS.credentialDelete, { ...as(), params });
    expect(await written("credential")).toEqual([
      ["credential.create", "Git", {}],
      ["credential.edit", "Git", { renamed: true, username: false, password: true }],
      ["credential.delete", "Git 2", {}],
    ]);
  });

  it("has what was done to account files", async () => {
    const content = `account,password,extra\r\nann,${PASSWORD},\r\n`;
    const { account_file_id } = await udt.ok(ENDPOINTS.accountFileCreate, {
      ...as(),
      body: { name: "People", content },
    });
    const params = { account_file_id };
    await udt.ok(ENDPOINTS.accountFileUpdate, { ...as(), params, body: { name: "Persons" } });
    await udt.ok(ENDPOINTS.accountFileUpdate, { ...as(), params, body: { name: "Persons", content } });
    await udt.ok(ENDPOINTS.accountFileDelete, { ...as(), params });
    expect(await written("account_file")).toEqual([
      ["account_file.create", "People", { accounts: 1 }],
      ["account_file.edit", "People", { renamed: true }],
      ["account_file.edit", "Persons", { renamed: false, accounts: 1 }],
      ["account_file.delete", "Persons", {}],
    ]);
  });

  it("has what was done to case libraries", async () => {
    const body = { name: "Cases", framework: "shell" as const, url: `${host.url}/cases.git` };
    const { library_id } = await udt.ok(ENDPOINTS.libraryCreate, { ...as(), body });
    const params = { library_id };
    const auth = { kind: "token" as const, token: PASSWORD };
    await udt.ok(ENDPOINTS.libraryUpdate, { ...as(), params, body: { ...body, branch: "main", auth } });
    await udt.ok(ENDPOINTS.libraryHookReset, { ...as(), params });
    await udt.ok(ENDPOINTS.libraryDelete, { ...as(), params });
    expect(await written("library")).toEqual([
      ["library.create", "Cases", {}],
      ["library.edit", "Cases", { moved: expect.any(Boolean), auth: true }],
      ["library.hook_reset", "Cases", {}],
      ["library.delete", "Cases", {}],
    ]);
  });

  it("has what was done to jobs, a copy too", async () => {
    const config = monkeyConfig();
    const job = await udt.ok(ENDPOINTS.jobCreate, { ...as(), body: { name: "Nightly", config } });
    const params = { job_id: job.job_id };
    await udt.ok(ENDPOINTS.jobUpdate, { ...as(), params, body: { name: "Daily", config, revision: 1 } });
    await udt.refused(
      ENDPOINTS.jobUpdate,
      { ...as(), params, body: { name: "Late", config, revision: 1 } },
      "job_changed",
    );
    await udt.ok(ENDPOINTS.jobCopy, { ...as(), params, body: { name: "Twin" } });
    await udt.ok(ENDPOINTS.jobDelete, { ...as(), params });
    await udt.refused(ENDPOINTS.jobDelete, { ...as(), params }, "job_not_found");
    expect(await written("job")).toEqual([
      ["job.create", "Nightly", {}],
      ["job.edit", "Nightly", { revision: 2, renamed: true }],
      ["job.create", "Twin", {}],
      ["job.delete", "Daily", {}],
    ]);
  });

  it("has an app's coming once, and its going", async () => {
    const uploader = new Uploader(udt, owner, "alpha");
    const { app_id } = await uploader.upload(newPackage());
    await udt.ok(ENDPOINTS.appDelete, { ...as(), params: { app_id } });
    expect(await written("app")).toEqual([
      ["app.upload", "demo.apk", { app_id }],
      ["app.delete", "demo.apk", { app_id }],
    ]);
  });
});
