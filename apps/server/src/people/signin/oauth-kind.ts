import type { SignInKind } from "@udt/contract";

/** What one sign-in under way knows, from its beginning to its way back. */
export interface SignInFlow {
  /** Comes back with the browser: ties the answer to the question. */
  state: string;
  /** Comes back within the provider's own word, where the kind has one. */
  nonce: string;
  /** PKCE's code verifier; kinds without PKCE leave it. */
  verifier: string;
  /** Where the provider sends the browser back to. */
  redirect_uri: string;
}

/** Who somebody is at a provider. */
export interface ProvedPerson {
  /** Unique within `issuer` for ever. */
  subject: string;
  name: string;
  /** Only when the provider says that it verified it. */
  verified_email: string | undefined;
}

/** A way to sign in that proves who somebody is elsewhere. Everything that differs between providers is behind it. */
export interface OauthKind {
  readonly kind: SignInKind;
  /** What subjects are unique within: another issuer's equal subject is somebody else. */
  readonly issuer: string;
  /** What the button says; empty for the console's own word. */
  readonly name: string;
  /** Where the browser goes. @throws UdtError sign_in_failed */
  authUrl(flow: SignInFlow): Promise<string>;
  /**
   * Who came back, asked of the provider itself.
   * @param callback The full address that the browser was sent to, whose `state` has been judged.
   * @throws UdtError sign_in_failed
   */
  identify(callback: URL, flow: SignInFlow): Promise<ProvedPerson>;
}
