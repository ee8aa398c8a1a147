import { say } from "@udt/contract";
import * as client from "openid-client";
import type { OauthKind, ProvedPerson, SignInFlow } from "./oauth-kind.ts";
import { failed } from "./provider-call.ts";

export interface OidcSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
  name: string;
}

const TIMEOUT_S = 10;

/** OpenID Connect 1.0's code flow with PKCE, with any provider that has a discovery document. */
export class OidcKind implements OauthKind {
  readonly kind = "oidc";
  readonly issuer: string;
  readonly name: string;
  readonly #settings: OidcSettings;
  #provider: Promise<client.Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
    this.issuer = settings.issuer;
    this.name = settings.name;
  }

  async authUrl(flow: SignInFlow): Promise<string> {
    const provider = await this.#discovered();
    return client.buildAuthorizationUrl(provider, {
      redirect_uri: flow.redirect_uri,
      scope: "openid profile email",
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
    }).href;
  }

  async identify(callback: URL, flow: SignInFlow): Promise<ProvedPerson> {
    const provider = await this.#discovered();
    try {
      const tokens = await client.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("no ID token");
      // Many providers put little into the ID token; the same subject's user info has the rest.
      const info = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      return personOf({ ...claims, ...info, sub: claims.sub });
    } catch (error) {
      throw failed(say("sign_in_not_confirmed"), error);
    }
  }

  /** Asked for once; a provider that was away is asked again by the next sign-in. */
  #discovered(): Promise<client.Configuration> {
    const { issuer, client_id, client_secret } = this.#settings;
    this.#provider ??= client
      .discovery(new URL(issuer), client_id, client_secret, undefined, {
        timeout: TIMEOUT_S,
        // An operator who writes http: means it.
        ...(issuer.startsWith("http:") && { execute: [client.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        this.#provider = undefined;
        throw failed(say("sign_in_unreachable"), error);
      });
    return this.#provider;
  }
}

function personOf(claims: Record<string, unknown> & { sub: string }): ProvedPerson {
  const text = (name: string) => (typeof claims[name] === "string" ? claims[name] : "");
  return {
    subject: claims.sub,
    name: text("name") || text("preferred_username") || text("nickname"),
    verified_email: claims["email_verified"] === true && text("email") !== "" ? text("email") : undefined,
  };
}
