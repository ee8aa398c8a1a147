/** Who calls, by address: the socket's, or what a proxy that is believed says of it. */
import type { IncomingMessage } from "node:http";
import { type BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { listOf } from "../outbound.ts";

/** An IPv4 address that came in IPv6's clothes, as itself. */
const plain = (address: string): string => {
  const inner = address.toLowerCase().startsWith("::ffff:") ? address.slice(7) : "";
  return isIPv4(inner) ? inner : address;
};

export class TrustedProxies {
  readonly #list: BlockList;
  /** @param ranges Addresses and ranges, such as `10.0.0.0/8`; see `addressRange`. */
  constructor(ranges: readonly string[]) {
    this.#list = listOf(ranges);
  }

  trusts(given: string): boolean {
    const address = plain(given);
    const version = isIP(address);
    return version !== 0 && this.#list.check(address, version === 4 ? "ipv4" : "ipv6");
  }

  /** What the caller called this server: its `Host`, and by the word of a trusted proxy what that was called. */
  hostsOf({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string[] {
    const forwarded = [headers["x-forwarded-host"] ?? []].flat().join(",").split(",").at(-1)?.trim() ?? "";
    const isTold = forwarded !== "" && this.trusts(socket.remoteAddress ?? "");
    return [headers.host ?? "", ...(isTold ? [forwarded] : [])];
  }

  /**
   * The address of who called: the nearest one that is no trusted proxy's. What stands further to the left of
   * `X-Forwarded-For` the caller may have written, and what is no address says nothing.
   */
  clientOf({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
    let client = plain(socket.remoteAddress ?? "");
    const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    while (this.trusts(client)) {
      const before = plain(withoutPort(forwarded.pop()?.trim() ?? ""));
      // A zone is the proxy's, and any text.
      if (isIP(before) === 0 || before.includes("%")) return client;
      client = before;
    }
    return client;
  }
}

/** Whether the call came from this machine, and through no proxy, whose other callers would seem to be here too. */
export const isLocal = ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): boolean => {
  const address = plain(socket.remoteAddress ?? "");
  const isHere = address === "::1" || (isIPv4(address) && address.startsWith("127."));
  return isHere && !["x-forwarded-for", "x-forwarded-host", "forwarded", "via"].some((name) => name in headers);
};

/** Some proxies write the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  isIP(address) === 0
    ? (/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address)
    : address;

/** What tries are counted by: who has one IPv6 address has the 2^64 beside it too. */
export function addressKey(given: string): string {
  const ip = plain(withoutPort(given));
  // What a proxy wrote that is no address is one for all, so that nobody gets a new one by writing another.
  if (isIP(ip) === 0) return "unknown";
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").split("::");
  const groups = (part: string) => part.split(":").filter((each) => each !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const four = [...first, ...zeros, ...last].slice(0, 4).map((each) => Number.parseInt(each, 16).toString(16));
  return `${four.join(":")}::/64`;
}
