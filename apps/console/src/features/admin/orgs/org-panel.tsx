import { MoreOutlined, PlusOutlined, UserAddOutlined } from "@ant-design/icons";
import type { AdminOrg } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { UserSelect, type ChosenUser } from "../user-select.tsx";
import { DeleteOrg } from "./delete-org.tsx";
import { MoveOrg } from "./move-org.tsx";
import { OrgNameDialog } from "./org-name-dialog.tsx";
import { OrgPeople } from "./org-people.tsx";
import { useAddOrgUsers, useOrg } from "./use-org-tree.ts";

interface OrgPanelProps {
  org_id: string;
  onGone: () => void;
  onCreated: (org_id: string) => void;
}

/** One organisation: where it stands, how many are in it, and what may be done with it. */
export function OrgPanel({ org_id, onGone, onCreated }: OrgPanelProps) {
  const t = useT("admin");
  const org = useOrg(org_id);
  return (
    <section className="udt-card admin-org-panel">
      {org.isPending && <SkeletonRows rows={3} />}
      {org.isError && !org.data && (
        <ErrorState title={t("orgs.error")} error={org.error} onRetry={() => void org.refetch()} />
      )}
      {org.data && <Loaded org={org.data} onGone={onGone} onCreated={onCreated} />}
    </section>
  );
}

type Open = "rename" | "create" | "move" | "delete" | "add";

function Loaded({ org, onGone, onCreated }: { org: AdminOrg; onGone: () => void; onCreated: (id: string) => void }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <header>
        <div className="admin-lines">
          <small className="udt-secondary">{org.path.slice(0, -1).join(" / ") || t("orgs.top")}</small>
          <h2 title={org.name}>{org.name}</h2>
        </div>
        <div className="admin-actions">
          <Button icon={<UserAddOutlined />} onClick={() => setOpen("add")}>
            {t("orgs.add_people")}
          </Button>
          <Button icon={<PlusOutlined />} onClick={() => setOpen("create")}>
            {t("orgs.create_short")}
          </Button>
          <ClickMenu
            menu={{
              items: [
                { key: "rename", label: t("orgs.rename") },
                { key: "move", label: t("orgs.move") },
                { type: "divider" },
                { key: "delete", label: t("orgs.delete"), danger: true },
              ],
              onClick: ({ key }) => setOpen(key as Open),
            }}
          >
            <Button aria-label={common("labelled", { label: t("more"), value: org.name })} icon={<MoreOutlined />} />
          </ClickMenu>
        </div>
      </header>
      <p className="admin-facts udt-secondary">
        {[
          t("orgs.people", { count: org.user_count, total: format.number(org.user_count) }),
          t("orgs.below", { count: org.org_count, total: format.number(org.org_count) }),
          t("orgs.projects", { count: org.project_count, total: format.number(org.project_count) }),
        ].join(" · ")}
      </p>
      <OrgPeople org={org} />
      {open === "rename" && <OrgNameDialog org={org} onClose={close} />}
      {open === "create" && <OrgNameDialog parent={org} onClose={close} onDone={onCreated} />}
      {open === "move" && <MoveOrg org={org} onClose={close} />}
      {open === "delete" && <DeleteOrg org={org} onClose={close} onDone={onGone} />}
      {open === "add" && <AddPeople org={org} onClose={close} />}
    </>
  );
}

function AddPeople({ org, onClose }: { org: AdminOrg; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const add = useAddOrgUsers(org.org_id);
  const [users, setUsers] = useState<readonly ChosenUser[]>([]);
  return (
    <Dialog
      title={t("orgs.add_people_to", { name: org.name })}
      okText={t("orgs.add_people")}
      okButtonProps={{ disabled: users.length === 0, loading: add.isPending }}
      onOk={() =>
        add.mutate(
          users.map(({ user_id }) => user_id),
          {
            onSuccess: ({ added }) => {
              void message.success(t("orgs.people_added", { count: added }));
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    >
      <Field
        label={t("orgs.who")}
        hint={t("orgs.who_hint")}
        render={(control) => <UserSelect control={control} value={users} onChange={setUsers} />}
      />
    </Dialog>
  );
}
