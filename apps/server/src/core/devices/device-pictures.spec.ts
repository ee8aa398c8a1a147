import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { BAD_MESSAGE, ENDPOINTS, LIMITS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type CallOptions, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { smallJpeg } from "../../../test/small-jpeg.ts";
import { device_pictures } from "../../platform/database/pictures.schema.ts";
import { and, eq, isNotNull } from "../../platform/database/sql.ts";

onEachDatabase("pictures of devices", (open) => {
  let udt: TestServer;
  let holder: Person;
  let colleague: Person;
  let owner: Person;
  let guest: Person;
  let admin: Person;
  let agent: TestAgent;
  /** Its ordinary members do not hold `debug.monitor`; guests look into it. */
  let project: string;
  /** Another project that sees the device; the same people are members, who may watch there. */
  let other: string;
  let device_id: string;
  let serial: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [holder, colleague, owner, guest] = [
      await udt.person("holder"),
      await udt.person("colleague"),
      await udt.person("owner"),
      await udt.person("guest"),
    ];
    admin = await udt.person("root", { udt_admin: true });
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const members = [
      ...[holder, colleague].map((person) => ({ person, user_type: 2 as const })),
      { person: owner, user_type: 1 as const },
    ];
    project = await udt.project(`home-${++count}`, members, { visibility: 2, member_privileges: [] });
    other = await udt.project(`other-${count}`, members);
    agent = await udt.agent(`agent-${count}`, [project, other]);
    serial = `serial-${count}`;
    await agent.connect([deviceReport(serial), deviceReport(beaconOf(agent))]);
    ({ device_id } = (await listed()).find((device) => device.serial === serial)!);
  });

  type Lease = { test_id: string; lease_token: number };
  /** A device that each agent has beside. */
  const beaconOf = (of: TestAgent) => `beacon-${of.agent_id}`;
  const listed = async () => (await udt.ok(ENDPOINTS.deviceList, { as: holder, query: { project } })).list;
  /** The agent says a picture, and the server has taken it in. */
  async function say(mark: number, lease: Lease | null = null, from = agent, jpeg = smallJpeg(mark)): Promise<void> {
    const beacon = async () => (await listed()).find((device) => device.serial === beaconOf(from))?.picture_at;
    const before = await beacon();
    from.send({ type: "picture", serial, lease, jpeg: jpeg.toString("base64") });
    // Pictures of one agent are taken in in the order they came.
    from.send({ type: "picture", serial: beaconOf(from), lease: null, jpeg: smallJpeg(mark).toString("base64") });
    await until(async () => expect(await beacon()).not.toBe(before));
  }
  const told = (as: Person, query = { project }) => udt.ok(ENDPOINTS.deviceGet, { as, query, params: { device_id } });
  const ask = (options: CallOptions, query: Record<string, string> = { project }) =>
    udt.call(ENDPOINTS.devicePicture, { ...options, query, params: { device_id } });

  /** The mark of the picture that somebody sees, as the list, the device and the picture itself agree; null for none. */
  async function seen(as: Person, query = { project }): Promise<number | null> {
    const { picture_at } = await told(as, query);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as, query });
    expect(list.find((device) => device.device_id === device_id)?.picture_at).toBe(picture_at);
    const answer = await ask({ as }, query);
    expect(answer).toMatchObject(picture_at === null ? { code: "picture_not_found" } : { status: 200 });
    return picture_at === null ? null : answer.text.charCodeAt(answer.text.length - 1);
  }

  async function begin(as = holder, query = { project }): Promise<Lease> {
    const started = agent.next("session_start");
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    await udt.ok(ENDPOINTS.testCreate, { as, query, body });
    const { test_id, lease_token } = await started;
    await until(async () => expect((await told(as, query)).lease?.phase).toBe("running"));
    return { test_id, lease_token };
  }
  const end = ({ test_id }: Lease) =>
    udt.ok(ENDPOINTS.testCancel, { as: holder, query: { project }, params: { test_id } });
  const ofTests = () =>
    udt.server.database.db.$count(
      device_pictures,
      and(eq(device_pictures.device_id, device_id), isNotNull(device_pictures.test_id)),
    );

  it("show a clean device to whoever sees it, and to nobody else", async () => {
    expect(await seen(holder)).toBeNull();
    await say(1);
    for (const as of [holder, colleague, owner, guest, admin]) expect(await seen(as), as.user_name).toBe(1);
    expect(await seen(colleague, { project: other })).toBe(1);
    const third = await udt.project(`third-${count}`, [{ person: holder, user_type: 2 }]);
    expect((await ask({ as: holder }, { project: third })).code).toBe("device_not_in_project");
    expect((await ask({ as: guest }, { project: other })).code).toBe("user_not_in_project");
    expect((await ask({})).code).toBe("need_login");
  });

  it("are asked for again only when they changed, and kept by nobody between", async () => {
    await say(1);
    const { picture_at } = await told(holder);
    const first = await ask({ as: holder }, { project, at: String(picture_at) });
    expect(first).toMatchObject({
      status: 200,
      headers: {
        "content-type": "image/jpeg",
        "cache-control": "private, no-cache",
        "x-content-type-options": "nosniff",
      },
    });
    const etag = String(first.headers["etag"]);
    expect((await ask({ as: holder, headers: { "if-none-match": etag } })).status).toBe(304);
    // The clock stands still, and the next picture has another name all the same.
    await say(2);
    expect((await told(holder)).picture_at).not.toBe(picture_at);
    expect((await ask({ as: holder, headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("show a debug session to its holder, who may watch it, and administrators, through its own project", async () => {
    await say(1);
    const lease = await begin();
    // Until it is pictured itself, what is seen is what the clean device showed.
    expect(await seen(guest)).toBe(1);
    await say(2, lease);
    for (const as of [holder, owner, admin]) expect(await seen(as), as.user_name).toBe(2);
    for (const as of [colleague, guest]) expect(await seen(as), as.user_name).toBeNull();
    for (const as of [holder, colleague, owner, admin]) expect(await seen(as, { project: other })).toBeNull();
    expect((await ask({ as: colleague })).code).toBe("picture_not_found");
  });

  it("show a debug session to members who hold debug.monitor", async () => {
    const query = { project: other };
    await say(2, await begin(holder, query));
    expect([await seen(colleague, query), await seen(colleague)]).toEqual([2, null]);
  });

  it("of a session go with it: then the clean device is seen", async () => {
    const lease = await begin();
    await say(2, lease);
    await end(lease);
    await until(async () => expect((await told(holder)).state).toBe("idle"));
    for (const as of [holder, owner, admin, colleague]) expect(await seen(as), as.user_name).toBeNull();
    expect(await ofTests()).toBe(0);
    // What comes late is nobody's.
    await say(3, lease);
    expect(await seen(holder)).toBeNull();
    await say(4);
    for (const as of [holder, colleague]) expect(await seen(as)).toBe(4);
  });

  it("of a session are not for the next, who holds the device already", async () => {
    const lease = await begin();
    await say(2, lease);
    await end(lease);
    await until(async () => expect((await told(holder)).state).toBe("idle"));
    const next = await begin(colleague);
    expect([await seen(colleague), await seen(holder)]).toEqual([null, null]);
    await say(3, next);
    expect([await seen(colleague), await seen(holder)]).toEqual([3, null]);
  });

  it("of a session whose device is not cleaned stay its own, and go when its agent is lost", async () => {
    agent.script.reportsCleaned = false;
    const lease = await begin();
    await say(2, lease);
    await end(lease);
    await until(async () => expect((await told(holder)).state).toBe("cleaning"));
    expect([await seen(colleague), await seen(guest)]).toEqual([null, null]);
    // What an agent holds to be clean while the server does not is not.
    await say(3);
    expect(await seen(colleague)).toBeNull();
    agent.break();
    await until(async () => {
      udt.clock.turn(5_000);
      expect((await told(holder)).state).toBe("offline");
      expect((await told(holder)).lease).toBeNull();
    });
    for (const as of [holder, colleague, owner, admin]) expect(await seen(as), as.user_name).toBeNull();
    expect(await ofTests()).toBe(0);
  });

  it("are of an agent's own devices, under the lease that holds them", async () => {
    const stranger = await udt.agent(`stranger-${count}`, [project]);
    await stranger.connect([deviceReport(beaconOf(stranger))]);
    await say(1, null, stranger);
    const lease = await begin();
    await say(2);
    await say(3, { ...lease, lease_token: lease.lease_token + 1 });
    await say(4, { ...lease, test_id: "another" });
    await say(5, lease, stranger);
    expect(await seen(holder)).toBeNull();
    await say(6, lease);
    expect(await seen(holder)).toBe(6);
  });

  it("that cannot be kept end nothing of what their agent says", async () => {
    const { db } = udt.server.database;
    await db.execute(
      `alter table device_pictures add constraint no_room check (device_id <> '${device_id}') not valid`,
    );
    await say(1).finally(() => db.execute("alter table device_pictures drop constraint no_room"));
    expect([agent.closed, await seen(holder)]).toEqual([undefined, null]);
    await say(2);
    expect(await seen(holder)).toBe(2);
  });

  it("are small JPEGs: what is not is passed over, and what is too long ends the link", async () => {
    const { device_picture_max_bytes: bytes, device_picture_max_px: px } = LIMITS;
    for (const jpeg of [
      Buffer.from("<svg onload='alert(1)'/>"),
      Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex"),
      smallJpeg(1, [px + 1, 10]),
    ])
      await say(1, null, agent, jpeg);
    expect(await seen(holder)).toBeNull();
    const most = Buffer.concat([smallJpeg(1), Buffer.alloc(bytes - smallJpeg(1).length, 7)]);
    await say(1, null, agent, most);
    expect(await seen(holder)).toBe(7);
    const jpeg = Buffer.concat([most, Buffer.alloc(3)]).toString("base64");
    agent.socket.send(JSON.stringify({ type: "picture", serial, lease: null, jpeg }));
    await until(() => expect(agent.closed?.code).toBe(BAD_MESSAGE));
  });
});
