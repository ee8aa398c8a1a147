import { TeamOutlined, UserAddOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Link } from "react-router";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { MemberTable } from "./member-table.tsx";
import "./members.css";
import { JoinRequests } from "./join-requests.tsx";
import { OrgsPanel } from "./orgs-panel.tsx";
import { useMembers, type MemberFilters } from "./use-members.ts";

export default function MembersPage() {
  const t = useT("members");
  const format = useFormat();
  const project = useProjectId();
  const privileges = usePrivileges(project);
  const { search, set, onSearch, keyword, page } = useListFilters();
  const filters: MemberFilters = {
    keyword,
    ...page,
  };
  const tab = oneOf(search.get("tab"), ["orgs"]) ?? "people";
  const members = useMembers(project, filters);
  const empty = members.data?.list.length === 0;
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
        <OrgsPanel key="orgs" {...{ project, privileges, filters, onSearch }} onChange={set} />
      ) : (
        <>
          <div className="udt-toolbar">
            <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
            {members.data && (
              <span className="udt-toolbar-count" role="status">
                {t("count", { count: members.data.total, total: format.number(members.data.total) })}
              </span>
            )}
          </div>
          <div className="udt-card">
            {members.isPending && <SkeletonRows />}
            {members.isError && !members.data && (
              <ErrorState title={t("error")} error={members.error} onRetry={() => void members.refetch()} />
            )}
            {members.data && !empty && (
              <MemberTable
                // What was ticked belongs to the page of the list it was ticked on.
                key={`${filters.page_num} ${filters.page_size} ${filters.keyword}`}
                project={project}
                members={members.data.list}
                stale={members.isPlaceholderData}
                privileges={privileges}
              />
            )}
            {empty && (
              <EmptyState
                icon={<TeamOutlined />}
                title={t("no_match.title")}
                action={<Button onClick={() => set({ keyword: undefined })}>{t("no_match.clear")}</Button>}
              >
                {t("no_match.text")}
              </EmptyState>
            )}
          </div>
          {members.data && (
            <Pager
              page_num={filters.page_num}
              page_size={filters.page_size}
              total={members.data.total}
              onChange={(change) => set(change)}
            />
          )}
        </>
      )}
    </>
  );
}
