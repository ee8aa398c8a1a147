/**
 * The one way by which the server calls an address that a user gave: webhooks, git hosts, pictures. It resolves the name,
 * refuses what is not on the public internet unless the operator allowed it, and dials exactly the addresses that it
 * checked, so that a name that changes its mind in between gains nothing.
 */
import { must } from "@udt/base";
import { type Said, SaidError, say } from "@udt/contract";
import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";

/** Why a call did not happen or did not end. `reason` is for people and names no secret. */
export class OutboundError extends SaidError {
  /** `refused`: by this guard, and so it will be the next time. The others may pass. */
  readonly kind: "refused" | "unresolved" | "unreachable" | "timeout" | "too_large";
  /** What is particular about it: a host, or the system's code. */
  readonly detail: string;
  constructor(kind: OutboundError["kind"], said: Said, detail: string, options?: ErrorOptions) {
    super(said, options);
    this.kind = kind;
    this.detail = detail;
  }
}

export interface CheckedTarget {
  url: URL;
  /** What may be dialled for it: every address of its name. */
  addresses: [CheckedAddress, ...CheckedAddress[]];
}
interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

export interface OutboundRequest {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** From the first look-up to the last byte. */
  timeoutMs: number;
  /** An answer with more is refused. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface Outbound {
  /** Looks a target up for callers that dial by other means (git): they must dial one of these addresses. @throws OutboundError */
  check(url: string, timeoutMs: number): Promise<CheckedTarget>;
  /** From now on these may be called too, besides what the operator gave: host names, addresses and CIDR ranges. */
  allow(more: readonly string[]): void;
  /** One request, http or https. A redirect is an answer like any other: it is not followed. @throws OutboundError */
  request(url: string, options: OutboundRequest): Promise<OutboundAnswer>;
}

/** IANA's special-purpose registry: https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Of IPv6 only this is handed out; what is outside (loopback, link-local, IPv4 in disguise …) is never public. */
const PUBLIC_V6 = ["2000::/3"];
/** Within it: Teredo and other protocol space, documentation, and 6to4, which carries any IPv4 address. */
const NOT_PUBLIC_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/** A list of `address` and `address/bits`. Undefined for what is neither. */
export function addressRange(text: string): { address: string; bits: number; family: "ipv4" | "ipv6" } | undefined {
  const [, address = "", given] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const width = version === 4 ? 32 : 128;
  const bits = given === undefined ? width : Number(given);
  return bits > width ? undefined : { address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

/** @param ranges of {@link addressRange} @throws Error for what is none */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, family } = must(addressRange(range), `range of addresses in ${range}`);
    list.addSubnet(address, bits, family);
  }
  return list;
}

const notPublicV4 = listOf(NOT_PUBLIC_V4);
const publicV6 = listOf(PUBLIC_V6);
const notPublicV6 = listOf(NOT_PUBLIC_V6);

const isPublic = (address: string, family: 4 | 6): boolean =>
  family === 4
    ? !notPublicV4.check(address, "ipv4")
    : publicV6.check(address, "ipv6") && !notPublicV6.check(address, "ipv6");

/** What a list of host names, addresses and CIDR ranges lets pass. */
const passesOf = (list: readonly string[]) => ({
  // Apart: a list of both takes IPv4 for part of IPv6, and `::/0` for everything.
  ranges: {
    4: listOf(list.filter((each) => addressRange(each)?.family === "ipv4")),
    6: listOf(list.filter((each) => addressRange(each)?.family === "ipv6")),
  },
  names: new Set(list.filter((each) => addressRange(each) === undefined).map((each) => each.toLowerCase())),
});

/** @param given Host names, addresses and CIDR ranges that may be called although they are not public (`UDT_OUTBOUND_ALLOW`). */
export function outboundGuard(given: readonly string[]): Outbound {
  let passes = passesOf(given);

  async function check(text: string, timeoutMs: number): Promise<CheckedTarget> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !["http:", "https:"].includes(url.protocol)) {
      throw new OutboundError("refused", say("outbound_not_http"), "");
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = await resolveAll(host, timeoutMs);
    const isFree = passes.names.has(host.toLowerCase());
    for (const { address, family } of addresses) {
      if (isFree || isPublic(address, family) || passes.ranges[family].check(address, `ipv${family}`)) continue;
      throw new OutboundError("refused", say("outbound_not_allowed", { host }), host);
    }
    return { url, addresses };
  }

  return {
    check,
    allow(more) {
      passes = passesOf([...given, ...more]);
    },
    async request(text, options) {
      const deadline = Date.now() + options.timeoutMs;
      const target = await check(text, options.timeoutMs);
      return send(target, { ...options, timeoutMs: Math.max(1, deadline - Date.now()) });
    },
  };
}

async function resolveAll(host: string, timeoutMs: number): Promise<CheckedTarget["addresses"]> {
  const version = isIP(host);
  if (version !== 0) return [{ address: host, family: version === 4 ? 4 : 6 }];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutboundError("timeout", say("outbound_not_found_in_time", { host }), host)),
      timeoutMs,
    );
  });
  try {
    const found = await Promise.race([lookup(host, { all: true, verbatim: true }), late]);
    const [first, ...others] = found.map(({ address, family }): CheckedAddress => ({
      address,
      family: family === 6 ? 6 : 4,
    }));
    if (!first) throw new OutboundError("unresolved", say("outbound_no_address", { host }), host);
    return [first, ...others];
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError("unresolved", say("outbound_no_address", { host }), host, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function send({ url, addresses }: CheckedTarget, options: OutboundRequest): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const call = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method: options.method,
    headers: {
      ...options.headers,
      ...(options.body !== undefined && { "content-length": Buffer.byteLength(options.body) }),
    },
    // A connection of its own, to what was checked: a kept one could lead elsewhere.
    agent: false,
    lookup: (_host, wanted, done) => {
      if (wanted.all) done(null, addresses);
      else done(null, addresses[0].address, addresses[0].family);
    },
  });
  const fail = (error: Error) => {
    call.destroy();
    reject(error);
  };
  const timer = setTimeout(
    () => fail(new OutboundError("timeout", say("outbound_no_answer", { host: url.host }), url.host)),
    options.timeoutMs,
  );
  const onAbort = () => fail(new OutboundError("unreachable", say("called_off"), ""));
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  call.on("error", (error: NodeJS.ErrnoException) => {
    const code = error.code ?? error.message;
    fail(
      new OutboundError("unreachable", say("outbound_unreachable", { host: url.host }, code), code, { cause: error }),
    );
  });
  call.on("response", (response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    response.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > options.maxBytes)
        fail(new OutboundError("too_large", say("outbound_too_much", { host: url.host }), url.host));
      else pieces.push(piece);
    });
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
    );
    response.on("error", (error) =>
      fail(new OutboundError("unreachable", say("outbound_broke_off", { host: url.host }), url.host, { cause: error })),
    );
  });
  call.end(options.body);
  return promise.finally(() => {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
  });
}
