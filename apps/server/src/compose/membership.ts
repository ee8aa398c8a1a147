import type { PresenceService } from "../core/presence/presence.service.ts";
import type { AccountFilesService } from "../assets/account-files/account-files.service.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import { AdminProjects } from "../people/projects/admin-projects.service.ts";
import type { ApiKeysService } from "../people/users/api-keys.service.ts";
import { MembersService } from "../people/projects/members.service.ts";
import { membersRoutes } from "../people/projects/members.routes.ts";
import { Membership } from "../people/projects/membership.ts";
import { OrgTreeService } from "../people/projects/org-tree.service.ts";
import { orgsRoutes } from "../people/projects/orgs.routes.ts";
import { OrgsService } from "../people/projects/orgs.service.ts";
import { ProjectDeletion } from "../people/projects/project-deletion.service.ts";
import { ProjectIcons } from "../people/projects/project-icons.ts";
import { projectsRoutes } from "../people/projects/projects.routes.ts";
import type { ProjectsService } from "../people/projects/projects.service.ts";
import { SyncService } from "../people/projects/sync.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import type { startAssets } from "./assets.ts";
import type { Core } from "./core.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";

export interface MembershipNeeds extends ReturnType<typeof startAssets> {
  audit: AuditService;
  projects: ProjectsService;
  core: Core;
  presence: PresenceService;
  notifications: NotificationsService;
  accounts: AccountFilesService;
  keys: ApiKeysService;
}

/** Who belongs to projects, and what goes with those who leave, or with the project. */
export function startMembership(parts: Parts, platform: Platform, needs: MembershipNeeds): void {
  const { settings } = platform;
  const { projects, core, presence, libraries, scripts, apps, accounts, ios_certificates, notifications, keys } = needs;
  const { tests, agents, resources, tags, orderFiles } = core;
  const shared = { ...platform, audit: needs.audit, isPlatformSync: settings.web.platform_sync };
  const membership = new Membership(shared, tests);
  const sync = new SyncService(shared, projects, settings.web.platform_sync);
  const dropRevoked = (agent_id: string) => presence.dropRevoked(agent_id);
  const deletion = new ProjectDeletion(shared, [
    // These tell agents before they are dropped.
    ios_certificates.ofProject,
    needs.memory_traces.ofProject,
    agents.ofProject(dropRevoked),
    resources.ofProject,
    orderFiles.ofProject,
    libraries.ofProject,
    scripts.ofProject,
    apps.ofProject,
    accounts.ofProject,
    tags.ofProject,
    notifications.ofProject,
    { count: async (db, project_id) => ({ keys: await keys.countFor(db, project_id) }) },
    tests.ofProject,
  ]);
  parts.add({
    service: membership,
    mount({ routes }) {
      const all = new AdminProjects(platform.database, tests.ofProjects);
      projectsRoutes(routes, { all, projects, icons: new ProjectIcons(shared, platform), deletion, sync });
      membersRoutes(routes, new MembersService(membership));
      orgsRoutes(routes, new OrgsService(membership), new OrgTreeService(membership));
    },
  });
}
