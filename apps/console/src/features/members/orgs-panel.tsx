import { ApartmentOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, SearchField } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { OrgTable } from "./org-table.tsx";
import type { MemberFilters } from "./use-members.ts";
import { useOrgs } from "./use-orgs.ts";

interface OrgsPanelProps {
  project: string;
  privileges: Privileges;
  filters: MemberFilters;
  onSearch: (keyword: string) => void;
  onChange: (change: Record<string, string | undefined>) => void;
}

/** The organisations whose people belong to the project. */
export function OrgsPanel({ project, privileges, filters, onSearch, onChange }: OrgsPanelProps) {
  const t = useT("members");
  const format = useFormat();
  const orgs = useOrgs(project, filters);
  const empty = orgs.data?.list.length === 0;
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("orgs.search")} onSearch={onSearch} />
        {orgs.data && (
          <span className="udt-toolbar-count" role="status">
            {t("orgs.count", { count: orgs.data.total, total: format.number(orgs.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {orgs.isPending && <SkeletonRows />}
        {orgs.isError && !orgs.data && (
          <ErrorState title={t("orgs.error")} error={orgs.error} onRetry={() => void orgs.refetch()} />
        )}
        {orgs.data && !empty && (
          <OrgTable
            // What was ticked belongs to the page of the list it was ticked on.
            key={`${filters.page_num} ${filters.page_size} ${filters.keyword}`}
            project={project}
            orgs={orgs.data.list}
            stale={orgs.isPlaceholderData}
            privileges={privileges}
          />
        )}
        {empty && filters.keyword !== "" && (
          <EmptyState
            icon={<ApartmentOutlined />}
            title={t("orgs.no_match.title")}
            action={<Button onClick={() => onChange({ keyword: undefined })}>{t("orgs.no_match.clear")}</Button>}
          >
            {t("orgs.no_match.text")}
          </EmptyState>
        )}
        {empty && filters.keyword === "" && (
          <EmptyState
            icon={<ApartmentOutlined />}
            title={t("orgs.none.title")}
            action={
              privileges.may("member.invite") && (
                <LinkButton to={`${paths.memberAdd(project)}?by=org`}>{t("orgs.none.action")}</LinkButton>
              )
            }
          >
            {t("orgs.none.text")}
          </EmptyState>
        )}
      </div>
      {orgs.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={orgs.data.total}
          onChange={(change) => onChange(change)}
        />
      )}
    </>
  );
}
