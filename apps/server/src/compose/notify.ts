import { TOLD_OF } from "../kinds/told.ts";
import { notificationsRoutes } from "../notify/notifications/notifications.routes.ts";
import { NotificationsService } from "../notify/notifications/notifications.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import type { Platform } from "./open-platform.ts";
import type { Part } from "./parts.ts";

/** What people are told outside of the console. It begins to send once the server serves. */
export function startNotify(platform: Platform, { audit }: { audit: AuditService }): Part<NotificationsService> {
  const notifications = new NotificationsService({ ...platform, audit, baseUrl: platform.publicUrl, told: TOLD_OF });
  return {
    service: notifications,
    mount: ({ routes }) => notificationsRoutes(routes, notifications),
    close: () => notifications.close(),
  };
}
