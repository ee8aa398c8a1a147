import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { CredentialsService } from "./credentials.service.ts";
import type { LibrariesService } from "./libraries.service.ts";
import type { ParseDeliveries } from "./parse-task.ts";

export function librariesRoutes(routes: Routes, libraries: LibrariesService): void {
  routes.implement(ENDPOINTS.libraryList, ({ query }) => libraries.list(query.project, query));
  routes.implement(ENDPOINTS.libraryGet, ({ params, query }) => libraries.get(query.project, params.library_id));
  routes.implement(ENDPOINTS.libraryCheck, ({ query, body }) => libraries.check(query.project, body));
  routes.implement(ENDPOINTS.libraryCreate, (call) => libraries.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.libraryUpdate, (call) =>
    libraries.update(actorOf(call), call.query.project, call.params.library_id, call.body),
  );
  routes.implement(ENDPOINTS.libraryDelete, async (call) => {
    await libraries.delete(actorOf(call), call.query.project, call.params.library_id);
    return null;
  });
  routes.implement(ENDPOINTS.libraryCases, ({ params, query }) =>
    libraries.listCases(query.project, params.library_id, query),
  );
  routes.implement(ENDPOINTS.caseSearch, ({ query: { project, ...query } }) => libraries.searchCases(project, query));
  routes.implement(ENDPOINTS.libraryCaseNames, ({ params, query, body }) =>
    libraries.caseNames(query.project, params.library_id, body.case_keys),
  );
  routes.implement(ENDPOINTS.libraryParses, ({ params, query: { project, page_num, page_size } }) =>
    libraries.parses(project, params.library_id, { page_num, page_size }),
  );
  routes.implement(ENDPOINTS.libraryParse, ({ caller, params, query }) =>
    libraries.parse(query.project, params.library_id, "manual", caller.user.user_id),
  );
  routes.implement(ENDPOINTS.libraryParseCancel, ({ params, query }) =>
    libraries.cancelParse(query.project, params.library_id),
  );
  routes.implement(ENDPOINTS.libraryHookGet, ({ params, query }) => libraries.hook(query.project, params.library_id));
  routes.implement(ENDPOINTS.libraryHookReset, (call) =>
    libraries.resetHook(actorOf(call), call.query.project, call.params.library_id),
  );
  routes.implement(ENDPOINTS.libraryHook, ({ params, body }) => libraries.pushed(params.secret, body.ref));
}

export function deliveriesRoutes(routes: Routes, deliveries: ParseDeliveries): void {
  routes.implement(ENDPOINTS.agentTaskSnapshot, async ({ caller: { agent_id }, params: { task_id }, query, body }) => {
    await deliveries.putSnapshot({ agent_id, task_id }, query, body);
    return null;
  });
  routes.implement(ENDPOINTS.agentTaskCases, async ({ caller: { agent_id }, params: { task_id }, body }) => {
    await deliveries.putCases({ agent_id, task_id }, body);
    return null;
  });
}

export function credentialsRoutes(routes: Routes, credentials: CredentialsService): void {
  routes.implement(ENDPOINTS.credentialList, ({ query }) => credentials.list(query.project, query));
  routes.implement(ENDPOINTS.credentialGet, ({ params, query }) =>
    credentials.get(query.project, params.credential_id),
  );
  routes.implement(ENDPOINTS.credentialCreate, (call) =>
    credentials.create(actorOf(call), call.query.project, call.body),
  );
  routes.implement(ENDPOINTS.credentialUpdate, (call) =>
    credentials.update(actorOf(call), call.query.project, call.params.credential_id, call.body),
  );
  routes.implement(ENDPOINTS.credentialDelete, async (call) => {
    await credentials.delete(actorOf(call), call.query.project, call.params.credential_id);
    return null;
  });
}
