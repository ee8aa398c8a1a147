import type { IncomingHttpHeaders } from "node:http";
import { onlyReads, type Access, type Endpoint, type KeyAccess, type Privilege, type UiLanguage } from "@udt/contract";

export interface CallerUser {
  user_id: string;
  user_name: string;
  email: string;
  head_image: string;
  auth_type: 1 | 2 | 3;
  udt_admin: boolean;
  /** In which they last read the console; null while nobody knows. */
  language: UiLanguage | null;
  /** Acts by a token of a project, which the user made. */
  by_token?: true;
  /** Acts by an API key of theirs, which is called so. */
  by_key?: string;
  /** That key is good for one project, in which an administrator of the server is an owner as others are. */
  for_one_project?: true;
  /** An administrator without the second factor that the settings ask for: may set one up, and nothing else. */
  lacks_second_factor?: true;
}
/** An API key, and how far it goes. */
export interface CallerKey {
  secret_id: string;
  name: string;
  /** The only project that it is good for; null for all of its user's. */
  project_id: string | null;
  access: KeyAccess;
}
export interface CallerProject {
  project_id: string;
  /** Owner 1 (administrators too), member 2, guest 0. */
  user_type: 0 | 1 | 2;
  privileges: ReadonlySet<Privilege>;
}
export interface CallerTest {
  test_id: string;
  project_id: string;
  user_id: string;
  /** Started by a project's token, in the name of its maker. */
  by_token: boolean;
  /** Who drives its device besides whoever holds it, or instead of them. */
  drivers: readonly { user_id: string; instead: boolean }[];
}

/** Who acts, and from which address; what the audit log keeps of them. */
export interface Actor {
  user: CallerUser;
  ip: string;
}
/** Where a call comes from. */
export interface Origin {
  ip: string;
  user_agent: string | undefined;
  /** In which language. */
  language: UiLanguage;
}
export const originOf = (request: { ip: string; language: UiLanguage; headers: IncomingHttpHeaders }): Origin => ({
  ip: request.ip,
  language: request.language,
  user_agent: request.headers["user-agent"],
});

export const actorOf = ({ caller, request }: { caller: Caller; request: { ip: string } }): Actor => ({
  user: caller.user,
  ip: request.ip,
});

/**
 * By whom that was made which is a caller's own. A program that acts by a token is an ordinary member: what its maker wrote is
 * not its own, so it has nothing.
 */
export const ownIdOf = ({ user_id, by_token }: CallerUser): string | null => (by_token ? null : user_id);

/** Whether somebody acts for the whole server, whatever project they came by. */
export const isServerAdmin = ({ udt_admin, for_one_project }: CallerUser): boolean =>
  udt_admin && for_one_project === undefined;

/** Whether a test is the caller's: to end, and to give control of. A token has those that were started by one, not its maker's own. */
export const holdsTest = (user: CallerUser, test: Pick<CallerTest, "user_id" | "by_token">): boolean =>
  isServerAdmin(user) || beganTest(user, test);

const beganTest = (user: CallerUser, test: Pick<CallerTest, "user_id" | "by_token">): boolean =>
  test.user_id === user.user_id && (user.by_token === undefined || test.by_token);

/**
 * Whether somebody has control of a test's device: who began it, as long as it is not handed over, and to whom it was given.
 * An administrator who looks only looks until they take it. It is given to people, not to the programs that act by their
 * tokens; and who took their own session over from a program has it without that program, whose key is theirs as well.
 */
export function drivesTest(user: CallerUser, test: CallerTest): boolean {
  const began = beganTest(user, test);
  const isProgram = user.by_token !== undefined || (began && user.by_key !== undefined);
  const isGiven = !isProgram && test.drivers.some(({ user_id }) => user_id === user.user_id);
  return isGiven || (began && !test.drivers.some(({ instead }) => instead));
}

/** Whether somebody may see what people do on a test's device while they do it: whose it is, and who holds `debug.monitor`. */
export const watchesTest = ({ user, test, project }: Pick<Caller, "user" | "test" | "project">): boolean =>
  holdsTest(user, test) || project.privileges.has("debug.monitor");

