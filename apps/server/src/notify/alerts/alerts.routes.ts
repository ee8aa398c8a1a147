import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { NotificationsService } from "../notifications/notifications.service.ts";
import type { AlertsService } from "./alerts.service.ts";

/** Its channels are those of no project. */
const OWNER = null;

export function alertsRoutes(routes: Routes, alerts: AlertsService, notifications: NotificationsService): void {
  const { channels } = notifications;
  routes.implement(ENDPOINTS.alertList, ({ query }) => alerts.list(query));
  routes.implement(ENDPOINTS.alertChannelList, ({ query }) => channels.list(OWNER, { ...query, kind: query.kind }));
  routes.implement(ENDPOINTS.alertChannelCreate, (call) => channels.create(actorOf(call), OWNER, call.body));
  routes.implement(ENDPOINTS.alertChannelUpdate, (call) =>
    channels.update(actorOf(call), OWNER, call.params.id, call.body),
  );
  routes.implement(ENDPOINTS.alertChannelDelete, async (call) => {
    await channels.delete(actorOf(call), OWNER, call.params.id);
    return null;
  });
  routes.implement(ENDPOINTS.alertChannelTest, (call) => notifications.test(actorOf(call), OWNER, call.params.id));
  routes.implement(ENDPOINTS.alertDeliveryList, ({ query }) => notifications.list(OWNER, query));
  routes.implement(ENDPOINTS.alertDeliveryRetry, (call) =>
    notifications.retry(actorOf(call), OWNER, call.params.delivery_id),
  );
}
