/** Whatever is sent, the server answers with a row of its error table, and never with a stack. */
import {
  assert,
  asyncProperty,
  constant,
  dictionary,
  integer,
  jsonValue,
  oneof,
  string,
  type Arbitrary,
} from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ENDPOINTS, ERRORS, isProjectScoped, type Endpoint } from "@udt/contract";
import { TestServer, type Person } from "./harness.ts";

const odd: Arbitrary<string> = oneof(
  string({ unit: "binary", maxLength: 80 }),
  integer().map(String),
  constant("../../etc/passwd"),
  constant("' or 1=1 --"),
  constant("\0"),
  constant("%00%ff"),
  constant("unknown"),
);

/** A lone surrogate has no place in a URL, so it cannot be sent. */
const sendable = odd.filter((text) => text.isWellFormed() && text !== "");

describe("any input", () => {
  let udt: TestServer;
  let admin: Person;
  beforeAll(async () => {
    udt = await TestServer.start();
    admin = await udt.person("root", { udt_admin: true });
    await udt.project("alpha", []);
  });
  afterAll(() => udt.dispose());

  it.each((Object.values(ENDPOINTS) as Endpoint[]).filter((endpoint) => endpoint.name !== "userLogout"))(
    "to $name is answered or refused by the table",
    async (endpoint) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      const fields = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
      const bodyFields = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : [];
      const bodies = oneof(
        jsonValue(),
        ...(bodyFields.length > 0 ? [dictionary(oneof(...bodyFields.map((name) => constant(name))), jsonValue())] : []),
      );
      const property = asyncProperty(
        dictionary(oneof(...names.map((name) => constant(name)), constant("none")), sendable),
        dictionary(oneof(...fields.map((name) => constant(name)), constant("none")), sendable),
        bodies,
        async (params, query, body) => {
          const answer = await udt.call(endpoint, {
            as: admin,
            bearer: "wrong",
            params: Object.fromEntries(names.map((name) => [name, params[name] ?? "unknown"])),
            query: { ...(isProjectScoped(endpoint.access) && { project: "alpha" }), ...query },
            ...(endpoint.method !== "GET" && {
              body: endpoint.body_kind === "bytes" ? Buffer.from(JSON.stringify(body)) : body,
            }),
          });
          expect(answer.status, answer.text).toBeLessThan(500);
          expect(answer.text).not.toMatch(/\bat .+\.ts:\d+|node_modules|select .+ from/i);
          // A shared report is opened by people, who are told on a page.
          if (endpoint.name === "shareOpen") expect(answer.text).toMatch(/^<!doctype html>/i);
          else if (answer.status !== 200) expect(Object.keys(ERRORS)).toContain(answer.code);
        },
      );
      await assert(property, { numRuns: 40 });
    },
  );

  it("that is no JSON, or too much of it, or of another kind, is refused as such", async () => {
    const send = (payload: string, type = "application/json") =>
      udt.server.app.inject({
        method: "POST",
        url: ENDPOINTS.userLogin.path,
        headers: { "x-requested-with": "XMLHttpRequest", "content-type": type },
        payload,
      });
    const codeOf = async (answer: ReturnType<typeof send>) =>
      (await answer).json<{ data: { code: string } }>().data.code;
    expect(await codeOf(send("{"))).toBe("invalid_body");
    expect(await codeOf(send(""))).toBe("invalid_body");
    expect(await codeOf(send("<a/>", "text/xml"))).toBe("invalid_body");
    expect(await codeOf(send('{"__proto__":{"x":1}}'))).toBe("invalid_body");
    expect(await codeOf(send("[]"))).toBe("invalid_param");
    expect(await codeOf(send(`"${"x".repeat(1024 ** 2)}"`))).toBe("body_too_large");
    const unknown = await udt.server.app.inject({ url: "/v1/nothing/here" });
    expect(unknown.json()).toMatchObject({ ret: 10004, data: { code: "route_not_found" } });
    const broken = await udt.server.app.inject({ url: "/v1/api/devices/%E0%A4%A" });
    expect(broken.json()).toMatchObject({ data: { code: "route_not_found" } });
  });

  it("that breaks a rule is answered with the field and the rule", async () => {
    const answer = await udt.call(ENDPOINTS.userLogin, { body: { email: "", password: 5 } });
    expect(answer).toMatchObject({
      status: 400,
      code: "invalid_param",
      data: { issues: [{ field: "email" }, { field: "password" }], args: { field: "email" } },
    });
  });
});
