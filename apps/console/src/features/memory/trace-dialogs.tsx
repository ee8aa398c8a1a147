import { LIMITS, type MemoryTrace } from "@udt/contract";
import { memoryName } from "@udt/contract/endpoints/memory";
import { Input } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/errors/index.ts";
import { Field, FormDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { EditButton } from "./edit-button.tsx";
import { useTraceChange, useMakeTrace } from "./use-memory.ts";

const FIELDS = ["name", "app_name", "app_version"] as const;
type Named = Record<(typeof FIELDS)[number], string>;
const UNNAMED: Named = { name: "", app_name: "", app_version: "" };

/** Begins a trace; then on to it, where its samples are added. */
export function MakeTraceDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const t = useT("memory");
  const navigate = useNavigate();
  const make = useMakeTrace(project);
  const go = (values: Named) =>
    make.mutate(values, { onSuccess: ({ trace_id }) => void navigate(paths.memoryReport(project, trace_id)) });
  return <NameDialog title={t("make.title")} first={UNNAMED} saving={make} onSubmit={go} onClose={onClose} />;
}

/** Changes what a trace is called, and of which app and version it is. */
export function EditTrace({ project, trace }: { project: string; trace: MemoryTrace }) {
  const t = useT("memory");
  return (
    <EditButton
      name={t("edit.open")}
      renderForm={(onClose) => <EditTraceDialog project={project} trace={trace} onClose={onClose} />}
    />
  );
}

function EditTraceDialog({ project, trace, onClose }: { project: string; trace: MemoryTrace; onClose: () => void }) {
  const t = useT("memory");
  const change = useTraceChange(project, trace.trace_id);
  const { name, app_name, app_version } = trace;
  return (
    <NameDialog
      title={t("edit.title")}
      first={{ name, app_name, app_version }}
      saving={change}
      onSubmit={(values) => change.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function NameDialog(props: {
  title: string;
  first: Named;
  saving: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    variables?: { [Field in keyof Named]?: string | undefined } | undefined;
  };
  onSubmit: (values: Named) => void;
  onClose: () => void;
}) {
  const t = useT("memory");
  const { check, refused } = useRuleText();
  const { title, first, saving, onSubmit, onClose } = props;
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const broken = tried ? check(memoryName, values.name) : undefined;
  const errorOf = (field: keyof Named) => {
    if (field === "name" && broken !== undefined) return broken;
    if (!saving.isError || saving.variables?.[field] !== values[field]) return undefined;
    return refused(saving.error, field) ?? (field === "name" ? errorText(saving.error) : undefined);
  };
  const go = () => {
    setTried(true);
    if (check(memoryName, values.name) === undefined) onSubmit(values);
  };
  return (
    <FormDialog title={title} pending={saving.isPending} onSubmit={go} onClose={onClose}>
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
