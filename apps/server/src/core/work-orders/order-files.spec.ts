import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { must } from "@udt/base";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { work_order_files } from "../../platform/database/work-orders.schema.ts";

const query = { project: "demo" };
const other = { project: "other" };
const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(40, 7)]);

onEachDatabase("files of a work order", (open) => {
  let udt: TestServer;
  let [owner, member, second, elsewhere] = [] as unknown as [Person, Person, Person, Person];
  let agent: TestAgent;
  let number: number;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    const people = ["owner", "member", "second", "elsewhere"].map((name) => udt.person(name));
    [owner, member, second, elsewhere] = (await Promise.all(people)) as [Person, Person, Person, Person];
    await udt.project(query.project, [
      { person: owner, user_type: 1 },
      { person: member, user_type: 2 },
      { person: second, user_type: 2 },
    ]);
    await udt.project(other.project, [{ person: elsewhere, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("S1")]);
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list[0]!;
    const body = { device_id, text: "No touch" };
    ({ number } = await udt.ok(ENDPOINTS.workOrderCreate, { as: member, query, body }));
  });
  afterAll(() => udt.dispose());

  const at = (as: Person, of = query) => ({ as, query: of, params: { number } });
  const attach = (as: Person, name: string, bytes: Buffer, more: { entry_id?: number } = {}, of = query) => ({
    ...at(as, of),
    query: { ...of, name, ...more },
    body: bytes,
  });
  const file = (as: Person, file_id: string, of = query) => ({ as, query: of, params: { number, file_id } });
  const kept = async () =>
    (await readdir(join(udt.settings.data_dir, "blobs"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const notFound = "work_order_not_found";

  it("are attached to it and to one's own comment, and read by whoever sees the device", async () => {
    const whole = await udt.ok(ENDPOINTS.workOrderAttach, attach(member, "Bild: 屏幕.PNG", PNG));
    expect(whole.files).toMatchObject([
      {
        name: "Bild: 屏幕.PNG",
        content_type: "image/png",
        size_bytes: PNG.length,
        user_name: "member",
        removable: true,
      },
    ]);
    const body = { text: "See the log" };
    const [comment] = (await udt.ok(ENDPOINTS.workOrderComment, { ...at(member), body })).entries;
    const { entry_id } = comment!;
    const log = Buffer.from("<script>alert(1)</script>");
    const told = await udt.ok(ENDPOINTS.workOrderAttach, attach(member, "log.txt", log, { entry_id }));
    expect(told.entries).toMatchObject([{ text: "See the log", files: [{ name: "log.txt" }] }]);
    const [picture] = told.files;
    const sent = await udt.call(ENDPOINTS.workOrderFileGet, file(elsewhere, picture!.file_id, other));
    expect(sent.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "attachment; filename*=UTF-8''Bild%3A%20%E5%B1%8F%E5%B9%95.PNG",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-length": String(PNG.length),
    });
    const seen = await udt.ok(ENDPOINTS.workOrderGet, at(second));
    expect(seen.files).toMatchObject([{ removable: false }]);
  });

  it("are refused to who does not see the device, and to who did not say what they belong to", async () => {
    const far = await udt.agent("far", [other.project]);
    await far.connect([deviceReport("F1")]);
    const [device] = (await udt.ok(ENDPOINTS.deviceList, { as: elsewhere, query: { ...other, keyword: "F1" } })).list;
    const body = { device_id: device!.device_id, text: "Theirs" };
    const theirs = await udt.ok(ENDPOINTS.workOrderCreate, { as: elsewhere, query: other, body });
    const params = { number: theirs.number };
    const made = await udt.ok(ENDPOINTS.workOrderAttach, { ...attach(elsewhere, "a.png", PNG, {}, other), params });
    const { file_id } = made.files[0]!;
    for (const as of [owner, member]) {
      await udt.refused(ENDPOINTS.workOrderFileGet, { ...file(as, file_id), params: { ...params, file_id } }, notFound);
      await udt.refused(ENDPOINTS.workOrderDetach, { ...file(as, file_id), params: { ...params, file_id } }, notFound);
      await udt.refused(ENDPOINTS.workOrderAttach, { ...attach(as, "a.png", PNG), params }, notFound);
      // By an order of one's own neither.
      await udt.refused(ENDPOINTS.workOrderFileGet, file(as, file_id), "work_order_file_not_found");
      await udt.refused(ENDPOINTS.workOrderDetach, file(as, file_id), "work_order_file_not_found");
    }
    await udt.refused(ENDPOINTS.workOrderFileGet, file(elsewhere, file_id), "user_not_in_project");
    const guest = await udt.person("guest");
    await udt.refused(ENDPOINTS.workOrderAttach, attach(guest, "a.png", PNG), "user_not_in_project");
    const said = await udt.ok(ENDPOINTS.workOrderComment, { ...at(second), body: { text: "Mine" } });
    const { entry_id } = said.entries.at(-1)!;
    const moved = await udt.ok(ENDPOINTS.workOrderMove, { ...at(owner), body: { state: "processing" } });
    for (const [as, entry] of [
      [member, entry_id],
      [owner, moved.entries.at(-1)!.entry_id],
      [second, 999_999],
    ] as const)
      await udt.refused(
        ENDPOINTS.workOrderAttach,
        attach(as, "a.txt", PNG, { entry_id: entry }),
        "work_order_entry_not_own",
      );
  });

  it("are read by administrators of the server through no project, who remove none so", async () => {
    const admin = await udt.person("admin", { udt_admin: true });
    const { files } = await udt.ok(ENDPOINTS.adminOrderGet, { as: admin, params: { number } });
    expect(files).toMatchObject([{ name: "Bild: 屏幕.PNG", removable: false }]);
    const { file_id } = must(files[0], "file");
    const sent = await udt.call(ENDPOINTS.adminOrderFileGet, { as: admin, params: { number, file_id } });
    expect(sent.headers).toMatchObject({ "content-type": "image/png", "content-length": String(PNG.length) });
    const none = { as: admin, params: { number, file_id: "none" } };
    await udt.refused(ENDPOINTS.adminOrderFileGet, none, "work_order_file_not_found");
    await udt.refused(ENDPOINTS.adminOrderFileGet, { as: owner, params: { number, file_id } }, "admin_only");
  });

  it("are of the kinds, the size and the number that are bounded, and what is refused leaves nothing", async () => {
    const before = await kept();
    for (const name of ["a.html", "a.svg", "png", "a.png.exe", "a.", "a.constructor"])
      await udt.refused(ENDPOINTS.workOrderAttach, attach(member, name, PNG), "work_order_file_type");
    for (const [name, bytes] of [
      ["a.jpg", PNG],
      ["a.png", Buffer.from("<svg/>")],
      ["a.webp", Buffer.alloc(0)],
    ] as const)
      await udt.refused(ENDPOINTS.workOrderAttach, attach(member, name, bytes), "work_order_file_content");
    const large = Buffer.alloc(LIMITS.work_order_file_max_bytes + 1);
    await udt.refused(ENDPOINTS.workOrderAttach, attach(member, "a.log", large), "body_too_large");
    const fits = await udt.ok(ENDPOINTS.workOrderAttach, attach(member, "whole.log", large.subarray(1)));
    const { file_id } = fits.files.find(({ name }) => name === "whole.log")!;
    await udt.ok(ENDPOINTS.workOrderDetach, file(member, file_id));
    const row = { number, project_id: query.project, name: "a", content_type: "text/plain" } as const;
    const { db } = udt.server.database;
    const fill = async (to: number, { user_id }: Person) => {
      for (let nth = await db.$count(work_order_files); nth < to; nth++) {
        const of = { file_id: `x${nth}`, user_id, size_bytes: 1, blob_key: `none/x${nth}`, created_at: 1 };
        await db.insert(work_order_files).values({ ...row, ...of });
      }
    };
    await fill(LIMITS.work_order_files_each + 1, member);
    await udt.refused(ENDPOINTS.workOrderAttach, attach(member, "a.txt", PNG), "work_order_files_own");
    await fill(LIMITS.work_order_files_max + 1, second);
    await udt.refused(ENDPOINTS.workOrderAttach, attach(owner, "a.txt", PNG), "work_order_files");
    expect(await kept()).toEqual(before);
    expect((await db.execute("select * from loose_blobs")).rows).toEqual([]);
  });

  it("are removed by who attached them, and by administrators of the project by which they were", async () => {
    const { files } = await udt.ok(ENDPOINTS.workOrderGet, at(elsewhere, other));
    const { file_id } = files.find(({ name }) => name.startsWith("Bild"))!;
    expect(files.some(({ removable }) => removable)).toBe(false);
    await udt.refused(ENDPOINTS.workOrderDetach, file(elsewhere, file_id, other), "work_order_file_not_own");
    await udt.refused(ENDPOINTS.workOrderDetach, file(second, file_id), "work_order_file_not_own");
    for (const full of ["x7", "x8"]) await udt.ok(ENDPOINTS.workOrderDetach, file(owner, full));
    const had = await udt.ok(ENDPOINTS.workOrderAttach, attach(owner, "own.txt", PNG));
    const theirs = had.files.find(({ name }) => name === "own.txt")!;
    const body = { text: "By hand" };
    const { entry_id } = (await udt.ok(ENDPOINTS.workOrderComment, { ...at(owner), body })).entries.at(-1)!;
    const made = { as: owner, query, params: { project_id: query.project }, body: { confirm: query.project } };
    const { token } = await udt.ok(ENDPOINTS.tokenReset, made);
    // A program is not who made its token.
    const program = { as: undefined, headers: { authorization: `Bearer ${token}` } };
    const whole = await udt.ok(ENDPOINTS.workOrderGet, { ...at(owner), ...program });
    expect(whole.files.some(({ removable }) => removable)).toBe(false);
    const gone = { ...file(owner, theirs.file_id), ...program };
    await udt.refused(ENDPOINTS.workOrderDetach, gone, "work_order_file_not_own");
    const beside = { ...attach(owner, "a.txt", PNG, { entry_id }), ...program };
    await udt.refused(ENDPOINTS.workOrderAttach, beside, "work_order_entry_not_own");
    const before = await kept();
    const left = await udt.ok(ENDPOINTS.workOrderDetach, file(owner, file_id));
    expect(left.files.map((one) => one.file_id)).not.toContain(file_id);
    expect(await kept()).toHaveLength(before.length - 1);
    await udt.refused(ENDPOINTS.workOrderFileGet, file(member, file_id), "work_order_file_not_found");
  });

  it("go with the project by which they were attached, which says how many, and no others do", async () => {
    const params = { project_id: query.project };
    await udt.ok(ENDPOINTS.workOrderDetach, file(member, "x5"));
    await udt.ok(ENDPOINTS.workOrderDetach, file(second, "x6"));
    await udt.ok(ENDPOINTS.workOrderAttach, attach(elsewhere, "theirs.png", PNG, {}, other));
    const { order_files } = await udt.ok(ENDPOINTS.projectContents, { as: owner, params });
    expect(order_files).toBeGreaterThan(10);
    await udt.ok(ENDPOINTS.projectDelete, { as: owner, params, query: { confirm: query.project } });
    const left = await udt.ok(ENDPOINTS.workOrderGet, at(elsewhere, other));
    expect(left.files.map(({ name }) => name)).toEqual(["theirs.png"]);
    expect(left.entries.flatMap((entry) => entry.files)).toEqual([]);
    // Those of the other project: at this order, and at its own.
    expect(await kept()).toHaveLength(2);
  });
});
