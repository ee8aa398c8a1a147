/** The composition of script repositories: what they are, what is in them, and how git reaches them. */
import type { AuditService } from "../people/audit/audit.service.ts";
import type { LibrariesService } from "../assets/libraries/libraries.service.ts";
import { pathOf } from "../assets/scripts/script-places.ts";
import { ScriptEditors } from "../assets/scripts/script-editors.service.ts";
import { ScriptPushes } from "../assets/scripts/script-pushes.ts";
import { ScriptSaves } from "../assets/scripts/script-saves.ts";
import { ScriptSearch } from "../assets/scripts/script-search.ts";
import { ScriptSources } from "../assets/scripts/script-sources.service.ts";
import { ScriptsHttp } from "../assets/scripts/scripts.http.ts";
import { scriptsRoutes } from "../assets/scripts/scripts.routes.ts";
import { ScriptsService } from "../assets/scripts/scripts.service.ts";
import { blobFolder } from "../platform/settings.ts";
import type { Platform } from "./open-platform.ts";
import type { Part } from "./parts.ts";

/** What libraries read, before there are libraries that are told of pushes. */
export function startScripts(platform: Platform, audit: AuditService) {
  const needs = { ...platform, audit, blob_folder: blobFolder(platform.settings) };
  const [scripts, sources] = [new ScriptsService(needs), new ScriptSources(needs)];
  return {
    scripts,
    sources,
    served(libraries: LibrariesService): Part<{ scripts: ScriptsService; scriptsGit: ScriptsHttp }> {
      const pushes = new ScriptPushes({
        ...needs,
        told: (project_id, repo_id, branches) =>
          libraries.pushedHere(project_id, pathOf(project_id, repo_id), branches),
      });
      const scriptsGit = new ScriptsHttp({ ...needs, scripts, pushes, sources });
      return {
        service: { scripts, scriptsGit },
        mount: ({ routes }) =>
          scriptsRoutes(routes, {
            scripts,
            saves: new ScriptSaves({ ...needs, pushes }),
            search: new ScriptSearch(),
            editors: new ScriptEditors(needs),
          }),
        close: () => pushes.close(),
      };
    },
  };
}
