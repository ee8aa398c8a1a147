import {
  envelope,
  failureData,
  fillPath,
  LIMITS,
  EVENT_HEADER,
  PERMISSION_HEADER,
  XHR_HEADER,
  type BodyInputOf,
  type DataOf,
  type Endpoint,
  type ErrorArgs,
  type ErrorName,
  ERRORS,
  type ParamsOf,
  type QueryInputOf,
} from "@udt/contract";
import { withQuery } from "./url.ts";

/** `refused`: the server's own error row. The others never reached a UDT server's decision. */
export type ApiErrorKind = "refused" | "network" | "timeout" | "aborted" | "bad_answer";

/** Why a call failed, with all that a bug report needs. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The error row's name for `refused`; undefined otherwise, or when a newer server knows a row that we do not. */
  readonly code: ErrorName | undefined;
  readonly ret: number;
  readonly status: number;
  readonly args: ErrorArgs;
  readonly issues: { field: string; rule: string }[];
  readonly request_id: string;
  /** The privilege that was missing, from the permission header. */
  readonly permission: string | undefined;
  readonly method: string;
  readonly path: string;
  /** What was sent, but for bytes. It may hold secrets. */
  readonly sent: { params?: unknown; query?: unknown; body?: unknown };
  readonly time: number;

  constructor(
    message: string,
    facts: Partial<Omit<ApiError, "name" | "message" | "stack">> & Pick<ApiError, "kind" | "method" | "path">,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ApiError";
    this.kind = facts.kind;
    this.code = facts.code;
    this.ret = facts.ret ?? -1;
    this.status = facts.status ?? 0;
    this.args = facts.args ?? {};
    this.issues = facts.issues ?? [];
    this.request_id = facts.request_id ?? "";
    this.permission = facts.permission;
    this.method = facts.method;
    this.path = facts.path;
    this.sent = facts.sent ?? {};
    this.time = Date.now();
  }
}

export interface ClientOptions {
  /** Address that the server's paths are below, without a trailing slash: `http://localhost:8700`. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  /** Sent with every call: a cookie or a bearer token, outside a browser. */
  headers?: () => Record<string, string>;
  /** Sees every failure before the caller does; the console's error policy hangs here. */
  onError?: (error: ApiError) => void;
  /** Told with the newest event that an answer knew of, before the caller has the answer. */
  onEventId?: (event_id: number) => void;
  timeoutMs?: number;
}

/** What has no field that must be given may be left out. */
type Part<Key extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? Partial<Record<Key, T>>
    : Record<Key, T>;
export type CallOptions<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"query", QueryInputOf<E>> &
  (E["body_kind"] extends "bytes" ? { body: BodyInit } : Part<"body", BodyInputOf<E>>) & {
    signal?: AbortSignal;
    /** The call goes on though its page is left; its body is small then. */
    keepalive?: boolean;
    timeoutMs?: number;
    /** Beside the client's own: such as a range of bytes. */
    headers?: Record<string, string>;
  };

export interface Client {
  /** One typed call. Resolves with the envelope's `data`, checked against the contract; rejects with {@link ApiError}. */
  call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<DataOf<E>>;
  /** A call whose answer is bytes; a refusal still rejects. */
  raw<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Response>;
  /** The address of a GET call, for `<img>` and downloads. */
  url<E extends Endpoint>(
    endpoint: E,
    options: Pick<CallOptions<E>, "params" & keyof CallOptions<E>> &
      Pick<CallOptions<E>, "query" & keyof CallOptions<E>>,
  ): string;
  readonly baseUrl: string;
}

