import { LIMITS } from "@udt/contract";
import { memoryName } from "@udt/contract/endpoints/memory";
import { Input } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/errors/index.ts";
import { Field, FormDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useMakeTrace } from "./use-memory.ts";

const FIELDS = ["name", "app_name", "app_version"] as const;

/** Begins a trace; then on to it, where its samples are added. */
export function MakeTraceDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const t = useT("memory");
  const navigate = useNavigate();
  const { check, refused } = useRuleText();
  const [values, setValues] = useState({ name: "", app_name: "", app_version: "" });
  const [tried, setTried] = useState(false);
  const make = useMakeTrace(project);
  const broken = tried ? check(memoryName, values.name) : undefined;
  const errorOf = (field: (typeof FIELDS)[number]) => {
    if (field === "name" && broken !== undefined) return broken;
    if (!make.isError || make.variables[field] !== values[field]) return undefined;
    return refused(make.error, field) ?? (field === "name" ? errorText(make.error) : undefined);
  };
  const go = () => {
    setTried(true);
    if (check(memoryName, values.name) !== undefined) return;
    make.mutate(values, { onSuccess: ({ trace_id }) => void navigate(paths.memoryReport(project, trace_id)) });
  };
  return (
    <FormDialog title={t("make.title")} pending={make.isPending} onSubmit={go} onClose={onClose}>
      {FIELDS.map((field, index) => (
        <Field
          key={field}
          label={t(`make.${field}`)}
          hint={field === "name" ? t("make.name_hint") : undefined}
          error={errorOf(field)}
          render={(control) => (
            <Input
              {...control}
              autoFocus={index === 0}
              autoComplete="off"
              maxLength={LIMITS.name_max}
              value={values[field]}
              onChange={(event) => setValues((before) => ({ ...before, [field]: event.target.value }))}
            />
          )}
        />
      ))}
    </FormDialog>
  );
}