/** Who calls and on what, as far as the endpoint's access made sure of it; asking for more is a fault of the handler. */
export class Caller {
  readonly #facts: CallerFacts;
  constructor(facts: CallerFacts) {
    this.#facts = facts;
  }
  get user(): CallerUser {
    return known(this.#facts.user, "user");
  }
  /** What its sockets end with: the hash of the session, API key or project token that it came by. */
  get session_hash(): string {
    return known(this.#facts.session_hash, "session");
  }
  get by(): CallerKind {
    return known(this.#facts.by, "credential");
  }
  /** The only project that it may know of, where its key is for one. */
  get only_project(): string | undefined {
    return this.#facts.key?.project_id ?? undefined;
  }
  /** Whether it looks and nothing more. */
  get only_reads(): boolean {
    return this.#facts.key?.access === "read";
  }
  get project(): CallerProject {
    return known(this.#facts.project, "project");
  }
  get test(): CallerTest {
    return known(this.#facts.test, "test");
  }
  /** Who it is, for the log: the ids that are known, and no word of what the caller may. */
  get ids(): { user_id?: string; agent_id?: string } {
    const { user, agent_id } = this.#facts;
    return { ...(user && { user_id: user.user_id }), ...(agent_id !== undefined && { agent_id }) };
  }
  get agent_id(): string {
    return known(this.#facts.agent_id, "agent");
  }
}

/** By what a caller is known: a browser's session, the user's API key, or a token of one project. */
export type CallerKind = "session" | "key" | "token";

export interface CallerFacts {
  user?: CallerUser;
  session_hash?: string;
  by?: CallerKind;
  key?: CallerKey;
  project?: CallerProject;
  test?: CallerTest;
  agent_id?: string;
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this endpoint's access does not make sure of a ${what}`);
  return value;
}

/** Project tokens begin so; every other bearer token is an agent's. */
export const PROJECT_TOKEN_PREFIX = "udtp_";

/** What a request shows of its caller. An API key or a project token is used in place of a cookie that comes with it. */
export interface Credentials {
  session: string | undefined;
  bearer: string | undefined;
  key: { secret_id: string; secret_key: string } | undefined;
  project_token: string | undefined;
}

/** What a cookie's value is; undefined when the request does not carry it. */
export function cookieOf({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of cookie.split(";")) {
    const [own = "", ...value] = pair.split("=");
    if (own.trim() === name && value.length > 0) return value.join("=").trim();
  }
  return undefined;
}

/** What follows a scheme's name, in one word; read step by step, because a header may be long and anything. */
function credentialOf(scheme: "bearer" | "basic", { authorization = "" }: IncomingHttpHeaders): string | undefined {
  const end = authorization.indexOf(" ");
  if (end === -1 || authorization.slice(0, end).toLowerCase() !== scheme) return undefined;
  const value = authorization.slice(end).trim();
  return /\s/.test(value) ? undefined : value;
}

/** @param sessionCookie The name of the session cookie, from the settings. */
export function credentialsOf(headers: IncomingHttpHeaders, sessionCookie: string): Credentials {
  const bearer = credentialOf("bearer", headers);
  const basic = credentialOf("basic", headers);
  const [secret_id = "", secret_key = ""] = Buffer.from(basic ?? "", "base64")
    .toString("utf8")
    .split(":", 2);
  return {
    session: cookieOf(headers, sessionCookie),
    bearer,
    key: basic === undefined ? undefined : { secret_id, secret_key },
    project_token: bearer?.startsWith(PROJECT_TOKEN_PREFIX) ? bearer : undefined,
  };
}

/** Whether the browser may have sent them by itself, at the wish of another site. */
export const isAmbient = ({ key, project_token }: Credentials): boolean =>
  key === undefined && project_token === undefined;

/** What is judged of a call, as its endpoint or socket declares it. */
export interface Judged {
  /** The endpoint's own, or `known` for everybody whose credentials are good. */
  access: Access | "known";
  reads: boolean;
  signed_in: boolean;
  single_project_keys: boolean;
}
export const judged = (endpoint: Endpoint): Judged => ({
  access: endpoint.access,
  reads: onlyReads(endpoint),
  signed_in: endpoint.signed_in === true,
  single_project_keys: endpoint.single_project_keys === true,
});

/** Judges a call by the ids that it names, for who was identified. @throws UdtError for everyone who may not */
export type Judge = (ids: CallIds) => Promise<Caller>;

/** Decides whether a caller may; knows the users, projects and tests that the HTTP layer does not. */
export interface Authority {
  /**
   * Looks up who calls. What needs no more than that is judged at once; the rest by what this answers, for this call alone:
   * standing may change.
   * @param ip From where.
   * @throws UdtError for everyone who may not
   */
  identify(call: Judged, credentials: Credentials, ip: string): Promise<Judge>;
  /**
   * @param ids The call's own `project`, `project_id`, `test_id` and `device_id`, validated.
   * @throws UdtError for everyone who may not.
   */
  judge(call: Judged, credentials: Credentials, ip: string, ids: CallIds): Promise<Caller>;
}
export interface CallIds {
  project?: string | undefined;
  project_id?: string | undefined;
  test_id?: string | undefined;
  device_id?: string | undefined;
}

/** The ids of a call from its validated parameters and query. */
export function idsOf(params: unknown, query: unknown): CallIds {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const place = (params ?? {}) as Record<string, unknown>;
  return {
    project: text((query as Record<string, unknown> | undefined)?.["project"]),
    project_id: text(place["project_id"]),
    test_id: text(place["test_id"]),
    device_id: text(place["device_id"]),
  };
}
