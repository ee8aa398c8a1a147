import { UdtError, type Access, type ErrorArgs, type ErrorName } from "@udt/contract";
import {
  Caller,
  type Authority,
  type CallerKey,
  type CallerKind,
  type CallerProject,
  type CallerTest,
  type CallerUser,
  type CallIds,
  type Credentials,
  drivesTest,
  holdsTest,
  type Judge,
  type Judged,
} from "../../platform/http/caller.ts";
import { hashSecret } from "../../platform/ids.ts";
import type { ApiKeysService } from "../users/api-keys.service.ts";
import type { FailedUseReason, FailedUses } from "../users/failed-use.service.ts";
import type { UsersService } from "../users/users.service.ts";
import type { ProjectsService } from "./projects.service.ts";
import { SHOWN_CHARS } from "./tokens.service.ts";

/** What access needs to know of tests and agents; their services answer it. */
export interface AccessTests {
  /** @throws UdtError test_not_found, test_not_in_project, and device_not_found for a device that is no part of it */
  locate(project_id: string, test_id: string, device_id: string | undefined): Promise<CallerTest>;
}
export interface AccessAgents {
  /** The agent with this token. @throws UdtError agent_token */
  authenticate(token: string | undefined): Promise<string>;
}

/** What access needs to know of project tokens. */
export interface ProjectTokens {
  /** The project of a token and who made it. Undefined for one that is not valid, or no longer. */
  find(token: string): Promise<{ project_id: string; user_id: string } | undefined>;
}

/** Who calls; `token` when it is by a project's token, which is good for that project alone. */
interface Identity {
  user: CallerUser;
  session_hash: string;
  by: CallerKind;
  /** From where. */
  ip: string;
  key?: CallerKey;
  token?: { project_id: string; maker: CallerUser; shown: string };
}

/** The one place that decides who may. An access that it does not know is refused. */
export class AccessService implements Authority {
  readonly #users: UsersService;
  readonly #projects: ProjectsService;
  readonly #tests: AccessTests;
  readonly #agents: AccessAgents;
  readonly #tokens: ProjectTokens;
  readonly #keys: ApiKeysService;
  readonly #failedUses: FailedUses;
  constructor(needs: {
    users: UsersService;
    projects: ProjectsService;
    tests: AccessTests;
    agents: AccessAgents;
    tokens: ProjectTokens;
    keys: ApiKeysService;
    failedUses: FailedUses;
  }) {
    this.#users = needs.users;
    this.#projects = needs.projects;
    this.#tests = needs.tests;
    this.#agents = needs.agents;
    this.#tokens = needs.tokens;
    this.#keys = needs.keys;
    this.#failedUses = needs.failedUses;
  }

  async judge(call: Judged, credentials: Credentials, ip: string, ids: CallIds): Promise<Caller> {
    return (await this.identify(call, credentials, ip))(ids);
  }

