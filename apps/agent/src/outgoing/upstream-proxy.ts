/** The proxy that a company's computers go out by, as `HTTP_PROXY` and its kin name it. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { placeOf } from "./place.ts";

export interface UpstreamProxy {
  dial(): Socket;
  /** Who signs in there. */
  headers: Readonly<Record<string, string>>;
}

/** Undefined for what names no HTTP proxy. */
export function upstreamProxy(address: string): UpstreamProxy | undefined {
  const url = URL.parse(/^\w+:\/\//.test(address) ? address : `http://${address}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const isSecure = url.protocol === "https:";
  const { host, port } = placeOf(url);
  const signIn = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    dial: () => (isSecure ? connectSecurely({ host, port, servername: host }) : connect({ host, port })),
    headers: signIn === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(signIn).toString("base64")}` },
  };
}

/** A password with a percent sign of its own, which nobody has encoded, is as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const PATIENCE_MS = 30_000;

/**
 * A connection through the proxy to `target`, `host:port`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-connect
 * @throws Error when the proxy does not lead there
 */
export async function dialProxy({ dial, headers }: UpstreamProxy, target: string): Promise<Socket> {
  const asked = request({
    createConnection: dial,
    method: "CONNECT",
    path: target,
    headers: { ...headers, host: target },
  });
  asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error("the proxy does not answer"))).end();
  const [answer, socket, first] = (await once(asked, "connect")) as [IncomingMessage, Socket, Buffer];
  socket.setTimeout(0);
  if (answer.statusCode !== 200) {
    socket.destroy();
    throw new Error("the proxy does not lead there");
  }
  if (first.length > 0) socket.unshift(first);
  return socket;
}
