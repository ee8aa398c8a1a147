import { TeamOutlined, UserAddOutlined } from "@ant-design/icons";
import { Link } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, oneOf, useListView, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges, type Privileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useMemberRows } from "./member-row.tsx";
import "./members.css";
import { JoinRequests } from "./join-requests.tsx";
import { OrgsPanel } from "./orgs-panel.tsx";
import { useMembers } from "./use-members.ts";

export default function MembersPage() {
  const t = useT("members");
  const project = useProjectId();
  const privileges = usePrivileges(project);
  const [search] = useUrlFilters();
  const tab = oneOf(search.get("tab"), ["orgs"]) ?? "people";
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          privileges.may("member.invite") && (
            <LinkButton
              to={tab === "orgs" ? `${paths.memberAdd(project)}?by=org` : paths.memberAdd(project)}
              type="primary"
              icon={<UserAddOutlined />}
            >
              {t("add")}
            </LinkButton>
          )
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <JoinRequests project={project} />
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {(["people", "orgs"] as const).map((each) => (
          <Link
            key={each}
            to={each === "orgs" ? `${paths.members(project)}?tab=orgs` : paths.members(project)}
            aria-current={each === tab ? "page" : undefined}
          >
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      {tab === "orgs" ? (
        <OrgsPanel project={project} privileges={privileges} />
      ) : (
        <PeoplePanel project={project} privileges={privileges} />
      )}
    </>
  );
}

/** The people of the project, however they came to it. */
function PeoplePanel({ project, privileges }: { project: string; privileges: Privileges }) {
  const t = useT("members");
  const format = useFormat();
  const view = useListView();
  const members = useMembers(project, view.query);
  const rows = useMemberRows(project, privileges);
  return (
    <ListPage
      {...rows}
      view={view}
      read={members}
      search={t("search")}
      count={(total) => t("count", { count: total, total: format.number(total) })}
      error={t("error")}
      icon={<TeamOutlined />}
      noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
    />
  );
}
