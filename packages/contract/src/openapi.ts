import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { isProjectScoped } from "./endpoint.ts";
import { ERRORS } from "./errors.ts";
import { ENDPOINTS } from "./endpoints/index.ts";

type Json = Record<string, unknown>;

const schemaOf = (type: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any", target: "draft-2020-12" });
  return schema;
};

function parameters(endpoint: Endpoint): Json[] {
  const of = (place: "path" | "query", type: z.ZodType | undefined): Json[] => {
    if (!(type instanceof z.ZodObject)) return [];
    const required = new Set((schemaOf(type, "input")["required"] as string[] | undefined) ?? []);
    return Object.entries(type.shape).map(([name, field]) => ({
      name,
      in: place,
      required: place === "path" || required.has(name),
      schema: schemaOf(field as z.ZodType, "input"),
    }));
  };
  return [...of("path", endpoint.params), ...of("query", endpoint.query)];
}

/** By what a caller may show who it is, as the schemes are named below: any one of them. */
function credentialsFor({ access, signed_in }: Endpoint): ("session" | "key" | "project_token" | "agent")[] {
  if (access === "public" || access === "signed") return [];
  if (access === "agent") return ["agent"];
  if (signed_in) return ["session"];
  return ["session", "key", ...(isProjectScoped(access) ? (["project_token"] as const) : [])];
}

function operation(endpoint: Endpoint): Json {
  const raw = endpoint.response_kind === "raw";
  const failures = Map.groupBy(endpoint.errors, (name) => ERRORS[name].status);
  const envelope = {
    type: "object",
    required: ["ret", "data", "msg", "request_id"],
    properties: {
      ret: { type: "integer", const: 0 },
      data: schemaOf(endpoint.response, "output"),
      msg: { type: "string" },
      request_id: { type: "string" },
    },
  };
  const access = typeof endpoint.access === "object" ? `privilege ${endpoint.access.privilege}` : endpoint.access;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Who may call: ${access}${isProjectScoped(endpoint.access) ? (endpoint.path.includes("{project_id}") ? ", within the project of the path" : ", within the project of the query") : ""}.`,
    "x-udt-access": access,
    security: credentialsFor(endpoint).map((scheme) => ({ [scheme]: [] })),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        // A body that is left out is an empty one.
        required: endpoint.body_kind === "bytes" || !endpoint.body.safeParse({}).success,
        content:
          endpoint.body_kind === "bytes"
            ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
            : {
                [endpoint.body_kind === "form" ? "multipart/form-data" : "application/json"]: {
                  schema: schemaOf(endpoint.body, "input"),
                },
              },
      },
    }),
    responses: {
      "200": {
        description: "Success",
        content: raw ? { "*/*": {} } : { "application/json": { schema: envelope } },
      },
      ...Object.fromEntries(
        Object.entries(endpoint.raw_answers ?? {}).map(([status, description]) => [
          status,
          { description, content: { "*/*": {} } },
        ]),
      ),
      ...Object.fromEntries(
        [...failures].map(([status, names]) => [
          String(status),
          {
            description: names.map((name) => `${name} (ret ${ERRORS[name].ret}): ${ERRORS[name].message}`).join("\n"),
            content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
          },
        ]),
      ),
      default: {
        description: "Any other refusal; see Failure",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

/** The whole HTTP API as an OpenAPI 3.1 document. */
export function openapiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(ENDPOINTS) as Endpoint[]) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: { title: "UDT", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "udt_session_id" },
        key: {
          type: "http",
          scheme: "basic",
          description:
            "An API key: its `secret_id` and `secret_key`. It acts as its user, within its project and its access if it has been given less than all.",
        },
        project_token: {
          type: "http",
          scheme: "bearer",
          description: "A project's token, `udtp_…`. It acts as an ordinary member of that project.",
        },
        agent: { type: "http", scheme: "bearer", description: "An agent's token." },
      },
      schemas: {
        Failure: {
          type: "object",
          required: ["ret", "data", "msg", "request_id"],
          properties: {
            ret: { type: "integer", enum: [...new Set(Object.values(ERRORS).map((error) => error.ret))] },
            data: {
              type: "object",
              required: ["code", "args"],
              properties: { code: { type: "string", enum: Object.keys(ERRORS) }, args: { type: "object" } },
            },
            msg: { type: "string" },
            request_id: { type: "string" },
          },
        },
      },
    },
  };
}
