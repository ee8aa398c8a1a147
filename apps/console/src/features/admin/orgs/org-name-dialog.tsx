import { rules, type AdminOrg } from "@udt/contract";
import { ApiError } from "@udt/client";
import { App, Button } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { TextField } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useCreateOrg, useUpdateOrg } from "./use-org-tree.ts";

interface OrgNameDialogProps {
  /** The one to rename; without it a new one is made. */
  org?: AdminOrg;
  /** Where a new one is made; at the top without it. */
  parent?: AdminOrg;
  onClose: () => void;
  onDone?: (org_id: string) => void;
}

export function OrgNameDialog({ org, parent, onClose, onDone }: OrgNameDialogProps) {
  const t = useT("admin");
  const common = useT("common");
  const rule = useRuleText();
  const { message } = App.useApp();
  const create = useCreateOrg();
  const update = useUpdateOrg(org?.org_id ?? "");
  const [name, setName] = useState(org?.name ?? "");
  const [touched, setTouched] = useState(false);
  const broken = rule.check(rules.orgName, name);
  const refusal = create.error ?? update.error;
  const isTaken = refusal instanceof ApiError && refusal.code === "org_name_exists";
  const error = (touched ? broken : undefined) ?? (isTaken ? errorText(refusal) : undefined);
  const save = () => {
    setTouched(true);
    if (broken !== undefined) return;
    const onSuccess = (saved: AdminOrg) => {
      void message.success(t(org ? "orgs.renamed" : "orgs.created", { name: saved.name }));
      onDone?.(saved.org_id);
      onClose();
    };
    if (org) update.mutate({ name }, { onSuccess });
    else create.mutate({ name, parent_id: parent?.org_id ?? null }, { onSuccess });
  };
  return (
    <Dialog
      title={
        org
          ? t("orgs.rename_title", { name: org.name })
          : parent
            ? t("orgs.create_below", { name: parent.name })
            : t("orgs.create")
      }
      footer={null}
      onCancel={onClose}
    >
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t("orgs.name")}
          error={error}
          value={name}
          onChange={(typed) => {
            setName(typed);
            setTouched(true);
            create.reset();
            update.reset();
          }}
        />
        <div className="admin-buttons">
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
            {common("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
