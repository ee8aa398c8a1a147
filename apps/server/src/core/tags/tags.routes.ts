import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { TagsService } from "./tags.service.ts";

export function tagsRoutes(routes: Routes, tags: TagsService): void {
  routes.implement(ENDPOINTS.tagList, ({ query: { project, ...query } }) => tags.list(project, query));
  routes.implement(ENDPOINTS.tagNames, ({ query: { project, ...query } }) => tags.names(project, query));
  routes.implement(ENDPOINTS.tagGet, ({ query, params }) => tags.get(query.project, params.tag_id));
  routes.implement(ENDPOINTS.tagCreate, (call) =>
    tags.create(actorOf(call), call.query.project, call.body, call.body.position),
  );
  routes.implement(ENDPOINTS.tagUpdate, (call) =>
    tags.update(actorOf(call), call.query.project, call.params.tag_id, call.body),
  );
  routes.implement(ENDPOINTS.tagMove, async (call) => {
    await tags.move(actorOf(call), call.query.project, call.params.tag_id, call.body.position);
    return null;
  });
  routes.implement(ENDPOINTS.tagPick, async (call) => ({
    refused: await tags.pick(actorOf(call), call.query.project, call.params.tag_id, call.body),
  }));
  routes.implement(ENDPOINTS.tagDelete, async (call) => {
    await tags.delete(actorOf(call), call.query.project, call.params.tag_id);
    return null;
  });
  routes.implement(ENDPOINTS.tagPreview, ({ query, body }) => tags.preview(query.project, body));
}
