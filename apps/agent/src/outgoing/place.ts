/** A host as programs and proxies name it: in lower case, an IPv6 address without brackets. */
export const plainHost = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();

/** Where an address of http or https is dialled. */
export const placeOf = ({ hostname, port, protocol }: URL): { host: string; port: number } => ({
  host: plainHost(hostname),
  port: Number(port) || (protocol === "https:" ? 443 : 80),
});
