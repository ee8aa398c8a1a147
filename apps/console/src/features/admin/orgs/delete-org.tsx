import type { AdminOrg } from "@udt/contract";
import { App } from "antd";
import { useFormat } from "../../../lib/format/index.ts";
import { ConfirmByName } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useDeleteOrg } from "./use-org-tree.ts";

/** Takes access from many at once. */
export function DeleteOrg({ org, onClose, onDone }: { org: AdminOrg; onClose: () => void; onDone: () => void }) {
  const t = useT("admin");
  const format = useFormat();
  const { message } = App.useApp();
  const remove = useDeleteOrg(org.org_id);
  const { name } = org;
  const go = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        void message.success(t("orgs.deleted", { name }));
        onDone();
      },
      // The error policy tells a failure; the tree shows what is true.
      onSettled: onClose,
    });
  return (
    <ConfirmByName
      title={t("orgs.delete_title", { name })}
      asked={{ name: name, label: t("orgs.delete_type", { name }) }}
      action={t("orgs.delete")}
      pending={remove.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <p>
        {t("orgs.delete_text", {
          orgs: format.number(org.org_count),
          people: format.number(org.user_count),
          projects: format.number(org.project_count),
        })}
      </p>
    </ConfirmByName>
  );
}
