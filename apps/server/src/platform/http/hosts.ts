/**
 * By which names the server may be called. A page of another site can have its own name lead to this server after it was
 * loaded, and its scripts then read our answers as their own site's (DNS rebinding): what they cannot choose is the name.
 */
import { isIP } from "node:net";
import { hostname } from "node:os";

/** Of `name:port`, an address in brackets among them; undefined for what is neither. */
function nameOf(host: string): string | undefined {
  if (!/^[A-Za-z0-9._:[\]-]+$/.test(host)) return undefined;
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, "");
  return name?.endsWith(".") ? name.slice(0, -1) : name;
}

const hostOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).host]);

export class KnownHosts {
  readonly #names: ReadonlySet<string>;
  /** Besides these, addresses and this machine's own names are known: no other site has them. */
  constructor(hosts: readonly string[]) {
    const own = hostname().toLowerCase();
    this.#names = new Set([...hosts.flatMap((host) => nameOf(host) ?? []), own, `${own}.local`]);
  }

  knows(host: string): boolean {
    const name = nameOf(host);
    if (name === undefined) return false;
    return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || this.#names.has(name);
  }
}

/** The names that the settings speak of. */
export const knownHosts = (settings: {
  host: string;
  public_url: string | undefined;
  own_url: string | undefined;
  access: { allowed_hosts: readonly string[] };
  web: { host_languages: Record<string, string> };
}): KnownHosts =>
  new KnownHosts([
    ...hostOf(settings.public_url),
    ...hostOf(settings.own_url),
    settings.host,
    ...settings.access.allowed_hosts,
    ...Object.keys(settings.web.host_languages),
  ]);
