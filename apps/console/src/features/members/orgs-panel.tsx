import { ApartmentOutlined } from "@ant-design/icons";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { Privileges } from "../../lib/privileges/index.ts";
import { useOrgRows } from "./org-row.tsx";
import { useOrgs } from "./use-orgs.ts";

/** The organisations whose people belong to the project. */
export function OrgsPanel({ project, privileges }: { project: string; privileges: Privileges }) {
  const t = useT("members");
  const format = useFormat();
  const view = useListView();
  const orgs = useOrgs(project, view.query);
  const rows = useOrgRows(project, privileges);
  return (
    <ListPage
      {...rows}
      view={view}
      read={orgs}
      search={t("orgs.search")}
      count={(total) => t("orgs.count", { count: total, total: format.number(total) })}
      error={t("orgs.error")}
      icon={<ApartmentOutlined />}
      none={{
        title: t("orgs.none.title"),
        text: t("orgs.none.text"),
        action: privileges.may("member.invite") && (
          <LinkButton to={`${paths.memberAdd(project)}?by=org`}>{t("orgs.none.action")}</LinkButton>
        ),
      }}
      noMatch={{ title: t("orgs.no_match.title"), text: t("orgs.no_match.text"), clear: t("orgs.no_match.clear") }}
    />
  );
}
