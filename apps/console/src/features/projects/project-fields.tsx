import { LIMITS, rules, TARGET_USAGES, type ProjectInfo } from "@udt/contract";
import { ApiError } from "@udt/client";
import { Input } from "antd";
import { Choices, Field } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { VISIBILITIES } from "./visibility.tsx";

export interface ProjectValues {
  project_id: string;
  name: string;
  description: string;
  visibility: ProjectInfo["visibility"];
  target_usage: ProjectInfo["target_usage"];
}

const SCHEMAS = { project_id: rules.newProjectId, name: rules.projectName, description: rules.description };
type Checked = keyof typeof SCHEMAS;
const TAKEN = { project_id: "project_id_exists", name: "project_name_exists" } as const;

/** The first field that breaks a rule of document 2 §5; the server would refuse it for the same reason. */
export const firstBroken = (values: ProjectValues, isNew: boolean): Checked | undefined =>
  (["name", "project_id", "description"] as const).find(
    (field) => (isNew || field !== "project_id") && !SCHEMAS[field].safeParse(values[field]).success,
  );

/** The fields of a project, for creating and editing. `refusal` is the server's answer to the values in `refused`. */
export function ProjectFields(props: {
  values: ProjectValues;
  isNew: boolean;
  disabled?: boolean;
  /** Also what was not touched is checked: sending was tried. */
  tried: boolean;
  refusal: unknown;
  refused: ProjectValues | undefined;
  onChange: (change: Partial<ProjectValues>) => void;
}) {
  const t = useT("projects");
  const format = useFormat();
  const { check, refused } = useRuleText();
  const { values, onChange } = props;
  const disabled = props.disabled === true;

  const errorOf = (field: Checked): string | undefined => {
    const value = values[field];
    const broken = value === "" && !props.tried ? undefined : check(SCHEMAS[field], value);
    if (broken !== undefined) return broken;
    // What the server said holds for as long as the value is the one it spoke of.
    if (props.refused?.[field] !== value) return undefined;
    const code = props.refusal instanceof ApiError ? props.refusal.code : undefined;
    if (field !== "description" && code === TAKEN[field]) return errorText(props.refusal);
    return refused(props.refusal, field);
  };

  return (
    <>
      <Field
        label={t("field.name")}
        hint={t("field.name_hint", { min: LIMITS.project_name_min, max: LIMITS.name_max })}
        error={errorOf("name")}
        render={(control) => (
          <Input
            {...control}
            name="name"
            autoFocus={props.isNew}
            autoComplete="off"
            disabled={disabled}
            value={values.name}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      />
      <IdField
        value={values.project_id}
        isNew={props.isNew}
        error={errorOf("project_id")}
        onChange={(project_id) => onChange({ project_id })}
      />
      <Field
        label={t("field.description")}
        hint={t("field.description_hint", {
          used: format.number(rules.columns(values.description)),
          max: format.number(LIMITS.description_columns),
        })}
        error={errorOf("description")}
        render={(control) => (
          <Input.TextArea
            {...control}
            name="description"
            rows={3}
            disabled={disabled}
            value={values.description}
            {...(control["aria-invalid"] && { status: "error" })}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      />
      <Choices
        label={t("field.visibility")}
        disabled={disabled}
        value={values.visibility}
        options={VISIBILITIES.map(({ value, name }) => ({
          value,
          label: t(`visibility.${name}`),
          hint: t(`visibility_hint.${name}`),
        }))}
        onChange={(visibility) => onChange({ visibility })}
      />
      <Choices
        label={t("field.kind")}
        disabled={disabled}
        value={values.target_usage}
        options={TARGET_USAGES.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(target_usage) => onChange({ target_usage })}
      />
    </>
  );
}

/** A project's id, which is chosen once. */
function IdField(props: {
  value: string;
  isNew: boolean;
  error: string | undefined;
  onChange: (project_id: string) => void;
}) {
  const t = useT("projects");
  return (
    <Field
      label={t("field.project_id")}
      hint={t(props.isNew ? "field.project_id_hint" : "field.project_id_fixed", { max: LIMITS.project_id_max })}
      error={props.isNew ? props.error : undefined}
      render={(control) => (
        <Input
          {...control}
          name="project_id"
          className="projects-id"
          autoComplete="off"
          spellCheck={false}
          readOnly={!props.isNew}
          disabled={!props.isNew}
          value={props.value}
          {...(control["aria-invalid"] && { status: "error" })}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    />
  );
}
