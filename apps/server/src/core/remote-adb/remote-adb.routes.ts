import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { RemoteAdbOf, RemoteAdbService } from "./remote-adb.service.ts";

const ofCall = ({
  params,
  query,
}: {
  params: { test_id: string; device_id: string };
  query: { project: string };
}): RemoteAdbOf => ({ ...params, project_id: query.project });

export function remoteAdbRoutes(routes: Routes, adb: RemoteAdbService): void {
  routes.implement(ENDPOINTS.remoteAdbGet, (call) => adb.get(ofCall(call)));
  routes.implement(ENDPOINTS.remoteAdbOpen, (call) =>
    adb.open(ofCall(call), {
      actor: actorOf(call),
      session_hash: call.caller.session_hash,
      recheck: call.recheck,
    }),
  );
  routes.implement(ENDPOINTS.remoteAdbClose, (call) => adb.close(ofCall(call), actorOf(call)));
  routes.implement(ENDPOINTS.remoteAdbAnswer, (call) =>
    adb.answer(ofCall(call), actorOf(call), call.body.key_id, call.body.allow),
  );
  routes.implement(ENDPOINTS.adbKeyList, async ({ caller }) => ({ list: await adb.keys(caller.user.user_id) }));
  routes.implement(ENDPOINTS.adbKeyRemove, async (call) => {
    await adb.removeKey(actorOf(call), call.params.key_id);
    return null;
  });
}
