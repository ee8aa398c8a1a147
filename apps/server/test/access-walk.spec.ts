/** Every endpoint and socket of the contract as every kind of caller; what to expect follows from `access` alone. */
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  closeCode,
  ENDPOINTS,
  ERRORS,
  isProjectScoped,
  SOCKETS,
  VIEW_PRIVILEGES,
  type Access,
  type Endpoint,
  type ErrorName,
  type SocketRoute,
} from "@udt/contract";
import { onEachDatabase } from "./databases.ts";
import { TestServer, until, type Person, type TestAgent } from "./harness.ts";
import { WALKED_PARAMS } from "./walked-params.ts";
import { queryOf } from "./needed-query.ts";
import { deviceReport } from "./scripted-agent.ts";

/** `key` is a member by their API key, and `token` a project's token that its owner made. */
const ROLES = [
  "anonymous",
  "stranger",
  "guest",
  "member",
  "key",
  "owner",
  "holder",
  "admin",
  "token",
  "agent",
] as const;
type Role = (typeof ROLES)[number];

/** Refusals that access utters; a call that gets past it is refused for other reasons, if at all. */
const ACCESS_ERRORS: readonly ErrorName[] = [
  "need_login",
  "invalid_session",
  "project_not_exists",
  "user_not_in_project",
  "no_permission",
  "admin_only",
  "not_holder",
  "not_driver",
  "agent_token",
  "xhr_header_required",
  "signed_in_only",
];

/** What guests hold: they look at the project, its devices, tasks and libraries. */
const isSeenByGuests = (access: Access): boolean =>
  typeof access === "object" && ["project.view", "device.view", "case.view"].includes(access.privilege);

/** The rules of the contract's comment on `Access`, written down a second time. Members hold no switchable privilege here. */
function expected({ access, signed_in }: Pick<Endpoint, "access" | "signed_in">, role: Role): ErrorName | "allowed" {
  if (access === "public" || access === "signed") return "allowed";
  if (access === "agent") return role === "agent" ? "allowed" : "agent_token";
  if (role === "anonymous" || role === "agent") return "need_login";
  if (access === "admin") return role === "admin" ? "allowed" : "admin_only";
  if ((access === "session" || access === "self") && role === "token") return "need_login";
  // What makes keys and tokens is not made by them.
  if (signed_in && (role === "key" || role === "token")) return "signed_in_only";
  if (access === "session" || access === "self") return "allowed";
  // Looking takes nothing: an administrator drives what was given to them, or what they have taken.
  if (role === "admin") return access === "driver" ? "not_driver" : "allowed";
  if (role === "stranger") return "user_not_in_project";
  if (access === "viewer") return "allowed";
  if (role === "guest" && isSeenByGuests(access)) return "allowed";
  if (role === "guest") return "user_not_in_project";
  if (access === "member") return "allowed";
  if (access === "owner") return role === "owner" ? "allowed" : "no_permission";
  if (access === "holder") return role === "holder" ? "allowed" : "not_holder";
  if (access === "driver") return role === "holder" ? "allowed" : "not_driver";
  if (access === "observer") return role === "holder" || role === "owner" ? "allowed" : "no_permission";
  const isAlwaysHeld = (VIEW_PRIVILEGES as readonly string[]).includes(access.privilege);
  return role === "owner" || isAlwaysHeld ? "allowed" : "no_permission";
}

