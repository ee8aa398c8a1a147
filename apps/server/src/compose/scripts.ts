/** The composition of script repositories: what they are, what is in them, and how git reaches them. */
import type { AuditService } from "../people/audit/audit.service.ts";
import type { LibrariesService } from "../assets/libraries/libraries.service.ts";
import { pathOf } from "../assets/scripts/script-places.ts";
import { OutsideMirrors } from "../assets/scripts/outside-mirrors.service.ts";
import { ScriptEditors } from "../assets/scripts/script-editors.service.ts";
import { ScriptHistory } from "../assets/scripts/script-history.ts";
import { ScriptPushes } from "../assets/scripts/script-pushes.ts";
import { ScriptSaves } from "../assets/scripts/script-saves.ts";
import { ScriptSearch } from "../assets/scripts/script-search.ts";
import { ScriptSources } from "../assets/scripts/script-sources.service.ts";
import { ScriptsHttp } from "../assets/scripts/scripts.http.ts";
import { scriptsRoutes } from "../assets/scripts/scripts.routes.ts";
import { ScriptsService } from "../assets/scripts/scripts.service.ts";
import { every } from "../platform/clock.ts";
import { blobFolder } from "../platform/settings.ts";
import type { Platform } from "./open-platform.ts";
import type { Part } from "./parts.ts";

const SWEEP_EVERY_MS = 3_600_000;

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
        told: ({ project_id, repo_id, outside }, branches) =>
          libraries.pushedHere(project_id, outside?.url ?? pathOf(project_id, repo_id), branches),
      });
      const mirrors = new OutsideMirrors({ ...needs, scripts, libraries });
      const onError = (error: unknown) => platform.log.error({ err: error }, "care of outside repositories");
      const stop = every(platform.clock, SWEEP_EVERY_MS, () => mirrors.sweep().catch(onError));
      const scriptsGit = new ScriptsHttp({ ...needs, scripts, pushes, sources });
      return {
        service: { scripts, scriptsGit },
        mount: ({ routes }) =>
          scriptsRoutes(routes, {
            scripts,
            saves: new ScriptSaves({ ...needs, pushes, mirrors }),
            search: new ScriptSearch(),
            history: new ScriptHistory(),
            editors: new ScriptEditors(needs),
            mirrors,
          }),
        async close() {
          stop();
          await mirrors.close();
          await pushes.close();
        },
      };
    },
  };
}
