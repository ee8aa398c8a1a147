import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type CallOptions, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { device_notes } from "../../platform/database/notes.schema.ts";

onEachDatabase("notes on devices", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let owner: Person;
  let guest: Person;
  let admin: Person;
  let project: string;
  let other: string;
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
    [ada, bob] = [await udt.person("ada"), await udt.person("bob")];
    [owner, guest] = [await udt.person("owner"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const ordinary = [ada, bob].map((person) => ({ person, user_type: 2 as const }));
    const members = [{ person: owner, user_type: 1 as const }, ...ordinary];
    project = await udt.project(`home-${++count}`, members, { visibility: 2 });
    other = await udt.project(`other-${count}`, members);
    const agent = await udt.agent(`agent-${count}`, [project, other]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    ({ device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project } })).list[0]!);
  });

  const at = (as: Person, query = { project }): CallOptions => ({ as, query, params: { device_id } });
  const write = async (as: Person, text: string, query = { project }) => {
    udt.clock.turn(1_000);
    return udt.ok(ENDPOINTS.deviceNoteCreate, { ...at(as, query), body: { text } });
  };
  const remove = (as: Person, note_id: string, query = { project }) => {
    const call = at(as, query);
    return udt.call(ENDPOINTS.deviceNoteDelete, { ...call, params: { ...call.params, note_id } });
  };
  const read = async (as: Person, query = { project }) =>
    (await udt.ok(ENDPOINTS.deviceNoteList, at(as, query))).list.map(({ text, user_name, is_deletable }) => [
      text,
      user_name,
      is_deletable,
    ]);
  const inList = async (as: Person, query = { project }) => {
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as, query });
    const { notes } = await udt.ok(ENDPOINTS.deviceGet, at(as, query));
    expect(list.find((device) => device.device_id === device_id)?.notes).toEqual(notes);
    return notes;
  };

  it("are read by the people of the project that wrote them, the newest first, and by nobody else", async () => {
    await write(ada, "  Wi-Fi is flaky  ");
    await write(bob, "loose USB plug");
    expect(await read(ada)).toEqual([
      ["loose USB plug", "bob", false],
      ["Wi-Fi is flaky", "ada", true],
    ]);
    expect((await read(owner)).map(([, , is_deletable]) => is_deletable)).toEqual([true, true]);
    expect(await inList(ada)).toEqual({ count: 2, newest: "loose USB plug", user_name: "bob" });
    expect(await read(ada, { project: other })).toEqual([]);
    expect(await inList(ada, { project: other })).toBeNull();
    // Guests of the project see the device, and not what its people say of it.
    expect(await inList(guest)).toBeNull();
    await udt.refused(ENDPOINTS.deviceNoteList, at(guest), "user_not_in_project");
    await udt.refused(ENDPOINTS.deviceNoteCreate, { ...at(guest), body: { text: "hello" } }, "user_not_in_project");
    const third = await udt.project(`third-${count}`, [{ person: ada, user_type: 2 }]);
    const elsewhere = { ...at(ada, { project: third }), body: { text: "hello" } };
    await udt.refused(ENDPOINTS.deviceNoteCreate, elsewhere, "device_not_in_project");
  });

  it("are deleted by who wrote them and by administrators, in their own project", async () => {
    const [first, second, third] = [await write(ada, "one"), await write(ada, "two"), await write(ada, "three")];
    expect((await remove(bob, first.note_id)).code).toBe("note_not_own");
    expect((await remove(owner, first.note_id, { project: other })).code).toBe("note_not_found");
    for (const [as, { note_id }] of [
      [ada, first],
      [owner, second],
      [admin, third],
    ] as const)
      expect((await remove(as, note_id)).ret, as.user_name).toBe(0);
    expect(await read(ada)).toEqual([]);
    expect(await inList(ada)).toBeNull();
    expect((await remove(ada, first.note_id)).code).toBe("note_not_found");
    const audited = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: project } });
    expect(audited.list.map(({ action, user_name }) => `${user_name} ${action}`)).toEqual([
      "root device_note.delete",
      "owner device_note.delete",
      "ada device_note.delete",
      ...["ada", "ada", "ada"].map((name) => `${name} device_note.create`),
    ]);
  });

  it("are told of at once to the project alone", async () => {
    const listen = (of: string) => udt.socket(SOCKETS.events, { as: ada, query: { project: of } });
    const tap = await listen(project);
    const deaf = await listen(other);
    await write(bob, "hot");
    await until(() => expect(tap.json).toContainEqual(expect.objectContaining({ type: "note.changed", device_id })));
    expect(JSON.stringify(deaf.json)).not.toContain("note.changed");
  });

  it("have a text, a length and a number, and a refusal names the field and its rule", async () => {
    const refused = (text: string) =>
      udt.call(ENDPOINTS.deviceNoteCreate, { ...at(ada), body: { text } }).then(({ code, data }) => ({ code, data }));
    for (const text of ["", "   ", "x".repeat(LIMITS.device_note_max + 1), "a\u0000b"]) {
      const answer = await refused(text);
      expect(answer.code, text).toBe("invalid_param");
      expect(JSON.stringify(answer.data), text).toContain("text");
    }
    expect(JSON.stringify((await refused(" ")).data)).toContain("required");
    await write(ada, "x".repeat(LIMITS.device_note_max));
    const many = Array.from({ length: LIMITS.device_notes_max + 2 }, (_, at) => `note ${at}`);
    const answers = await Promise.all(
      many.map((text) => udt.call(ENDPOINTS.deviceNoteCreate, { ...at(ada), body: { text } })),
    );
    expect(answers.filter(({ code }) => code === "note_limit")).toHaveLength(3);
    expect((await inList(ada))?.count).toBe(LIMITS.device_notes_max);
    await write(bob, "another project's", { project: other });
  });

  it("go with their project", async () => {
    await write(ada, "gone");
    await write(ada, "kept", { project: other });
    const params = { project_id: project };
    await udt.ok(ENDPOINTS.projectDelete, { as: owner, params, query: { confirm: project } });
    const { db } = udt.server.database;
    const rows = await db.select().from(device_notes);
    expect(rows.filter((row) => row.device_id === device_id).map(({ text }) => text)).toEqual(["kept"]);
  });
});
