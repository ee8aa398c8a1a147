import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ENDPOINTS,
  ERROR_NAMES,
  ERRORS,
  errorMessage,
  fillPath,
  isProjectScoped,
  openapiDocument,
  SOCKETS,
  TEST_DEVICE_TRANSITIONS,
  TEST_TRANSITIONS,
  UdtError,
  type Endpoint,
  type SocketRoute,
} from "./index.ts";

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][];
const sockets = Object.entries(SOCKETS) as [string, SocketRoute][];
const fieldsOf = (type: z.ZodType | undefined) => (type instanceof z.ZodObject ? Object.keys(type.shape) : []);
/** They count over all projects of the caller, and over one when the query or the body names it. */
const narrowed = ["biStats", "biRecentTests", "biCases"];
const pathParams = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

describe("endpoints", () => {
  it.each(endpoints)("%s says its name and declares exactly its path parameters", (key, endpoint) => {
    expect(endpoint.name).toBe(key);
    expect(fieldsOf(endpoint.params).toSorted()).toEqual(pathParams(endpoint.path).toSorted());
  });

  it.each([...endpoints, ...sockets])("%s asks for a project exactly when it is about one", (_, route) => {
    // Where the path names it, so may the query, and another one is refused.
    const isOfPath = route.access !== "admin" && route.path.includes("{project_id}");
    const isAboutOne = isProjectScoped(route.access) || isOfPath || narrowed.includes(route.name);
    expect(fieldsOf(route.query).includes("project")).toBe(isAboutOne);
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.access === "holder"))(
    "%s, being the holder's, names a test",
    (_, endpoint) => {
      expect(pathParams(endpoint.path)).toContain("test_id");
    },
  );

  it("does not declare one call twice", () => {
    const calls = endpoints.map(([, endpoint]) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, "{}")}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe("errors", () => {
  it("gives every row a ret of its own, but for the two that document 1 knows by one", () => {
    const rets = ERROR_NAMES.filter((name) => name !== "project_name_exists").map((name) => ERRORS[name].ret);
    expect(new Set(rets).size).toBe(rets.length);
    expect(ERRORS.project_name_exists.ret).toBe(ERRORS.project_id_exists.ret);
  });

  it("fills the arguments into the message and leaves what is missing visible", () => {
    expect(new UdtError("device_busy", { device_id: "d1", user_name: "Lin" }).message).toBe(
      "device d1 is in use by Lin",
    );
    expect(errorMessage("device_offline")).toBe("device {device_id} is offline");
  });

  it("keeps document 1's messages to the letter", () => {
    expect(ERRORS.need_login).toEqual({ ret: 2, status: 401, message: "need login or login failed" });
    expect(ERRORS.invalid_session).toEqual({ ret: 7, status: 401, message: "invalid session id" });
    expect(ERRORS.project_not_exists.message).toBe("project not exists");
    expect(ERRORS.user_not_in_project.message).toBe("user not in project");
    expect(errorMessage("test_not_in_project", { test_id: "t1" })).toBe("no auth: test t1 does not belong to project");
  });
});

describe("states", () => {
  it.each([
    ["test", TEST_TRANSITIONS, "ended"],
    ["test device", TEST_DEVICE_TRANSITIONS, "done"],
  ] as const)("lets every state of a %s reach its end, and the end go nowhere", (_, table, end) => {
    const transitions = table as Record<string, readonly string[]>;
    expect(transitions[end]).toEqual([]);
    const reaches = (from: string, seen = new Set<string>()): boolean =>
      from === end ||
      (!seen.has(from) && (transitions[from] ?? []).some((next) => reaches(next, new Set([...seen, from]))));
    for (const state of Object.keys(transitions)) expect(reaches(state), state).toBe(true);
  });
});

describe("fillPath", () => {
  it("encodes values so that none can add a path segment", () => {
    expect(fillPath("/a/{id}/b", { id: "../x y" })).toBe("/a/..%2Fx%20y/b");
  });
  it("refuses a path with a value missing", () => {
    expect(() => fillPath("/a/{id}")).toThrow("path parameter id is missing");
  });
});

describe("openapi", () => {
  const document = openapiDocument("1.2.3") as {
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string;
          parameters: { name: string; in: string; required: boolean }[];
          security: Record<string, never[]>[];
          requestBody?: { required: boolean };
          responses: object;
        }
      >
    >;
  };

  it("describes every endpoint once", () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    );
    expect(operations.toSorted()).toEqual(endpoints.map(([name]) => name).toSorted());
    expect(document.openapi).toBe("3.1.0");
  });

  it("tells required parameters from those with a default", () => {
    const parameters = document.paths["/v1/api/devices"]?.["get"]?.parameters ?? [];
    expect(parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)).toEqual([
      "project",
    ]);
  });

  it("tells by what a caller may show who it is", () => {
    const { components } = openapiDocument("1.2.3") as { components: { securitySchemes: object } };
    const schemes = Object.keys(components.securitySchemes);
    for (const [name, { access, path, method, signed_in }] of endpoints) {
      const { security } = document.paths[path]![method.toLowerCase()]!;
      const named = security.flatMap((one) => Object.keys(one));
      expect(schemes, name).toEqual(expect.arrayContaining(named));
      if (access === "public" || access === "signed") expect(named, name).toEqual([]);
      else if (access === "agent") expect(named, name).toEqual(["agent"]);
      else if (signed_in) expect(named, name).toEqual(["session"]);
      else expect(named, name).toEqual(["session", "key", ...(isProjectScoped(access) ? ["project_token"] : [])]);
    }
  });

  it("requires a body exactly where an empty one does not do", () => {
    for (const [name, { body, body_kind, path, method }] of endpoints) {
      if (!body || body_kind === "bytes") continue;
      const { requestBody } = document.paths[path]![method.toLowerCase()]!;
      expect(requestBody?.required, name).toBe(!body.safeParse({}).success);
    }
  });

  it("tells what is answered with something else than an envelope", () => {
    const statuses = (path: string) => Object.keys(document.paths[path]!["get"]!.responses);
    expect(statuses("/v1/share/{token}")).toEqual(["200", "404", "default"]);
    expect(statuses(ENDPOINTS.resourceGet.path)).toEqual(expect.arrayContaining(["200", "206", "416"]));
  });

  it("survives JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
