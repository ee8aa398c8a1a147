import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { brokenConstraint, isDiskFull } from "../database/violations.ts";
import { CallerLeft } from "./caller-left.ts";
import { ERRORS, LIMITS, PERMISSION_HEADER, type refusal as named, say, UdtError, type ErrorArgs } from "@udt/contract";

/** Why the contract's schema did not take a value; travels as `data.issues` of `invalid_param`. */
export class InvalidParam extends UdtError {
  readonly issues: { field: string; rule: string }[];
  constructor(place: string, error: z.ZodError) {
    const issues = error.issues.map((issue) => ({ field: issue.path.join(".") || place, rule: issue.message }));
    super("invalid_param", { field: issues[0]?.field ?? place, rule: issues[0]?.rule ?? "is invalid" });
    this.issues = issues;
  }
}

/** The row that a broken rule names for itself, if one does. */
function namedRefusal(error: z.ZodError): UdtError | undefined {
  for (const issue of error.issues) {
    const { refusal, args } = (issue.code === "custom" ? (issue.params ?? {}) : {}) as Partial<
      ReturnType<typeof named>
    >;
    if (refusal !== undefined) return new UdtError(refusal, args);
  }
  return undefined;
}

/** The value as the schema has it. @throws InvalidParam, or the refusal that the broken rule names */
export function valid<T extends z.ZodType>(schema: T, value: unknown, place: string): z.output<T> {
  const read = schema.safeParse(value);
  if (!read.success) throw namedRefusal(read.error) ?? new InvalidParam(place, read.error);
  return read.data;
}

/** Any thrown value as a row of the error table; what nobody foresaw becomes `internal`. */
export function refusalOf(error: unknown, body_max_bytes = LIMITS.body_size_max_bytes): UdtError {
  if (error instanceof UdtError) return error;
  const broken = brokenConstraint(error);
  // The project was deleted while something was being added to it.
  if (broken?.kind === "foreign_key" && broken.name.endsWith("_project_id_projects_project_id_fk")) {
    return new UdtError("project_not_exists", {}, { cause: error });
  }
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new UdtError("body_too_large", { limit_bytes: body_max_bytes }, { cause: error });
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") {
    return new UdtError("invalid_body", { reason: say("content_type") }, { cause: error });
  }
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") return new UdtError("route_not_found");
  // A folder, or a path that leaves the console's files.
  if (statusCode === 403 || statusCode === 404) return new UdtError("route_not_found", {}, { cause: error });
  // Whatever else Fastify holds to be the caller's doing.
  if (code.startsWith("FST_ERR_") ? statusCode < 500 : statusCode === 400 && error instanceof SyntaxError) {
    return new UdtError(
      "invalid_body",
      { reason: say("content_unreadable", {}, error instanceof Error ? error.message : "") },
      { cause: error },
    );
  }
  if (isDiskFull(error)) return new UdtError("storage_full", {}, { cause: error });
  return new UdtError("internal", {}, { cause: error });
}

export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request.routeOptions.bodyLimit);
  const { ret, status } = ERRORS[refusal.code];
  if ((refusal.code === "internal" && !(error instanceof CallerLeft)) || refusal.code === "storage_full")
    request.log.error({ err: refusal.cause ?? refusal }, "call failed");
  const data: { code: string; args: ErrorArgs; issues?: InvalidParam["issues"] } = {
    code: refusal.code,
    args: refusal.args,
  };
  if (refusal instanceof InvalidParam) data.issues = refusal.issues;
  if (refusal.code === "no_permission") reply.header(PERMISSION_HEADER, String(refusal.args["privilege"]));
  if (refusal.code === "too_many_attempts" || refusal.code === "rate_limited")
    reply.header("retry-after", String(refusal.args["seconds"]));
  return (
    reply
      .code(status)
      // Of who asked, and of now.
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ ret, data, msg: refusal.message, request_id: request.id }))
  );
}
