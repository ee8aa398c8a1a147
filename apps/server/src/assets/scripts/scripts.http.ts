/** Script repositories as git clones, fetches and pushes them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UdtError } from "@udt/contract";
import { GitHandOut, type GitService } from "../../platform/git-http.ts";
import {
  credentialsOf,
  PROJECT_TOKEN_PREFIX,
  type Authority,
  type Caller,
  type Credentials,
} from "../../platform/http/caller.ts";
import type { CountCall } from "../../platform/http/call-limits.ts";
import { REFS_SHOWN, type ScriptPushes } from "./script-pushes.ts";
import { folderOf } from "./script-places.ts";
import type { ScriptSources } from "./script-sources.service.ts";
import type { ScriptsService } from "./scripts.service.ts";

const HAND_OUT_MS = 30 * 60_000;

interface Place {
  project: string;
  repo: string;
}

export interface ScriptsHttpNeeds {
  scripts: ScriptsService;
  pushes: ScriptPushes;
  sources: ScriptSources;
  blob_folder: string;
}

/** By its own routes: git speaks no JSON, and signs in by HTTP Basic alone. */
export class ScriptsHttp {
  readonly #needs: ScriptsHttpNeeds;
  readonly #handOut = new GitHandOut(HAND_OUT_MS);
  constructor(needs: ScriptsHttpNeeds) {
    this.#needs = needs;
  }

  /** Puts the calls of git on `app`, which takes its bodies already. */
  mount(app: FastifyInstance, { authority, count }: { authority: Authority; count: CountCall }): void {
    const { pushes } = this.#needs;
    const letIn = (access: "read" | "write") => async (request: FastifyRequest, reply: FastifyReply) => {
      count(request);
      request.git_caller = await this.#letIn(authority, access, request, reply);
    };
    app.decorateRequest("git_caller");
    const byService = async (request: FastifyRequest, reply: FastifyReply) => {
      const { service } = request.query as { service?: string };
      // Without the service it would be git's old protocol of plain files.
      if (service !== "git-upload-pack" && service !== "git-receive-pack") throw new UdtError("route_not_found");
      await letIn(service === "git-receive-pack" ? "write" : "read")(request, reply);
    };
    app.get<{ Params: Place; Querystring: { service: GitService } }>(
      "/git/:project/:repo/info/refs",
      { onRequest: byService },
      async (request, reply) => {
        const { folder } = await this.#find(request.params);
        return this.#handOut.advertise(request, reply, request.query.service, shown(request, folder));
      },
    );
    app.post<{ Params: Place }>(
      "/git/:project/:repo/git-upload-pack",
      { onRequest: letIn("read") },
      async (request, reply) => {
        const { folder } = await this.#find(request.params);
        return this.#handOut.uploadPack(request, reply, shown(request, folder));
      },
    );
    app.post<{ Params: Place }>(
      "/git/:project/:repo/git-receive-pack",
      { onRequest: letIn("write") },
      async (request, reply) => {
        const { repository } = await this.#find(request.params);
        const { user } = request.git_caller as Caller;
        return pushes.receive({ user, ip: request.ip }, repository, request, reply);
      },
    );
  }

  /** @throws UdtError for everybody who may not */
  async #letIn(
    authority: Authority,
    access: "read" | "write",
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller | undefined> {
    const { project, repo } = request.params as Place;
    const given = credentialsIn(request);
    // An agent that reads a case library, for as long as that takes.
    if (access === "read" && given.key && this.#needs.sources.opens(given.key.secret_key, `/git/${project}/${repo}`))
      return undefined;
    const needed = access === "write" ? ("member" as const) : ({ privilege: "case.view" } as const);
    const call = { access: needed, reads: access === "read", signed_in: false, single_project_keys: false };
    try {
      return await authority.judge(call, given, request.ip, { project });
    } catch (error) {
      // Git asks its user then, and not before.
      reply.header("www-authenticate", 'Basic realm="UDT", charset="UTF-8"');
      throw error;
    }
  }

  /** @throws UdtError script_repository_not_found */
  async #find({ project, repo }: Place) {
    const repo_id = repo.endsWith(".git") ? repo.slice(0, -4) : "";
    const repository = await this.#needs.scripts.own(project, repo_id);
    return { repository, folder: folderOf(this.#needs.blob_folder, repo_id) };
  }
}

/** Branches and tags of a repository, to whoever asks: agents are told apart by where they are. */
const shown = ({ git_caller, ip }: FastifyRequest, folder: string) => ({
  folder,
  settings: REFS_SHOWN,
  asker: git_caller?.user?.user_id ?? ip,
});

/** A cookie says nothing here. A project's token is a password, whoever the user is called. */
function credentialsIn({ headers }: FastifyRequest): Credentials {
  const { key } = credentialsOf(headers, "");
  const token = key?.secret_key.startsWith(PROJECT_TOKEN_PREFIX) ? key.secret_key : undefined;
  return { session: undefined, bearer: undefined, key: token === undefined ? key : undefined, project_token: token };
}

declare module "fastify" {
  interface FastifyRequest {
    git_caller?: Caller | undefined;
  }
}