onEachDatabase("access", (open) => {
  let udt: TestServer;
  let agent: TestAgent;
  const people = new Map<Role, Person>();
  let project_token: string;
  /** Where each role calls: guests look at a public project, strangers at a private one. */
  const places = new Map<"public" | "private", { project: string; test_id: string; device_id: string }>();
  const placeOf = (role: Role) => places.get(role === "stranger" ? "private" : "public")!;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    for (const role of ROLES) {
      if (role === "anonymous" || role === "token" || role === "agent") continue;
      people.set(role, await udt.person(`the ${role}`, { udt_admin: role === "admin" }));
    }
    agent = await udt.agent();
    await agent.connect([deviceReport("public-1"), deviceReport("private-1")]);
    const holder = people.get("holder")!;
    for (const kind of ["public", "private"] as const) {
      const project = `the-${kind}`;
      await udt.project(
        project,
        [
          { person: people.get("owner")!, user_type: 1 },
          { person: people.get("member")!, user_type: 2 },
          { person: people.get("key")!, user_type: 2 },
          { person: holder, user_type: 2 },
        ],
        { visibility: kind === "public" ? 2 : 1, member_privileges: [] },
      );
      const query = { project };
      const { list } = await udt.ok(ENDPOINTS.deviceList, { as: holder, query: { ...query, keyword: `${kind}-1` } });
      const { device_id } = list[0]!;
      const body = { kind: "debug", device_id, duration_minutes: 30 };
      const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: holder, query, body });
      await until(async () =>
        expect(await udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } })).toMatchObject({
          state: "running",
        }),
      );
      places.set(kind, { project, test_id, device_id });
    }
    const { project } = places.get("public")!;
    const made = await udt.ok(ENDPOINTS.tokenReset, {
      as: people.get("owner")!,
      params: { project_id: project },
      query: { project },
      body: { confirm: project },
    });
    project_token = made.token;
  });
  afterAll(() => udt.dispose());

  /** Signing out must not sign out the role for the calls to come. */
  async function fresh(person: Person): Promise<Person> {
    return { ...person, ...(await udt.session(person)) };
  }

  /** How each role shows who it is. An API key is new each time, because one of the calls ends the one before. */
  async function shown(role: Role): Promise<{ as?: Person; headers?: Record<string, string> }> {
    const person = people.get(role);
    if (role === "token") return { headers: { authorization: `Bearer ${project_token}` } };
    if (role !== "key") return person ? { as: await fresh(person) } : {};
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyReset, { as: person });
    return { headers: { authorization: `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}` } };
  }

  function paramsOf(route: { path: string }, role: Role): Record<string, string> {
    const place = placeOf(role);
    const known: Record<string, string> = {
      project_id: place.project,
      test_id: place.test_id,
      device_id: place.device_id,
      ...WALKED_PARAMS,
    };
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    return Object.fromEntries(names.map((name) => [name, known[name] ?? "unknown"]));
  }

  async function callAs(endpoint: Endpoint, role: Role, headers: Record<string, string> = {}) {
    const { as, headers: authorization } = await shown(role);
    return udt.call(endpoint, {
      params: paramsOf(endpoint, role),
      ...(isProjectScoped(endpoint.access) && { query: { project: placeOf(role).project, ...queryOf(endpoint.name) } }),
      as,
      ...(role === "agent" && { bearer: agent.token }),
      ...(endpoint.method !== "GET" && { body: endpoint.body_kind === "bytes" ? Buffer.alloc(0) : {} }),
      headers: { ...authorization, ...headers },
    });
  }

  it.each(Object.values(SOCKETS) as SocketRoute[])("is judged on the socket $name", async (route) => {
    for (const role of ROLES) {
      const tap = await udt.socket(route, {
        params: paramsOf(route, role),
        ...(isProjectScoped(route.access) && { query: { project: placeOf(role).project } }),
        ...(await shown(role)),
        // An agent that is not the one of this test: a second link of the same would be another refusal.
        ...(role === "agent" && { bearer: (await udt.agent("other")).token }),
      });
      const want = expected(route, role);
      // The server reads nothing before it has judged, so an answer to a ping says that the caller was let in.
      const pong = new Promise<"allowed">((resolve) => tap.socket.once("pong", () => resolve("allowed")));
      if (tap.socket.readyState === tap.socket.OPEN) tap.socket.ping();
      const outcome = await Promise.race([pong, tap.closed]);
      const got = typeof outcome === "string" ? "allowed" : outcome.reason;
      if (want === "allowed") expect(ACCESS_ERRORS, `${route.name} as ${role}: ${got}`).not.toContain(got);
      else expect(outcome, `${route.name} as ${role}`).toEqual({ code: closeCode(ERRORS[want].status), reason: want });
      tap.socket.terminate();
    }
  });

  it.each(Object.values(ENDPOINTS) as Endpoint[])("is judged on $name", async (endpoint) => {
    for (const role of ROLES) {
      const answer = await callAs(endpoint, role);
      const want = expected(endpoint, role);
      const where = `${endpoint.name} as ${role}: ${answer.status} ${answer.text.slice(0, 300)}`;
      if (want === "allowed") {
        expect(ACCESS_ERRORS, where).not.toContain(answer.code);
        expect(answer.status, where).not.toBe(500);
        continue;
      }
      expect(answer.code, where).toBe(want);
      expect(answer.status, where).toBe(ERRORS[want].status);
      expect(answer.headers["x-udt-permission"] !== undefined, where).toBe(want === "no_permission");
    }
  });

  it("needs the XMLHttpRequest header wherever a call changes something with a cookie", async () => {
    for (const endpoint of Object.values(ENDPOINTS) as Endpoint[]) {
      if (endpoint.method === "GET" || endpoint.access === "agent" || endpoint.access === "signed") continue;
      const answer = await callAs(endpoint, "admin", { "x-requested-with": "something" });
      expect(answer.code, endpoint.name).toBe("xhr_header_required");
    }
  });

  it("finds no test of another project, and no device of another test", async () => {
    const [here, there] = [places.get("public")!, places.get("private")!];
    for (const endpoint of Object.values(ENDPOINTS) as Endpoint[]) {
      if (!isProjectScoped(endpoint.access) || !endpoint.path.includes("{test_id}")) continue;
      const as = people.get("admin")!;
      const params = paramsOf(endpoint, "admin");
      const query = { project: here.project, ...queryOf(endpoint.name) };
      await udt.refused(endpoint, { as, query, params: { ...params, test_id: there.test_id } }, "test_not_in_project");
      await udt.refused(endpoint, { as, query, params: { ...params, test_id: "unknown" } }, "test_not_found");
      if (!endpoint.path.includes("{device_id}")) continue;
      await udt.refused(endpoint, { as, query, params: { ...params, device_id: there.device_id } }, "device_not_found");
    }
  });
});
