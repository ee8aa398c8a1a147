import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { OutOfUseService } from "./out-of-use.service.ts";

export function outOfUseRoutes(routes: Routes, outOfUse: OutOfUseService): void {
  routes.implement(ENDPOINTS.deviceTakeOut, async (call) => {
    await outOfUse.takeOut(actorOf(call), call.query.project, call.params.device_id, call.body.reason);
    return null;
  });
  routes.implement(ENDPOINTS.devicePutBack, async (call) => {
    await outOfUse.putBack(actorOf(call), call.query.project, call.params.device_id);
    return null;
  });
  routes.implement(ENDPOINTS.adminDeviceTakeOut, async (call) => {
    await outOfUse.takeOut(actorOf(call), null, call.params.device_id, call.body.reason);
    return null;
  });
  routes.implement(ENDPOINTS.adminDevicePutBack, async (call) => {
    await outOfUse.putBack(actorOf(call), null, call.params.device_id);
    return null;
  });
}
