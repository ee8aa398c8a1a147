import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { ACCOUNT_TEMPLATE, type AccountFilesService } from "./account-files.service.ts";

export function accountFilesRoutes(routes: Routes, accounts: AccountFilesService): void {
  routes.implement(ENDPOINTS.accountFileList, ({ query }) => accounts.list(query.project, query));
  routes.implement(ENDPOINTS.accountFileCreate, (call) =>
    accounts.create(actorOf(call), call.query.project, call.body),
  );
  routes.implement(ENDPOINTS.accountFileTemplate, async ({ reply }) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="accounts.csv"')
      .send(ACCOUNT_TEMPLATE),
  );
  routes.implement(ENDPOINTS.accountFileGet, ({ params, query }) =>
    accounts.get(query.project, params.account_file_id),
  );
  routes.implement(ENDPOINTS.accountFileUpdate, (call) =>
    accounts.update(actorOf(call), call.query.project, call.params.account_file_id, call.body),
  );
  routes.implement(ENDPOINTS.accountFileDelete, async (call) => {
    await accounts.delete(actorOf(call), call.query.project, call.params.account_file_id);
    return null;
  });
}