  async identify(call: Judged, credentials: Credentials, ip: string): Promise<Judge> {
    const { access } = call;
    const always = (caller: Caller) => () => Promise.resolve(caller);
    if (access === "public" || access === "signed") return always(new Caller({}));
    if (access === "agent")
      return always(new Caller({ agent_id: await this.#agents.authenticate(credentials.bearer) }));
    const identity = await this.#identify(credentials, ip);
    const { token, ip: _, ...known } = identity;
    if (access !== "self" && known.user.lacks_second_factor) throw new UdtError("second_factor_required");
    if (access === "known") return always(new Caller(known));
    if (access === "admin" && !known.user.udt_admin) throw new UdtError("admin_only");
    const isWithin = access !== "session" && access !== "self" && access !== "admin";
    // A project's token is nobody's login.
    if (!isWithin && token) return this.#outOfScope(identity, "scope", "need_login");
    if (call.signed_in && identity.by !== "session")
      return this.#outOfScope(identity, "signed_in_only", "signed_in_only");
    if (known.key?.access === "read" && !call.reads) return this.#outOfScope(identity, "read_only", "key_read_only");
    return async (ids) => {
      await this.#mustBeInScope(call, identity, ids);
      if (isWithin) return this.#within(access, identity, ids);
      assertAlike(ids);
      return new Caller(known);
    };
  }

  /**
   * A key of one project is good for calls about that project, and for the few about none that say so.
   * @throws UdtError key_scope
   */
  async #mustBeInScope({ access, single_project_keys }: Judged, identity: Identity, ids: CallIds): Promise<void> {
    const project_id = identity.key?.project_id ?? null;
    if (project_id === null) return;
    const named = [ids.project, ids.project_id].filter((id) => id !== undefined);
    const isOurs = named.length > 0 ? named.every((id) => id === project_id) : single_project_keys;
    if (!isOurs || access === "admin") await this.#outOfScope(identity, "scope", "key_scope", { project_id });
  }

  /** Refuses what a key or a token is not good for, and has the audit log know. @throws UdtError */
  async #outOfScope(
    { user, key, token, ip }: Identity,
    reason: FailedUseReason,
    code: ErrorName,
    args: ErrorArgs = {},
  ): Promise<never> {
    if (key) await this.#keys.noteFailure({ user, key }, ip, reason);
    if (token) {
      const { shown, project_id } = token;
      await this.#failedUses.note({ by: "token", id: shown, target: shown, user, project_id, ip, reason });
    }
    throw new UdtError(code, args);
  }

  /** A call within a project, which its ids name. */
  async #within(
    access: Exclude<Access, "public" | "signed" | "agent" | "session" | "self" | "admin">,
    identity: Identity,
    ids: CallIds,
  ): Promise<Caller> {
    const { token: _token, ip: _ip, ...known } = identity;
    const { user } = known;
    const project_id = ids.project_id ?? ids.project;
    if (project_id === undefined) throw new Error("a call within a project must declare where it names the project");
    assertAlike(ids);
    const project = await this.#standing(identity, project_id);
    const looks = access === "viewer" || (typeof access === "object" && project.privileges.has(access.privilege));
    if (!looks && project.user_type === 0) throw new UdtError("user_not_in_project");
    const test =
      ids.test_id === undefined ? undefined : await this.#tests.locate(project_id, ids.test_id, ids.device_id);
    const caller = new Caller({ ...known, project, ...(test && { test }) });
    const require = (privilege: Parameters<typeof project.privileges.has>[0]) => {
      if (!project.privileges.has(privilege)) throw new UdtError("no_permission", { privilege });
    };
    const holds = () => holdsTest(user, caller.test);
    if (typeof access === "object") {
      require(access.privilege);
      return caller;
    }
    switch (access) {
      case "viewer":
      case "member":
        return caller;
      case "owner":
        if (project.user_type !== 1) throw new UdtError("no_permission", { privilege: "project.owner" });
        return caller;
      case "holder":
        if (!holds()) throw new UdtError("not_holder", { test_id: caller.test.test_id });
        return caller;
      case "driver":
        if (!drivesTest(user, caller.test)) throw new UdtError("not_driver", { test_id: caller.test.test_id });
        if (!holds()) require("debug.monitor");
        return caller;
      case "observer":
        if (!holds()) require("debug.monitor");
        return caller;
      default:
        throw new Error(`unknown access ${String(access satisfies never)}`);
    }
  }

  /** @throws UdtError need_login, invalid_session, key_expired */
  async #identify(credentials: Credentials, ip: string): Promise<Identity> {
    if (credentials.key) return { ...(await this.#keys.authenticate(credentials.key, ip)), by: "key", ip };
    if (credentials.project_token === undefined) {
      return { ...(await this.#users.authenticate(credentials.session)), by: "session", ip };
    }
    const found = await this.#tokens.find(credentials.project_token);
    const maker = found && (await this.#users.active(found.user_id));
    const shown = credentials.project_token.slice(0, SHOWN_CHARS);
    if (!maker) {
      const project_id = found?.project_id ?? "";
      const [id, reason] = found ? [shown, "user" as const] : ["", "unknown" as const];
      await this.#failedUses.note({ by: "token", id, target: `${shown}…`, project_id, ip, reason });
      throw new UdtError("invalid_session");
    }
    return {
      user: { ...maker, udt_admin: false, by_token: true },
      session_hash: hashSecret(credentials.project_token),
      by: "token",
      ip,
      token: { project_id: found.project_id, maker, shown: `${shown}…` },
    };
  }

  /** A token acts as an ordinary member of its project, as long as who made it is one or may do more. */
  async #standing(identity: Identity, project_id: string): Promise<CallerProject> {
    const { user, token } = identity;
    if (!token) return this.#projects.standing(user, project_id);
    if (token.project_id !== project_id) return this.#outOfScope(identity, "scope", "user_not_in_project");
    return this.#projects.standing(token.maker, project_id, true);
  }
}

/** A call whose path names a project is not of another. @throws UdtError project_mismatch */
function assertAlike({ project, project_id }: CallIds): void {
  if (project !== undefined && project_id !== undefined && project !== project_id)
    throw new UdtError("project_mismatch");
}
