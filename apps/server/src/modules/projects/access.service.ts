import { UdtError, type Access } from "@udt/contract";
import {
  Caller,
  type Authority,
  type CallerKind,
  type CallerProject,
  type CallerTest,
  type CallerUser,
  type CallIds,
  type Credentials,
  holdsTest,
  type Judge,
} from "../../platform/http/caller.ts";
import { hashSecret } from "../../platform/ids.ts";
import type { UsersService } from "../users/users.service.ts";
import type { ProjectsService } from "./projects.service.ts";

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
  token?: { project_id: string; maker: CallerUser };
}

/** The one place that decides who may. An access that it does not know is refused. */
export class AccessService implements Authority {
  readonly #users: UsersService;
  readonly #projects: ProjectsService;
  readonly #tests: AccessTests;
  readonly #agents: AccessAgents;
  readonly #tokens: ProjectTokens;
  constructor(needs: {
    users: UsersService;
    projects: ProjectsService;
    tests: AccessTests;
    agents: AccessAgents;
    tokens: ProjectTokens;
  }) {
    this.#users = needs.users;
    this.#projects = needs.projects;
    this.#tests = needs.tests;
    this.#agents = needs.agents;
    this.#tokens = needs.tokens;
  }

  async judge(access: Access | "known", credentials: Credentials, ids: CallIds): Promise<Caller> {
    return (await this.identify(access, credentials))(ids);
  }

  async identify(access: Access | "known", credentials: Credentials): Promise<Judge> {
    const always = (caller: Caller) => () => Promise.resolve(caller);
    if (access === "public" || access === "signed") return always(new Caller({}));
    if (access === "agent")
      return always(new Caller({ agent_id: await this.#agents.authenticate(credentials.bearer) }));
    const identity = await this.#identify(credentials);
    const { token, ...known } = identity;
    if (access === "known") return always(new Caller(known));
    if (access === "admin" && !known.user.udt_admin) throw new UdtError("admin_only");
    if (access === "session" || access === "admin") {
      // A project's token is nobody's login.
      if (token) throw new UdtError("need_login");
      return async (ids) => {
        assertAlike(ids);
        return new Caller(known);
      };
    }
    return (ids) => this.#within(access, identity, ids);
  }

  /** A call within a project, which its ids name. */
  async #within(
    access: Exclude<Access, "public" | "signed" | "agent" | "session" | "admin">,
    identity: Identity,
    ids: CallIds,
  ): Promise<Caller> {
    const { token: _, ...known } = identity;
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
      case "observer":
        if (!holds()) require("debug.monitor");
        return caller;
      default:
        throw new Error(`unknown access ${String(access satisfies never)}`);
    }
  }

  /** @throws UdtError need_login, invalid_session */
  async #identify(credentials: Credentials): Promise<Identity> {
    if (credentials.key) return { ...(await this.#users.authenticateKey(credentials.key)), by: "key" };
    if (credentials.project_token === undefined) {
      return { ...(await this.#users.authenticate(credentials.session)), by: "session" };
    }
    const found = await this.#tokens.find(credentials.project_token);
    const maker = found && (await this.#users.active(found.user_id));
    if (!maker) throw new UdtError("invalid_session");
    return {
      user: { ...maker, udt_admin: false, by_token: true },
      session_hash: hashSecret(credentials.project_token),
      by: "token",
      token: { project_id: found.project_id, maker },
    };
  }

  /** A token acts as an ordinary member of its project, as long as who made it is one or may do more. */
  async #standing({ user, token }: Identity, project_id: string): Promise<CallerProject> {
    if (!token) return this.#projects.standing(user, project_id);
    if (token.project_id !== project_id) throw new UdtError("user_not_in_project");
    return this.#projects.standing(token.maker, project_id, true);
  }
}

/** A call whose path names a project is not of another. @throws UdtError project_mismatch */
function assertAlike({ project, project_id }: CallIds): void {
  if (project !== undefined && project_id !== undefined && project !== project_id)
    throw new UdtError("project_mismatch");
}
