import type { z } from "zod";
import type { ErrorName } from "./errors.ts";
import type { Privilege } from "./privileges.ts";

/**
 * Who may call. All but `public`, `session`, `self`, `admin` and `agent` are judged within the project of the `project` query
 * parameter, and every id in the call must belong to it.
 * - `viewer`: a member, or any signed-in user where the project is public · `member` · `owner`
 * - `{privilege}`: a member who holds it (owners and administrators hold all)
 * - `session`: whoever is signed in · `self`: also an administrator who still has to set up the second factor that the settings ask for
 * - `signed`: whoever knows the secret that the call's path holds; for callers that cannot sign in
 * - `holder`: who started the test named by `test_id` in the path, or an administrator
 * - `driver`: who has control of its device: the holder, unless they handed it over, and those whom the holder gave it to
 * - `observer`: the holder, or a member with `debug.monitor`
 */
export type Access =
  | "public"
  | "signed"
  | "session"
  | "self"
  | "admin"
  | "agent"
  | "viewer"
  | "member"
  | "owner"
  | "holder"
  | "driver"
  | "observer"
  | { readonly privilege: Privilege };

export const isProjectScoped = (access: Access): boolean =>
  typeof access === "object" || ["viewer", "member", "owner", "holder", "driver", "observer"].includes(access);

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One HTTP call, declared once. Path parameters are `{name}`, each a field of `params`. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  readonly name: Name;
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /**
   * Whether keys that only read may call it; by its method where nothing is said. One that asks by POST may be called; one whose
   * answer lets who has it change something may not.
   */
  readonly reads?: boolean;
  /** Only for who signed in, in a browser: a key or a token may not make another of its kind, which would outlive it. */
  readonly signed_in?: true;
  /** Although it is about no project, it answers keys of a single one: with what they may know. */
  readonly single_project_keys?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * `bytes`: the body is `application/octet-stream` and is handed on as a stream. `form`: it is `multipart/form-data`, whose
   * fields are those of the body, files among them.
   */
  readonly body_kind?: "json" | "bytes" | "form";
  /** How large a JSON body may be; `LIMITS.body_size_max_bytes` where nothing is said. */
  readonly body_max_bytes?: number;
  /** The envelope's `data`. */
  readonly response: Data;
  /** `raw`: the answer is not an envelope but the bytes themselves (files, metrics, documents). */
  readonly response_kind?: "envelope" | "raw";
  /** What a `raw` endpoint answers beside 200 that is no refusal in an envelope, by status, and what it is. */
  readonly raw_answers?: Readonly<Record<number, string>>;
  /** Refusals beyond those that follow from access and validation. */
  readonly errors: readonly ErrorName[];
}

export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodUndefined,
  Name extends string = string,
>(declaration: Endpoint<Params, Query, Body, Data, Name>): Endpoint<Params, Query, Body, Data, Name> {
  return declaration;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type DataOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer D> ? z.output<D> : never;
/** What a caller writes: defaults may be left out. */
export type QueryInputOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;

/** Whether a call leaves everything as it is. What is not known to do so changes something. */
export const onlyReads = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean => reads ?? method === "GET";

/** A WebSocket route: same access rules, no envelope. */
export interface SocketRoute<Params extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** Who opens it with these parameters only reads. Without it, it changes something. */
  readonly reads?: (params: Readonly<Record<string, unknown>>) => boolean;
  readonly params?: Params;
  readonly query?: Query;
}

/** The path with its parameters filled in and encoded. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`path parameter ${key} is missing for ${path}`);
    return encodeURIComponent(String(value));
  });
}

/** What is answered to who asks for a part of a file (RFC 9110 §14). */
export const RANGE_ANSWERS = { 206: "The range that was asked for.", 416: "There is no such range." } as const;
