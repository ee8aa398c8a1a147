import { SOCKETS } from "@udt/contract";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { EventsService } from "./events.service.ts";

export function eventsRoutes(sockets: Sockets, events: EventsService): void {
  sockets.implement(SOCKETS.events, ({ caller, query, socket, recheck }) =>
    events.follow({ socket, recheck, project_id: query.project, session_hash: caller.session_hash }, query.after),
  );
}
