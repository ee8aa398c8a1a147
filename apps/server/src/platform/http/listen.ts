import type { FastifyInstance } from "fastify";
import { see } from "../operations-page.ts";

/** Takes the port. @throws Error with one sentence that names the setting to change */
export async function listen(app: FastifyInstance, settings: { port: number; host: string }): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new Error(`Port ${settings.port} is in use; UDT_PORT chooses another one. ${see("Settings")}`, {
        cause: error,
      });
    }
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new Error(`UDT_HOST ${settings.host} is no address of this machine. ${see("Settings")}`, { cause: error });
    }
    throw error;
  }
}

/** An address as it stands in a URL; one that means every address is reached here by the local one. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
