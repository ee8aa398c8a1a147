import { ApartmentOutlined, PlusOutlined } from "@ant-design/icons";
import type { AdminOrg } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { SearchField, useListView } from "../../../lib/list/index.ts";
import { OrgTree } from "../../../lib/orgs/index.ts";
import { OrgNameDialog } from "./org-name-dialog.tsx";
import { OrgPanel } from "./org-panel.tsx";
import { orgLevel } from "./use-org-tree.ts";
import "../../../lib/components/controls.css";

/** The tree of organisations on the left, the chosen one with its people on the right. */
export function OrgsTab() {
  const t = useT("admin");
  const common = useT("common");
  const { search, set, onSearch, keyword, clear } = useListView();
  const org_id = /^[\w-]{1,64}$/.exec(search.get("org_id") ?? "")?.[0];
  const [creating, setCreating] = useState(false);
  const choose = (chosen: string | undefined) => set({ org_id: chosen, people: undefined });
  const row = (org: AdminOrg) => (
    <Row org={org} isChosen={org.org_id === org_id} isFound={keyword !== ""} onChoose={choose} />
  );
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("orgs.search")} onSearch={onSearch} />
        <Button type="primary" icon={<PlusOutlined />} className="admin-right" onClick={() => setCreating(true)}>
          {t("orgs.create")}
        </Button>
      </div>
      <div className="admin-orgs">
        <section className="udt-card admin-tree" aria-label={t("tab.orgs")}>
          <OrgTree<AdminOrg>
            key={keyword}
            level={(parent, count) => orgLevel(parent, count, parent === undefined ? keyword : "")}
            row={row}
            empty={
              <EmptyState
                icon={<ApartmentOutlined />}
                title={keyword === "" ? t("orgs.none.title") : common("no_match.title")}
                action={
                  keyword === "" ? (
                    <Button onClick={() => setCreating(true)}>{t("orgs.create")}</Button>
                  ) : (
                    <Button onClick={clear}>{common("no_match.clear")}</Button>
                  )
                }
              >
                {t(keyword === "" ? "orgs.none.text" : "orgs.no_match")}
              </EmptyState>
            }
          />
        </section>
        {org_id === undefined ? (
          <section className="udt-card admin-org-none udt-secondary">{t("orgs.choose")}</section>
        ) : (
          <OrgPanel key={org_id} org_id={org_id} onGone={() => choose(undefined)} onCreated={choose} />
        )}
      </div>
      {creating && <OrgNameDialog onClose={() => setCreating(false)} onDone={choose} />}
    </>
  );
}

function Row(props: { org: AdminOrg; isChosen: boolean; isFound: boolean; onChoose: (org_id: string) => void }) {
  const t = useT("admin");
  const format = useFormat();
  const { org } = props;
  const path = org.path.slice(0, -1).join(" / ");
  return (
    <button
      type="button"
      className="udt-option admin-org"
      aria-current={props.isChosen}
      title={org.path.join(" / ")}
      onClick={() => props.onChoose(org.org_id)}
    >
      <span>
        {org.name}
        {props.isFound && path !== "" && <small>{path}</small>}
      </span>
      <small className="udt-num">
        {t("orgs.people", { count: org.user_count, total: format.number(org.user_count) })}
      </small>
    </button>
  );
}
