/** How the certificate of an https address looks to who dials it. */
import { isIP } from "node:net";
import { connect, createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { say, type Said } from "@udt/contract";

export interface SeenCertificate {
  address: string;
  /** Null when none was shown. */
  expires_at: number | null;
  /** Why browsers would not take it, or why it could not be seen. */
  fault: Said | null;
}

/** What a URL is dialled at: `udt.example.com:443`. */
export const addressOf = ({ host, port }: URL): string => (port === "" ? `${host}:443` : host);

let trust: { lists: readonly (readonly string[])[]; context: SecureContext } | undefined;

/**
 * The authorities that Node and this system trust, each once. Reading their hundreds of certificates blocks the process
 * for longer than a handshake takes, so they are kept for as long as Node has the same lists, which it reads once itself.
 */
export function trusted(): SecureContext {
  const lists = [getCACertificates("default"), getCACertificates("system")];
  if (!trust?.lists.every((list, index) => list === lists[index])) {
    trust = { lists, context: createSecureContext({ ca: [...new Set(lists.flat())] }) };
  }
  return trust.context;
}

/**
 * Shakes hands and hangs up. The address is the operator's own setting, so that it may lead anywhere. Who is trusted by
 * this system is trusted here, as by the browsers of a company with an authority of its own.
 */
export function seeCertificate(
  url: URL,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<SeenCertificate> {
  const address = addressOf(url);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve } = Promise.withResolvers<SeenCertificate>();
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: trusted(),
    // What is wrong with it is what we want to know; nothing is sent.
    rejectUnauthorized: false,
  });
  const unseen = (why: string) =>
    resolve({ address, expires_at: null, fault: say("alert_certificate_unseen", { address }, why) });
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const onAbort = () => unseen("ETIMEDOUT");
  deadline.addEventListener("abort", onAbort, { once: true });
  socket.on("error", (error: NodeJS.ErrnoException) => unseen(error.code ?? error.message));
  socket.on("close", () => unseen("ECONNRESET"));
  socket.on("secureConnect", () => {
    const expires_at = socket.getPeerX509Certificate()?.validToDate.getTime() ?? null;
    // Declared as an error, and in truth a code.
    const why = String(socket.authorizationError);
    resolve({
      address,
      expires_at,
      fault: socket.authorized ? null : say("alert_certificate_refused", { address }, why),
    });
  });
  return promise.finally(() => {
    deadline.removeEventListener("abort", onAbort);
    socket.destroy();
  });
}
