import { config } from "../config/index.ts";
import { isEmbedded } from "../embed/index.ts";

/** Why a page cannot have passkeys. */
export type PasskeysMissing = "elsewhere" | "insecure" | "address" | "frame" | "browser";

/**
 * Why this page cannot have passkeys, if so: browsers keep them for one name of the server, and give them to secure pages
 * alone.
 * - `elsewhere`: the server has an address at which they work, and this page was not loaded from it
 * - `address`: it has none; its pages are secure, but it is called by an IP address
 */
export function passkeysMissing(): PasskeysMissing | undefined {
  const { passkey_origin } = config();
  if (passkey_origin !== "" && passkey_origin !== window.location.origin) return "elsewhere";
  if (!window.isSecureContext) return "insecure";
  if (passkey_origin === "") return "address";
  if (isEmbedded()) return "frame";
  return "PublicKeyCredential" in window ? undefined : "browser";
}

/** This very page where passkeys work. */
export const pageWithPasskeys = (): string =>
  config().passkey_origin + window.location.pathname + window.location.search;
