import type { AdminOrg } from "@udt/contract";
import { App, Button, Input, Modal } from "antd";
import { useState } from "react";
import { Field } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useDeleteOrg } from "./use-org-tree.ts";

/** Takes access from many at once, so it asks for the name. */
export function DeleteOrg({ org, onClose, onDone }: { org: AdminOrg; onClose: () => void; onDone: () => void }) {
  const t = useT("admin");
  const format = useFormat();
  const { message } = App.useApp();
  const remove = useDeleteOrg(org.org_id);
  const [typed, setTyped] = useState("");
  const { name } = org;
  const confirmed = typed.trim() === name;
  return (
    <Modal open title={t("orgs.delete_title", { name })} footer={null} onCancel={onClose}>
      <p>
        {t("orgs.delete_text", {
          orgs: format.number(org.org_count),
          people: format.number(org.user_count),
          projects: format.number(org.project_count),
        })}
      </p>
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirmed) return;
          remove.mutate(undefined, {
            onSuccess: () => {
              void message.success(t("orgs.deleted", { name }));
              onDone();
            },
            // The error policy tells a failure; the tree shows what is true.
            onSettled: onClose,
          });
        }}
      >
        <Field
          label={t("orgs.delete_type", { name })}
          render={(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        />
        <div className="admin-buttons">
          <Button type="primary" danger htmlType="submit" disabled={!confirmed} loading={remove.isPending}>
            {t("orgs.delete")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
