import { ENDPOINTS, say, type DeviceProfile, type ProfileOutcome } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { decidedProfile } from "./profiles.ts";

const PLAIN = { is_default: false, excluded_device_ids: [], included_device_ids: [], rules: [] };
const tagWith = (tag_id: string, profile: DeviceProfile) => ({ tag_id, name: tag_id, profile });

describe("which tag decides", () => {
  it("is the first that has a setting, for each setting by itself", () => {
    const tags = [
      tagWith("first", { dark_mode: false, font_scale: 1 }),
      tagWith("silent", {}),
      tagWith("last", { dark_mode: true, density: 280, font_scale: 2 }),
    ];
    expect(decidedProfile(tags)).toEqual({
      settings: { dark_mode: false, font_scale: 1, density: 280 },
      decided_by: [
        { setting: "font_scale", tag_id: "first", name: "first" },
        { setting: "dark_mode", tag_id: "first", name: "first" },
        { setting: "density", tag_id: "last", name: "last" },
      ],
    });
  });

  it("is none where none says anything", () => {
    expect(decidedProfile([tagWith("silent", {})])).toEqual({ settings: {}, decided_by: [] });
  });
});

onEachDatabase("profiles of tags", (open) => {
  let udt: TestServer;
  let agent: TestAgent;
  let query: { project: string };
  let people: Record<"owner" | "member" | "guest", Person>;
  /** Sees the device, too. */
  let elsewhere: string;
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    const names = ["owner", "member", "guest"] as const;
    const made = await Promise.all(names.map((name) => udt.person(name)));
    people = Object.fromEntries(names.map((name, at) => [name, made[at]])) as typeof people;
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const { owner: person, member } = people;
    const among = [
      { person, user_type: 1 as const },
      ...[member].map((one) => ({ person: one, user_type: 2 as const })),
    ];
    query = { project: await udt.project(`profile-${++count}`, among, { visibility: 2 }) };
    elsewhere = await udt.project(`beside-${count}`, among);
    agent = await udt.agent(`bench-${count}`, [query.project, elsewhere]);
    await agent.connect([deviceReport(`P-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: people.owner, query });
    device_id = list[0]!.device_id;
    return () => agent.close();
  });

  const make = (name: string, profile: DeviceProfile) =>
    udt.ok(ENDPOINTS.tagCreate, {
      as: people.owner,
      query,
      body: {
        ...PLAIN,
        name,
        included_device_ids: [device_id],
        profile,
      },
    });
  const strategies = (as = people.member) => udt.ok(ENDPOINTS.deviceStrategies, { as, query, params: { device_id } });
  const outcome = async (as = people.member, project = query.project) =>
    (await udt.ok(ENDPOINTS.deviceProfileOutcome, { as, query: { project }, params: { device_id } })).outcome;
  const begun = (nth = 0) => until(() => agent.all("session_start")[nth] ?? expect.fail(`none after ${nth}`));
  const debug = () =>
    udt.ok(ENDPOINTS.testCreate, { as: people.owner, query, body: { kind: "debug", device_id, duration_minutes: 30 } });
  /** With all that the agent has, which it says when it dials: what is said is taken in when it is welcome. */
  const tell = (profile: ProfileOutcome) => agent.connect([deviceReport(`P-${count}`, { profile })]);
  const refused = {
    setting: "density" as const,
    state: "refused" as const,
    reason: say("device_refused", {}, "wm density 280\nSecurityException"),
  };

  it("go with a session to the agent, as they are when it begins", async () => {
    await make("dark", { dark_mode: true, density: 280 });
    await make("light", { dark_mode: false, font_scale: 1.3 });
    await debug();
    expect((await begun()).profile).toEqual({
      project_id: query.project,
      settings: { dark_mode: true, density: 280, font_scale: 1.3 },
    });
  });

  it("are another tag's word once that comes first", async () => {
    const { tag_id } = await make("dark", { dark_mode: true });
    const light = await make("light", { dark_mode: false });
    const decides = async () => (await strategies()).profile.decided_by.map(({ tag_id }) => tag_id);
    expect(await decides()).toEqual([tag_id]);
    await udt.ok(ENDPOINTS.tagMove, {
      as: people.owner,
      query,
      params: { tag_id: light.tag_id },
      body: { position: 1 },
    });
    expect(await decides()).toEqual([light.tag_id]);
    expect((await strategies()).tags.map(({ profile_settings }) => profile_settings)).toEqual([
      ["dark_mode"],
      ["dark_mode"],
    ]);
  });

  it("leave devices alone where no tag says anything", async () => {
    await make("plain", {});
    await debug();
    expect((await begun()).profile).toBeUndefined();
    expect((await strategies()).profile).toEqual({ settings: {}, decided_by: [], outcome: null });
  });

  /** A session of a project, what it began with, and what its agent says of the profile at its end. */
  const session = async (project: string, results?: ProfileOutcome["results"]) => {
    const before = agent.all("session_start").length;
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const call = { as: people.owner, query: { project } };
    const { test_id } = await until(() => udt.ok(ENDPOINTS.testCreate, { ...call, body }));
    const { lease_token, profile } = await begun(before);
    if (results) await tell({ project_id: project, lease_token, results });
    await udt.ok(ENDPOINTS.testCancel, { ...call, params: { test_id } });
    return { lease_token, profile };
  };
  const proxy = (state: "set" | "refused") => [{ setting: "proxy" as const, state, reason: null }];
  const font = [{ setting: "font_scale" as const, state: "set" as const, reason: null }];
  const taken = () => ({ project_id: elsewhere, settings: { proxy: "none" } });

  it("take another project's proxy off, where they say nothing of one", async () => {
    await make("proxied", { proxy: "proxy.example.com:8080" });
    await session(query.project, proxy("set"));
    expect((await session(elsewhere)).profile).toEqual(taken());
  });

  it("take it off, too, which that project's tags no longer name", async () => {
    await session(query.project, proxy("set"));
    await session(query.project, font);
    expect((await session(elsewhere)).profile).toEqual(taken());
  });

  it("take it off, too, where that project is gone", async () => {
    await session(query.project, proxy("set"));
    const { project } = query;
    await until(() =>
      udt.ok(ENDPOINTS.projectDelete, {
        as: people.owner,
        params: { project_id: project },
        query: { project, confirm: project },
      }),
    );
    expect((await session(elsewhere)).profile).toEqual(taken());
  });

  it("take it off the next time where it would not go", async () => {
    await session(query.project, proxy("set"));
    await session(elsewhere, proxy("refused"));
    expect((await session(elsewhere, proxy("set"))).profile).toEqual(taken());
    expect((await session(elsewhere)).profile).toBeUndefined();
  });

  it("are those of the project that asks for a self-check, also without a tag that says how", async () => {
    await make("dark", { dark_mode: true });
    await udt.ok(ENDPOINTS.selfCheckStart, { as: people.owner, query, params: { device_id } });
    expect((await begun()).profile).toEqual({ project_id: query.project, settings: { dark_mode: true } });
  });

  it("tell what would not take to whoever sees the device in that project, and the newest alone", async () => {
    expect(await outcome()).toBeNull();
    const { lease_token: first } = await session(query.project);
    const { lease_token } = await session(query.project);
    const profile = { project_id: query.project, lease_token, results: [refused] };
    agent.send({ type: "device", device: deviceReport(`P-${count}`, { profile }) });
    await until(async () => expect(await outcome()).not.toBeNull());
    expect(await outcome()).toEqual({ results: [refused], at: expect.any(Number) });
    // Why not repeats what the tag wants.
    expect((await outcome(people.guest))?.results).toEqual([{ ...refused, reason: say("check_withheld") }]);
    expect((await strategies()).profile.outcome?.results).toEqual([refused]);
    expect(await outcome(people.owner, elsewhere)).toBeNull();
    const { lease_token: last } = await session(elsewhere);
    // An older one that comes late says nothing new, nor does one of a project that is gone, or of a lease that it never had.
    await tell({ project_id: query.project, lease_token: first, results: [] });
    await tell({ project_id: "no-such-project", lease_token: last, results: [] });
    await tell({ project_id: query.project, lease_token: Number.MAX_SAFE_INTEGER, results: [] });
    expect((await outcome())?.results).toEqual([refused]);
    await tell({ project_id: elsewhere, lease_token: last, results: [] });
    expect([await outcome(), (await outcome(people.owner, elsewhere))?.results]).toEqual([null, []]);
  });

  it("are for those to change who may change tags, and to read with the device's strategies who may see tags", async () => {
    const { tag_id, version } = await make("dark", { dark_mode: true });
    const call = { query, params: { tag_id } };
    const { name, is_default, rules, included_device_ids, excluded_device_ids } = await udt.ok(ENDPOINTS.tagGet, {
      ...call,
      as: people.member,
    });
    const wish = { name, is_default, rules, included_device_ids, excluded_device_ids, version };
    const body = { ...wish, profile: { dark_mode: false } };
    await udt.refused(ENDPOINTS.tagUpdate, { ...call, as: people.guest, body }, "user_not_in_project");
    await udt.refused(
      ENDPOINTS.deviceStrategies,
      { as: people.guest, query, params: { device_id } },
      "user_not_in_project",
    );
    await udt.ok(ENDPOINTS.tagUpdate, { ...call, as: people.owner, body });
    expect((await udt.ok(ENDPOINTS.tagGet, { ...call, as: people.member })).profile).toEqual({ dark_mode: false });
    // An earlier program that knows of no profile takes it away, as it does with all that it leaves out.
    await udt.ok(ENDPOINTS.tagUpdate, { ...call, as: people.owner, body: { ...wish, version: version + 1 } });
    expect((await udt.ok(ENDPOINTS.tagGet, { ...call, as: people.member })).profile).toEqual({});
  });

  it("are refused by setting and rule", async () => {
    const body = {
      ...PLAIN,
      name: "odd",
      profile: { density: 7, proxy: "nowhere" },
    };
    const error = await udt.refused(ENDPOINTS.tagCreate, { as: people.owner, query, body }, "invalid_param");
    for (const told of ["profile.density", "profile_density", "profile.proxy", "profile_proxy"])
      expect(JSON.stringify(error)).toContain(told);
  });
});
