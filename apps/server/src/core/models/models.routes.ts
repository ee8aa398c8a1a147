import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { sendImage } from "../../platform/http/sent-image.ts";
import type { ModelsService } from "./models.service.ts";

export function modelsRoutes(routes: Routes, models: ModelsService): void {
  routes.implement(ENDPOINTS.adminModelList, ({ query }) => models.list(query));
  routes.implement(ENDPOINTS.adminModelGet, ({ params }) => models.get(params.model_id));
  routes.implement(ENDPOINTS.adminModelUpdate, (call) => models.update(actorOf(call), call.params.model_id, call.body));
  routes.implement(ENDPOINTS.adminModelPicturePut, (call) =>
    models.putPicture(actorOf(call), call.params.model_id, call.body),
  );
  routes.implement(ENDPOINTS.adminModelPictureDelete, (call) =>
    models.deletePicture(actorOf(call), call.params.model_id),
  );
  routes.implement(ENDPOINTS.adminModelPicture, async ({ params, reply }) =>
    sendImage(reply, await models.openPicture(null, params.model_id)),
  );
  routes.implement(ENDPOINTS.modelPicture, async ({ params, query, reply }) =>
    sendImage(reply, await models.openPicture(query.project, params.model_id)),
  );
}
