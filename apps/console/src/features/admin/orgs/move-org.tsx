import type { AdminOrg } from "@udt/contract";
import { App, Radio } from "antd";
import { useState } from "react";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { OrgTree } from "../../../lib/orgs/index.ts";
import { orgLevel, useUpdateOrg } from "./use-org-tree.ts";

const TOP = "";

/** Chooses where an organisation hangs from now on; below itself it cannot. */
export function MoveOrg({ org, onClose }: { org: AdminOrg; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const update = useUpdateOrg(org.org_id);
  const [target, setTarget] = useState(org.parent_id ?? TOP);
  const isBelow = ({ path }: AdminOrg) => org.path.every((name, index) => path[index] === name);
  const row = (each: AdminOrg) => (
    <Radio value={each.org_id} disabled={isBelow(each)}>
      {each.name}
    </Radio>
  );
  return (
    <Dialog
      title={t("orgs.move_title", { name: org.name })}
      okText={t("orgs.move_ok")}
      okButtonProps={{ disabled: target === (org.parent_id ?? TOP), loading: update.isPending }}
      onOk={() =>
        update.mutate(
          { parent_id: target === TOP ? null : target },
          {
            onSuccess: () => {
              void message.success(t("orgs.moved", { name: org.name }));
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    >
      <p className="udt-secondary">{t("orgs.move_text")}</p>
      <Radio.Group
        className="admin-move"
        aria-label={t("orgs.move_title", { name: org.name })}
        value={target}
        onChange={(event) => setTarget(String(event.target.value))}
      >
        <Radio value={TOP}>{t("orgs.top")}</Radio>
        <OrgTree<AdminOrg> level={(parent, count) => orgLevel(parent, count)} row={row} empty={null} />
      </Radio.Group>
    </Dialog>
  );
}
