import { isIP } from "node:net";

/** Where passkeys work: browsers keep each for one host name, and give it to pages of one origin. */
export interface PasskeyPlace {
  /** WebAuthn's RP ID. */
  rp_id: string;
  origin: string;
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "::1", "localhost"];

/**
 * Follows from what browsers call the server; without a name for it, this machine's own browsers may call it localhost.
 * Undefined where browsers allow no passkeys: an address in place of a name, or http to another machine.
 */
export function passkeyPlace(
  { public_url, host }: { public_url: string | undefined; host: string },
  port: number,
): PasskeyPlace | undefined {
  if (public_url === undefined && !LOOPBACK.includes(host)) return undefined;
  const { protocol, hostname, origin } = new URL(public_url ?? `http://localhost:${port}`);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || (protocol !== "https:" && !isLocal)) return undefined;
  return { rp_id: hostname, origin };
}
