import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { AssistdService } from "../assistd/assistd.service.ts";
import type { CameraService } from "./camera.service.ts";

export function cameraRoutes(routes: Routes, camera: CameraService, assistd: AssistdService): void {
  routes.implement(ENDPOINTS.cameraImageList, ({ params }) =>
    // A page asks by itself what there is, which is no use of the device by anybody.
    assistd.command(params.test_id, params.device_id, { name: "camera_image_list" }, { isUse: false }),
  );
  routes.implement(ENDPOINTS.cameraImageSet, async ({ params, body: { image, ...place }, recheck }) =>
    camera.set({ ...params, recheck }, place, new Uint8Array(await image.arrayBuffer())),
  );
  routes.implement(ENDPOINTS.cameraImageRemove, ({ params, query: { type, image_index } }) =>
    assistd.command(params.test_id, params.device_id, { name: "camera_image_remove", type, image_index }),
  );
}
