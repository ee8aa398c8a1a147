import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import { actorOf, type Caller } from "../../platform/http/caller.ts";
import type { AdminDevices } from "./admin-devices.service.ts";
import type { DeviceNotesService, NoteCaller } from "./device-notes.service.ts";
import type { DevicePicturesService } from "./device-pictures.service.ts";
import type { Asking, DevicesService } from "./devices.service.ts";

export function adminDevicesRoutes(routes: Routes, all: AdminDevices): void {
  routes.implement(ENDPOINTS.adminDeviceList, ({ caller, query }) => all.list(caller.user.user_id, query));
  routes.implement(ENDPOINTS.adminDeviceGet, ({ caller, params }) => all.get(caller.user.user_id, params.device_id));
}

export function devicesRoutes(routes: Routes, devices: DevicesService, pictures: DevicePicturesService): void {
  routes.implement(ENDPOINTS.deviceList, ({ query, caller }) => devices.list(asking(query, caller), query));
  routes.implement(ENDPOINTS.deviceGet, ({ query, params, caller }) =>
    devices.get(asking(query, caller), params.device_id),
  );
  routes.implement(ENDPOINTS.deviceProfileOutcome, ({ query, params, caller }) =>
    devices.profileOutcome(query.project, params.device_id, asking(query, caller)),
  );
  routes.implement(ENDPOINTS.devicePicture, async ({ query, params, caller, request, reply }) =>
    sendPicture(reply, await pictures.get(asking(query, caller), params.device_id), request.headers["if-none-match"]),
  );
}

const noteCaller = (call: { caller: Caller; request: { ip: string } }): NoteCaller => ({
  ...actorOf(call),
  project: call.caller.project,
});

export function notesRoutes(routes: Routes, notes: DeviceNotesService): void {
  routes.implement(ENDPOINTS.deviceNoteList, (call) => notes.list(noteCaller(call), call.params.device_id));
  routes.implement(ENDPOINTS.deviceNoteCreate, (call) =>
    notes.create(noteCaller(call), call.params.device_id, call.body.text),
  );
  routes.implement(ENDPOINTS.deviceNoteDelete, async (call) => {
    await notes.delete(noteCaller(call), call.params.device_id, call.params.note_id);
    return null;
  });
}

/** It may be somebody's no longer at the next look: browsers keep it, and ask each time. */
function sendPicture(reply: FastifyReply, jpeg: Buffer, known: string | undefined): FastifyReply {
  const etag = `"${createHash("sha256").update(jpeg).digest("base64url")}"`;
  reply
    .type("image/jpeg")
    .header("etag", etag)
    .header("cache-control", "private, no-cache")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox");
  return known === etag ? reply.code(304).send() : reply.send(jpeg);
}

/** A project's token is nobody, and knows of no other project. */
const asking = ({ project }: { project: string }, caller: Caller): Asking => ({
  project_id: project,
  is_member: caller.project.user_type !== 0,
  user_id: caller.by === "token" ? null : caller.user.user_id,
  sees_tags: caller.project.privileges.has("tag.view"),
  is_bound: caller.only_project !== undefined,
  monitors: caller.project.user_type !== 0 && caller.project.privileges.has("debug.monitor"),
});
