import { SOCKETS } from "@udt/contract";
import type { Caller } from "../../platform/http/caller.ts";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { EventsService } from "./events.service.ts";

export function eventsRoutes(sockets: Sockets, events: EventsService): void {
  sockets.implement(SOCKETS.events, ({ caller, query, socket, recheck }) =>
    events.follow({ socket, recheck, ...who(caller), project_id: query.project }, query.after),
  );
  sockets.implement(SOCKETS.ownEvents, ({ caller, query, socket, recheck }) =>
    events.follow({ socket, recheck, ...who(caller), project_id: undefined }, query.after),
  );
}

/** A project's token is nobody, and what a key of one project hears of its user could be about another. */
const who = ({ user, by, only_project, session_hash }: Caller) => ({
  user_id: by === "token" || only_project !== undefined ? undefined : user.user_id,
  session_hash,
});
