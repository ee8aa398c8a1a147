import { App } from "antd";
import { useState } from "react";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { UserSelect, type ChosenUser } from "../user-select.tsx";
import { useAssignOwners, type AdminProject } from "./use-projects.ts";

/** For a project whose owners have gone, or that wants another one. */
export function AssignOwner({ project, onClose }: { project: AdminProject; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const assign = useAssignOwners(project.project_id);
  const [users, setUsers] = useState<readonly ChosenUser[]>([]);
  return (
    <Dialog
      title={t("projects.assign_title", { name: project.name })}
      okText={t("projects.assign_ok")}
      okButtonProps={{ disabled: users.length === 0, loading: assign.isPending }}
      onOk={() =>
        assign.mutate(
          users.map(({ user_id }) => user_id),
          {
            onSuccess: () => {
              void message.success(t("projects.assigned", { name: project.name }));
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    >
      <Field
        label={t("orgs.who")}
        hint={t("projects.assign_hint")}
        render={(control) => <UserSelect control={control} value={users} onChange={setUsers} />}
      />
    </Dialog>
  );
}
