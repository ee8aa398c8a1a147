import type { IncomingMessage } from "node:http";

/**
 * Whether a page may call here by what no header of its own choice guards: a page of another site can do so with the user's
 * cookie, or by a name that it had lead here, and a browser then names that site in `Origin`. Programs name none.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, "headers">, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
