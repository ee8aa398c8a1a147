import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type JobConfigInput } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { monkeyConfig } from "../../../../test/run-project.ts";

onEachDatabase("jobs", (open) => {
  let udt: TestServer;
  let ann: Person;
  let bob: Person;
  let stranger: Person;
  const query = { project: "jobs" };

  const create = (name: string, change: Partial<JobConfigInput> = {}, as = ann) =>
    udt.call(ENDPOINTS.jobCreate, { as, query, body: { name, config: monkeyConfig(change) } });
  const make = (name: string) =>
    udt.ok(ENDPOINTS.jobCreate, { as: ann, query, body: { name, config: monkeyConfig() } });
  const fieldOf = async (change: Partial<JobConfigInput>) => {
    const answer = await create("x", change);
    expect(answer.code, answer.text).toBe("invalid_param");
    return (JSON.parse(answer.text) as { data: { args: { field: string } } }).data.args.field;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ann = await udt.person("ann");
    bob = await udt.person("bob");
    stranger = await udt.person("stranger");
    await udt.project(query.project, [
      { person: ann, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    await udt.project("other", [{ person: stranger, user_type: 1 }]);
  });
  afterAll(() => udt.dispose());

  it("keeps what it was told, with the defaults of the rest", async () => {
    const job = await make("  Nächtlich 夜间 🌙 ");
    expect(job).toMatchObject({ name: "Nächtlich 夜间 🌙", revision: 1, user_name: "ann", last_run: null, trend: [] });
    expect(job.config).toMatchObject({
      mode: "sequential",
      retry: { mode: "same_device", times: 0 },
      timeouts: { case_minutes: 10, device_minutes: 30, test_minutes: 60 },
      install_mode: "overwrite",
      priority: 5,
    });
    expect(await udt.ok(ENDPOINTS.jobGet, { as: bob, query, params: { job_id: job.job_id } })).toEqual(job);
  });

  it("shows guests of a public project all but what may hold secrets", async () => {
    await udt.project("shown", [{ person: ann, user_type: 1 }], { visibility: 2 });
    const at = { query: { project: "shown" } };
    const secret = {
      parameters: '{"password":"hush"}',
      accounts: { kind: "third_party" as const, provider: "qq" as const },
    };
    const body = { name: "Public", config: monkeyConfig(secret) };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: ann, ...at, body });
    const seen = await udt.call(ENDPOINTS.jobGet, { as: stranger, ...at, params: { job_id } });
    expect(seen).toMatchObject({
      ret: 0,
      data: { name: "Public", config_withheld: true, config: { parameters: "", accounts: { kind: "none" } } },
    });
    const list = await udt.call(ENDPOINTS.jobList, { as: stranger, ...at });
    expect(list).toMatchObject({ ret: 0, data: { total: 1 } });
    expect(seen.text + list.text).not.toMatch(/hush|third_party/);
    expect(await udt.ok(ENDPOINTS.jobGet, { as: ann, ...at, params: { job_id } })).toMatchObject({
      config_withheld: false,
      config: secret,
    });
    const refused = { as: stranger, ...at, params: { job_id }, body: {} };
    await udt.refused(ENDPOINTS.jobRun, refused, "user_not_in_project");
    await udt.refused(ENDPOINTS.jobDelete, refused, "user_not_in_project");
  });

  it("refuses a name that is too long by its own number", async () => {
    expect((await create("x".repeat(LIMITS.job_name_max))).ret).toBe(0);
    const answer = await create("x".repeat(LIMITS.job_name_max + 1));
    expect(answer).toMatchObject({ status: 400, ret: 10023, code: "job_name_too_long" });
    expect(answer.text).toContain(String(LIMITS.job_name_max));
  });

  it("lets nobody overwrite another's change unseen", async () => {
    const { job_id, revision } = await make("Shared");
    const change = (as: Person, name: string) =>
      udt.call(ENDPOINTS.jobUpdate, {
        as,
        query,
        params: { job_id },
        body: { name, config: monkeyConfig(), revision },
      });
    const [first, second] = await Promise.all([change(ann, "By Ann"), change(bob, "By Bob")]);
    expect([first.code, second.code].filter((code) => code === "job_changed")).toHaveLength(1);
    const { name, revision: now } = await udt.ok(ENDPOINTS.jobGet, { as: ann, query, params: { job_id } });
    expect([name, now]).toEqual([first.code === undefined ? "By Ann" : "By Bob", revision + 1]);
    const refused = first.code === undefined ? second : first;
    expect(refused.text).toContain(
      `by ${first.code === undefined ? "ann" : "bob"} meanwhile, and is at revision ${now}`,
    );
  });

  it("names the field of what breaks a rule", async () => {
    expect(await fieldOf({ framework: "pytest" })).toBe("config.library_id");
    expect(await fieldOf({ parameters: "{not json" })).toBe("config.parameters");
    expect(await fieldOf({ white_list: '{"clear": []}' })).toBe("config.white_list");
    expect(await fieldOf({ white_list: "dev.udt.shop; not a package!" })).toBe("config.white_list");
    expect(await fieldOf({ video_minutes: LIMITS.video_minutes_min - 1 })).toBe("config.video_minutes");
    expect(await fieldOf({ video_minutes: LIMITS.video_minutes_max + 1 })).toBe("config.video_minutes");
    expect(await fieldOf({ timeouts: { case_minutes: 20, device_minutes: 10, test_minutes: 30 } })).toBe(
      "config.timeouts",
    );
    expect(await fieldOf({ timeouts: { case_minutes: 1, device_minutes: 31, test_minutes: 30 } })).toBe(
      "config.timeouts",
    );
    expect(await fieldOf({ devices: { kind: "devices", device_ids: [] } })).toBe("config.devices.device_ids");
    expect((await create("x".repeat(LIMITS.job_name_max + 1))).code).toBe("job_name_too_long");
    expect((await create("   ")).code).toBe("invalid_param");
    // Half a character cannot be kept.
    expect((await create("Half \ud800")).code).toBe("invalid_param");
    expect(await fieldOf({ cases: { kind: "cases", case_keys: ["half \udfff"] } })).toBe("config.cases.case_keys.0");
    for (const video_minutes of [LIMITS.video_minutes_min, LIMITS.video_minutes_max])
      expect((await create("x".repeat(LIMITS.job_name_max), { video_minutes })).ret).toBe(0);
  });

  it("sends no agent to a registry within the operator's own network", async () => {
    const image = (name: string) =>
      create("Image", { environment: { kind: "image", image: name, tag: "1", credential_id: null } });
    for (const name of ["127.0.0.1:5000/tools", "10.1.2.3/tools/node", "169.254.169.254/latest"]) {
      const answer = await image(name);
      expect(answer.code, name).toBe("invalid_param");
      expect(JSON.parse(answer.text)).toMatchObject({
        data: { args: { field: "config.environment", rule: "image_registry_refused" } },
      });
    }
    // These are in the engine of the agent's owner, and nobody is asked for them.
    expect((await image("localhost/tools")).ret).toBe(0);
  });

  it("takes no credential but the project's own", async () => {
    const body = { name: "registry", username: "user", password: "hush" };
    const made = (project: string, as: Person) => udt.ok(ENDPOINTS.credentialCreate, { as, query: { project }, body });
    const [own, foreign] = [await made("jobs", ann), await made("other", stranger)];
    const by = (credential_id: string) => ({
      environment: { kind: "image" as const, image: "localhost/tools", tag: "1", credential_id },
    });
    for (const credential_id of [foreign.credential_id, "unknown"]) {
      expect((await create("Image", by(credential_id))).code).toBe("credential_not_found");
      const wish = { url: "https://example.com/x.git", auth: { kind: "credential", credential_id } };
      await udt.refused(ENDPOINTS.libraryCheck, { as: ann, query, body: wish }, "credential_not_found");
    }
    const answer = await create("Image", by(own.credential_id));
    const { job_id } = answer.data as { job_id: string };
    const change = { name: "Image", config: monkeyConfig(by(foreign.credential_id)), revision: 1 };
    const at = { as: ann, query, params: { job_id } };
    await udt.refused(ENDPOINTS.jobUpdate, { ...at, body: change }, "credential_not_found");
    await udt.ok(ENDPOINTS.jobDelete, at);
  });

  it("finds by name and framework, pages, and shows nothing of another project", async () => {
    for (const name of ["Alpha 100%", "Alpha_2", "Beta"]) await make(name);
    const names = async (filter: Record<string, string>) => {
      const { list } = await udt.ok(ENDPOINTS.jobList, { as: ann, query: { ...query, ...filter } });
      return list.map((job) => job.name).toSorted();
    };
    expect(await names({ keyword: "alpha" })).toEqual(["Alpha 100%", "Alpha_2"]);
    expect(await names({ keyword: "100%" })).toEqual(["Alpha 100%"]);
    expect(await names({ keyword: "a_2" })).toEqual(["Alpha_2"]);
    expect(await names({ framework: "pytest" })).toEqual([]);
    const { job_id } = await make("Ours");
    const other = { as: stranger, query: { project: "other" } };
    expect((await udt.ok(ENDPOINTS.jobList, other)).list).toEqual([]);
    await udt.refused(ENDPOINTS.jobGet, { ...other, params: { job_id } }, "job_not_found");
    await udt.refused(ENDPOINTS.jobRun, { ...other, params: { job_id }, body: {} }, "job_not_found");
  });

  it("copies, and deletes for who may", async () => {
    const { job_id } = await make("Original");
    const copy = await udt.ok(ENDPOINTS.jobCopy, { as: bob, query, params: { job_id }, body: { name: "Copy" } });
    expect(copy).toMatchObject({ name: "Copy", user_name: "bob", revision: 1, config: { monkey: { seed: 7 } } });
    await udt.refused(ENDPOINTS.jobDelete, { as: bob, query, params: { job_id } }, "no_permission");
    await udt.ok(ENDPOINTS.jobDelete, { as: ann, query, params: { job_id } });
    await udt.refused(ENDPOINTS.jobGet, { as: ann, query, params: { job_id } }, "job_not_found");
    expect((await udt.ok(ENDPOINTS.jobGet, { as: ann, query, params: { job_id: copy.job_id } })).name).toBe("Copy");
  });

  it("takes account files only as the template has them", async () => {
    const add = (content: string) =>
      udt.call(ENDPOINTS.accountFileCreate, { as: ann, query, body: { name: "Accounts", content } });
    const template = (await udt.call(ENDPOINTS.accountFileTemplate, { as: ann, query })).text;
    expect((await add(template)).code).toBe("account_file_empty");
    expect((await add("user,password,extra\r\nann,1,")).code).toBe("account_file_changed");
    expect((await add(`${template}ann,secret,a,b\r\n`)).code).toBe("account_file_changed");
    expect((await add(`${template},secret,\r\n`)).code).toBe("account_file_changed");
    expect((await add(`${template}"ann,secret`)).code).toBe("account_file_changed");
    const file = await add(`${template}"ann, the first",geheim 密码,"two\nlines"\r\nbob,2,\r\n`);
    expect(file.data).toMatchObject({ account_count: 2, free_count: 2 });
    const { account_file_id } = file.data as { account_file_id: string };
    const job = await create("With accounts", { accounts: { kind: "file", account_file_id } });
    const params = { account_file_id };
    const of = { as: ann, query, params };
    const used = await udt.call(ENDPOINTS.accountFileDelete, of);
    expect([used.code, used.text]).toEqual(["account_file_used", expect.stringContaining("With accounts")]);
    expect(await udt.ok(ENDPOINTS.accountFileGet, of)).toMatchObject({
      name: "Accounts",
      job_count: 1,
      jobs: [{ job_id: (job.data as { job_id: string }).job_id, name: "With accounts" }],
    });
    // A new name leaves the accounts as they are, and new accounts the jobs.
    const update = (body: { name: string; content?: string }) => udt.ok(ENDPOINTS.accountFileUpdate, { ...of, body });
    expect(await update({ name: "Testers" })).toMatchObject({ name: "Testers", account_count: 2 });
    expect(await update({ name: "Testers", content: `${template}cleo,3,\r\n` })).toMatchObject({ account_count: 1 });
    const bad = { name: "Testers", content: "user\r\n" };
    await udt.refused(ENDPOINTS.accountFileUpdate, { ...of, body: bad }, "account_file_changed");
    const elsewhere = { as: stranger, query: { project: "other" }, params };
    await udt.refused(ENDPOINTS.accountFileUpdate, { ...elsewhere, body: bad }, "account_file_changed");
    await udt.refused(ENDPOINTS.accountFileUpdate, { ...elsewhere, body: { name: "x" } }, "account_file_not_found");
    const { job_id } = job.data as { job_id: string };
    await udt.ok(ENDPOINTS.jobDelete, { as: ann, query, params: { job_id } });
    await udt.ok(ENDPOINTS.accountFileDelete, { as: ann, query, params });
    await udt.refused(ENDPOINTS.accountFileDelete, { as: ann, query, params }, "account_file_not_found");
  });
});
