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

const TABS: Record<Exclude<AdminTab, "alerts">, ComponentType> = {
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
 * @param alerts The tab of alerts, which notifications make.
 */
export function AdminPage({ alerts }: { alerts: ReactNode }) {
  const t = useT("admin");
  const user = useUser();
  const tab = oneOf(useParams()["tab"] ?? null, ADMIN_TABS);
  if (!user.user_role.udt_admin) return <AdminsOnly />;
  if (!tab) return <Navigate to={paths.admin()} replace />;
  const Tab = tab === "alerts" ? undefined : TABS[tab];
  return (
    <>
      <PageHeader title={t("title")} />
      <nav className="udt-tabs" aria-label={t("tabs_label")}>
        {ADMIN_TABS.map((each) => (
          <Link key={each} to={paths.admin(each)} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      {Tab ? <Tab key={tab} /> : alerts}
    </>
  );
}
