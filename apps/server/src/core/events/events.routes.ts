import { SOCKETS } from "@udt/contract";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { EventsService } from "./events.service.ts";

export function eventsRoutes(sockets: Sockets, events: EventsService): void {
  sockets.implement(SOCKETS.events, ({ caller: { user, session_hash }, query, socket, recheck }) =>
    events.follow({ socket, recheck, user_id: user.user_id, project_id: query.project, session_hash }, query.after),
  );
  sockets.implement(SOCKETS.ownEvents, ({ caller: { user, session_hash }, query, socket, recheck }) =>
    events.follow({ socket, recheck, user_id: user.user_id, project_id: undefined, session_hash }, query.after),
  );
}
