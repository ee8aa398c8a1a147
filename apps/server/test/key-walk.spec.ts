/** Every endpoint and socket of the contract by API keys that are less than their user: one that only reads, one of one project. */
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  closeCode,
  ENDPOINTS,
  ERRORS,
  isProjectScoped,
  SOCKETS,
  type Endpoint,
  type ErrorName,
  type SocketRoute,
} from "@udt/contract";
import { onEachDatabase } from "./databases.ts";
import { TestServer, type Person, type Tap } from "./harness.ts";
import { WALKED_PARAMS } from "./walked-params.ts";
import { queryOf } from "./needed-query.ts";

/** What keys must not make, for it would outlive them: keys, tokens, tickets, which become sessions, administrators, and what alerts go to. */
const SIGNED_IN = [
  "userPassword",
  "adminUserUpdate",
  "adminSecondFactorRemove",
  "adminSettingsSet",
  "adminAddressAllow",
  "adminAddressDisallow",
  "alertChannelCreate",
  "alertChannelUpdate",
  "alertChannelDelete",
  "keyCreate",
  "keyReset",
  "keyDelete",
  "tokenReset",
  "ticketCreate",
  "agentCreate",
  "totpBegin",
  "totpConfirm",
  "totpRemove",
  "recoveryCodesMake",
  "passkeyBegin",
  "passkeyAdd",
  "passkeyRename",
  "passkeyRemove",
  "controlAsk",
  "watchLinkCreate",
  "remoteAdbOpen",
  "remoteAdbAnswer",
  "adbKeyRemove",
  "qualityImageCreate",
];
/** Calls with a body that ask and change nothing. */
const ASKING = [
  "biStats",
  "biRecentTests",
  "biCases",
  "libraryCaseNames",
  "memoryPartitionsPreview",
  "tagPreview",
  "iosCertificateResignCheck",
  "mcpCall",
  "mcpEnd",
];
/** Calls by GET whose answer lets who has it change something. */
const GIVING = ["libraryHookGet"];
/** What a key of one project may call that is about no project. */
const OF_NO_PROJECT = ["userInfo", "projectList", "mcpCall", "mcpListen", "mcpEnd"];
const KEY_ERRORS: readonly ErrorName[] = ["key_read_only", "key_scope", "key_expired", "signed_in_only", "need_login"];

/** Those that are judged by who calls. */
const judged = (Object.values(ENDPOINTS) as Endpoint[]).filter(
  ({ access }) => !(["public", "signed", "agent"] as unknown[]).includes(access),
);
const namesProject = ({ access, path }: Pick<Endpoint, "access" | "path">) =>
  isProjectScoped(access) || (access !== "admin" && path.includes("{project_id}"));

