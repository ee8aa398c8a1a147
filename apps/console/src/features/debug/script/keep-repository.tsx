import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { libraryRules, LIMITS, SCRIPT_TEMPLATES, type ScriptTemplate } from "@udt/contract";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { Alert } from "antd";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { useStale } from "../../../lib/api/queries.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Choices, FormDialog, TextField } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useRuleText } from "../../../lib/rules/index.ts";

/** By the end of a file's name, the template that runs it. */
const TEMPLATE_OF: Record<string, ScriptTemplate> = { yaml: "low_code", py: "pytest", ts: "typescript" };
/** What the exports call their languages. */
const LANGUAGES = { low_code: "low_code", typescript: "typescript", pytest: "python" } as const;

/** Makes the project's first script repository, where a recording is to be kept and there is none yet. */
export function KeepRepository(props: { path: string; onMade: (repo_id: string) => void; onClose: () => void }) {
  const t = useT("debug");
  const project = useProjectId();
  const { path, onMade, onClose } = props;
  const [name, setName] = useState("");
  const [template, setTemplate] = useState(TEMPLATE_OF[path.slice(path.lastIndexOf(".") + 1)] ?? "low_code");
  const [tried, setTried] = useState(false);
  const { check, refused } = useRuleText();
  const stale = useStale();
  const make = useMutation({
    mutationFn: (body: { name: string; template: ScriptTemplate }) =>
      api.call(scriptEndpoints.scriptCreate, { query: { project }, body: { ...body, description: "" } }),
    onSuccess: ({ repo_id }) => onMade(repo_id),
    onSettled: () => stale(["scriptList"], project),
  });
  const fault = check(libraryRules.libraryName, name);
  const isOfName = make.error instanceof ApiError && make.error.code === "script_name_exists";
  const said = isOfName ? errorText(make.error) : refused(make.error, "name");
  const nameError = (tried ? fault : undefined) ?? (make.variables?.name === name ? said : undefined);
  const go = () => {
    setTried(true);
    if (fault === undefined) make.mutate({ name, template });
  };
  return (
    <FormDialog
      title={t("script.keep.title")}
      okText={t("script.keep.make")}
      pending={make.isPending}
      onSubmit={go}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t("script.keep.none_yet")} />
      <TextField
        label={t("script.keep.name")}
        hint={t("script.keep.name_hint")}
        error={nameError}
        maxLength={LIMITS.name_max * 4}
        value={name}
        onChange={setName}
      />
      <Choices
        label={t("script.keep.template")}
        value={template}
        options={SCRIPT_TEMPLATES.map((value) => ({ value, label: t(`script.language.${LANGUAGES[value]}`) }))}
        onChange={setTemplate}
      />
      {make.error !== null && said === undefined && <Alert type="error" showIcon title={errorText(make.error)} />}
    </FormDialog>
  );
}
