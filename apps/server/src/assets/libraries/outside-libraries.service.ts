/** Libraries whose repository somebody else keeps, and how one is let in there. */
import { UdtError, type Refused, type RepositoryAuth } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import { OutboundError, type CheckedTarget, type Outbound } from "../../platform/outbound.ts";
import type { OutsideSource, OutsideSources } from "../scripts/outside-mirrors.service.ts";
import type { CredentialsService } from "./credentials.service.ts";
import * as repository from "./libraries.repository.ts";
import { assertBranch, readRefs, type BasicAuth, type Refs } from "./repository-refs.ts";

/** Any will do where a token stands for its user: https://docs.github.com/en/get-started/git-basics/about-remote-repositories */
const TOKEN_USERNAME = "oauth2";
const TARGET_TIMEOUT_MS = 10_000;
export const tokenPlace = (library_id: string) => `library/${library_id}/token`;

interface Needs {
  database: Database;
  secrets: SecretBox;
  outbound: Outbound;
  credentials: CredentialsService;
}

export class OutsideLibraries implements OutsideSources {
  readonly #needs: Needs;
  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** @throws UdtError credential_not_found */
  async authOf(project_id: string, auth: RepositoryAuth): Promise<BasicAuth | undefined> {
    if (auth.kind === "none") return undefined;
    if (auth.kind === "token") return { username: TOKEN_USERNAME, password: auth.token };
    return this.#needs.credentials.open(project_id, auth.credential_id);
  }

  /** @throws UdtError credential_not_found */
  async authOfLibrary(library: repository.LibraryRow): Promise<BasicAuth | undefined> {
    const { project_id, library_id, token, credential_id } = library;
    if (token !== null)
      return { username: TOKEN_USERNAME, password: this.#needs.secrets.open(token, tokenPlace(library_id)) };
    return credential_id === null ? undefined : this.#needs.credentials.open(project_id, credential_id);
  }

  async find(project_id: string, library_id: string): Promise<OutsideSource | undefined> {
    const found = await repository.findLibrary(this.#needs.database.db, project_id, library_id);
    if (!found) throw new UdtError("library_not_found", { library_id });
    const { name, url, is_builtin } = found.library;
    if (is_builtin) throw new UdtError("library_builtin", { name });
    if (url.startsWith("/")) return undefined;
    return { library_id, name, url, auth: await this.authOfLibrary(found.library) };
  }

  async refs({ url, auth }: OutsideSource): Promise<Refs> {
    const refs = await readRefs(this.#needs.outbound, url, auth);
    assertBranch(refs, "");
    return refs;
  }

  async target({ url }: OutsideSource): Promise<CheckedTarget> {
    try {
      return await this.#needs.outbound.check(url, TARGET_TIMEOUT_MS);
    } catch (error) {
      if (error instanceof OutboundError)
        throw new UdtError("repository_check_failed", { reason: error.said }, { cause: error });
      throw error;
    }
  }

  async pushRefusal({ url, auth }: OutsideSource): Promise<Refused | null | undefined> {
    try {
      await readRefs(this.#needs.outbound, url, auth, "git-receive-pack");
      return null;
    } catch (error) {
      if (!(error instanceof UdtError)) throw error;
      // A host that is down for a while says nothing of who may push.
      return error.code === "repository_auth_required" ? { code: error.code, args: error.args } : undefined;
    }
  }
}
