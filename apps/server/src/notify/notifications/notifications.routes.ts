import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { NotificationsService } from "./notifications.service.ts";

export function notificationsRoutes(routes: Routes, notifications: NotificationsService): void {
  const { channels, triggers } = notifications;
  routes.implement(ENDPOINTS.channelList, ({ query, body }) => channels.list(query.project, body));
  routes.implement(ENDPOINTS.channelCreate, (call) => channels.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.channelUpdate, (call) =>
    channels.update(actorOf(call), call.query.project, call.params.id, call.body),
  );
  routes.implement(ENDPOINTS.channelDelete, async (call) => {
    await channels.delete(actorOf(call), call.query.project, call.params.id);
    return null;
  });
  routes.implement(ENDPOINTS.channelTest, (call) =>
    notifications.test(actorOf(call), call.query.project, call.params.id),
  );
  routes.implement(ENDPOINTS.deliveryList, ({ query }) => notifications.list(query.project, query));
  routes.implement(ENDPOINTS.deliveryRetry, (call) =>
    notifications.retry(actorOf(call), call.query.project, call.params.delivery_id),
  );
  routes.implement(ENDPOINTS.triggerList, ({ query }) => triggers.list(query.project, query));
  routes.implement(ENDPOINTS.triggerCreate, (call) => triggers.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.triggerUpdate, (call) =>
    triggers.update(actorOf(call), call.query.project, call.params.id, call.body),
  );
  routes.implement(ENDPOINTS.triggerDelete, async (call) => {
    await triggers.delete(actorOf(call), call.query.project, call.params.id);
    return null;
  });
}