onEachDatabase("an API key that is less than its user", (open) => {
  let udt: TestServer;
  /** An administrator: nothing but the key's own bounds stands in its way. */
  let root: Person;
  let reading: Record<string, string>;
  let single: Record<string, string>;

  const make = async (body: object) => {
    const key = await udt.ok(ENDPOINTS.keyCreate, { as: root, body });
    return { authorization: `Basic ${Buffer.from(`${key.secret_id}:${key.secret_key}`).toString("base64")}` };
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    root = await udt.person("root", { udt_admin: true });
    for (const project of ["ours", "theirs"]) await udt.project(project, [{ person: root, user_type: 1 }]);
    reading = await make({ name: "reads", access: "read" });
    single = await make({ name: "single", access: "write", project_id: "ours" });
  });
  afterAll(() => udt.dispose());

  const paramsOf = ({ path }: { path: string }, project: string): Record<string, string> =>
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
        name,
        name === "project_id" ? project : (WALKED_PARAMS[name] ?? "unknown"),
      ]),
    );
  const call = (endpoint: Endpoint, headers: Record<string, string>, project: string) =>
    udt.call(endpoint, {
      params: paramsOf(endpoint, project),
      ...(isProjectScoped(endpoint.access) && { query: { project, ...queryOf(endpoint.name) } }),
      ...(endpoint.method !== "GET" && { body: endpoint.body_kind === "bytes" ? Buffer.alloc(0) : {} }),
      headers,
    });
  const judge = (answer: Awaited<ReturnType<typeof call>>, want: ErrorName | "allowed") => {
    if (want === "allowed") {
      expect(KEY_ERRORS, answer.text).not.toContain(answer.code);
      expect(answer.status, answer.text).not.toBe(500);
    } else expect(answer, answer.text).toMatchObject({ code: want, status: ERRORS[want].status });
  };

  it.each(judged)("that only reads changes nothing by $name", async (endpoint) => {
    const reads = (endpoint.method === "GET" && !GIVING.includes(endpoint.name)) || ASKING.includes(endpoint.name);
    const refused = SIGNED_IN.includes(endpoint.name) ? "signed_in_only" : "key_read_only";
    judge(await call(endpoint, reading, "ours"), reads ? "allowed" : refused);
  });

  it.each(judged)("of one project has no word about another by $name", async (endpoint) => {
    const refused = SIGNED_IN.includes(endpoint.name) ? "signed_in_only" : "key_scope";
    if (namesProject(endpoint)) {
      judge(await call(endpoint, single, "theirs"), refused);
      // One that does not exist is refused alike.
      judge(await call(endpoint, single, "nowhere"), refused);
    }
    const isAllowed = (namesProject(endpoint) && refused === "key_scope") || OF_NO_PROJECT.includes(endpoint.name);
    judge(await call(endpoint, single, "ours"), isAllowed ? "allowed" : refused);
  });

  it("of one project sees that one alone in the list", async () => {
    const list = async (query: Record<string, string> = {}) =>
      ((await udt.ok(ENDPOINTS.projectList, { headers: single, query })).list as { project_id: string }[]).map(
        ({ project_id }) => project_id,
      );
    expect(await list()).toEqual(["ours"]);
    expect(await list({ project_id: "theirs" })).toEqual([]);
    expect(await list({ project_id: "ours" })).toEqual(["ours"]);
  });

  it("is judged on sockets as on calls", async () => {
    /** What it closes with, or that it was let in: an answer to a ping comes after the judging alone. */
    const outcome = async (tap: Tap): Promise<string> => {
      const pong = new Promise<string>((resolve) => tap.socket.once("pong", () => resolve("allowed")));
      if (tap.socket.readyState === tap.socket.OPEN) tap.socket.ping();
      const ended = await Promise.race([pong, tap.closed]);
      return typeof ended === "string" ? ended : `${ended.code} ${ended.reason}`;
    };
    const open = async (route: SocketRoute, headers: Record<string, string>, project: string, stream = "screen") =>
      outcome(
        await udt.socket(route, { params: { ...paramsOf(route, project), stream }, query: { project }, headers }),
      );
    expect(await open(SOCKETS.events, reading, "ours")).toBe("allowed");
    expect(await open(SOCKETS.events, single, "ours")).toBe("allowed");
    const refused = (code: ErrorName) => `${closeCode(ERRORS[code].status)} ${code}`;
    expect(await open(SOCKETS.events, single, "theirs")).toBe(refused("key_scope"));
    expect(await open(SOCKETS.ownEvents, reading, "ours")).toBe("allowed");
    expect(await open(SOCKETS.ownEvents, single, "ours")).toBe(refused("key_scope"));
    for (const stream of ["input", "terminal"])
      expect(await open(SOCKETS.stream, reading, "ours", stream), stream).toBe(refused("key_read_only"));
    // Let in as far as there is a test to look at.
    for (const stream of ["screen", "log"])
      expect(await open(SOCKETS.stream, reading, "ours", stream), stream).toBe(refused("test_not_found"));
    expect(await open(SOCKETS.stream, single, "theirs")).toBe(refused("key_scope"));
    expect(await open(SOCKETS.stream, single, "ours", "terminal")).toBe(refused("test_not_found"));
  });
});
