import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { ResourcesService } from "../resources/resources.service.ts";
import type { AssistdService } from "./assistd.service.ts";

export function assistdRoutes(routes: Routes, assistd: AssistdService, resources: ResourcesService): void {
  routes.implement(ENDPOINTS.deviceAppList, ({ params }) =>
    assistd.command(params.test_id, params.device_id, { name: "app_list" }),
  );
  routes.implement(ENDPOINTS.appStart, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "app_start", package_name: body.package_name }),
  );
  routes.implement(ENDPOINTS.appStop, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "app_stop", package_name: body.package_name }),
  );
  routes.implement(ENDPOINTS.appClear, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "app_clear", package_name: body.package_name }),
  );
  routes.implement(ENDPOINTS.screenCapture, async ({ params, query, body }) => {
    const { test_id, device_id } = params;
    const command = { name: "screen_capture" as const, device_id, ...body };
    const { resource_id } = await assistd.command(test_id, device_id, command);
    return resources.get(test_id, device_id, resource_id, query.project);
  });
  routes.implement(ENDPOINTS.foldSet, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "fold_set", folded: body.folded }),
  );
  routes.implement(ENDPOINTS.foldGet, ({ params }) =>
    assistd.command(params.test_id, params.device_id, { name: "fold_get" }),
  );
  routes.implement(ENDPOINTS.elementTree, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "element_tree" }, { isUse: body.is_automatic !== true }),
  );
}
