import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { Sockets } from "../../platform/http/sockets.ts";
import type { StreamsService } from "../streams/streams.service.ts";
import type { ControlOf, ControlService } from "./control.service.ts";
import type { WatchLinksService } from "./watch-links.service.ts";

const ofCall = ({ params, query }: { params: { test_id: string }; query: { project: string } }): ControlOf => ({
  test_id: params.test_id,
  project_id: query.project,
});

export function controlRoutes(routes: Routes, control: ControlService): void {
  routes.implement(ENDPOINTS.controlGive, (call) => control.give(ofCall(call), actorOf(call), call.body));
  routes.implement(ENDPOINTS.controlTakeBack, (call) => control.takeBack(ofCall(call), actorOf(call)));
  routes.implement(ENDPOINTS.controlTakeFrom, (call) =>
    control.takeBack(ofCall(call), actorOf(call), call.params.user_id),
  );
  routes.implement(ENDPOINTS.controlAsk, async (call) => {
    await control.ask(ofCall(call), actorOf(call));
    return null;
  });
  routes.implement(ENDPOINTS.controlDecline, async (call) => {
    await control.decline(ofCall(call), actorOf(call), call.params.user_id);
    return null;
  });
  routes.implement(ENDPOINTS.controlLeave, (call) => control.leave(ofCall(call), actorOf(call)));
}

export function watchLinksRoutes(routes: Routes, links: WatchLinksService): void {
  routes.implement(ENDPOINTS.watchLinkList, ({ params }) => links.list(params.test_id));
  routes.implement(ENDPOINTS.watchLinkCreate, (call) => links.create(ofCall(call), actorOf(call), call.body.hours));
  routes.implement(ENDPOINTS.watchLinkRevoke, async (call) => {
    await links.revoke({ ...ofCall(call), link_id: call.params.link_id }, actorOf(call));
    return null;
  });
  routes.implement(ENDPOINTS.watchGet, ({ params, request }) => links.get(params.token, request.ip));
}

export function watchSocket(sockets: Sockets, links: WatchLinksService, streams: StreamsService): void {
  sockets.implement(SOCKETS.watch, async ({ params: { token }, query, socket }) =>
    streams.watch({
      ...(await links.open(token)),
      recheck: () => links.recheck(token),
      profile: query.profile,
      browser: socket,
    }),
  );
}