interface LooseOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
  headers?: Record<string, string>;
  keepalive?: boolean;
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const doFetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  const addressOf = (endpoint: Endpoint, call: LooseOptions) =>
    withQuery(baseUrl + fillPath(endpoint.path, call.params), call.query);

  async function send(endpoint: Endpoint, call: LooseOptions): Promise<Sent> {
    const where = whereOf(endpoint, call);
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? LIMITS.request_timeout_ms);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const broken = (cause: unknown) => {
      const kind = call.signal?.aborted ? "aborted" : timeout.aborted ? "timeout" : "network";
      return new ApiError(kind, { kind, ...where }, { cause });
    };
    let response: Response;
    try {
      response = await doFetch(addressOf(endpoint, call), {
        method: endpoint.method,
        credentials: "same-origin",
        signal,
        ...(call.keepalive && { keepalive: true }),
        headers: {
          ...XHR_HEADER,
          ...options.headers?.(),
          ...call.headers,
          ...(call.body !== undefined && CONTENT_TYPES[endpoint.body_kind ?? "json"]),
        },
        ...(call.body !== undefined && { body: bodyOf(endpoint, call.body) }),
      });
    } catch (cause) {
      throw broken(cause);
    }
    const event_id = response.headers.get(EVENT_HEADER);
    if (event_id !== null) options.onEventId?.(Number(event_id));
    const json = () => bodyOfAnswer(response, broken);
    if (response.ok) return { response, json };
    throw await refusal(response, where, json);
  }

  async function guarded<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ApiError && error.kind !== "aborted") options.onError?.(error);
      throw error;
    }
  }

  return {
    baseUrl,
    url: (endpoint, call) => addressOf(endpoint, call as LooseOptions),
    raw: (endpoint, call) => guarded(async () => (await send(endpoint, call as LooseOptions)).response),
    call: (endpoint, call) =>
      guarded(async () => {
        const { response, json } = await send(endpoint, call as LooseOptions);
        const where = { ...whereOf(endpoint, call as LooseOptions), status: response.status };
        const body = envelope.safeParse(await json());
        const data = body.success && body.data.ret === 0 ? endpoint.response.safeParse(body.data.data) : undefined;
        if (!data?.success) {
          const request_id = body.success ? body.data.request_id : "";
          throw new ApiError(
            "answer does not fit the contract",
            { kind: "bad_answer", request_id, ...where },
            { cause: data?.error ?? body.error },
          );
        }
        return data.data as never;
      }),
  };
}

interface Sent {
  response: Response;
  /** What the answer holds; undefined where that is no JSON. @throws ApiError where the connection breaks before its end */
  json: () => Promise<unknown>;
}

async function bodyOfAnswer(response: Response, broken: (cause: unknown) => ApiError): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // What is cut off is rejected as what cannot be fetched is; all of it that is no JSON is not.
    if (cause instanceof SyntaxError) return undefined;
    throw broken(cause);
  }
}

/** Of a form the client itself says it, with the boundary that it has chosen. */
const CONTENT_TYPES = {
  json: { "content-type": "application/json" },
  bytes: { "content-type": "application/octet-stream" },
  form: undefined,
} as const;

function bodyOf({ body_kind }: Endpoint, body: unknown): BodyInit {
  if (body_kind === "bytes") return body as BodyInit;
  if (body_kind !== "form") return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) {
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, String(value));
  }
  return form;
}

type Where = Pick<ApiError, "method" | "path" | "sent">;

const whereOf = (endpoint: Endpoint, { params, query, body }: LooseOptions): Where => ({
  method: endpoint.method,
  path: endpoint.path,
  sent: { params, query, ...((endpoint.body_kind ?? "json") === "json" && { body }) },
});

async function refusal(response: Response, where: Where, json: Sent["json"]): Promise<ApiError> {
  const status = response.status;
  const body = envelope.safeParse(await json());
  if (!body.success) return new ApiError(`HTTP ${status}`, { kind: "bad_answer", status, ...where });
  const data = failureData.safeParse(body.data.data);
  const code = data.success && data.data.code in ERRORS ? (data.data.code as ErrorName) : undefined;
  return new ApiError(body.data.msg, {
    kind: "refused",
    code,
    ret: body.data.ret,
    status,
    args: data.data?.args ?? {},
    issues: data.data?.issues ?? [],
    request_id: body.data.request_id,
    permission: response.headers.get(PERMISSION_HEADER) ?? undefined,
    ...where,
  });
}
