import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import { ACCOUNT_TEMPLATE, type AccountsService } from "./accounts.service.ts";

export function accountFilesRoutes(routes: Routes, accounts: AccountsService): void {
  routes.implement(ENDPOINTS.accountFileList, ({ query }) => accounts.list(query.project, query));
  routes.implement(ENDPOINTS.accountFileCreate, ({ caller, query, body }) =>
    accounts.create(caller.user, query.project, body),
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
  routes.implement(ENDPOINTS.accountFileUpdate, ({ params, query, body }) =>
    accounts.update(query.project, params.account_file_id, body),
  );
  routes.implement(ENDPOINTS.accountFileDelete, async ({ params, query }) => {
    await accounts.delete(query.project, params.account_file_id);
    return null;
  });
}
