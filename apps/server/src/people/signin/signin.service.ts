import { ENDPOINTS, fillPath, LIMITS, UdtError, type ErrorName, type SignInKind, type WebConfig } from "@udt/contract";
import { addressKey } from "../../platform/http/addresses.ts";
import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { refusalOf } from "../../platform/http/answers.ts";
import { hashSecret, newSecret } from "../../platform/ids.ts";
import type { ExternalUsersService } from "../users/external-users.service.ts";
import type { Origin } from "../../platform/http/caller.ts";
import * as flows from "./flows.repository.ts";
import type { OauthKind, SignInFlow } from "./oauth-kind.ts";

const BEGINNINGS_PER_ADDRESS = 100;

export interface SignInDependencies {
  database: Database;
  clock: ServerClock;
  external: ExternalUsersService;
  kinds: readonly OauthKind[];
  /** What browsers call this server, known once it listens; no trailing slash. */
  publicUrl: () => string;
  onError: (error: unknown) => void;
}

/** What came of a way back. The browser is redirected whatever it is, so a refusal is a value. */
export type SignInOutcome =
  | { redirect: string; token: string }
  | { redirect: string; ticket: string }
  | { redirect: string; step: string; refusal: "second_step_needed" }
  | { redirect: string; refusal: ErrorName };

/** Signing in by a provider: out to it and back. */
export class SignInService {
  readonly #needs: SignInDependencies;
  readonly #kinds: ReadonlyMap<SignInKind, OauthKind>;
  readonly #beginnings: Attempts;
  constructor(needs: SignInDependencies) {
    this.#needs = needs;
    this.#kinds = new Map(needs.kinds.map((kind) => [kind.kind, kind]));
    this.#beginnings = new Attempts(needs.clock, BEGINNINGS_PER_ADDRESS);
  }

  /** The buttons of the sign-in page. */
  get buttons(): WebConfig["sign_in"] {
    return this.#needs.kinds.map(({ kind, name }) => ({ kind, name }));
  }

  /**
   * Begins: where the browser goes, and the secret that it keeps meanwhile.
   * @throws UdtError sign_in_kind, sign_in_failed, too_many_attempts
   */
  async begin(
    kind: SignInKind,
    asked: { redirect: string; hand_over: boolean },
    ip: string,
  ): Promise<{ auth_url: string; browser: string }> {
    const { database, clock } = this.#needs;
    const provider = this.#kinds.get(kind);
    if (!provider) throw new UdtError("sign_in_kind", { kind });
    this.#beginnings.take(addressKey(ip));
    const flow = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), redirect_uri: this.#returnTo(kind) };
    const auth_url = await provider.authUrl(flow);
    const browser = newSecret();
    await flows.deleteExpiredFlows(database.db, clock.now());
    await flows.insertFlow(database.db, {
      state_hash: hashSecret(flow.state),
      browser_hash: hashSecret(browser),
      kind,
      nonce: flow.nonce,
      verifier: flow.verifier,
      redirect: asked.redirect,
      hand_over: asked.hand_over,
      expires_at: clock.now() + LIMITS.sign_in_flow_ms,
    });
    return { auth_url, browser };
  }

  /**
   * Ends: judges the way back and asks the provider who it is.
   * @param search The query as the browser sent it.
   * @param browser The secret that {@link begin} gave the browser; without it the answer belongs to somebody else's question.
   */
  async finish(
    kind: SignInKind,
    search: string,
    browser: string | undefined,
    origin: Origin,
    oldToken: string | undefined,
  ): Promise<SignInOutcome> {
    let redirect = "/home";
    try {
      const provider = this.#kinds.get(kind);
      if (!provider) throw new UdtError("sign_in_kind", { kind });
      const callback = new URL(this.#returnTo(kind) + search);
      const state = callback.searchParams.get("state");
      const row =
        state && browser
          ? await flows.takeFlow(
              this.#needs.database.db,
              { state_hash: hashSecret(state), browser_hash: hashSecret(browser), kind },
              this.#needs.clock.now(),
            )
          : undefined;
      if (!row || !state) throw new UdtError("sign_in_state");
      ({ redirect } = row);
      const flow: SignInFlow = { state, nonce: row.nonce, verifier: row.verifier, redirect_uri: this.#returnTo(kind) };
      const person = { kind, issuer: provider.issuer, ...(await provider.identify(callback, flow)) };
      const { external } = this.#needs;
      if (row.hand_over) {
        const { ticket } = await external.issueTicket(await external.resolve(person, origin.ip));
        return { redirect, ticket };
      }
      const done = await external.signIn(person, origin, oldToken);
      return "step" in done
        ? { redirect, step: done.step, refusal: "second_step_needed" }
        : { redirect, token: done.token };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "internal" || refusal.code === "sign_in_failed") this.#needs.onError(error);
      return { redirect, refusal: refusal.code };
    }
  }

  #returnTo(kind: SignInKind): string {
    return this.#needs.publicUrl() + fillPath(ENDPOINTS.signInCallback.path, { kind });
  }
}
