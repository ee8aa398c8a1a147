import type { ComponentType, ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf } from "../../lib/list/index.ts";
import { ADMIN_TABS, paths, type AdminTab } from "../../lib/navigation/paths.ts";
import { useUser } from "../../lib/session/index.ts";
import "./admin.css";
import { AdminsOnly } from "./admins-only.tsx";
import { AddressesTab } from "./addresses/addresses-tab.tsx";
import { AgentsTab } from "./agents/agents-tab.tsx";
import { AnnouncementTab } from "./announcement-tab.tsx";
import { AuditTab } from "./audit/audit-tab.tsx";
import { HealthTab } from "./health-tab.tsx";
import { OrgsTab } from "./orgs/orgs-tab.tsx";
import { ProjectsTab } from "./projects/projects-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { UsersTab } from "./users/users-tab.tsx";

/** Tabs that other features make. */
type Made = "alerts" | "device" | "model" | "issues";

const TABS: Record<Exclude<AdminTab, Made>, ComponentType> = {
  users: UsersTab,
  orgs: OrgsTab,
  projects: ProjectsTab,
  agents: AgentsTab,
  audit: AuditTab,
  health: HealthTab,
  settings: SettingsTab,
  addresses: AddressesTab,
  announcement: AnnouncementTab,
};

/**
 * The administrators' area; the server refuses everybody else, so others are not kept waiting here.
 * @param made The tabs of alerts, devices, hardware models and work orders, which their features make.
 * @param beside What stands beside a tab's name.
 */
export function AdminPage({
  made,
  beside,
}: {
  made: Readonly<Record<Made, ReactNode>>;
  beside: Readonly<Partial<Record<AdminTab, ReactNode>>>;
}) {
  const t = useT("admin");
  const user = useUser();
  const tab = oneOf(useParams()["tab"] ?? null, ADMIN_TABS);
  if (!user.user_role.udt_admin) return <AdminsOnly />;
  if (!tab) return <Navigate to={paths.admin()} replace />;
  return (
    <>
      <PageHeader title={t("title")} />
      <nav className="udt-tabs" aria-label={t("tabs_label")}>
        {ADMIN_TABS.map((each) => (
          <Link key={each} to={paths.admin(each)} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
            {beside[each]}
          </Link>
        ))}
      </nav>
      <AdminTabContent key={tab} tab={tab} made={made} />
    </>
  );
}

function AdminTabContent({ tab, made }: { tab: AdminTab; made: Readonly<Record<Made, ReactNode>> }) {
  if (tab === "alerts" || tab === "device" || tab === "model" || tab === "issues") return made[tab];
  const Tab = TABS[tab];
  return <Tab />;
}
