/** To who is no member, a secret project is one that does not exist, on whatever call and socket. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, isProjectScoped, SOCKETS, type Endpoint, type SocketRoute } from "@udt/contract";
import { embedded } from "./databases.ts";
import { TestServer, type Person } from "./harness.ts";

let udt: TestServer;
let stranger: Person;
const SECRET = "secret-one";
const MISSING = "missing-one";

beforeAll(async () => {
  udt = await TestServer.start(embedded);
  stranger = await udt.person("stranger");
  const owner = await udt.person("owner");
  await udt.project(SECRET, [{ person: owner, user_type: 1 }], { visibility: 3 });
});
afterAll(() => udt.dispose());

const QUERY = { confirm: "wrong", job_id: "unknown", case_key: "unknown", format: "csv", buss_type: "gce" };
const KNOWN: Record<string, string> = { chunk: "1", stream: "screen", case_run_id: "1", device_seq: "0" };

const paramsFor = ({ path }: { path: string }, project: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      name === "project_id" ? project : (KNOWN[name] ?? "unknown"),
    ]),
  );

const isOfProject = ({ access, path }: { access: Endpoint["access"]; path: string }): boolean =>
  isProjectScoped(access) || path.includes("{project_id}");

it.each((Object.values(ENDPOINTS) as Endpoint[]).filter((one) => isOfProject(one) && one.access !== "admin"))(
  "$name answers as for one that is missing, and does no more",
  async (endpoint) => {
    const ask = async (project: string) => {
      const statements: string[] = [];
      const stop = udt.server.database.stated.on((statement) => {
        // Plans are forgotten by the clock, whatever is asked.
        if (statement !== "discard") statements.push(statement);
      });
      const answer = await udt.call(endpoint, {
        as: stranger,
        params: paramsFor(endpoint, project),
        ...(isProjectScoped(endpoint.access) && { query: { project, ...QUERY } }),
        ...(endpoint.method !== "GET" && { body: endpoint.body_kind === "bytes" ? Buffer.alloc(1) : {} }),
      });
      stop();
      const { "x-request-id": _id, date: _date, ...headers } = answer.headers;
      const { request_id: _request, ...body } = JSON.parse(answer.text) as Record<string, unknown>;
      return { status: answer.status, body, headers, statements };
    };
    // The first call of an endpoint may have to prepare what later ones find.
    await ask(MISSING);
    expect(await ask(SECRET)).toEqual(await ask(MISSING));
  },
);

it.each((Object.values(SOCKETS) as SocketRoute[]).filter(isOfProject))(
  "the socket $name closes as for one that is missing",
  async (route) => {
    const ask = async (project: string) => {
      const tap = await udt.socket(route, { as: stranger, params: paramsFor(route, project), query: { project } });
      return tap.closed;
    };
    expect(await ask(SECRET)).toEqual(await ask(MISSING));
  },
);
