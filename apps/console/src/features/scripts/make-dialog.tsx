import { SCRIPT_TEMPLATES, type ScriptTemplate } from "@udt/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Choices, FormDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ScriptFields, useScriptErrors } from "./script-fields.tsx";
import { useMakeScript } from "./use-scripts.ts";

/** Makes a repository from a template; then on to it. */
export function MakeDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const t = useT("scripts");
  const navigate = useNavigate();
  const [values, setValues] = useState({ name: "", description: "" });
  const [template, setTemplate] = useState<ScriptTemplate>("low_code");
  const [tried, setTried] = useState(false);
  const make = useMakeScript(project);
  const errorOf = useScriptErrors(values, tried, make);
  const go = () => {
    setTried(true);
    if (!make.isError && (errorOf("name", true) ?? errorOf("description", true)) !== undefined) return;
    make.mutate(
      { ...values, template },
      { onSuccess: (script) => script && void navigate(paths.script(project, script.repo_id)) },
    );
  };
  return (
    <FormDialog title={t("make_title")} pending={make.isPending} onSubmit={go} onClose={onClose}>
      <ScriptFields
        autoFocus
        values={values}
        errorOf={errorOf}
        onChange={(part) => setValues((before) => ({ ...before, ...part }))}
      />
      <Choices
        label={t("column.template")}
        value={template}
        options={SCRIPT_TEMPLATES.map((value) => ({
          value,
          label: t(`template.${value}`),
          hint: t(`template_hint.${value}`),
        }))}
        onChange={setTemplate}
      />
    </FormDialog>
  );
}
