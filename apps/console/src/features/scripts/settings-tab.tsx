import type { ScriptRepository } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { DangerSection } from "../../lib/components/danger-section.tsx";
import { DeleteDialog, LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { ScriptFields, useScriptErrors } from "./script-fields.tsx";
import { useDeleteScript, useSaveScript } from "./use-scripts.ts";

/** What the repository is called, and its end. */
export function SettingsTab(props: { project: string; script: ScriptRepository; canChange: boolean }) {
  const t = useT("scripts");
  const common = useT("common");
  const { message } = App.useApp();
  const { project, script, canChange } = props;
  const mayDelete = useMay(project, "project.owner");
  const initial = { name: script.name, description: script.description };
  const [values, setValues] = useState(initial);
  const save = useSaveScript(project, script.repo_id);
  const errorOf = useScriptErrors(values, true, save);
  const dirty = values.name !== initial.name || values.description !== initial.description;
  const go = () => {
    if (!save.isError && (errorOf("name") ?? errorOf("description")) !== undefined) return;
    save.mutate(values, { onSuccess: () => void message.success(common("saved")) });
  };
  return (
    <div className="scripts-sections">
      <form
        className="udt-card udt-form scripts-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <LeaveGuard dirty={dirty && canChange} />
        <ScriptFields
          values={values}
          errorOf={errorOf}
          disabled={!canChange}
          onChange={(part) => setValues((before) => ({ ...before, ...part }))}
        />
        {canChange && (
          <div>
            <Button type="primary" htmlType="submit" disabled={!dirty} loading={save.isPending}>
              {common("save")}
            </Button>
          </div>
        )}
      </form>
      {mayDelete && (
        <DangerSection
          title={t("delete.title")}
          lead={t("delete.lead")}
          action={t("delete.action")}
          className="scripts-panel"
          renderDialog={(onClose) => <DeleteScript project={project} script={script} onClose={onClose} />}
        />
      )}
    </div>
  );
}

function DeleteScript({
  project,
  script,
  onClose,
}: {
  project: string;
  script: ScriptRepository;
  onClose: () => void;
}) {
  const t = useT("scripts");
  return (
    <DeleteDialog
      t={t}
      name={script.name}
      id={script.repo_id}
      remove={useDeleteScript(project)}
      list={paths.scripts(project)}
      onClose={onClose}
    >
      <p>{t("delete.goes")}</p>
    </DeleteDialog>
  );
}
