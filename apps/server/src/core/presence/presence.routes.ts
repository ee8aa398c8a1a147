import type { IncomingMessage } from "node:http";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { PresenceService } from "./presence.service.ts";

/** @param address What the server is called: its public URL if it has one, and the path that it is served below; and who calls. */
export function presenceRoutes(
  routes: Routes,
  sockets: Sockets,
  presence: PresenceService,
  address: { public_url: string | undefined; base_path: string; ipOf: (request: IncomingMessage) => string },
): void {
  routes.implement(ENDPOINTS.agentRevoke, async ({ caller, params, request }) => {
    await presence.revoke(params.agent_id, { user: caller.user, ip: request.ip });
    return null;
  });
  sockets.implement(SOCKETS.agentLink, ({ caller, socket, request }) => {
    const { host = "localhost" } = request.headers;
    // An agent that dialled the public name came through whatever encrypts there.
    const publicUrl = address.public_url === undefined ? undefined : new URL(address.public_url);
    const scheme = publicUrl?.host === host && publicUrl.protocol === "https:" ? "wss" : "ws";
    const serverUrl = `${scheme}://${host}${address.base_path}`;
    presence.connect(caller.agent_id, socket, { ip: address.ipOf(request), serverUrl });
  });
}
