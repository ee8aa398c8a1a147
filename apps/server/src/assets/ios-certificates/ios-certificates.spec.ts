import { ENDPOINTS, EXPIRY_WARNING_DAYS, expiryOf, LIMITS, SOCKETS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import {
  makeIdentity,
  makeP12,
  makeProfile,
  p12FileOf,
  profileFileOf,
  sha1Of,
  signingFiles,
} from "../../../test/ios-signing.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { forgetSealed } from "../../platform/database/sealed.ts";
import { ios_certificates } from "../../platform/database/ios-certificates.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { listCertificates } from "./ios-certificates.repository.ts";

const DAY_MS = 86_400_000;

onEachDatabase("iOS certificates", (open) => {
  let udt: TestServer;
  let ada: Person;
  let member: Person;
  let guest: Person;
  let query: { project: string };
  let count = 0;
  const identity = makeIdentity();

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, member, guest] = [await udt.person("ada"), await udt.person("member"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const members = [
      { person: ada, user_type: 1 as const },
      { person: member, user_type: 2 as const },
    ];
    query = { project: await udt.project(`signing-${++count}`, members, { visibility: 2 }) };
  });

  type Fields = Record<string, string | File>;
  const formOf = (fields: Fields): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const wish = (change: Fields = {}): Fields => ({ title: "Team", ...signingFiles({ identity }), ...change });
  const create = (change: Fields = {}, as = ada) =>
    udt.call(ENDPOINTS.iosCertificateCreate, { as, query, body: formOf(wish(change)) });
  const make = async (change: Fields = {}) =>
    udt.ok(ENDPOINTS.iosCertificateCreate, { as: ada, query, body: formOf(wish(change)) });
  const update = (cert_id: string, fields: Fields, as = ada) =>
    udt.call(ENDPOINTS.iosCertificateUpdate, { as, query, params: { cert_id }, body: formOf(fields) });
  const get = (cert_id: string, as = ada) => udt.ok(ENDPOINTS.iosCertificateGet, { as, query, params: { cert_id } });
  const titles = async (filter: Record<string, string> = {}) =>
    (await udt.ok(ENDPOINTS.iosCertificateList, { as: ada, query: { ...query, ...filter } })).list.map(
      ({ title }) => title,
    );

  it("are listed with how many devices they are for, which are not read for that", async () => {
    await make();
    const { db } = udt.server.database;
    const page = { keyword: "", state: undefined, now: Date.now(), page_num: 1, page_size: 10 };
    const { rows } = await listCertificates(db, { project_id: query.project, ...page });
    expect(rows).toMatchObject([{ device_count: 2, certificate: { title: "Team" } }]);
    expect(rows[0]?.certificate).not.toHaveProperty("device_udids");
  });

  it("tell everything of the pair but its files and its password", async () => {
    const made = await make();
    expect(made).toMatchObject({
      title: "Team",
      registered_name: "Apple Development: Ada Lovelace (A1B2C3D4E5)",
      organization_number: "TEAM123456",
      team_name: "Example Ltd",
      kind: "development",
      bundle_pattern: "com.example.*",
      device_count: 2,
      user_name: "ada",
      are_files_lost: false,
      certificate: { sha1: sha1Of(identity) },
      profile: { name: "Example Development" },
      farm: { device_total: 0, lacking_total: 0, lacking: [] },
    });
    // Both must be valid: the profile begins with the certificate and ends before it.
    expect([made.starts_at, made.expires_at]).toEqual([
      Math.max(made.certificate.starts_at, made.profile.starts_at),
      made.profile.expires_at,
    ]);
    const list = await udt.call(ENDPOINTS.iosCertificateList, { as: ada, query });
    const one = await udt.call(ENDPOINTS.iosCertificateGet, { as: ada, query, params: { cert_id: made.cert_id } });
    for (const { text } of [list, one]) expect(text).not.toMatch(/sealed|password|secret|p12|mobileprovision/i);
  });

  it("keep their files where nobody reads them", async () => {
    const files = signingFiles({ identity, password: "unmistakable" });
    const { cert_id } = await make({ ...files });
    const [row] = await udt.server.database.db
      .select()
      .from(ios_certificates)
      .where(eq(ios_certificates.cert_id, cert_id));
    expect(row?.p12_sealed).toMatch(/^v1\./);
    expect(row?.profile_sealed).toMatch(/^v1\./);
    const kept = JSON.stringify(row);
    const p12 = Buffer.from(await files.p12.arrayBuffer());
    for (const plain of ["unmistakable", p12.toString("base64").slice(40, 80), p12.toString("hex").slice(40, 80)])
      expect(kept).not.toContain(plain);
  });

  it("are refused with a wrong password, another's profile and what is neither, each for its reason", async () => {
    const stranger = makeIdentity({ name: "Somebody Else" });
    const cases: [Fields, string, RegExp][] = [
      [{ password: "wrong" }, "ios_certificate_password", /decryption password incorrect/],
      [{ password: "" }, "ios_certificate_password", /decryption password incorrect/],
      [
        { mobileprovision: profileFileOf(makeProfile([stranger])) },
        "ios_certificate_mismatch",
        /"msg":"invalid param p12_id: /,
      ],
      [{ p12: p12FileOf(Buffer.from("no p12")) }, "ios_certificate_p12", /p12_not/],
      [{ p12: p12FileOf(makeP12(identity, { withKey: false })) }, "ios_certificate_p12", /p12_no_identity/],
      [{ mobileprovision: profileFileOf(Buffer.from("<plist/>")) }, "ios_certificate_profile", /profile_not_signed/],
    ];
    for (const [change, code, text] of cases) {
      const answer = await create(change);
      expect(answer.code, answer.text).toBe(code);
      expect(answer.text).toMatch(text);
    }
    expect(await titles()).toEqual([]);
  });

  it("are refused when a part has expired, and told which", async () => {
    const now = udt.clock.now();
    const past = { starts_at: now - 400 * DAY_MS, expires_at: now - DAY_MS };
    const old = makeIdentity(past);
    const p12 = p12FileOf(makeP12(old));
    const expired = await create({ p12, mobileprovision: profileFileOf(makeProfile([old])) });
    expect(expired.code, expired.text).toBe("ios_certificate_expired");
    const mobileprovision = profileFileOf(makeProfile([identity], past));
    const other = await create({ mobileprovision });
    expect(other.code, other.text).toBe("ios_certificate_profile_expired");
  });

  it("take files by the names and sizes that there are for them", async () => {
    const { p12, mobileprovision } = signingFiles({ identity });
    const renamed = (file: File, name: string) => new File([file], name);
    const cases: [Fields, string, string][] = [
      [{ p12: renamed(p12, "signing.pfx") }, "p12", "p12_name"],
      [{ p12: renamed(p12, "my signing.p12") }, "p12", "file_name_spaces"],
      [{ p12: new File([Buffer.alloc(LIMITS.p12_max_bytes + 1)], "big.p12") }, "p12", "p12_size"],
      [{ p12: "signing.p12" }, "p12", "required"],
      [{ mobileprovision: renamed(mobileprovision, "app.plist") }, "mobileprovision", "profile_name"],
      [
        { mobileprovision: new File([Buffer.alloc(LIMITS.profile_max_bytes + 1)], "b.mobileprovision") },
        "mobileprovision",
        "profile_size",
      ],
      [{ title: " " }, "title", "ios_certificate_title"],
      [{ title: "x".repeat(65) }, "title", "ios_certificate_title"],
    ];
    for (const [change, field, rule] of cases) {
      const answer = await create(change);
      expect(answer.code, answer.text).toBe("invalid_param");
      expect(answer.text).toContain(`"field":"${field}","rule":"${rule}"`);
    }
    const huge = await create({ p12: new File([Buffer.alloc(LIMITS.form_max_bytes)], "huge.p12") });
    expect(huge.code, huge.text).toBe("body_too_large");
    expect((await create({ p12: renamed(p12, "SIGNING.P12") })).ret).toBe(0);
  });

  it("keep what is not sent when they are edited, and take only what goes with it", async () => {
    const { cert_id, ...made } = await make();
    const renamed = await update(cert_id, { title: "Renamed" });
    expect(renamed.data).toMatchObject({ title: "Renamed", registered_name: made.registered_name });
    const wider = profileFileOf(makeProfile([identity], { udids: ["a", "b", "c"], name: "Wider" }));
    expect((await update(cert_id, { title: "Renamed", mobileprovision: wider })).data).toMatchObject({
      device_count: 3,
      profile: { name: "Wider" },
      certificate: { sha1: sha1Of(identity) },
    });
    const next = makeIdentity({ name: "Next" });
    const p12 = p12FileOf(makeP12(next, { password: "another" }));
    expect((await update(cert_id, { title: "Renamed", p12, password: "another" })).code).toBe(
      "ios_certificate_mismatch",
    );
    expect((await update(cert_id, { title: "Renamed", p12, password: "secret" })).code).toBe(
      "ios_certificate_password",
    );
    const both = { p12, password: "another", mobileprovision: profileFileOf(makeProfile([next])) };
    expect((await update(cert_id, { title: "Renamed", ...both })).data).toMatchObject({ registered_name: "Next" });
    // With its new password, which goes on with the P12.
    const narrow = profileFileOf(makeProfile([next], { udids: ["a"] }));
    expect((await update(cert_id, { title: "Renamed", mobileprovision: narrow })).data).toMatchObject({
      device_count: 1,
    });
  });

  it("that are sent different files at once go together in the end", async () => {
    const next = makeIdentity({ name: "Next" });
    const { cert_id } = await make({ mobileprovision: profileFileOf(makeProfile([identity, next])) });
    const answers = await Promise.all([
      update(cert_id, { title: "Team", p12: p12FileOf(makeP12(next)), password: "secret" }),
      update(cert_id, { title: "Team", mobileprovision: profileFileOf(makeProfile([identity])) }),
    ]);
    expect(answers.map(({ code }) => code ?? "done").toSorted()).toEqual(["done", "ios_certificate_mismatch"]);
  });

  it("have a title once in a project, whatever its case", async () => {
    await make();
    expect((await create({ title: "TEAM" })).code).toBe("ios_certificate_title_exists");
    const { cert_id } = await make({ title: "Other" });
    expect((await update(cert_id, { title: "team" })).code).toBe("ios_certificate_title_exists");
  });

  it("are so many in a project and no more", async () => {
    const { cert_id } = await make();
    const { db } = udt.server.database;
    const [one] = await db.select().from(ios_certificates).where(eq(ios_certificates.cert_id, cert_id));
    if (!one) throw new Error("the certificate is not there");
    const more = Array.from({ length: LIMITS.ios_certificates_max - 1 }, (_, at) => ({
      ...one,
      cert_id: `more-${count}-${at}`,
      title: `More ${at}`,
    }));
    await db.insert(ios_certificates).values(more);
    expect((await create({ title: "Too many" })).code).toBe("ios_certificate_limit");
  });

  it("are listed by their end, narrowed by words and by how long they are good for", async () => {
    const ends = async (title: string, days: number, starts = -1) => {
      const at = udt.clock.now();
      const profile = { starts_at: at + starts * DAY_MS, expires_at: at + days * DAY_MS, bundle: `com.${title}` };
      await make({ title, mobileprovision: profileFileOf(makeProfile([identity], profile)) });
    };
    await ends("long", 100);
    await ends("month", 29);
    await ends("tomorrow", 1.5);
    await ends("later", 90, 3);
    expect(await titles()).toEqual(["tomorrow", "month", "later", "long"]);
    expect(await titles({ keyword: "COM.MONTH" })).toEqual(["month"]);
    expect(await titles({ keyword: "100%" })).toEqual([]);
    expect(await titles({ state: "expiring" })).toEqual(["tomorrow", "month"]);
    expect(await titles({ state: "valid" })).toEqual(["long"]);
    expect(await titles({ state: "pending" })).toEqual(["later"]);
    expect(await titles({ state: "expired" })).toEqual([]);
    const [first] = (await udt.ok(ENDPOINTS.iosCertificateList, { as: ada, query })).list;
    if (!first) throw new Error("nothing is listed");
    expect(expiryOf(first, udt.clock.now())).toEqual({ state: "expiring", days: 1, warned: 7 });
    udt.clock.turn(2 * DAY_MS);
    const list = await udt.ok(ENDPOINTS.iosCertificateList, { as: ada, query: { ...query, state: "expired" } });
    expect(list).toMatchObject({ total: 1, expiring_total: 1, expired_total: 1 });
    // What is over may still be renamed.
    expect((await update(first.cert_id, { title: "over" })).ret).toBe(0);
    udt.clock.turn(-2 * DAY_MS);
  });

  it("name the devices of the farm that the profile lacks, and whose its own are", async () => {
    const agent = await udt.agent(`macs-${count}`, [query.project]);
    await agent.connect([
      deviceReport("00008110-000A1B2C3D4E5F60", { os: "ios", model: "iPhone 13" }),
      deviceReport(`${count}`.repeat(40), { os: "ios", model: "iPhone 15" }),
      deviceReport(`android-${count}`, { model: "Pixel" }),
    ]);
    const udids = ["00008110-000a1b2c3d4e5f60", "E".repeat(40)];
    const { cert_id, farm } = await make({ mobileprovision: profileFileOf(makeProfile([identity], { udids })) });
    expect(farm).toMatchObject({ device_total: 2, lacking_total: 1, lacking: [{ model: "iPhone 15", state: "idle" }] });
    const devices = await udt.ok(ENDPOINTS.iosCertificateDevices, { as: member, query, params: { cert_id } });
    expect(devices).toMatchObject({
      total: 2,
      list: [
        { udid: udids[0], device: { model: "iPhone 13" } },
        { udid: udids[1], device: null },
      ],
    });
    const found = { as: ada, query: { ...query, keyword: "8110-000A" }, params: { cert_id } };
    expect((await udt.ok(ENDPOINTS.iosCertificateDevices, found)).total).toBe(1);
    const all = await make({
      title: "All",
      mobileprovision: profileFileOf(makeProfile([identity], { kind: "enterprise" })),
    });
    expect(all.farm).toMatchObject({ device_total: 2, lacking_total: 0 });
    const store = makeProfile([identity], { kind: "app_store" });
    expect((await make({ title: "Store", mobileprovision: profileFileOf(store) })).farm.lacking_total).toBe(2);
    // Others see no device that is registered for this project alone.
    const other = { project: await udt.project(`signing-else-${count}`, [{ person: ada, user_type: 1 }]) };
    const there = { as: ada, query: other, body: formOf(wish()) };
    expect((await udt.ok(ENDPOINTS.iosCertificateCreate, there)).farm.device_total).toBe(0);
  });

  it("are the project's own", async () => {
    const { cert_id } = await make();
    const other = { project: await udt.project(`signing-far-${count}`, [{ person: ada, user_type: 1 }]) };
    const there = { as: ada, query: other, params: { cert_id } };
    await udt.refused(ENDPOINTS.iosCertificateGet, there, "ios_certificate_not_found");
    await udt.refused(ENDPOINTS.iosCertificateDevices, there, "ios_certificate_not_found");
    await udt.refused(ENDPOINTS.iosCertificateDelete, there, "ios_certificate_not_found");
    const change = { ...there, body: formOf({ title: "Mine" }) };
    await udt.refused(ENDPOINTS.iosCertificateUpdate, change, "ios_certificate_not_found");
    expect((await udt.ok(ENDPOINTS.iosCertificateList, { as: ada, query: other })).total).toBe(0);
    expect((await get(cert_id)).title).toBe("Team");
  });

  it("are seen by members, changed by who holds project.edit, and not there for guests", async () => {
    const { cert_id } = await make();
    expect((await get(cert_id, member)).title).toBe("Team");
    expect((await create({ title: "Mine" }, member)).headers["x-udt-permission"]).toBe("project.edit");
    expect((await update(cert_id, { title: "Mine" }, member)).code).toBe("no_permission");
    const removal = { as: member, query, params: { cert_id } };
    await udt.refused(ENDPOINTS.iosCertificateDelete, removal, "no_permission");
    await udt.refused(ENDPOINTS.iosCertificateList, { as: guest, query }, "user_not_in_project");
    await udt.refused(ENDPOINTS.iosCertificateGet, { ...removal, as: guest }, "user_not_in_project");
  });

  it("are told of as they come, change and go, counted with their project, and noted", async () => {
    const events = await udt.socket(SOCKETS.events, { as: member, query });
    const { cert_id } = await make();
    await update(cert_id, { title: "Renamed" });
    const at = { as: ada, query, params: { project_id: query.project } };
    expect(await udt.ok(ENDPOINTS.projectContents, at)).toMatchObject({ ios_certificates: 1 });
    await udt.ok(ENDPOINTS.iosCertificateDelete, { as: ada, query, params: { cert_id } });
    await udt.refused(
      ENDPOINTS.iosCertificateGet,
      { as: ada, query, params: { cert_id } },
      "ios_certificate_not_found",
    );
    const told = () => events.json.filter((event) => JSON.stringify(event).includes("ios_certificate.changed"));
    await until(() => expect(told()).toHaveLength(3));
    expect(told()[0]).toMatchObject({ cert_id });
    const root = await udt.person(`root-${count}`, { udt_admin: true });
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: root, query: { project_id: query.project } });
    expect(list.map(({ action, target }) => [action, target])).toEqual([
      ["ios_certificate.delete", "Renamed"],
      ["ios_certificate.edit", "Team"],
      ["ios_certificate.create", "Team"],
    ]);
  });

  it("whose key was lost say so, keep their facts and want both files again", async () => {
    const { cert_id } = await make();
    await udt.server.database.transaction((tx) => forgetSealed(tx, undefined));
    expect(await get(cert_id)).toMatchObject({ are_files_lost: true, team_name: "Example Ltd" });
    const { p12, password, mobileprovision } = signingFiles({ identity });
    expect((await update(cert_id, { title: "Team", mobileprovision })).code).toBe("ios_certificate_files_lost");
    expect((await update(cert_id, { title: "Team" })).ret).toBe(0);
    const both = await update(cert_id, { title: "Team", p12, password, mobileprovision });
    expect(both.data).toMatchObject({ are_files_lost: false });
  });

  it("are warned of 30, 7 and 1 days before their end", () => {
    const at = (days: number) => expiryOf({ starts_at: 0, expires_at: 1000 * DAY_MS }, (1000 - days) * DAY_MS);
    expect(EXPIRY_WARNING_DAYS.map((days) => at(days - 0.001).warned)).toEqual([30, 7, 1]);
    expect([at(30), at(7.5), at(0.5)].map(({ state, days, warned }) => [state, days, warned])).toEqual([
      ["valid", 30, undefined],
      ["expiring", 7, 30],
      ["expiring", 0, 1],
    ]);
    expect([at(0), at(-3.5), at(2000)].map(({ state, days }) => [state, days])).toEqual([
      ["expired", 0],
      ["expired", 3],
      ["pending", 1000],
    ]);
  });
});
