/** What programs are known by: people's API keys and projects' tokens, made by who proves again who they are. */
import { projectTokensRoutes } from "../people/projects/projects.routes.ts";
import { ProjectTokensService } from "../people/projects/tokens.service.ts";
import { ApiKeysService, type ApiKeysDependencies } from "../people/users/api-keys.service.ts";
import { FailedUses } from "../people/users/failed-use.service.ts";
import type { AccountMail } from "../people/users/mail/account-mail.ts";
import { apiKeysRoutes } from "../people/users/users.routes.ts";
import type { Routes } from "../platform/http/routes.ts";

export function startKeys(needs: Omit<ApiKeysDependencies, "failedUses">) {
  const { database, clock, audit, proofs } = needs;
  const failedUses = new FailedUses(database, clock, audit);
  const keys = new ApiKeysService({ ...needs, failedUses });
  const tokens = new ProjectTokensService(database, clock, audit, proofs);
  return {
    keys,
    tokens,
    failedUses,
    mount(routes: Routes, mail: AccountMail): void {
      apiKeysRoutes(routes, keys, mail);
      projectTokensRoutes(routes, tokens);
    },
  };
}
